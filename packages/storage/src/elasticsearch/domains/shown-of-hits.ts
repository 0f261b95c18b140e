// Reads what a query shows of the stored pages of a document: matches and values. Decompressing, folding and searching take
// about 10 milliseconds per megabyte, and values several times as long, so this runs in a thread.
import type { PatternNeedle } from '@sitegrep/search';
import { homeFirst } from '@sitegrep/site';
import type { ReadOfHit } from '../../domains.ts';
import { capturedTexts } from '../../facets/captured-texts.ts';
import { hitReader } from '../../texts/hit-reader.ts';
import type { HitWish } from '../../texts/hit-wish.ts';
import { checkpointFor, Stopped, type StopSign } from './stop-sign.ts';
import { unpackedPages } from './unpack-pages.ts';

export interface StoredPages {
  readonly domain: string;
  /** Content of the stored field, Base64. */
  readonly pages: string;
  readonly wish: HitWish;
  readonly stop: StopSign['shared'];
}

/** Reads what is shown of a document: of all pages together, home page first. Null if the work was stopped. */
export function shownOfDomain({ domain, pages, wish, stop }: StoredPages): ReadOfHit | null {
  return unlessStopped(() => {
    const records = homeFirst(domain, unpackedPages(pages));
    return hitReader(wish, checkpointFor(stop))(() => records);
  });
}

/** Reads what is shown of some of its pages, each by itself. Null if the work was stopped. */
export function shownOfPages({
  pages,
  numbers,
  wish,
  stop,
}: Omit<StoredPages, 'domain'> & {
  readonly numbers: readonly number[];
}): readonly ReadOfHit[] | null {
  return unlessStopped(() => {
    const records = unpackedPages(pages);
    const read = hitReader(wish, checkpointFor(stop));
    return numbers.map((number) => {
      const page = records[number];
      return read(() => (page === undefined ? [] : [page]));
    });
  });
}

/** The texts that a group of a pattern has in pages of a document. Null if the work was stopped. */
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
  return unlessStopped(() => {
    const records = unpackedPages(pages);
    const counted = numbers === null ? records : records.filter((_, number) => numbers.includes(number));
    return [...capturedTexts(needle, group, checkpointFor(stop)).in(counted)];
  });
}

function unlessStopped<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof Stopped) return null;
    throw error;
  }
}
