import type { PositionList } from '../segment/lists.ts';
import type { GranuleCache, GranuleFile } from '../segment/granule-cache.ts';
import { GatheredTriples } from './gathered-triples.ts';
import { PositionCursor } from './position-cursor.ts';

/** What is used again from search to search: cursors, each with room for an unpacked block, and gathered triples. */
export class CursorPool {
  readonly cache: GranuleCache;
  readonly gathered: GatheredTriples;
  readonly #cursors: PositionCursor[] = [];
  readonly #tabled: PositionCursor[] = [];
  #open = 0;

  constructor(cache: GranuleCache) {
    this.cache = cache;
    this.gathered = new GatheredTriples(cache);
  }

  open(file: GranuleFile, list: PositionList): PositionCursor {
    let cursor = this.#cursors[this.#open];
    if (cursor === undefined) {
      cursor = new PositionCursor(this.cache, file, list, this.cache.takeRoom());
      this.#cursors.push(cursor);
    } else cursor.open(file, list);
    this.#open++;
    return cursor;
  }

  /** A cursor that unpacks into the table of cursors, where no other has its place. */
  openTabled(place: number, file: GranuleFile, list: PositionList): PositionCursor {
    const before = this.#tabled[place];
    if (before !== undefined) {
      before.open(file, list);
      return before;
    }
    const cursor = new PositionCursor(this.cache, file, list, this.cache.cursors.values(place));
    this.#tabled[place] = cursor;
    return cursor;
  }

  /** Takes all cursors back. */
  closeAll(): void {
    this.#open = 0;
  }
}
