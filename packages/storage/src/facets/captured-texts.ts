import type { PatternNeedle } from '@sitegrep/search';
import { rangedScopes, searchFor } from '../texts/needle-search.ts';
import { PageText, type PageSource } from '../texts/page-text.ts';

/** Maximum UTF-16 length of a text that a facet counts; what is longer is counted by its beginning. */
const MAX_LENGTH = 1_000;

/** Collects the texts that a group of a pattern has in pages. */
export interface CapturedTexts {
  /** The different texts in some pages. */
  in(pages: Iterable<PageSource>): ReadonlySet<string>;
}

/** @param checkpoint is called every few milliseconds, may throw */
export function capturedTexts(needle: PatternNeedle, group: number, checkpoint: () => void): CapturedTexts {
  const search = searchFor(needle, checkpoint);
  const ranged = rangedScopes([needle]);
  return {
    in(pages) {
      const texts = new Set<string>();
      for (const page of pages) {
        checkpoint();
        for (const { captures } of search.matches(new PageText(page, ranged, checkpoint))) {
          const text = captures?.[group - 1] ?? null;
          // A copy: a part of a source would keep all of it in memory.
          if (text !== null) texts.add(Buffer.from(text.slice(0, MAX_LENGTH)).toString());
        }
      }
      return texts;
    },
  };
}
