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
  let low = 0;
  let high = startTags.length / 2 - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((startTags[middle * 2] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return place >= (startTags[low * 2] ?? Infinity) ? low : null;
}
