// Finds what snippets show in the stored pages of a document. Decompressing, folding and searching take about 10
// milliseconds per megabyte, so this runs in a thread.
import type { PatternNeedle, Snippets } from '@sitegrep/search';
import { homeFirst } from '@sitegrep/site';
import type { SourceMatch } from '../../domains.ts';
import { capturedTexts } from '../../facets/captured-texts.ts';
import { findMatches } from '../../texts/snippets.ts';
import { checkpointFor, Stopped, type StopSign } from './stop-sign.ts';
import { unpackedPages } from './unpack-pages.ts';

export interface StoredPages {
  readonly domain: string;
  /** Content of the stored field, Base64. */
  readonly pages: string;
  readonly snippets: Snippets;
  readonly stop: StopSign['shared'];
}

/** Matches in all pages together, home page first. */
export function matchesIn({ domain, pages, snippets, stop }: StoredPages): readonly SourceMatch[] {
  return unlessStopped(() =>
    findMatches(homeFirst(domain, unpackedPages(pages)), snippets, checkpointFor(stop)),
  );
}

/** Matches in each of some pages by itself. */
export function matchesOfPages({
  pages,
  numbers,
  snippets,
  stop,
}: Omit<StoredPages, 'domain'> & {
  readonly numbers: readonly number[];
}): readonly (readonly SourceMatch[])[] {
  const records = unpackedPages(pages);
  const checkpoint = checkpointFor(stop);
  return unlessStopped(() =>
    numbers.map((number) => {
      const page = records[number];
      return page === undefined ? [] : findMatches([page], snippets, checkpoint);
    }),
  );
}

/** The texts that a group of a pattern has in pages of a document; null: the work was stopped. */
export function capturedIn({
  pages,
  numbers,
  needle,
  group,
  stop,
}: Pick<StoredPages, 'pages' | 'stop'> & {
  /** Null: all pages. */
  readonly numbers: readonly number[] | null;
  readonly needle: PatternNeedle;
  readonly group: number;
}): readonly string[] | null {
  const records = unpackedPages(pages);
  const counted = numbers === null ? records : records.filter((_, number) => numbers.includes(number));
  try {
    return [...capturedTexts(needle, group, checkpointFor(stop)).in(counted)];
  } catch (error) {
    if (error instanceof Stopped) return null;
    throw error;
  }
}

/** Results of `work`; none if it was stopped, because nobody waits for them then. */
function unlessStopped<Result>(work: () => readonly Result[]): readonly Result[] {
  try {
    return work();
  } catch (error) {
    if (error instanceof Stopped) return [];
    throw error;
  }
}
