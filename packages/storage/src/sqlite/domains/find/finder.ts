import {
  canonicalText,
  isOfTexts,
  LEVELS,
  necessaryFor,
  type Expression,
  type Level,
} from '@sitegrep/search';
import { LRUCache } from 'lru-cache';
import { type RowReader } from '../rows.ts';
import { MATCH_BYTES, type Matches } from '../text-matches.ts';
import { openDecidedFinder, type DecidedParts } from './decided.ts';
import { pageKey } from './kept-decisions.ts';
import { openVerifier, type Verification } from './verifier.ts';

/** Matches of a search, and the state of the index in which they were found. */
interface Answer {
  readonly matches: Matches;
  readonly commits: number;
}

/** Approximate size of a cache entry besides its revisions, in bytes. */
const ENTRY_BYTES = 1_000;

/** Finds what matches a whole query: by the index, then by lists, rows and facts, then by the sources of what is left. */
export interface Finder {
  /**
   * Revisions of the documents that match; at a level by page, keys of the pages that match.
   *
   * @param where in canonical form
   * @throws QueryTooBroad, WorkTooLarge
   */
  find(where: Expression, level: Level, verification: Verification): Matches;
}

export function openFinder(parts: DecidedParts): Finder {
  const { rows, checkpoint } = parts;
  const decided = openDecidedFinder(parts);
  const verifier = openVerifier({ rows, decided, checkpoint });
  /** Pages of a walk, and searches that are alike, are evaluated once as long as nothing is written. */
  const cache = new LRUCache<string, Answer>({
    maxSize: MATCH_BYTES,
    sizeCalculation: ({ matches }, key) => matches.byteLength + 2 * key.length + ENTRY_BYTES,
  });

  function evaluated(where: Expression, level: Level, verification: Verification): Matches {
    const { candidates, isExact } = necessaryFor(where, level, 'domain');
    const found = decided.find(candidates, null);
    if (!isExact) return verifier.matching(where, level, found, verification);
    return LEVELS[level].isByPage ? allPages(rows, found, checkpoint) : found;
  }

  return {
    find(where, level, verification) {
      // The index keeps the matches of texts itself, and brings them up to date by what was written since.
      if (!LEVELS[level].isByPage && isOfTexts(where)) return decided.find(where, null);
      const { commits } = parts.state();
      const key = `${level} ${canonicalText(where)}`;
      const known = cache.get(key);
      if (known?.commits === commits) return known.matches;
      const matches = evaluated(where, level, verification);
      cache.set(key, { matches, commits });
      return matches;
    },
  };
}

/** Keys of all pages of documents. */
function allPages(rows: RowReader, revisions: Matches, checkpoint: () => void): Matches {
  const keys: number[] = [];
  for (const revision of revisions) {
    checkpoint();
    const { checks } = rows.summary(rows.domain('revision', revision));
    for (let page = 0; page < checks.length; page++) keys.push(pageKey(revision, page));
  }
  return Float64Array.from(keys);
}
