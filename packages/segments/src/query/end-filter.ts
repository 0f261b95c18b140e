import { u32 } from '../elements.ts';
import { NO_DOCUMENTS, type DocumentList, type Trigram } from '../segment/dictionary-entry.ts';
import { NO_BYTE, readFourgram, readFourgrams } from '../segment/fourgrams.ts';
import { PartFinder } from '../segment/segment.ts';
import type { SearchContext } from './search-context.ts';
import type { OpenEnd } from './term.ts';

/**
 * Finds the candidates in which a trigram can be at an open end: those that hold the 4-gram of the trigram and its
 * neighbour, if that is listed, or else those that hold the trigram. Of hundreds of trigrams, that leaves a few in
 * each candidate.
 */
export class EndFilter {
  /** Indexes of the candidates that the last `filter` left, ascending. */
  readonly indexes: Uint32Array;
  readonly #context: SearchContext;
  readonly #isFirst: boolean;
  readonly #candidates: Uint32Array;
  /** Null: its 4-grams are not listed. */
  readonly #neighbour: Trigram | null;
  /** Indexes of the candidates that are unlisted in the neighbour, ascending. */
  readonly #unlisted: Uint32Array;
  /** Documents of the neighbour's 4-grams, by fourth byte; empty if the trigrams stand before it. */
  readonly #fourths: ReadonlyMap<number, DocumentList>;
  readonly #ofNeighbour: PartFinder;
  readonly #ofTrigram: PartFinder;

  /** @param candidates document ids, ascending */
  constructor(context: SearchContext, { kind, neighbour }: OpenEnd, candidates: Uint32Array) {
    const { segment, pool } = context;
    const known = neighbour === null ? null : context.lookUp(neighbour);
    this.indexes = new Uint32Array(3 * candidates.length);
    this.#context = context;
    this.#isFirst = kind === 'pair last';
    this.#candidates = candidates;
    this.#neighbour = known?.fourgrams === null ? null : known;
    const fourgrams =
      this.#neighbour === null || this.#isFirst
        ? null
        : readFourgrams(pool.cache, segment.file, this.#neighbour);
    this.#fourths = new Map(fourgrams?.fourths.map(({ fourth, documents }) => [fourth, documents]));
    const listed =
      this.#neighbour === null
        ? null
        : (fourgrams ?? readFourgram(pool.cache, segment.file, this.#neighbour, NO_BYTE));
    this.#ofNeighbour = new PartFinder(segment, pool.cache, candidates);
    this.#ofTrigram = new PartFinder(segment, pool.cache, candidates);
    const unlisted = listed?.unlisted ?? NO_DOCUMENTS;
    const count = known === null ? 0 : this.#ofNeighbour.find(known.documents, unlisted, this.indexes);
    this.#unlisted = this.indexes.slice(0, count);
  }

  /** @returns how many candidates are left */
  filter(trigram: Trigram): number {
    // The end of a part has no documents of its own.
    if (trigram.documents.count === 0) return this.#all();
    const areUnlisted = this.#unlisted.length === this.#candidates.length;
    if (this.#neighbour === null || trigram.fourgrams === null || areUnlisted)
      return this.#byDocuments(trigram);
    return this.#byFourgrams(trigram, this.#neighbour);
  }

  #all(): number {
    for (let own = 0; own < this.#candidates.length; own++) this.indexes[own] = own;
    return this.#candidates.length;
  }

  #byDocuments({ documents }: Trigram): number {
    const { segment, pool } = this.#context;
    return segment.find(pool.cache, documents, this.#candidates, this.#candidates.length, this.indexes);
  }

  /** A document that is unlisted in either may hold the 4-gram, too, if it holds the trigram. */
  #byFourgrams(trigram: Trigram, neighbour: Trigram): number {
    const { segment, pool } = this.#context;
    let count = this.#unlisted.length === 0 ? 0 : this.#onlyUnlisted(this.#byDocuments(trigram));
    const own = readFourgram(pool.cache, segment.file, trigram, this.#isFirst ? neighbour.third : NO_BYTE);
    const listed = this.#isFirst ? own?.documents : this.#fourths.get(trigram.third);
    const finder = this.#isFirst ? this.#ofTrigram : this.#ofNeighbour;
    const whole = this.#isFirst ? trigram.documents : neighbour.documents;
    const before = count;
    count += finder.find(whole, listed ?? NO_DOCUMENTS, this.indexes.subarray(count));
    const isSorted = before === 0 || count === before;
    const alone = count;
    const unlisted = own?.unlisted ?? NO_DOCUMENTS;
    if (unlisted.count > 0)
      count += this.#ofTrigram.find(trigram.documents, unlisted, this.indexes.subarray(count));
    return isSorted && count === alone ? count : sortedOnce(this.indexes, count);
  }

  /**
   * Keeps those of the first `count` indexes whose candidates are unlisted in the neighbour. @returns how many are
   * left
   */
  #onlyUnlisted(count: number): number {
    let [left, index] = [0, 0];
    for (let at = 0; at < count; at++) {
      const candidate = u32(this.indexes, at);
      while (index < this.#unlisted.length && u32(this.#unlisted, index) < candidate) index++;
      if (this.#unlisted[index] === candidate) this.indexes[left++] = candidate;
    }
    return left;
  }
}

/** Sorts the first `count` indexes, and drops duplicates. @returns how many are left */
function sortedOnce(indexes: Uint32Array, count: number): number {
  indexes.subarray(0, count).sort();
  let left = 0;
  for (let index = 0; index < count; index++) {
    const candidate = u32(indexes, index);
    if (left === 0 || indexes[left - 1] !== candidate) indexes[left++] = candidate;
  }
  return left;
}
