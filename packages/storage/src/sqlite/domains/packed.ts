// Hits and documents as they cross threads: facts are JSON, which the caller parses in parts.
import type { Level } from '@sitegrep/search';
import type { AnswerTexts, PageOutline, PageRecord, RenderedSource } from '@sitegrep/site';
import type { ChangeHit, DomainHit, ListedPage, PageHit, SearchPage, VersionHit } from '../../domains.ts';
import { pageFactsIn } from './page-rows.ts';
import { pageVersionIn } from './rows.ts';

export interface PackedHit extends Omit<DomainHit, 'facts'> {
  readonly facts: string;
}

/** The hits of each level. */
export interface PackedHits {
  readonly domain: PackedHit;
  readonly page: PageHit;
  readonly version: VersionHit;
  readonly change: ChangeHit;
}

export type PackedSearchPage<L extends Level> = SearchPage<L, PackedHits[L]>;

export interface PackedDomain {
  readonly domain: string;
  readonly revision: number;
  readonly rank: number;
  readonly facts: string;
  readonly pages: readonly PackedPage[];
}

export interface PackedPage {
  readonly url: string;
  readonly fetchedAt: number;
  readonly charset: string;
  readonly truncated: boolean;
  readonly facts: string;
  readonly source: string;
  readonly rendered?: RenderedSource;
  readonly answers?: AnswerTexts;
  /** Null if the page has none. */
  readonly version: string | null;
}

/** Whole pages of a document. */
export interface PackedRecords {
  readonly revision: number;
  readonly pages: readonly PackedPage[];
}

/** Outlines of the pages of a document. */
export interface PackedOutline {
  readonly revision: number;
  readonly pages: readonly PackedPageOutline[];
}

export interface PackedPageOutline
  extends Omit<PageOutline, 'facts' | 'version'>, Pick<PackedPage, 'facts' | 'version'> {}

/** A document without sources. */
export interface PackedPageList extends Omit<PackedDomain, 'pages'> {
  readonly pages: readonly ListedPage[];
}

/** A page or its outline with its facts and its version. */
export function unpackPage<Packed extends Pick<PackedPage, 'facts' | 'version'>>({
  facts,
  version,
  ...page
}: Packed): Omit<Packed, 'facts' | 'version'> & Pick<PageRecord, 'facts' | 'version'> {
  return {
    ...page,
    facts: pageFactsIn(facts),
    ...(version === null ? {} : { version: pageVersionIn(version) }),
  };
}
