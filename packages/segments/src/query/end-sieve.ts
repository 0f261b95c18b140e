import { NO_DOCUMENTS, type DocumentList, type Triple } from '../segment/lists.ts';
import { NO_BYTE, readQuad, readQuads } from '../segment/quads.ts';
import { PartFinder } from './part-finder.ts';
import type { Place } from './place.ts';
import type { OpenEnd } from './term.ts';

/**
 * In which candidates a triple can be at an open end: in those that hold the quad of it and its neighbour, if that is
 * listed, or else in those that hold it. Of hundreds of triples, that leaves a few in each.
 */
export class EndSieve {
  /** Of the candidates that the last `sift` left, their places among all of them, ascending. */
  readonly places: Uint32Array;
  readonly #place: Place;
  readonly #isFirst: boolean;
  readonly #candidates: Uint32Array;
  /** Null: its quads are not listed. */
  readonly #neighbour: Triple | null;
  readonly #unlisted: DocumentList;
  /** Of the neighbour's quads, those of each fourth byte; none if the triples stand before it. */
  readonly #fourths: ReadonlyMap<number, DocumentList>;
  readonly #ofNeighbour: PartFinder;
  readonly #ofTriple: PartFinder;

  /** @param candidates ordinals, ascending */
  constructor(place: Place, { kind, neighbour }: OpenEnd, candidates: Uint32Array) {
    const { segment, pool } = place;
    const known = place.lookUp(neighbour);
    this.places = new Uint32Array(3 * candidates.length);
    this.#place = place;
    this.#isFirst = kind === 'pair last';
    this.#candidates = candidates;
    this.#neighbour = known?.quads === null ? null : known;
    const quads =
      this.#neighbour === null || this.#isFirst ? null : readQuads(pool.cache, segment.file, this.#neighbour);
    this.#fourths = new Map(quads?.fourths.map(({ fourth, documents }) => [fourth, documents]));
    const listed =
      this.#neighbour === null
        ? null
        : (quads ?? readQuad(pool.cache, segment.file, this.#neighbour, NO_BYTE));
    this.#unlisted = listed?.unlisted ?? NO_DOCUMENTS;
    this.#ofNeighbour = new PartFinder(segment, pool.cache, candidates);
    this.#ofTriple = new PartFinder(segment, pool.cache, candidates);
  }

  /** @returns how many candidates are left */
  sift(triple: Triple): number {
    const { segment, pool } = this.#place;
    const { documents, quads } = triple;
    // The end of a part has no documents of its own.
    if (documents.count === 0) return this.#all();
    if (this.#neighbour !== null && quads !== null) return this.#byQuads(triple, this.#neighbour);
    return segment.find(pool.cache, documents, this.#candidates, this.#candidates.length, this.places);
  }

  #all(): number {
    for (let place = 0; place < this.#candidates.length; place++) this.places[place] = place;
    return this.#candidates.length;
  }

  /** What is unlisted in either may hold the quad, too. */
  #byQuads(triple: Triple, neighbour: Triple): number {
    const { segment, pool } = this.#place;
    const own = readQuad(pool.cache, segment.file, triple, this.#isFirst ? neighbour.third : NO_BYTE);
    const listed = this.#isFirst ? own?.documents : this.#fourths.get(triple.third);
    const finder = this.#isFirst ? this.#ofTriple : this.#ofNeighbour;
    const whole = this.#isFirst ? triple.documents : neighbour.documents;
    let count = finder.find(whole, listed ?? NO_DOCUMENTS, this.places);
    const alone = count;
    for (const [part, among, counted] of [
      [own?.unlisted ?? NO_DOCUMENTS, this.#ofTriple, triple.documents],
      [this.#unlisted, this.#ofNeighbour, neighbour.documents],
    ] as const) {
      if (part.count > 0) count += among.find(counted, part, this.places.subarray(count));
    }
    return count === alone ? count : sortedOnce(this.places, count);
  }
}

/** Sorts the first `count`, and leaves each once. @returns how many are left */
function sortedOnce(places: Uint32Array, count: number): number {
  places.subarray(0, count).sort();
  let left = 0;
  for (let index = 0; index < count; index++) {
    const place = places[index] ?? 0;
    if (left === 0 || places[left - 1] !== place) places[left++] = place;
  }
  return left;
}
