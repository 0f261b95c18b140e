import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { nodeDisk, SegmentsReader } from '@sitegrep/segments';
import { openMatchCache } from './match-cache.ts';
import type { Matcher } from './matcher.ts';
import { stateReader } from './state.ts';

/** Memory of a reader for what it read of segments, in bytes. */
const CACHE_BYTES = 32 << 20;

/** Matches in the segments of a folder; ids are revisions. */
export function segmentsMatcher(db: DatabaseSync, folder: string): Matcher {
  const state = stateReader(db);
  const reader = new SegmentsReader(nodeDisk, folder, { cacheBytes: CACHE_BYTES });
  const cache = openMatchCache();
  let committed = 0;
  return {
    column: 'revision',
    begin() {
      committed = state().sequence;
      return reader.refresh(committed);
    },
    find(terms, checkpoint) {
      // No stored text holds a NUL or half a surrogate pair, and neither is in an index.
      if (terms.some((term) => !term.isWellFormed() || term.includes('\0'))) return new Float64Array();
      const key = JSON.stringify(terms);
      const known = cache.get(key);
      if (known?.sequence === committed) return known.ids;
      const all = terms.map((term) => Buffer.from(term));
      const matches = reader.search({ all, none: [] }, checkpoint, known ?? null);
      cache.keep(key, matches);
      return matches.ids;
    },
    bytes: () =>
      reader.fileNames.reduce((sum, name) => {
        const found = statSync(join(folder, name), { throwIfNoEntry: false });
        return sum + (found?.size ?? 0);
      }, 0),
    close: () => reader.close(),
  };
}
