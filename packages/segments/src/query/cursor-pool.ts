import type { PositionList } from '../segment/dictionary.ts';
import type { GranuleCache, GranuleFile } from '../segment/granule-cache.ts';
import { PositionCursor } from './position-cursor.ts';

/** Cursors that are used again from search to search: each has room for an unpacked block. */
export class CursorPool {
  readonly cache: GranuleCache;
  readonly #cursors: PositionCursor[] = [];
  #open = 0;

  constructor(cache: GranuleCache) {
    this.cache = cache;
  }

  open(file: GranuleFile, list: PositionList): PositionCursor {
    let cursor = this.#cursors[this.#open];
    if (cursor === undefined) {
      cursor = new PositionCursor(this.cache, file, list);
      this.#cursors.push(cursor);
    } else cursor.open(file, list);
    this.#open++;
    return cursor;
  }

  /** Takes all cursors back. */
  closeAll(): void {
    this.#open = 0;
  }
}
