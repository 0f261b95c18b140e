import { FOLD_RUNS } from './fold-table.ts';

/**
 * Characters that are equal when case is ignored: lists of code points with the same fold, by each of their members. A
 * character that is absent equals only itself.
 */
export const ALIKE: ReadonlyMap<number, readonly number[]> = listAlike();

function listAlike(): Map<number, readonly number[]> {
  const byFold = new Map<number, number[]>();
  for (const [first, last, step, shift] of FOLD_RUNS) {
    for (let code = first; code <= last; code += step) {
      const fold = code + shift;
      const list = byFold.get(fold);
      if (list === undefined) byFold.set(fold, [fold, code]);
      else list.push(code);
    }
  }
  return new Map([...byFold.values()].flatMap((list) => list.map((code) => [code, list] as const)));
}
