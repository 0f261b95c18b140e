import { u32 } from '../elements.ts';
import type { Trigram } from '../segment/dictionary-entry.ts';
import { EndFilter } from './end-filter.ts';
import type { PositionCursor } from './position-cursors.ts';
import { PossibleHitsBuilder, type PossibleHits } from './possible-hits.ts';
import { findTargets, isFindable, isShort } from './rare-grams.ts';
import type { SearchContext } from './search-context.ts';
import type { OpenEnd } from './term.ts';

/** Documents from which on it pays to find out in which of them a trigram can be at all. */
const MIN_FILTERED_DOCUMENTS = 4;

/** Documents are filtered, and targets set, anew once at most this share of them is left. */
const SHRUNK = 3 / 4;

/**
 * Keeps the possible hits at which one of the trigrams of an open end stands. It goes through the trigrams as long as
 * hits are left.
 *
 * @param trigrams at most 256, the most frequent first
 * @param mode `first`: one hit of each document is enough
 */
export function coveredBy(
  context: SearchContext,
  end: OpenEnd,
  trigrams: readonly Trigram[],
  hits: PossibleHits,
  mode: 'all' | 'first',
): PossibleHits {
  const { pool, segment, checkpoint } = context;
  const marks = new Marks(hits, end.offset, mode);
  let filter: EndFilter | null = null;
  let filtered: Uint32Array = marks.open;
  let cursor: PositionCursor | null = null;
  /** Number of hits that are set as targets. */
  let targeted = hits.positions.length;
  const hasTargets = pool.cache.blocks.setTargets(hits.positions, end.offset);
  for (const trigram of trigrams) {
    if (marks.open.length === 0) break;
    checkpoint();
    if (hasTargets && isFindable(trigram.positions, marks.open.length)) {
      if (marks.hitsLeft <= SHRUNK * targeted) {
        const left = marks.takeLeft();
        targeted = left.length;
        pool.cache.blocks.setTargets(left, end.offset);
      }
      const found = findTargets(context, trigram.positions);
      if (found > 0) marks.markTargets(pool.cache.blocks.found, found);
      continue;
    }
    const isFiltered =
      marks.open.length >= MIN_FILTERED_DOCUMENTS &&
      (!isShort(trigram.positions) || trigram.positions.count < hits.positions.length);
    if (isFiltered && (filter === null || marks.open.length <= SHRUNK * filtered.length)) {
      filtered = marks.open;
      filter = new EndFilter(
        context,
        end,
        filtered.map((number) => u32(hits.documents, number)),
      );
    }
    const count = isFiltered ? (filter?.filter(trigram) ?? 0) : marks.open.length;
    if (count === 0) continue;
    if (cursor === null) cursor = pool.open(segment.file, trigram.positions);
    else cursor.open(segment.file, trigram.positions);
    if (isFiltered && filter !== null)
      for (let index = 0; index < count; index++)
        marks.mark(cursor, u32(filtered, u32(filter.indexes, index)));
    else for (const number of marks.open) marks.mark(cursor, number);
    marks.close();
  }
  return marks.covered();
}

/** Which hits are covered, and the documents that have others. */
class Marks {
  /** Indexes of the documents with hits that are not covered, ascending, as of the last `close`. */
  open: Uint32Array;
  readonly #hits: PossibleHits;
  readonly #offset: number;
  readonly #isOneEnough: boolean;
  readonly #isCovered: Uint8Array;
  /** Number of hits that are left, by document. */
  readonly #left: Uint32Array;
  #done = 0;
  /** Number of hits that are not covered, in documents that are open. */
  hitsLeft: number;
  /** Indexes of the hits that are set as targets, if not all are. */
  #targeted: Uint32Array | null = null;

  constructor(hits: PossibleHits, offset: number, mode: 'all' | 'first') {
    const { documents, starts, positions } = hits;
    this.#hits = hits;
    this.#offset = offset;
    this.#isOneEnough = mode === 'first';
    this.#isCovered = new Uint8Array(positions.length);
    this.hitsLeft = positions.length;
    this.#left = new Uint32Array(documents.length);
    this.open = new Uint32Array(documents.length);
    for (let number = 0; number < documents.length; number++) {
      this.#left[number] = u32(starts, number + 1) - u32(starts, number);
      this.open[number] = number;
    }
  }

  /** Marks the hits of a document at which a cursor stands; documents come in ascending order. */
  mark(cursor: PositionCursor, number: number): void {
    if (this.#left[number] === 0) return;
    const { starts, positions } = this.#hits;
    const to = u32(starts, number + 1);
    let left = u32(this.#left, number);
    for (let at = u32(starts, number); at < to && left > 0; at++) {
      if (this.#isCovered[at] === 1) continue;
      const target = u32(positions, at) + this.#offset;
      if (cursor.seek(target) !== target) continue;
      this.#isCovered[at] = 1;
      left = this.#isOneEnough ? 0 : left - 1;
    }
    this.#leave(number, left);
  }

  #leave(number: number, left: number): void {
    const before = u32(this.#left, number);
    this.hitsLeft -= before - left;
    if (left === 0 && before > 0) this.#done++;
    this.#left[number] = left;
  }

  /** Marks the first `count` of some targets, and drops the documents that have no more. */
  markTargets(numbers: Uint32Array, count: number): void {
    const { starts } = this.#hits;
    let document = 0;
    for (let index = 0; index < count; index++) {
      const hit = u32(numbers, index);
      const at = this.#targeted === null ? hit : u32(this.#targeted, hit);
      while ((starts[document + 1] ?? Infinity) <= at) document++;
      const left = u32(this.#left, document);
      if (left === 0 || this.#isCovered[at] === 1) continue;
      this.#isCovered[at] = 1;
      this.#leave(document, this.#isOneEnough ? 0 : left - 1);
    }
    this.close();
  }

  /** @returns positions of the hits that are left; `markTargets` gets their indexes from now on */
  takeLeft(): Uint32Array {
    const { starts, positions } = this.#hits;
    const targeted = new Uint32Array(this.hitsLeft);
    let count = 0;
    for (const number of this.open) {
      for (let at = u32(starts, number); at < u32(starts, number + 1); at++)
        if (this.#isCovered[at] === 0) targeted[count++] = at;
    }
    this.#targeted = targeted;
    return targeted.map((at) => u32(positions, at));
  }

  /** Drops the documents that have no more hits. */
  close(): void {
    if (this.#done === 0) return;
    const open = new Uint32Array(this.open.length - this.#done);
    let count = 0;
    for (const number of this.open) if (this.#left[number] !== 0) open[count++] = number;
    this.open = open;
    this.#done = 0;
  }

  covered(): PossibleHits {
    const { documents, starts, positions } = this.#hits;
    const covered = new PossibleHitsBuilder();
    for (let number = 0; number < documents.length; number++) {
      for (let at = u32(starts, number); at < u32(starts, number + 1); at++)
        if (this.#isCovered[at] === 1) covered.add(u32(positions, at));
      covered.end(u32(documents, number));
    }
    return covered.build();
  }
}
