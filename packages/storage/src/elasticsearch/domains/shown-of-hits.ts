// Reads what a query shows of the stored pages of a document: matches and values. Decompressing, folding and searching take
// about 10 milliseconds per megabyte, and values several times as long, so this runs in a thread.
import { homeFirst } from '@sitegrep/site';
import { type Capture, capturedTexts } from '../../facets/captured-texts.ts';
import {
  type HitReader,
  hitReader,
  type HitWish,
  NeedleSearches,
  needlesOfHits,
  type PageSource,
  type PageText,
  type ReadOfHit,
} from '@sitegrep/texts';
import { checkpointFor, Stopped, type StopSign } from './stop-sign.ts';
import { unpackedPages } from './unpack-pages.ts';
import { type StoredTexts, unpackedTexts } from './versions/stored-texts.ts';

export interface StoredPages {
  readonly domain: string;
  readonly stored: StoredTexts;
  readonly wish: HitWish;
  readonly stop: StopSign['shared'];
}

/** Reads what is shown of a document: of all pages together, home page first. Null if the work was stopped. */
export function shownOfDomain({ domain, stored, wish, stop }: StoredPages): ReadOfHit | null {
  return unlessStopped(() => {
    const { read, textOf } = readerFor(wish, stop);
    const texts = homeFirst(domain, unpackedPages(stored.pages)).map(textOf);
    return read(() => texts);
  });
}

/** Reads what is shown of some of its pages, each by itself. Null if the work was stopped. */
export function shownOfPages({
  stored,
  numbers,
  wish,
  stop,
}: Omit<StoredPages, 'domain'> & {
  readonly numbers: readonly number[];
}): readonly ReadOfHit[] | null {
  return unlessStopped(() => {
    const records = unpackedTexts(stored);
    const { read, textOf } = readerFor(wish, stop);
    return numbers.map((number) => {
      const texts = records.slice(number, number + 1).map(textOf);
      return read(() => texts);
    });
  });
}

function readerFor(
  wish: HitWish,
  stop: StopSign['shared'],
): { readonly read: HitReader; readonly textOf: (page: PageSource) => PageText } {
  const checkpoint = checkpointFor(stop);
  const searches = new NeedleSearches(needlesOfHits(wish), checkpoint);
  return { read: hitReader(wish, searches, checkpoint), textOf: (page) => searches.prepare(page) };
}

/** The texts of each group in pages of a document. Null if the work was stopped. */
export function capturedIn({
  stored,
  numbers,
  captures,
  stop,
}: Pick<StoredPages, 'stored' | 'stop'> & {
  /** Null: all pages. */
  readonly numbers: readonly number[] | null;
  readonly captures: readonly Capture[];
}): readonly (readonly string[])[] | null {
  return unlessStopped(() => {
    const records = unpackedTexts(stored);
    const counted = numbers === null ? records : records.filter((_, number) => numbers.includes(number));
    const checkpoint = checkpointFor(stop);
    const searches = new NeedleSearches(
      captures.flatMap((capture) => capture.needles),
      checkpoint,
    );
    const texts = counted.map((page) => searches.prepare(page));
    return capturedTexts(captures, texts, searches, checkpoint);
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
