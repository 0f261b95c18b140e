// What a search finds, as sorted numbers.
import { valueAt } from './order/chunk.ts';

/** Revisions of the domains that match, or numbers of the pages, ascending. */
export type Matches = Float64Array<ArrayBuffer>;

/** Tells whether a revision or a page is among some. */
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
