import { FOLD_RUNS, KEPT_RUNS, type FoldRun } from './fold-table.ts';

/**
 * Unicode simple case folding, code point by code point: what makes two texts equal when case is ignored.
 *
 * The fold of a part is the part of the fold: nothing depends on neighbours or locale (σ = ς = Σ, the Kelvin sign = k;
 * ß and İ fold to themselves), no code point becomes two, and folding twice changes nothing. The answer depends on the
 * table alone, not on the engine's Unicode version. Lone surrogates and NUL stay as they are.
 *
 * The engine's `toLowerCase` does the work, an order of magnitude faster than a table could; the few code points where
 * it says something else are folded before it, those it must not touch are kept from it.
 */
export function foldCase(text: string): string {
  if (!NEEDS_TABLE.test(text)) return text.toLowerCase();
  const prepared = text.replace(FOLDED_OTHERWISE, (char) => FOLDED_BY_TABLE.get(char) ?? char);
  let result = '';
  let from = 0;
  for (const match of prepared.matchAll(KEPT)) {
    result += prepared.slice(from, match.index).toLowerCase() + match[0];
    from = match.index + match[0].length;
  }
  return result + prepared.slice(from).toLowerCase();
}

const SIGMA = 'Σ';

/** What the engine lower-cases differently, and its fold. The capital sigma's lower case depends on its neighbours. */
const FOLDED_BY_TABLE = new Map(
  expand(FOLD_RUNS).filter(([char, fold]) => char.toLowerCase() !== fold || char === SIGMA),
);

/** What `toLowerCase` would change though its fold, here or of another code point, is that very code point. */
const KEPT_CHARS = [...expand(KEPT_RUNS).map(([char]) => char), ...FOLDED_BY_TABLE.values()].filter(
  (char) => char.toLowerCase() !== char,
);

const FOLDED_OTHERWISE = charClass(FOLDED_BY_TABLE.keys(), 'gu');
const KEPT = charClass(KEPT_CHARS, 'gu');
const NEEDS_TABLE = charClass([...FOLDED_BY_TABLE.keys(), ...KEPT_CHARS], 'u');

function expand(runs: readonly FoldRun[]): (readonly [char: string, fold: string])[] {
  return runs.flatMap(([first, last, step, shift]) =>
    Array.from({ length: (last - first) / step + 1 }, (_, index) => {
      const codePoint = first + index * step;
      return [String.fromCodePoint(codePoint), String.fromCodePoint(codePoint + shift)] as const;
    }),
  );
}

/** Matches one of these characters. None of them means anything special inside a class. */
function charClass(chars: Iterable<string>, flags: string): RegExp {
  return new RegExp(`[${[...new Set(chars)].join('')}]`, flags);
}
