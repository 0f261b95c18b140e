import type { DocumentList } from '../segment/lists.ts';
import type { GranuleCache } from '../segment/granule-cache.ts';
import type { Segment } from '../segment/segment.ts';

/** Finds which of some candidates are in lists whose document ids count the documents of another list. */
export class PartFinder {
  readonly #segment: Segment;
  readonly #cache: GranuleCache;
  readonly #candidates: Uint32Array;
  /** The list that was counted in last: of its candidates the indexes, and how many of the list lie before each. */
  #whole: DocumentList | null = null;
  #count = 0;
  readonly #indexes: Uint32Array;
  readonly #ranks: Uint32Array;

  /** @param candidates document ids, ascending */
  constructor(segment: Segment, cache: GranuleCache, candidates: Uint32Array) {
    this.#segment = segment;
    this.#cache = cache;
    this.#candidates = candidates;
    this.#indexes = new Uint32Array(candidates.length);
    this.#ranks = new Uint32Array(candidates.length);
  }

  /**
   * @param indexes gets the indexes among the candidates of those that are in `part`, ascending
   * @returns how many they are
   */
  find(whole: DocumentList, part: DocumentList, indexes: Uint32Array): number {
    if (part.count === 0) return 0;
    if (whole !== this.#whole) {
      const candidates = this.#candidates;
      this.#whole = whole;
      this.#count = this.#segment.rank(
        this.#cache,
        whole,
        candidates,
        candidates.length,
        this.#indexes,
        this.#ranks,
      );
    }
    const found = this.#segment.find(this.#cache, part, this.#ranks, this.#count, indexes, whole.count);
    for (let index = 0; index < found; index++) indexes[index] = this.#indexes[indexes[index] ?? 0] ?? 0;
    return found;
  }
}
