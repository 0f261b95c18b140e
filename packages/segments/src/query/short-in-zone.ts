// Finds terms of one to three bytes in a zone. No trigram has to be in each hit of such a term, only one of many: those
// that hold it at some offset. So the windows of a batch of documents are listed, and the lists of these trigrams are
// looked through for them one after another, the most frequent first, until each document has a hit. A list is not
// gone through from hit to hit, nor are the windows: each skips to where the other one goes on.
import { u32, u8 } from '../elements.ts';
import type { PositionList } from '../segment/dictionary-entry.ts';
import { NO_ALIAS, oddAlias, SEPARATOR } from '../segment/format.ts';
import type { ZoneColumn } from '../segment/zone-columns.ts';
import { difference, merged } from './fourgram-filter.ts';
import type { PositionCursor } from './position-cursors.ts';
import { STRIDE, type SearchContext } from './search-context.ts';
import { pairAt, trigramAt } from './term.ts';
import { ZoneWindows } from './zone-windows.ts';

/** Windows from which on a batch is full. */
const BATCH_WINDOWS = 2 ** 18;

/** Documents of a batch are dropped once this share of those that are left was found. */
const FOUND_SHARE = 1 / 4;

/** Lists of positions, the longest first, of which one has to have the position at an offset from a hit. */
interface Union {
  readonly lists: readonly PositionList[];
  readonly offset: number;
}

/**
 * Keeps the candidates that hold a term in a zone.
 *
 * @param bytes one to three
 * @param candidates document ids, ascending
 */
export function shortInZone(
  context: SearchContext,
  column: ZoneColumn,
  bytes: Uint8Array,
  candidates: Uint32Array,
): Uint32Array {
  const even = foundAt(context, column, bytes, 0, candidates);
  return merged(even, foundAt(context, column, bytes, 1, difference(candidates, even)));
}

/** @param first offset of a hit from its half position, in bytes */
function foundAt(
  context: SearchContext,
  column: ZoneColumn,
  bytes: Uint8Array,
  first: 0 | 1,
  candidates: Uint32Array,
): Uint32Array {
  const unions = unionsOf(context, bytes, first);
  const windows = new ZoneWindows(context.segment, column, bytes.length, first);
  // No list has the last byte of a text whose number of bytes is odd.
  const lastByte = bytes.length === 1 && first === 0 ? u8(bytes, 0) : SEPARATOR;
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
    markFound(context, unions, batch, isFound);
  }
  return candidates.filter((_, index) => isFound[index] === 1);
}

/** Unions that must all have a hit. */
function unionsOf(
  { segment, pool, lookUp }: SearchContext,
  bytes: Uint8Array,
  first: 0 | 1,
): readonly Union[] {
  const beginningWith = (pair: number): readonly PositionList[] =>
    pool.trigrams.beginningWith(segment, pair).map(({ positions }) => positions);
  const endingWith = (pair: number): readonly PositionList[] =>
    pool.trigrams.endingWith(segment, pair).map(({ positions }) => positions);
  const only = (trigram: number): readonly PositionList[] => {
    const found = lookUp(trigram);
    return found === null ? [] : [found.positions];
  };
  switch (bytes.length) {
    case 1: {
      const byte = u8(bytes, 0);
      const others = Array.from({ length: SEPARATOR }, (_, other) => other);
      const pairs = others.map((other) => (first === 0 ? (byte << 8) | other : (other << 8) | byte));
      return [{ lists: pairs.flatMap(beginningWith).sort((a, b) => b.count - a.count), offset: 0 }];
    }
    case 2: {
      const pair = pairAt(bytes, 0);
      return [{ lists: first === 0 ? beginningWith(pair) : endingWith(pair), offset: 0 }];
    }
    default: {
      const trigram = trigramAt(bytes, 0);
      if (first === 0) return [{ lists: only(trigram), offset: 0 }];
      if (oddAlias(trigram) !== NO_ALIAS) return [{ lists: only(oddAlias(trigram)), offset: 0 }];
      return [
        { lists: endingWith(pairAt(bytes, 0)), offset: 0 },
        { lists: beginningWith(pairAt(bytes, 1)), offset: 1 },
      ];
    }
  }
}

/** Marks the candidates that have a hit of all unions in one of their windows. */
function markFound(
  context: SearchContext,
  unions: readonly Union[],
  windows: Batch,
  isFound: Uint8Array,
): void {
  const ordered = unions.toSorted((a, b) => positionsOf(a) - positionsOf(b));
  let left = windows;
  for (const [index, union] of ordered.entries()) {
    if (index === ordered.length - 1) markUnion(context, union, left, isFound);
    else left = hitsOf(context, union, left);
  }
}

function positionsOf({ lists }: Union): number {
  return lists.reduce((sum, { count }) => sum + count, 0);
}

/** Marks the candidates that have a hit of a union in one of their windows. */
function markUnion(context: SearchContext, union: Union, windows: Batch, isFound: Uint8Array): void {
  let left = windows.without(isFound);
  let found = 0;
  eachList(context, union, (cursor) => {
    if (left.count === 0) return false;
    const { count, candidates, from, to } = left;
    for (let at = 0; at < count;) {
      const candidate = u32(candidates, at);
      if (isFound[candidate] === 1) {
        at = firstFrom(candidates, candidate + 1, at + 1, count);
        continue;
      }
      const position = cursor.seek(u32(from, at) + union.offset) - union.offset;
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
    return true;
  });
}

/** All hits of a union in windows, each as a window of its own. */
function hitsOf(context: SearchContext, union: Union, { count, candidates, from, to }: Batch): Batch {
  const positions = new Numbers();
  eachList(context, union, (cursor) => {
    for (let at = 0, least = 0; at < count;) {
      least = Math.max(least, u32(from, at));
      const position = cursor.seek(least + union.offset) - union.offset;
      if (position > u32(to, at)) at = firstFrom(to, position, at + 1, count);
      else {
        positions.push(position);
        least = position + 1;
      }
    }
    return true;
  });
  const hits = new Batch();
  let at = 0;
  for (const position of positions.list().sort()) {
    at = firstFrom(to, position, at, count);
    hits.add(u32(candidates, at), position, position);
  }
  return hits;
}

/** Opens the lists of a union one after another, until `look` returns false. */
function eachList(
  { segment, pool, checkpoint }: SearchContext,
  { lists }: Union,
  look: (cursor: PositionCursor) => boolean,
): void {
  for (const list of lists) {
    checkpoint();
    if (!look(pool.openTabled(0, segment.file, list))) return;
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
