import { randomInt } from 'node:crypto';
import type { Tokens as AllOfTokens } from './tokens.ts';

/** All that is compared of tokens. */
type Tokens = Pick<AllOfTokens, 'count' | 'hashes'> & Partial<Pick<AllOfTokens, 'kinds'>>;

/** Ranges of the tokens of two sources that differ. What stands between two of them is equal, token by token. */
export interface Gap {
  readonly aStart: number;
  readonly aEnd: number;
  readonly bStart: number;
  readonly bEnd: number;
}

/** Maximum tokens of both sides of a gap, multiplied, that are compared each with each. */
const MAX_CELLS = 4_096;
/** Consecutive tokens that are the same only by chance if they stand once on each side. */
const ANCHOR = 3;

/**
 * Aligns the tokens of two sources, in time linear in their number but for the sorting of anchors. Sources of equal structure are
 * aligned index by index. Others are aligned at the runs of three tokens that stand once in both, and what is left between two of
 * them token by token if it is short. So a difference may come out greater than it is, but no equal tokens that are not.
 */
export function alignTokens(a: Tokens, b: Tokens): readonly Gap[] {
  const shorter = Math.min(a.count, b.count);
  let start = 0;
  while (start < shorter && a.hashes[start] === b.hashes[start]) start++;
  let tail = 0;
  while (tail < shorter - start && a.hashes[a.count - 1 - tail] === b.hashes[b.count - 1 - tail]) {
    tail++;
  }
  const middle: Gap = { aStart: start, aEnd: a.count - tail, bStart: start, bEnd: b.count - tail };
  if (isEmpty(middle)) return [];
  const gaps: Gap[] = [];
  if (!alignByIndex(a, b, middle, gaps)) {
    for (const gap of gapsBetween(middle, anchorsOf(a, b, middle), a, b)) alignShort(a, b, gap, gaps);
  }
  return gaps;
}

function isEmpty({ aStart, aEnd, bStart, bEnd }: Gap): boolean {
  return aStart === aEnd && bStart === bEnd;
}

/**
 * Aligns a gap of equal sides index by index, if at most a quarter of its tokens differ, and none in kind: else one side may have
 * more tokens at one point, and fewer at another one.
 */
function alignByIndex(a: Tokens, b: Tokens, gap: Gap, gaps: Gap[]): boolean {
  const length = gap.aEnd - gap.aStart;
  if (length === 0 || gap.bEnd - gap.bStart !== length) return false;
  let different = 0;
  for (let step = 0; step < length; step++) {
    if (a.hashes[gap.aStart + step] === b.hashes[gap.bStart + step]) continue;
    if (a.kinds?.[gap.aStart + step] !== b.kinds?.[gap.bStart + step]) return false;
    different++;
  }
  if (different > 1 && different > length / 4) return false;
  for (let step = 0; step < length;) {
    if (a.hashes[gap.aStart + step] === b.hashes[gap.bStart + step]) {
      step++;
      continue;
    }
    const from = step;
    while (step < length && a.hashes[gap.aStart + step] !== b.hashes[gap.bStart + step]) step++;
    gaps.push({
      aStart: gap.aStart + from,
      aEnd: gap.aStart + step,
      bStart: gap.bStart + from,
      bEnd: gap.bStart + step,
    });
  }
  return true;
}

/** Pairs of indexes whose runs of tokens stand once on each side, ascending on both sides. */
function anchorsOf(a: Tokens, b: Tokens, gap: Gap): readonly (readonly [aIndex: number, bIndex: number])[] {
  const inA = new UniqueRuns(a, gap.aStart, gap.aEnd);
  const inB = new UniqueRuns(b, gap.bStart, gap.bEnd);
  const pairs: [number, number][] = [];
  for (let aIndex = gap.aStart; aIndex + ANCHOR <= gap.aEnd; aIndex++) {
    const run = runAt(a, aIndex);
    const bIndex = inB.find(run);
    if (bIndex >= 0 && inA.find(run) === aIndex) pairs.push([aIndex, bIndex]);
  }
  return longestAscending(pairs);
}

function runAt({ hashes }: Tokens, index: number): number {
  let run = 0;
  for (let step = 0; step < ANCHOR; step++)
    run = (Math.imul(run, 0x01000193) + (hashes[index + step] ?? 0)) | 0;
  return run;
}

/** Runs of tokens by their hashes, with the index of each that stands once. */
class UniqueRuns {
  static readonly #FREE = -1;
  static readonly #REPEATED = -2;
  /** An odd factor that no page knows, so that none can make all runs meet in one cell. */
  readonly #spread = randomInt(2 ** 31) | 1;
  readonly #runs: Int32Array;
  readonly #indexes: Int32Array;
  readonly #mask: number;
  readonly #shift: number;

