import type { Page } from '@sitegrep/site';
import { FUTURE_PAGE, type RecordUnit, type Tally } from './counts.ts';

/** A page, and its record in the input. */
export interface WarcPage extends Page {
  /** Number of its record, of its entry in a HAR, of its object in a list, or of its line, from 1. */
  readonly record: number;
  /** Kind of what has this number. */
  readonly unit: RecordUnit;
  /** Entry of a ZIP that has it; null if the input is none. */
  readonly entry: string | null;
  /**
   * Offset of the record's gzip member or zstd frame in the compressed input; if records are not members, in the decompressed
   * bytes. In a ZIP, from the start of the entry.
   */
  readonly offset: number;
  /** Whether the input can be read from `offset` on without what stands before it, but for the warcinfo record of the page. */
  readonly isEntryPoint: boolean;
  /** Whether sitegrep captured it. */
  readonly bySitegrep: boolean;
  /** Whether sitegrep captured it in a crawl that left out pages which ask not to be indexed. An import does so too. */
  readonly obeysNoindex: boolean;
  /** Whether its time is stated; else it is the time of reading. */
  readonly isDated: boolean;
  /** Damage of its record, in words; null if there is none. */
  readonly notice: string | null;
}

/** Location of a page in the input, and what its record says. */
export interface PageLocation extends Pick<
  WarcPage,
  'offset' | 'isEntryPoint' | 'bySitegrep' | 'obeysNoindex' | 'isDated' | 'notice'
> {
  /** Target URI for reports. */
  readonly uri: string | null;
  /** Number of its line; absent in an input without lines. */
  readonly record?: number;
}

/** Time by which the clock of a writer may be ahead, in milliseconds. */
const MAX_AHEAD_MS = 60_000;

/** Counts a page, and gives it its number. A time in the future becomes that of reading: no later capture would replace it. */
export async function capturedPage(page: Page, tally: Tally, location: PageLocation): Promise<WarcPage> {
  const { uri, record, ...rest } = location;
  const now = Date.now();
  const isFuture = page.fetchedAt > now + MAX_AHEAD_MS;
  if (isFuture) await tally.countSlips(location.offset, uri, ['future'], record);
  const counted = tally.countPage(page.truncated);
  return {
    ...page,
    ...rest,
    offset: location.offset + tally.base,
    record: record ?? counted,
    unit: tally.unit,
    entry: tally.entry,
    ...(isFuture ? { fetchedAt: now, isDated: false, notice: location.notice ?? FUTURE_PAGE } : {}),
  };
}
