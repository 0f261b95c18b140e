import { lastAtMost } from './last-at-most.ts';

/**
 * The number of the start tag that a place of the source lies in; null if it lies in none.
 *
 * @param startTags start and end of each, in rising order
 */
export function tagAt(startTags: Uint32Array, place: number): number | null {
  const tag = lastTagBefore(startTags, place);
  return tag !== null && place < (startTags[tag * 2 + 1] ?? 0) ? tag : null;
}

/** The number of the last start tag that begins at or before a place; null if none does. */
export function lastTagBefore(startTags: Uint32Array, place: number): number | null {
  const tag = lastAtMost(startTags.length / 2, (index) => startTags[index * 2] ?? 0, place);
  return tag === -1 ? null : tag;
}
