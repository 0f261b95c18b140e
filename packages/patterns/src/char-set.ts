import { ALIKE } from '@sitegrep/fold';

/** Set of code points: first and last of its ranges in turn, ascending, with gaps between the ranges. */
export type CharSet = readonly number[];

export const MAX_CODE_POINT = 0x10ffff;

export const ANY: CharSet = [0, MAX_CODE_POINT];
export const DIGIT: CharSet = [0x30, 0x39];
export const WORD: CharSet = [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a];
export const SPACE: CharSet = [0x09, 0x0a, 0x0c, 0x0d, 0x20, 0x20];
export const NEW_LINE = 0x0a;
export const NO_NEW_LINE: CharSet = [0, NEW_LINE - 1, NEW_LINE + 1, MAX_CODE_POINT];

export function has(set: CharSet, code: number): boolean {
  let low = 0;
  let high = set.length / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (code < (set[2 * middle] ?? 0)) high = middle - 1;
    else if (code > (set[2 * middle + 1] ?? 0)) low = middle + 1;
    else return true;
  }
  return false;
}

export function union(sets: readonly CharSet[]): CharSet {
  const [only] = sets;
  if (sets.length === 1 && only !== undefined) return only;
  const ranges = sets.flatMap((set) => [...rangesOf(set)]).sort((a, b) => a[0] - b[0]);
  const result: number[] = [];
  for (const [first, last] of ranges) {
    const end = result.at(-1) ?? -2;
    if (first > end + 1) result.push(first, last);
    else if (last > end) result[result.length - 1] = last;
  }
  return result;
}

export function complement(set: CharSet): CharSet {
  const result: number[] = [];
  let next = 0;
  for (const [first, last] of rangesOf(set)) {
    if (first > next) result.push(next, first - 1);
    next = last + 1;
  }
  if (next <= MAX_CODE_POINT) result.push(next, MAX_CODE_POINT);
  return result;
}

/** The set with all characters that equal one of its members when case is ignored. */
export function ignoringCase(set: CharSet): CharSet {
  const known = folded.get(set);
  if (known !== undefined) return known;
  const [first, last] = set;
  const isOne = set.length === 2 && first !== undefined && first === last;
  const groups = isOne ? [ALIKE.get(first) ?? []] : GROUPS;
  const more = groups.flatMap((group) => {
    const absent = group.filter((code) => !has(set, code));
    return absent.length === group.length ? [] : absent;
  });
  const result = more.length === 0 ? set : union([set, ...more.map(single)]);
  folded.set(set, result);
  return result;
}

/** Characters that are equal when case is ignored, each group once. */
const GROUPS = [...new Set(ALIKE.values())];

/** Results by set, because most patterns have the same sets, such as `\w`. */
const folded = new WeakMap<CharSet, CharSet>();

export function single(code: number): CharSet {
  return [code, code];
}

export function* rangesOf(set: CharSet): Generator<readonly [first: number, last: number]> {
  for (let at = 0; at < set.length; at += 2) yield [set[at] ?? 0, set[at + 1] ?? 0];
}

/** Number of characters in a set. */
export function sizeOf(set: CharSet): number {
  let size = 0;
  for (const [first, last] of rangesOf(set)) size += last - first + 1;
  return size;
}
