import type { PositionList, Trigram } from '../segment/dictionary-entry.ts';
import { SEPARATOR } from '../segment/format.ts';
import type { GranuleCache, GranuleFile } from '../segment/granule-cache.ts';
import type { Segment } from '../segment/segment.ts';
import { PositionCursor } from './position-cursors.ts';

/** Looks a trigram up in a segment, null if it has none. */
export type Lookup = (trigram: number) => Trigram | null;

/** Candidate positions between two calls of `checkpoint`. */
export const STRIDE = 1_024;

/** A segment to search, and the tools for it. */
export interface SearchContext {
  readonly segment: Segment;
  readonly lookUp: Lookup;
  readonly pool: CursorPool;
  /** Called now and then; may throw. */
  readonly checkpoint: () => void;
}

/**
 * Tools that are used again from search to search: cursors, each with space for an unpacked block, and collected
 * trigrams.
 */
export class CursorPool {
  readonly cache: GranuleCache;
  readonly trigrams: TrigramCache;
  readonly #cursors: PositionCursor[] = [];
  readonly #tabled: PositionCursor[] = [];
  #open = 0;

  constructor(cache: GranuleCache) {
    this.cache = cache;
    this.trigrams = new TrigramCache(cache);
  }

  open(file: GranuleFile, list: PositionList): PositionCursor {
    let cursor = this.#cursors[this.#open];
    if (cursor === undefined) {
      cursor = new PositionCursor(this.cache, file, list, this.cache.takeBlockBuffer());
      this.#cursors.push(cursor);
    } else cursor.open(file, list);
    this.#open++;
    return cursor;
  }

  /** A cursor that unpacks into an element of the table of cursors, which no other one uses. */
  openTabled(index: number, file: GranuleFile, list: PositionList): PositionCursor {
    const before = this.#tabled[index];
    if (before !== undefined) {
      before.open(file, list);
      return before;
    }
    const cursor = new PositionCursor(this.cache, file, list, this.cache.cursors.values(index));
    this.#tabled[index] = cursor;
    return cursor;
  }

  /** Takes all cursors back. */
  closeAll(): void {
    this.#open = 0;
  }
}

/** Maximum trigrams and pairs that are stored, for all segments together: 4 MB. */
const MAX_ENTRIES = 20_000;

/**
 * Added to a pair, it stands for the trigrams that begin with the pair; the pair itself for those that end with it.
 */
const BEGINNING = 1 << 16;

type ByEnd = Map<number, readonly Trigram[]>;

/**
 * Caches the trigrams that begin or end with a pair of bytes. Each of those that end with it stands in another group,
 * so finding them takes up to 255 looks into the dictionary.
 */
export class TrigramCache {
  readonly #cache: GranuleCache;
  readonly #maxEntries: number;
  readonly #known = new WeakMap<Segment, ByEnd>();
  /** Stored lists, oldest first. */
  readonly #stored: { readonly from: ByEnd; readonly end: number; readonly count: number }[] = [];
  #count = 0;

  constructor(cache: GranuleCache, maxEntries = MAX_ENTRIES) {
    this.#cache = cache;
    this.#maxEntries = maxEntries;
  }

  /** Whether the trigrams that end with a pair are stored. */
  has(segment: Segment, pair: number): boolean {
    return this.#known.get(segment)?.has(pair) === true;
  }

  /** Trigrams that have positions and begin with a pair, the most frequent first. */
  beginningWith(segment: Segment, pair: number): readonly Trigram[] {
    return this.#trigrams(segment, BEGINNING | pair, () =>
      segment.dictionary.trigrams(this.#cache, pair, 0, SEPARATOR),
    );
  }

  /** Trigrams that have positions and end with a pair, the most frequent first. */
  endingWith(segment: Segment, pair: number): readonly Trigram[] {
    const [first, second] = [pair >>> 8, pair & 0xff];
    return this.#trigrams(segment, pair, () => {
      const found: Trigram[] = [];
      for (let before = 0; before < SEPARATOR; before++)
        found.push(...segment.dictionary.trigrams(this.#cache, (before << 8) | first, second, second));
      return found;
    });
  }

  #trigrams(segment: Segment, end: number, collect: () => readonly Trigram[]): readonly Trigram[] {
    const byEnd: ByEnd = this.#known.get(segment) ?? new Map<number, readonly Trigram[]>();
    this.#known.set(segment, byEnd);
    const known = byEnd.get(end);
    if (known !== undefined) return known;
    const found = collect()
      .filter(({ third, documents, positions }) => {
        // Odd-offset aliases have only positions; so has the end of a part.
        return positions.count > 0 && (documents.count > 0 || third === SEPARATOR);
      })
      .sort((a, b) => b.positions.count - a.positions.count);
    byEnd.set(end, found);
    // A pair without trigrams takes space, too.
    const count = found.length + 1;
    this.#stored.push({ from: byEnd, end, count });
    this.#count += count;
    while (this.#count > this.#maxEntries) {
      const oldest = this.#stored.shift();
      if (oldest === undefined) break;
      oldest.from.delete(oldest.end);
      this.#count -= oldest.count;
    }
    return found;
  }
}
