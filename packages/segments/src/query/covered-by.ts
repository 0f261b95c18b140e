import type { Triple } from '../segment/lists.ts';
import { EndSieve } from './end-sieve.ts';
import { findAimed, isFindable, isShort } from './find-aimed.ts';
import type { Place } from './place.ts';
import { PlacesBuilder, type Places } from './places.ts';
import type { PositionCursor } from './position-cursor.ts';
import type { OpenEnd } from './term.ts';

/** Documents from which on it pays to find out in which of them a triple can be at all. */
const WORTH_SIFTING = 4;

/** Documents are told apart, and places aimed at, anew once so many of those that were are left. */
const SHRUNK = 3 / 4;

/**
 * Those of some places at which one of the triples of an open end stands: triple by triple, as long as places are left.
 *
 * @param triples at most 256, the most frequent first
 * @param mode `first`: one place of each document is enough
 */
export function coveredBy(
  place: Place,
  end: OpenEnd,
  triples: readonly Triple[],
  places: Places,
  mode: 'all' | 'first',
): Places {
  const { pool, segment, checkpoint } = place;
  const marks = new Marks(places, end.offset, mode);
  let sieve: EndSieve | null = null;
  let sifted: Uint32Array = marks.open;
  let cursor: PositionCursor | null = null;
  /** Places that are aimed at. */
  let aimed = places.positions.length;
  const isAimed = pool.cache.blocks.aim(places.positions, end.offset);
  for (const triple of triples) {
    if (marks.open.length === 0) break;
    checkpoint();
    if (isAimed && isFindable(triple.positions, marks.open.length)) {
      if (marks.placesLeft <= SHRUNK * aimed) {
        const left = marks.takeLeft();
        aimed = left.length;
        pool.cache.blocks.aim(left, end.offset);
      }
      const found = findAimed(place, triple.positions);
      if (found > 0) marks.markPlaces(pool.cache.blocks.hits, found);
      continue;
    }
    const isSifted =
      marks.open.length >= WORTH_SIFTING &&
      (!isShort(triple.positions) || triple.positions.count < places.positions.length);
    if (isSifted && (sieve === null || marks.open.length <= SHRUNK * sifted.length)) {
      sifted = marks.open;
      sieve = new EndSieve(
        place,
        end,
        sifted.map((number) => places.documents[number] ?? 0),
      );
    }
    const count = isSifted ? (sieve?.sift(triple) ?? 0) : marks.open.length;
    if (count === 0) continue;
    if (cursor === null) cursor = pool.open(segment.file, triple.positions);
    else cursor.open(segment.file, triple.positions);
    if (isSifted && sieve !== null)
      for (let index = 0; index < count; index++) marks.mark(cursor, sifted[sieve.places[index] ?? 0] ?? 0);
    else for (const number of marks.open) marks.mark(cursor, number);
    marks.close();
  }
  return marks.covered();
}

/** Which places are covered, and the documents that have others. */
class Marks {
  /** Numbers of the documents that have places which are not covered, ascending; as of the last `close`. */
  open: Uint32Array;
  readonly #places: Places;
  readonly #offset: number;
  readonly #isOneEnough: boolean;
  readonly #isCovered: Uint8Array;
  /** Of each document, how many places are left. */
  readonly #left: Uint32Array;
  #done = 0;
  /** Places that are not covered, of documents that are open. */
  placesLeft: number;
  /** The places that are aimed at, if not all are. */
  #aimed: Uint32Array | null = null;

  constructor(places: Places, offset: number, mode: 'all' | 'first') {
    const { documents, starts, positions } = places;
    this.#places = places;
    this.#offset = offset;
    this.#isOneEnough = mode === 'first';
    this.#isCovered = new Uint8Array(positions.length);
    this.placesLeft = positions.length;
    this.#left = new Uint32Array(documents.length);
    this.open = new Uint32Array(documents.length);
    for (let number = 0; number < documents.length; number++) {
      this.#left[number] = (starts[number + 1] ?? 0) - (starts[number] ?? 0);
      this.open[number] = number;
    }
  }

  /** Marks the places of a document where a cursor stands; documents come in ascending order. */
  mark(cursor: PositionCursor, number: number): void {
    if (this.#left[number] === 0) return;
    const { starts, positions } = this.#places;
    const to = starts[number + 1] ?? 0;
    let left = this.#left[number] ?? 0;
    for (let at = starts[number] ?? 0; at < to && left > 0; at++) {
      if (this.#isCovered[at] === 1) continue;
      const target = (positions[at] ?? 0) + this.#offset;
      if (cursor.seek(target) !== target) continue;
      this.#isCovered[at] = 1;
      left = this.#isOneEnough ? 0 : left - 1;
    }
    this.#leave(number, left);
  }

  #leave(number: number, left: number): void {
    const before = this.#left[number] ?? 0;
    this.placesLeft -= before - left;
    if (left === 0 && before > 0) this.#done++;
    this.#left[number] = left;
  }

  /** Marks some places, as many as `count` says; leaves out the documents that have no more. */
  markPlaces(numbers: Uint32Array, count: number): void {
    const { starts } = this.#places;
    let document = 0;
    for (let index = 0; index < count; index++) {
      const hit = numbers[index] ?? 0;
      const at = this.#aimed === null ? hit : (this.#aimed[hit] ?? 0);
      while ((starts[document + 1] ?? Infinity) <= at) document++;
      const left = this.#left[document] ?? 0;
      if (left === 0 || this.#isCovered[at] === 1) continue;
      this.#isCovered[at] = 1;
      this.#leave(document, this.#isOneEnough ? 0 : left - 1);
    }
    this.close();
  }

  /** @returns positions of the places that are left, of which `markPlaces` gets the numbers from now on */
  takeLeft(): Uint32Array {
    const { starts, positions } = this.#places;
    const aimed = new Uint32Array(this.placesLeft);
    let count = 0;
    for (const number of this.open) {
      for (let at = starts[number] ?? 0; at < (starts[number + 1] ?? 0); at++)
        if (this.#isCovered[at] === 0) aimed[count++] = at;
    }
    this.#aimed = aimed;
    return aimed.map((at) => positions[at] ?? 0);
  }

  /** Leaves out the documents that have no more places. */
  close(): void {
    if (this.#done === 0) return;
    const open = new Uint32Array(this.open.length - this.#done);
    let count = 0;
    for (const number of this.open) if (this.#left[number] !== 0) open[count++] = number;
    this.open = open;
    this.#done = 0;
  }

  covered(): Places {
    const { documents, starts, positions } = this.#places;
    const covered = new PlacesBuilder();
    for (let number = 0; number < documents.length; number++) {
      for (let at = starts[number] ?? 0; at < (starts[number + 1] ?? 0); at++)
        if (this.#isCovered[at] === 1) covered.add(positions[at] ?? 0);
      covered.end(documents[number] ?? 0);
    }
    return covered.places();
  }
}
