import type { PositionList } from '../segment/lists.ts';
import type { GranuleCache, GranuleFile } from '../segment/granule-cache.ts';
import { TrigramCache } from './trigram-cache.ts';
import { PositionCursor } from './position-cursor.ts';

/** What is used again from search to search: cursors, each with room for an unpacked block, and gathered trigrams. */
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

  /** A cursor that unpacks into the table of cursors, where no other has its place. */
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
