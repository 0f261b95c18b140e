// Hits and documents as they cross threads: facts are JSON, which the caller parses in parts.
import type { Level } from '@sitegrep/search';
import type { RenderedSource } from '@sitegrep/site';
import type { DomainHit, ListedPage, PageHit, SearchPage } from '../../domains.ts';

export interface PackedHit extends Omit<DomainHit, 'facts'> {
  readonly facts: string;
}

/** The hits of each level. */
export interface PackedHits {
  readonly domain: PackedHit;
  readonly page: PageHit;
}

export type PackedSearchPage<L extends Level> = SearchPage<L, PackedHits[L]>;

export interface PackedDomain {
  readonly domain: string;
  readonly revision: number;
  readonly rank: number;
  readonly facts: string;
  readonly pages: readonly PackedPage[];
}

interface PackedPage {
  readonly url: string;
  readonly fetchedAt: number;
  readonly charset: string;
  readonly truncated: boolean;
  readonly facts: string;
  readonly source: string;
  readonly rendered?: RenderedSource;
  /** Null if the page has none. */
  readonly version: string | null;
}

/** A document without sources. */
export interface PackedPageList extends Omit<PackedDomain, 'pages'> {
  readonly pages: readonly ListedPage[];
}
