import { MAX_CODE_POINT, NEW_LINE, single, WORD, type CharSet } from './char-set.ts';

/**
 * Classes of characters that no set of a program tells apart, so that a table of transitions has one column per class and
 * not one per character.
 */
export interface Alphabet {
  /** Number of columns: one per class, then `pair` and `end`. */
  readonly columns: number;
  /** Column of a half of a surrogate pair, whose class depends on its neighbour. */
  readonly pair: number;
  /** Column of the end of the text. */
  readonly end: number;
  /** Column of each UTF-16 unit. */
  readonly units: Uint16Array;
  /** Column of a code point, or of half a pair that stands alone. */
  readonly columnOf: (code: number) => number;
  /** A character of each class, -1 for `pair` and `end`. */
  readonly samples: Int32Array;
}

/** Divides all characters into classes. Line feeds and ASCII words are told apart because assertions look at them. */
export function alphabetOf(sets: readonly CharSet[]): Alphabet {
  const divided: readonly CharSet[] = [...sets, single(NEW_LINE), WORD];
  const starts = startsOf(divided);
  const numbers = new Map<number, number>();
  const samples: number[] = [];
  const columns = classesOf(divided, starts).map((id, interval) => {
    const known = numbers.get(id);
    if (known !== undefined) return known;
    const column = samples.push(starts[interval] ?? 0) - 1;
    numbers.set(id, column);
    return column;
  });
  const pair = samples.length;
  return {
    columns: pair + 2,
    pair,
    end: pair + 1,
    units: unitsOf(starts, columns, pair),
    columnOf: (code) => columns[intervalOf(starts, code)] ?? 0,
    samples: Int32Array.from([...samples, -1, -1]),
  };
}

/** First characters of the intervals that the borders of all sets make, ascending. */
function startsOf(sets: readonly CharSet[]): readonly number[] {
  const starts = new Set([0]);
  for (const set of sets) {
    for (const [index, code] of set.entries()) starts.add(index % 2 === 0 ? code : code + 1);
  }
  starts.delete(MAX_CODE_POINT + 1);
  return [...starts].sort((a, b) => a - b);
}

/** An id for each interval; two intervals have the same one if the same sets contain them. */
function classesOf(sets: readonly CharSet[], starts: readonly number[]): readonly number[] {
  const classes = starts.map(() => 0);
  let last = 0;
  for (const set of sets) {
    const divided = new Map<number, number>();
    for (let at = 0; at < set.length; at += 2) {
      const end = set[at + 1] ?? 0;
      for (let index = intervalOf(starts, set[at] ?? 0); (starts[index] ?? Infinity) <= end; index++) {
        const id = classes[index] ?? 0;
        const own = divided.get(id) ?? ++last;
        divided.set(id, own);
        classes[index] = own;
      }
    }
  }
  return classes;
}

/** Index of the interval that contains a character. */
function intervalOf(starts: readonly number[], code: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= code) low = middle;
    else high = middle - 1;
  }
  return low;
}

function unitsOf(starts: readonly number[], columns: readonly number[], pair: number): Uint16Array {
  const units = new Uint16Array(0x10000);
  for (const [index, start] of starts.entries()) {
    if (start > 0xffff) break;
    units.fill(columns[index] ?? 0, start, Math.min(starts[index + 1] ?? 0x10000, 0x10000));
  }
  return units.fill(pair, 0xd800, 0xe000);
}
