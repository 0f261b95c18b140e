import type { Page } from '@sitegrep/site';

/** One site to fetch. */
export interface SiteTask {
  /** Canonical domain, as `canonicalDomain` gives it. */
  readonly domain: string;
  /** Absolute http(s) URLs to start from instead of `https://domain/` and `http://domain/`; empty means those. */
  readonly urls: readonly string[];
  /** Most pages handed over, ≥ 1. */
  readonly maxPages: number;
  /** How many links away from a start URL a page may be; 0 fetches the start URLs only. */
  readonly maxDepth: number;
}

/** What became of a page that was handed over. */
export interface PageVerdict {
  /** Absolute URLs the page links to and allows to be followed. */
  readonly links: readonly string[];
  readonly indexed: boolean;
  /** Why the page was not indexed, or only in part. Not indexed and null: the page asked not to be. */
  readonly problem: string | null;
}

/**
 * Takes each HTML page of a site as it arrives, one call at a time for each host. A rejection ends the site, and the
 * call of `crawl` rejects with the same error.
 */
export type PageHandler = (page: Page) => Promise<PageVerdict>;
