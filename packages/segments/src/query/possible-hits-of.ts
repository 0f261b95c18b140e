import type { Leapfrog } from './leapfrog.ts';
import type { SearchContext } from './search-context.ts';
import { PossibleHitsBuilder, type PossibleHits } from './possible-hits.ts';

/** Places a document, and for all of them, up to which they are gathered. */
const FEW_EACH = 16;
const FEW = 2_048;

/**
 * All places in some documents at which all lists agree.
 *
 * @param documents document ids, ascending
 * @returns null if they are many
 */
export function possibleHitsOf(
  { segment }: SearchContext,
  lists: Leapfrog,
  documents: Uint32Array,
): PossibleHits | null {
  const hits = new PossibleHitsBuilder();
  const most = FEW + FEW_EACH * documents.length;
  let reached = 0;
  for (const docId of documents) {
    const end = segment.starts[docId + 1] ?? 0;
    const position = Math.max(segment.starts[docId] ?? 0, reached);
    if (position < end) reached = lists.addAll(position, end, hits, most);
    if (hits.count > most) return null;
    hits.end(docId);
  }
  return hits.build();
}
