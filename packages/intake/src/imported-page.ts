import type { Page, PageOutcome } from '@sitegrep/site';

/** A page as a reader of captures returns it. */
export type CapturedPage = Page & {
  /** Whether it was captured by a crawl that left out pages which ask not to be indexed. */
  readonly obeysNoindex?: boolean;
  /** Whether its time is stated; true if absent. A page without a time is the same as the stored one if all else is. */
  readonly isDated?: boolean;
  /** Number of its record or line in the input, from 1. */
  readonly record?: number;
  /** Kind of what has this number. */
  readonly unit?: PageResult['unit'];
  /** Entry of a ZIP that has it. */
  readonly entry?: string | null;
  readonly offset?: number;
  /** Damage of its record, in words; null or absent if there is none. */
  readonly notice?: string | null;
};

/** The end of a page's import. */
export interface PageResult {
  readonly record: number | null;
  /** Kind of what has this number: a record of a WARC or an ARC, a line or an object of JSON, or an entry of a HAR. */
  readonly unit: 'record' | 'line' | 'item' | 'har_entry';
  readonly entry: string | null;
  readonly offset: number | null;
  readonly url: string;
  /** Domain that it belongs to; null if it has none. */
  readonly domain: string | null;
  readonly outcome: PageOutcome;
  /** A readable sentence; null if there is nothing to explain. */
  readonly reason: string | null;
}

export function resultOf(
  { url, record, unit, entry, offset }: CapturedPage,
  domain: string | null,
  outcome: PageOutcome,
  reason: string | null,
): PageResult {
  return {
    record: record ?? null,
    unit: unit ?? 'record',
    entry: entry ?? null,
    offset: offset ?? null,
    url,
    domain,
    outcome,
    reason: reason ?? REASONS[outcome] ?? null,
  };
}

const REASONS: Readonly<Partial<Record<PageOutcome, string>>> = {
  older: 'a newer or more complete capture of it is stored; this one is in the history',
  site_full: 'its site has as much source as SITEGREP_MAX_SITE_BYTES allows',
  noindex: 'it asks not to be indexed',
};
