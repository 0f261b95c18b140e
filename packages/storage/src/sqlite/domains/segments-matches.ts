import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { nodeDisk, SegmentsReader } from '@sitegrep/segments';
import { openMatchCache, type MatchIds } from './match-cache.ts';
import type { Matcher } from './matcher.ts';
import { without } from './matches.ts';
import { stateReader } from './state.ts';

/** Memory of a reader for what it read of segments, in bytes. */
const CACHE_BYTES = 32 << 20;

/** Matches in the segments of a folder; ids are revisions. */
export function segmentsMatcher(db: DatabaseSync, folder: string): Matcher {
  const state = stateReader(db);
  const reader = new SegmentsReader(nodeDisk, folder, { cacheBytes: CACHE_BYTES });
  const cache = openMatchCache();
  let committed = 0;

  function search(all: readonly string[], none: readonly string[], checkpoint: () => void): MatchIds {
    if (!all.every(isStorable)) return new Float64Array();
    const excluded = none.filter(isStorable);
    const key = JSON.stringify(excluded.length === 0 ? all : [all, excluded]);
    const known = cache.get(key);
    if (known?.sequence === committed) return known.ids;
    const terms = { all: all.map(bytesOf), none: excluded.map(bytesOf) };
    const matches = reader.search(terms, checkpoint, known ?? null);
    cache.keep(key, matches);
    return matches.ids;
  }

  return {
    column: 'revision',
    begin() {
      committed = state().sequence;
      return reader.refresh(committed);
    },
    find({ all, none }, checkpoint) {
      const single = none.flatMap((parts) => (parts.length === 1 ? parts : []));
      const found = search(all, single, checkpoint);
      return none
        .filter(({ length }) => length > 1)
        .map((parts) => search(parts, [], checkpoint))
        .reduce(without, found);
    },
    bytes: () =>
      reader.fileNames.reduce((sum, name) => {
        const found = statSync(join(folder, name), { throwIfNoEntry: false });
        return sum + (found?.size ?? 0);
      }, 0),
    close: () => reader.close(),
  };
}

/** No stored text holds a NUL or half a surrogate pair, and neither is in an index. */
function isStorable(term: string): boolean {
  return term.isWellFormed() && !term.includes('\0');
}

function bytesOf(term: string): Buffer {
  return Buffer.from(term);
}
