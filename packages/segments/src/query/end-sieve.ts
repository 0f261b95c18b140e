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
  /** Places of the candidates that are unlisted in the neighbour, ascending. */
  readonly #unlisted: Uint32Array;
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
    this.#ofNeighbour = new PartFinder(segment, pool.cache, candidates);
    this.#ofTriple = new PartFinder(segment, pool.cache, candidates);
    const unlisted = listed?.unlisted ?? NO_DOCUMENTS;
    const count = known === null ? 0 : this.#ofNeighbour.find(known.documents, unlisted, this.places);
    this.#unlisted = this.places.slice(0, count);
  }

  /** @returns how many candidates are left */
  sift(triple: Triple): number {
    // The end of a part has no documents of its own.
    if (triple.documents.count === 0) return this.#all();
    const areUnlisted = this.#unlisted.length === this.#candidates.length;
    if (this.#neighbour === null || triple.quads === null || areUnlisted) return this.#byDocuments(triple);
    return this.#byQuads(triple, this.#neighbour);
  }

  #all(): number {
    for (let place = 0; place < this.#candidates.length; place++) this.places[place] = place;
    return this.#candidates.length;
  }

  #byDocuments({ documents }: Triple): number {
    const { segment, pool } = this.#place;
    return segment.find(pool.cache, documents, this.#candidates, this.#candidates.length, this.places);
  }

  /** What is unlisted in either may hold the quad, too, if it holds the triple. */
  #byQuads(triple: Triple, neighbour: Triple): number {
    const { segment, pool } = this.#place;
    let count = this.#unlisted.length === 0 ? 0 : this.#keepUnlisted(this.#byDocuments(triple));
    const own = readQuad(pool.cache, segment.file, triple, this.#isFirst ? neighbour.third : NO_BYTE);
    const listed = this.#isFirst ? own?.documents : this.#fourths.get(triple.third);
    const finder = this.#isFirst ? this.#ofTriple : this.#ofNeighbour;
    const whole = this.#isFirst ? triple.documents : neighbour.documents;
    const before = count;
    count += finder.find(whole, listed ?? NO_DOCUMENTS, this.places.subarray(count));
    const isSorted = before === 0 || count === before;
    const alone = count;
    const unlisted = own?.unlisted ?? NO_DOCUMENTS;
    if (unlisted.count > 0)
      count += this.#ofTriple.find(triple.documents, unlisted, this.places.subarray(count));
    return isSorted && count === alone ? count : sortedOnce(this.places, count);
  }

  /** Of the first `count` places, those of candidates that are unlisted in the neighbour. @returns how many are left */
  #keepUnlisted(count: number): number {
    let [left, index] = [0, 0];
    for (let at = 0; at < count; at++) {
      const place = this.places[at] ?? 0;
      while (index < this.#unlisted.length && (this.#unlisted[index] ?? 0) < place) index++;
      if (this.#unlisted[index] === place) this.places[left++] = place;
    }
    return left;
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
