import { compareCodePoints } from '../order.ts';

/** A rule for values that pages have: of each key the first one is kept, in the order of the pages. */
export interface FirstValues<Value> {
  readonly keyOf: (value: Value) => string;
  /** Maximum of the values. */
  readonly max: number;
}

/** The first value of each key, at most `max`. */
export function uniqueOf<Value>(
  values: Iterable<Value>,
  keyOf: (value: Value) => string,
  max: number,
): readonly Value[] {
  const unique = new Map<string, Value>();
  for (const value of values) {
    const key = keyOf(value);
    if (!unique.has(key)) unique.set(key, value);
    if (unique.size === max) break;
  }
  return [...unique.values()];
}

/** The first values of lists, each with the values of one page, in the order of the pages. */
export function firstValues<Value>(
  { keyOf, max }: FirstValues<Value>,
  lists: readonly (readonly Value[])[],
): readonly Value[] {
  return uniqueOf(lists.flat(), keyOf, max);
}

/**
 * The first values of two ranges of pages, of which `left` comes first. A value that is among the first ones of all pages has
 * fewer others before it in its range, so it is among the first ones of the range, too.
 */
export function joinFirst<Value>(
  { keyOf, max }: FirstValues<Value>,
  left: readonly Value[],
  right: readonly Value[],
): readonly Value[] {
  if (right.length === 0 || left.length >= max) return left;
  if (left.length === 0) return right;
  return uniqueOf([...left, ...right], keyOf, max);
}

/** Different texts in code point order, at most `max`. */
export function firstInOrder(texts: readonly string[], max: number): readonly string[] {
  return [...new Set(texts)].sort(compareCodePoints).slice(0, max);
}

/** The first of two such sets together. A text that is among the first ones of all pages is so in its range, too. */
export function joinInOrder(
  left: readonly string[],
  right: readonly string[],
  max: number,
): readonly string[] {
  return right.every((text) => left.includes(text)) ? left : firstInOrder([...left, ...right], max);
}
