import { isIP } from 'node:net';
import {
  canonicalDomain,
  type CollectedAnswers,
  type OwnerLink,
  type Page,
  type PageRefresh,
  type SiteResult,
  type Validators,
} from '@sitegrep/site';
import { fetchableUrl } from './links.ts';

/** One site to fetch. */
export interface SiteTask {
  /** Canonical domain, as `canonicalDomain` gives it. */
  readonly domain: string;
  /** Absolute http(s) URLs to start from; if empty, the home page of the domain: `startsOf`. */
  readonly urls: readonly string[];
  /** Maximum pages to hand over, ≥ 1. */
  readonly maxPages: number;
  /** Maximum links from a start URL to a page; 0 fetches the start URLs only. */
  readonly maxDepth: number;
  /** When the crawl gives way to other sites; if absent, it waits for every pause of its host. */
  readonly deferral?: Deferral;
  /** Pages that an earlier crawl stored; if absent, every page is requested without conditions. */
  readonly known?: KnownPages;
  /**
   * Says why nothing may be fetched from another domain, the target of a redirect, as the reason of the outcome
   * `blocked_domain`; null if it may. If absent, every domain may. A rejection ends the site like one of the page handler.
   */
  readonly refusal?: (domain: string) => Promise<string | null>;
}

/** Result of a site, and what it answered besides its pages. */
export interface CrawledSite extends SiteResult {
  /** Those that came, without the icon; null if no page came. */
  readonly answers: CollectedAnswers | null;
  /** Icon that came; null if there is none, or none is wanted; `as_stored` if it was not requested since its page did not change. */
  readonly icon: FetchedIcon | 'as_stored' | null;
}

/** Pauses of the host, in milliseconds, for which a site without a page comes back later, so that others are crawled meanwhile. */
export interface Deferral {
  /** Minimum pause at which the crawl rejects with ComeBackLater. */
  readonly fromMs: number;
  /** Maximum such pause. If the host is busy for longer, the site ends with the failure. */
  readonly maxMs: number;
}

/** Nothing was fetched of a site, because its host must not get requests now. */
export class ComeBackLater extends Error {
  override readonly name = 'ComeBackLater';
  /** Time until the host may get a request, in milliseconds. */
  readonly afterMs: number;

  constructor(afterMs: number, reason: string) {
    super(reason);
    this.afterMs = afterMs;
  }
}

/** Pages of a site that an earlier crawl stored. */
export interface KnownPages {
  /** Validators for a conditional request of a URL; null requests it without conditions. */
  validators(url: string): Validators | null;
  /** Handles a page that has not changed, by its server's answer; otherwise like a `PageHandler`. */
  readonly onNotModified: (answer: NotModified) => Promise<PageVerdict>;
}

/** An answer 304 to a conditional request. */
export interface NotModified extends Pick<Page, 'url' | 'headers' | 'fetchedAt' | 'certificate'> {
  readonly status: 304;
}

/** Result of a page that was handed over. */
export interface PageVerdict {
  /** Absolute URLs that the page links to and allows crawlers to follow. */
  readonly links: readonly string[];
  /** Those of `links` whose text names a page about the site's owner. Other URLs are ignored. */
  readonly ownerLinks?: readonly OwnerLink[];
  /** Those of `links` that show or continue the page, such as its frames; they are fetched first. */
  readonly firstLinks?: readonly string[];
  /** Frames of its frameset. Those of the site are read with a start page, whatever the limits of pages and of links. */
  readonly framesetLinks?: readonly string[];
  /** Page to which it leads instead, if it was not handled for that; it is followed like a redirect. */
  readonly refresh?: PageRefresh;
  /** Address of the icon that it declares, also a `data:` URL; absent or null if it declares none. */
  readonly icon?: string | null | StoredIcon;
  readonly indexed: boolean;
  /** Why the page was not indexed, or only in part. Null without being indexed: the page asks not to be. */
  readonly problem: string | null;
  /** Whether it was indexed before and stays as it is. */
  readonly unchanged?: boolean;
}

/** The icon of a site as it came. */
export interface FetchedIcon {
  /** Final URL, after redirects; `data:` alone if it was in the page. */
  readonly url: string;
  readonly bytes: Uint8Array;
}

/** Finds the icon of a page that was not read again: as in `PageVerdict`, or `as_stored` if it need not be requested. */
export type StoredIcon = () => Promise<string | null>;

/**
 * Handles each HTML page of a site as it arrives, one call at a time for each host. A rejection ends the site, and the
 * call of `crawl` rejects with the same error.
 *
 * @param leadsTo whether a page with this refresh only leads there; then it is not handled
 */
export type PageHandler = (page: Page, leadsTo: LeadsTo) => Promise<PageVerdict>;

export type LeadsTo = (refresh: PageRefresh) => boolean;

/** URLs of the first visits, each with its alternatives if there is no connection. */
export function startsOf({ domain, urls, maxPages, maxDepth }: SiteTask): readonly [URL, ...URL[]][] {
  if (canonicalDomain(domain) !== domain) {
    throw new RangeError(`task.domain is '${domain}'; give a canonical domain, such as example.com`);
  }
  if (!Number.isInteger(maxPages) || maxPages < 1)
    throw new RangeError(`task.maxPages is ${maxPages}; give a whole number from 1`);
  if (!Number.isInteger(maxDepth) || maxDepth < 0)
    throw new RangeError(`task.maxDepth is ${maxDepth}; give a whole number from 0`);
  if (urls.length === 0) {
    const host = domain.includes(':') ? `[${domain}]` : domain;
    const bare = [new URL(`https://${host}/`), new URL(`http://${host}/`)] as const;
    // A canonical domain has no `www.`, but some hosts exist only with it.
    return [
      isIP(domain) === 0
        ? [...bare, new URL(`https://www.${host}/`), new URL(`http://www.${host}/`)]
        : [...bare],
    ];
  }
  return [...new Set(urls)].map((text) => {
    const url = fetchableUrl(text);
    if (url === null)
      throw new RangeError(`task.urls has '${text.slice(0, 200)}'; give absolute http(s) URLs`);
    return [url];
  });
}
