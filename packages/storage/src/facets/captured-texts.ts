import type { Facet, PatternNeedle } from '@sitegrep/search';
import type { NeedleSearches, PageText } from '@sitegrep/texts';

/** A group of a pattern by whose texts a facet counts, in each scope in which the pattern is looked for. */
export interface Capture {
  readonly needles: readonly PatternNeedle[];
  readonly group: number;
}

/** Maximum UTF-16 length of a text that a facet counts; what is longer is counted by its beginning. */
const MAX_LENGTH = 1_000;

export function capturesOf(facets: readonly Facet[] = []): readonly Capture[] {
  return facets.filter((facet) => facet.kind === 'captures');
}

/**
 * Collects the different texts that groups of patterns have in some pages, in one look at them.
 *
 * @param searches searches for the patterns
 * @param checkpoint is called every few milliseconds, may throw
 * @returns the texts of each group
 */
export function capturedTexts(
  captures: readonly Capture[],
  pages: Iterable<PageText>,
  searches: NeedleSearches,
  checkpoint: () => void,
): readonly (readonly string[])[] {
  const found = captures.map((capture) => ({ ...capture, texts: new Set<string>() }));
  const wanted = found.flatMap(({ needles, group, texts }) =>
    needles.map((needle) => ({ search: searches.of(needle), group, texts })),
  );
  const bySearch = Map.groupBy(wanted, ({ search }) => search);
  for (const page of pages) {
    for (const [search, groups] of bySearch) {
      checkpoint();
      for (const { captures: borders } of search.matches(page)) {
        for (const { group, texts } of groups) {
          const text = borders?.[group - 1] ?? null;
          // A copy: a part of a source would keep all of it in memory.
          if (text !== null && !texts.has(text)) texts.add(Buffer.from(text.slice(0, MAX_LENGTH)).toString());
        }
      }
    }
  }
  return found.map(({ texts }) => [...texts]);
}
