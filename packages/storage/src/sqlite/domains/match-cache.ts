import { RecentlyUsed } from '@sitegrep/segments';

/** Ids of what matches, ascending. */
export type MatchIds = Float64Array<ArrayBuffer>;

/** What a search found, and the state of the index that it is of. */
interface Kept {
  readonly ids: MatchIds;
  readonly sequence: number;
}

/** Answers of earlier searches that are kept, in bytes. */
export const MATCH_BYTES = 32 << 20;
/** What an entry costs besides its ids, about. */
const ENTRY_BYTES = 1_000;

/**
 * Answers of earlier searches: the pages of a walk, and searches that are alike, are looked up once as long as nothing is
 * written.
 */
export function openMatchCache(): RecentlyUsed<Kept> {
  return new RecentlyUsed(MATCH_BYTES, (key, { ids }) => ids.byteLength + 2 * key.length + ENTRY_BYTES);
}
