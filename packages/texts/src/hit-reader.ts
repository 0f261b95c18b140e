import type { ReadOfHit } from './read-of-hit.ts';
import type { HitWish } from './hit-wish.ts';
import type { NeedleSearches } from './needle-search.ts';
import type { PageText } from './page-text.ts';
import { findMatches } from './snippets.ts';
import { valueReader } from './values.ts';

/**
 * Reads what is shown of a hit.
 *
 * @param pages gives the pages in the order that counts, each time from the first one
 */
export type HitReader = (pages: () => Iterable<PageText>) => ReadOfHit;

/**
 * @param searches searches for what snippets are of
 * @param checkpoint is called every few milliseconds, may throw
 */
export function hitReader(
  { snippets, extract }: HitWish,
  searches: NeedleSearches,
  checkpoint: () => void,
): HitReader {
  const values = extract === undefined ? null : valueReader(extract, checkpoint);
  return (pages) => ({
    ...(snippets === undefined ? {} : { matches: findMatches(pages(), snippets, searches, checkpoint) }),
    ...(values === null ? {} : { extracted: values(pages()) }),
  });
}
