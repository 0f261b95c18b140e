// Finds single bytes in a zone. No list has their positions, but those of all trigrams that begin with the byte, or have it
// in their middle, may be thousands. So the windows of a batch of documents are listed, and the lists of these trigrams
// are looked through for them one after another, the longest first, until each document has a hit. A list is not gone
// through from hit to hit, nor are the windows: each skips to where the other one goes on.
import { u32 } from '../elements.ts';
import type { PositionList } from '../segment/dictionary-entry.ts';
import { SEPARATOR } from '../segment/format.ts';
import type { ZoneColumn } from '../segment/zone-columns.ts';
import { difference, merged } from './fourgram-filter.ts';
import { STRIDE, type SearchContext } from './search-context.ts';
import { ZoneWindows } from './zone-windows.ts';

/** Windows from which on a batch is full. */
const BATCH_WINDOWS = 2 ** 18;

/** Documents of a batch are dropped once this share of those that are left was found. */
const FOUND_SHARE = 1 / 4;

/**
 * Keeps the candidates that hold a byte in a zone.
 *
 * @param candidates document ids, ascending
 */
export function byteInZone(
  context: SearchContext,
  column: ZoneColumn,
  byte: number,
  candidates: Uint32Array,
): Uint32Array {
  const even = foundAt(context, column, byte, 0, candidates);
  return merged(even, foundAt(context, column, byte, 1, difference(candidates, even)));
}

/** @param first offset of a hit from its half position, in bytes */
function foundAt(
  context: SearchContext,
  column: ZoneColumn,
  byte: number,
  first: 0 | 1,
  candidates: Uint32Array,
): Uint32Array {
  const lists = listsOf(context, byte, first);
  const windows = new ZoneWindows(context.segment, column, 1, first);
  // No list has the last byte of a text whose number of bytes is odd.
  const lastByte = first === 0 ? byte : SEPARATOR;
  const isFound = new Uint8Array(candidates.length);
  const batch = new Batch();
  for (let index = 0; index < candidates.length;) {
    batch.clear();
    for (; index < candidates.length && batch.count < BATCH_WINDOWS; index++) {
      if (index % STRIDE === 0) context.checkpoint();
      windows.enter(u32(candidates, index));
      while (windows.next()) batch.add(index, windows.from, windows.to);
      if (windows.lastByte === lastByte) isFound[index] = 1;
    }
    markFound(context, lists, batch, isFound);
  }
  return candidates.filter((_, index) => isFound[index] === 1);
}

/** Lists of the trigrams that have a byte first, or in their middle, the longest first. */
function listsOf({ segment, pool }: SearchContext, byte: number, first: 0 | 1): readonly PositionList[] {
  const others = Array.from({ length: SEPARATOR }, (_, other) => other);
  const pairs = others.map((other) => (first === 0 ? (byte << 8) | other : (other << 8) | byte));
  return pairs
    .flatMap((pair) => pool.trigrams.beginningWith(segment, pair))
    .map(({ positions }) => positions)
    .sort((a, b) => b.count - a.count);
}

/** Marks the candidates that have a position of one of the lists in one of their windows. */
function markFound(
  { segment, pool, checkpoint }: SearchContext,
  lists: readonly PositionList[],
  windows: Batch,
  isFound: Uint8Array,
): void {
  let left = windows.without(isFound);
  let found = 0;
  for (const list of lists) {
    if (left.count === 0) return;
    checkpoint();
    const cursor = pool.openTabled(0, segment.file, list);
    const { count, candidates, from, to } = left;
    for (let at = 0; at < count;) {
      const candidate = u32(candidates, at);
      if (isFound[candidate] === 1) {
        at = firstFrom(candidates, candidate + 1, at + 1, count);
        continue;
      }
      const position = cursor.seek(u32(from, at));
      if (position > u32(to, at)) at = firstFrom(to, position, at + 1, count);
      else {
        isFound[candidate] = 1;
        found++;
      }
    }
    if (found > FOUND_SHARE * left.documents) {
      left = left.without(isFound);
      found = 0;
    }
  }
}

/** Index of the first of some ascending numbers, from `start` to before `end`, that is not below a target, or `end`. */
function firstFrom(numbers: Uint32Array, target: number, start: number, end: number): number {
  let low = start;
  let step = 1;
  let high = low;
  while (high < end && u32(numbers, high) < target) {
    low = high + 1;
    high += step;
    step <<= 1;
  }
  if (high > end) high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (u32(numbers, middle) < target) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Windows of some candidates, ascending: first and last half position at which a hit may begin. */
class Batch {
  readonly #candidates = new Numbers();
  readonly #from = new Numbers();
  readonly #to = new Numbers();
  /** Number of candidates that have a window. */
  documents = 0;
  #last = -1;

  get count(): number {
    return this.#candidates.count;
  }

  /** Index of the candidate that a window is of. */
  get candidates(): Uint32Array {
    return this.#candidates.list();
  }

  get from(): Uint32Array {
    return this.#from.list();
  }

  get to(): Uint32Array {
    return this.#to.list();
  }

  clear(): void {
    for (const numbers of [this.#candidates, this.#from, this.#to]) numbers.count = 0;
    this.documents = 0;
    this.#last = -1;
  }

  add(candidate: number, from: number, to: number): void {
    if (candidate !== this.#last) this.documents++;
    this.#last = candidate;
    this.#candidates.push(candidate);
    this.#from.push(from);
    this.#to.push(to);
  }

  /** The windows of the candidates that were not found. */
  without(isFound: Uint8Array): Batch {
    const left = new Batch();
    const { count, candidates, from, to } = this;
    for (let at = 0; at < count; at++) {
      const candidate = u32(candidates, at);
      if (isFound[candidate] !== 1) left.add(candidate, u32(from, at), u32(to, at));
    }
    return left;
  }
}

/** A list of numbers that grows. */
class Numbers {
  #numbers = new Uint32Array(1_024);
  count = 0;

  push(number: number): void {
    if (this.count === this.#numbers.length) {
      const larger = new Uint32Array(2 * this.count);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.count++] = number;
  }

  /** All of them, valid until the next `push`. */
  list(): Uint32Array {
    return this.#numbers.subarray(0, this.count);
  }
}
