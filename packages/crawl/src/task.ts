import type { OwnerLink, Page, Validators } from '@sitegrep/site';

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
  /**
   * If the host rests for this many milliseconds or more before any page of it was had, the crawl rejects with
   * ComeBackLater, so that its place can be another site's; absent, it waits.
   */
  readonly deferFromMs?: number;
  /** Absent: every page is asked for as if for the first time. */
  readonly known?: KnownPages;
  /**
   * Why nothing may be fetched from another domain, to which a redirect leads, as the reason of the outcome
   * `blocked_domain`; null: it may. Absent: every domain may. A rejection ends the site as one of the page handler does.
   */
  readonly refusal?: (domain: string) => Promise<string | null>;
}

/** Nothing was fetched of a site, because its host is not to be asked now. */
export class ComeBackLater extends Error {
  override readonly name = 'ComeBackLater';
  /** When the host may be asked, in milliseconds from now. */
  readonly afterMs: number;

  constructor(afterMs: number, reason: string) {
    super(reason);
    this.afterMs = afterMs;
  }
}

/** The pages of a site that an earlier crawl left. */
export interface KnownPages {
  /** By what the page of a URL is asked for only if it has changed; null: it is asked for in any case. */
  validators(url: string): Validators | null;
  /** Takes a page of which its server says that it has not changed; otherwise as a `PageHandler`. */
  readonly onNotModified: (answer: NotModified) => Promise<PageVerdict>;
}

/** An answer 304 to a request that was made with the validators of its URL. */
export interface NotModified extends Pick<Page, 'url' | 'headers' | 'fetchedAt'> {
  readonly status: 304;
}

/** What became of a page that was handed over. */
export interface PageVerdict {
  /** Absolute URLs the page links to and allows to be followed. */
  readonly links: readonly string[];
  /** Which of `links` are known, by what they are called, to tell who runs the site. Others than `links` don't count. */
  readonly ownerLinks?: readonly OwnerLink[];
  readonly indexed: boolean;
  /** Why the page was not indexed, or only in part. Not indexed and null: the page asked not to be. */
  readonly problem: string | null;
  /** It was indexed before, and stays as it is. */
  readonly unchanged?: boolean;
}

/**
 * Takes each HTML page of a site as it arrives, one call at a time for each host. A rejection ends the site, and the
 * call of `crawl` rejects with the same error.
 */
export type PageHandler = (page: Page) => Promise<PageVerdict>;