  constructor(tokens: Tokens, start: number, end: number) {
    const bits = Math.ceil(Math.log2(Math.max(4, (end - start) * 2)));
    const size = 2 ** bits;
    this.#shift = 32 - bits;
    this.#runs = new Int32Array(size);
    this.#indexes = new Int32Array(size).fill(UniqueRuns.#FREE);
    this.#mask = size - 1;
    for (let index = start; index + ANCHOR <= end; index++) {
      const run = runAt(tokens, index);
      const cell = this.#cellOf(run);
      this.#runs[cell] = run;
      this.#indexes[cell] = this.#indexes[cell] === UniqueRuns.#FREE ? index : UniqueRuns.#REPEATED;
    }
  }

  /** Index of a run; negative if it does not stand here once. */
  find(run: number): number {
    return this.#indexes[this.#cellOf(run)] ?? UniqueRuns.#FREE;
  }

  /** The cell of a run, or the free one for it. Half of all cells are free. */
  #cellOf(run: number): number {
    let cell = Math.imul(run ^ (run >>> 15), this.#spread) >>> this.#shift;
    while (this.#indexes[cell] !== UniqueRuns.#FREE && this.#runs[cell] !== run)
      cell = (cell + 1) & this.#mask;
    return cell;
  }
}

/** The longest list of pairs, ascending on the right side too. @param pairs ascending on the left side */
function longestAscending(
  pairs: readonly (readonly [number, number])[],
): readonly (readonly [number, number])[] {
  /** Index of the pair that ends the best list of each length, and of the pair before each pair. */
  const ends: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  for (const [index, [, right]] of pairs.entries()) {
    let low = 0;
    for (let high = ends.length; low < high;) {
      const middle = (low + high) >>> 1;
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < right) low = middle + 1;
      else high = middle;
    }
    before[index] = ends[low - 1] ?? -1;
    ends[low] = index;
  }
  const result: (readonly [number, number])[] = [];
  for (let index = ends.at(-1) ?? -1; index !== -1; index = before[index] ?? -1) {
    const pair = pairs[index];
    if (pair !== undefined) result.push(pair);
  }
  return result.toReversed();
}

/** Gaps between anchors, each of which is made longer on both sides as far as tokens are equal. */
function* gapsBetween(
  gap: Gap,
  anchors: readonly (readonly [number, number])[],
  a: Tokens,
  b: Tokens,
): Generator<Gap> {
  let { aStart, bStart } = gap;
  for (const [aIndex, bIndex] of anchors) {
    // It is in what the anchor before was made longer by.
    if (aIndex < aStart || bIndex < bStart) continue;
    let aFrom = aIndex;
    let bFrom = bIndex;
    while (aFrom > aStart && bFrom > bStart && a.hashes[aFrom - 1] === b.hashes[bFrom - 1]) {
      aFrom--;
      bFrom--;
    }
    const between = { aStart, aEnd: aFrom, bStart, bEnd: bFrom };
    if (!isEmpty(between)) yield between;
    aStart = aIndex;
    bStart = bIndex;
    // If the hashes of two runs are the same only by chance, nothing is equal here.
    while (aStart < gap.aEnd && bStart < gap.bEnd && a.hashes[aStart] === b.hashes[bStart]) {
      aStart++;
      bStart++;
    }
  }
  const rest = { aStart, aEnd: gap.aEnd, bStart, bEnd: gap.bEnd };
  if (!isEmpty(rest)) yield rest;
}

/** Aligns a gap token by token if it is short; else it stays one. */
function alignShort(a: Tokens, b: Tokens, gap: Gap, gaps: Gap[]): void {
  if (alignByIndex(a, b, gap, gaps)) return;
  const rows = gap.aEnd - gap.aStart;
  const columns = gap.bEnd - gap.bStart;
  if (rows === 0 || columns === 0 || rows * columns > MAX_CELLS) {
    gaps.push(gap);
    return;
  }
  const common = commonLengths(a, b, gap);
  const width = columns + 1;
  let row = 0;
  let column = 0;
  let rowFrom = 0;
  let columnFrom = 0;
  const close = (): void => {
    if (row === rowFrom && column === columnFrom) return;
    gaps.push({
      aStart: gap.aStart + rowFrom,
      aEnd: gap.aStart + row,
      bStart: gap.bStart + columnFrom,
      bEnd: gap.bStart + column,
    });
  };
  while (row < rows && column < columns) {
    if (a.hashes[gap.aStart + row] === b.hashes[gap.bStart + column]) {
      close();
      rowFrom = ++row;
      columnFrom = ++column;
    } else if ((common[(row + 1) * width + column] ?? 0) >= (common[row * width + column + 1] ?? 0)) row++;
    else column++;
  }
  row = rows;
  column = columns;
  close();
}

/** The length of the longest common subsequence of what follows each pair of tokens. */
function commonLengths(a: Tokens, b: Tokens, gap: Gap): Uint16Array {
  const rows = gap.aEnd - gap.aStart;
  const columns = gap.bEnd - gap.bStart;
  const width = columns + 1;
  const common = new Uint16Array((rows + 1) * width);
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      const at = row * width + column;
      common[at] =
        a.hashes[gap.aStart + row] === b.hashes[gap.bStart + column]
          ? (common[at + width + 1] ?? 0) + 1
          : Math.max(common[at + width] ?? 0, common[at + 1] ?? 0);
    }
  }
  return common;
}
