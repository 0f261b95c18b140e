import { lastAtMost } from './last-at-most.ts';

/** How many tags are stepped over, one by one, before they are searched by halving. */
const NEAR = 8;

/**
 * The number of the start tag that a place of the source lies in; null if it lies in none.
 *
 * @param startTags start and end of each, in rising order
 */
export function tagAt(startTags: Uint32Array, place: number): number | null {
  const tag = lastBefore(startTags, place, -1);
  return tag !== -1 && place < (startTags[tag * 2 + 1] ?? 0) ? tag : null;
}

/**
 * Numbers of the start tags that these places lie in, each once, rising.
 *
 * @param withContent takes the last tag before a place that lies in none
 */
export function tagsAt(
  startTags: Uint32Array,
  places: readonly number[],
  withContent: boolean,
): readonly number[] {
  const tags: number[] = [];
  let tag = -1;
  let highest = -1;
  let isRising = true;
  for (const place of places) {
    tag = lastBefore(startTags, place, tag);
    if (tag === -1 || tag === tags.at(-1)) continue;
    if (!withContent && place >= (startTags[tag * 2 + 1] ?? 0)) continue;
    tags.push(tag);
    if (tag < highest) isRising = false;
    else highest = tag;
  }
  return isRising ? tags : [...new Set(tags)].sort((a, b) => a - b);
}

/**
 * The number of the last start tag that begins at or before a place; -1 if none does.
 *
 * @param near a number that may be a little lower, as places mostly come in rising order
 */
function lastBefore(startTags: Uint32Array, place: number, near: number): number {
  const count = startTags.length / 2;
  let low = 0;
  if (near !== -1 && (startTags[near * 2] ?? 0) <= place) {
    for (let tag = near; tag < near + NEAR; tag++) {
      if (tag + 1 >= count || (startTags[tag * 2 + 2] ?? 0) > place) return tag;
    }
    low = near + NEAR;
  }
  return low + lastAtMost(count - low, (index) => startTags[(low + index) * 2] ?? 0, place);
}
