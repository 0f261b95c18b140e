import type { ReadOfHit } from '../domains.ts';
import type { HitWish } from './hit-wish.ts';
import type { PageSource } from './page-text.ts';
import { findMatches } from './snippets.ts';
import { valueReader } from './values.ts';

/**
 * Reads what is shown of a hit.
 *
 * @param pages gives the pages in the order that counts, each time from the first one
 */
export type HitReader = (pages: () => Iterable<PageSource>) => ReadOfHit;

/** @param checkpoint is called every few milliseconds, may throw */
export function hitReader({ snippets, extract }: HitWish, checkpoint: () => void): HitReader {
  const values = extract === undefined ? null : valueReader(extract, checkpoint);
  return (pages) => ({
    ...(snippets === undefined ? {} : { matches: findMatches(pages(), snippets, checkpoint) }),
    ...(values === null ? {} : { extracted: values(pages()) }),
  });
}
