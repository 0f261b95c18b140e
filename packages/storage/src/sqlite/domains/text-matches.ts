import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describeIndex, KnownMatches, nodeDisk, SegmentsReader, type SoughtTerm } from '@sitegrep/segments';
import type { IndexSegment } from '../../domains.ts';
import type { IndexedScope } from '@sitegrep/search';
import { valueAt } from './order/chunk.ts';
import { revisionsOf } from './text-ids.ts';

/** Revisions of the documents that match, ascending. */
export type Matches = Float64Array<ArrayBuffer>;

/** Folded texts, of which what a document has in a scope must contain each of `all`, and none of `none`. */
interface Texts {
  readonly scope: IndexedScope;
  readonly all: readonly string[];
  readonly none: readonly string[];
}

/** Finds the documents that contain texts in a scope, as of a state of the index. */
export interface TextMatcher {
  /**
   * Follows the index to a state.
   *
   * @param sequence of that state
   * @returns false if it is too old: a newer one has to be read
   */
  begin(sequence: number): boolean;
  /** Whether `begin` left files open: they take disk space even after a merge has replaced them. */
  holdsFiles(): boolean;
  /**
   * Revisions of the documents that match. If no text is given, these are all that have something in the scope.
   *
   * @param checkpoint called regularly; it may throw to end the search
   */
  find(texts: Texts, checkpoint: () => void): Matches;
  /** Bytes on disk. */
  bytes(): number;
  /** The segments as they are now, also if a merge has come since the state of the transaction. */
  segments(): readonly IndexSegment[];
  close(): void;
}

/** Memory for the answers of earlier searches, in bytes. */
export const MATCH_BYTES = 32 << 20;

/** Memory for matches in the index of texts: as much again is for the revisions that they are of. */
const TEXT_MATCH_BYTES = MATCH_BYTES / 2;

/**
 * Opens the segments of a folder for searches.
 *
 * @param cacheBytes memory for what was read of segments
 */
export function openTextMatcher(folder: string, cacheBytes: number): TextMatcher {
  const reader = new SegmentsReader(nodeDisk, folder, { cacheBytes });
  const known = new KnownMatches(reader, TEXT_MATCH_BYTES);
  /** Revisions that known matches are of, in each scope that was searched. */
  const revisions = new WeakMap<object, Map<IndexedScope, Matches>>();

  function revisionsIn(found: ReturnType<KnownMatches['search']>, scope: IndexedScope): Matches {
    const known = revisions.get(found)?.get(scope);
    if (known !== undefined) return known;
    const made = revisionsOf(found.ids, scope);
    revisions.set(found, (revisions.get(found) ?? new Map<IndexedScope, Matches>()).set(scope, made));
    return made;
  }

  return {
    begin: (sequence) => reader.refresh(sequence),
    holdsFiles: () => reader.fileNames.length > 0,
    find({ scope, all, none }, checkpoint) {
      if (!all.every(isStorable)) return new Float64Array();
      const terms = { all: all.map(termOf), none: none.filter(isStorable).map(termOf) };
      return revisionsIn(known.search(terms, checkpoint), scope);
    },
    bytes: () =>
      reader.fileNames.reduce((sum, name) => {
        const found = statSync(join(folder, name), { throwIfNoEntry: false });
        return sum + (found?.size ?? 0);
      }, 0),
    segments: () =>
      describeIndex(nodeDisk, folder).segments.map(({ documents, deadDocuments, bytes }) => ({
        documents,
        deletedDocuments: deadDocuments,
        bytes,
      })),
    close: () => reader.close(),
  };
}

/** No stored text holds a NUL or half a surrogate pair, and neither is in an index. */
function isStorable(term: string): boolean {
  return term.isWellFormed() && !term.includes('\0');
}

function termOf(text: string): SoughtTerm {
  return { bytes: Buffer.from(text), zone: null };
}

export function includes(matches: Matches, revision: number): boolean {
  return indexIn(matches, revision) !== -1;
}

/** The index of a revision, by binary search; -1: it is not there. */
export function indexIn(matches: Matches, revision: number): number {
  let low = 0;
  let high = matches.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = valueAt(matches, middle);
    if (found === revision) return middle;
    if (found < revision) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
