import type { Triple } from '../segment/lists.ts';
import { SEPARATOR } from '../segment/format.ts';
import type { GranuleCache } from '../segment/granule-cache.ts';
import type { Segment } from '../segment/segment.ts';

/** Triples and pairs that are kept at most, of all segments together: 4 MB. */
const MOST = 20_000;

type ByPair = Map<number, readonly Triple[]>;

/**
 * The triples that end with a pair of bytes. Each stands in another group, so that they take up to 255 looks into the
 * dictionary: those that were gathered last are kept.
 */
export class GatheredTriples {
  readonly #cache: GranuleCache;
  readonly #most: number;
  readonly #known = new WeakMap<Segment, ByPair>();
  /** Oldest first. */
  readonly #kept: { readonly from: ByPair; readonly pair: number; readonly count: number }[] = [];
  #count = 0;

  constructor(cache: GranuleCache, most = MOST) {
    this.#cache = cache;
    this.#most = most;
  }

  /** Whether they are known already. */
  has(segment: Segment, pair: number): boolean {
    return this.#known.get(segment)?.has(pair) === true;
  }

  /** Those that have positions, the most frequent first. */
  endingWith(segment: Segment, pair: number): readonly Triple[] {
    const byPair = this.#known.get(segment) ?? new Map<number, readonly Triple[]>();
    this.#known.set(segment, byPair);
    const known = byPair.get(pair);
    if (known !== undefined) return known;
    const [first, second] = [pair >>> 8, pair & 0xff];
    const found: Triple[] = [];
    for (let before = 0; before < SEPARATOR; before++) {
      const [triple] = segment.dictionary.triples(this.#cache, (before << 8) | first, second, second);
      if (triple !== undefined && triple.positions.count > 0) found.push(triple);
    }
    found.sort((a, b) => b.positions.count - a.positions.count);
    byPair.set(pair, found);
    // A pair without triples takes room, too.
    const count = found.length + 1;
    this.#kept.push({ from: byPair, pair, count });
    this.#count += count;
    while (this.#count > this.#most) {
      const oldest = this.#kept.shift();
      if (oldest === undefined) break;
      oldest.from.delete(oldest.pair);
      this.#count -= oldest.count;
    }
    return found;
  }
}
