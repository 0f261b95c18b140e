import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { KnownMatches, nodeDisk, SegmentsReader, without } from '@sitegrep/segments';
import { MATCH_BYTES, type MatchIds } from './match-cache.ts';
import type { Matcher } from './matcher.ts';
import { stateReader } from './state.ts';

/**
 * Matches in the segments of a folder; ids are revisions.
 *
 * @param cacheBytes memory for what was read of segments
 */
export function segmentsMatcher(db: DatabaseSync, folder: string, cacheBytes: number): Matcher {
  const state = stateReader(db);
  const reader = new SegmentsReader(nodeDisk, folder, { cacheBytes });
  const known = new KnownMatches(reader, MATCH_BYTES);

  function search(all: readonly string[], none: readonly string[], checkpoint: () => void): MatchIds {
    if (!all.every(isStorable)) return new Float64Array();
    const terms = { all: all.map(bytesOf), none: none.filter(isStorable).map(bytesOf) };
    return known.search(terms, checkpoint).ids;
  }

  return {
    column: 'revision',
    begin: () => reader.refresh(state().sequence),
    holdsFiles: () => reader.fileNames.length > 0,
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
