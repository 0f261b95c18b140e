// Captured pages against the stored ones of their site: which of them are stored, and with which outcome each ends.
import { isDeepStrictEqual } from 'node:util';
import {
  conclude,
  foldSite,
  isRecord,
  mergePages,
  outlineOf,
  withTexts,
  type PageOutcome,
  type PageOutline,
  type PageRecord,
  type SiteOutline,
  type SitePage,
  type Source,
} from '@sitegrep/site';
import { putOf, type DomainPut } from '@sitegrep/storage';
import { capturedVisits } from './captured-visits.ts';
import { type CapturedPage, type PageResult, resultOf } from './imported-page.ts';
import { changedSite, type KnownSite } from './known-site.ts';

export interface Analysed {
  readonly page: CapturedPage;
  readonly record: PageRecord<Source>;
}

export interface Merged {
  /** The change of the site; null if nothing changes. */
  readonly put: DomainPut | null;
  /** The site as it is known once that is written; null if it is not remembered. */
  readonly site: KnownSite | null;
  /** The result of each page, once that is written. */
  readonly results: readonly PageResult[];
}

/** URLs of the stored pages that are the same as one that comes, as far as can be told without their sources. */
export function likelySame(
  incoming: readonly Analysed[],
  existing: SiteOutline,
  maxSiteBytes: number,
): readonly string[] {
  const known = outlinesByUrl(existing);
  const alike = incoming.filter(({ page, record }) => {
    const stored = known.get(record.url);
    if (stored === undefined) return false;
    const { fetchedAt } = page.isDated === false ? stored : record;
    const own = outlineOf({ ...record, fetchedAt });
    // The cap of the site may have truncated it to what is stored.
    const isCut = own.sourceBytes + (own.rendered?.bytes ?? 0) > maxSiteBytes;
    const { sourceBytes, truncated, rendered } = isCut ? stored : own;
    return isDeepStrictEqual({ ...own, sourceBytes, truncated, rendered }, stored);
  });
  return alike.map(({ record }) => record.url);
}

/** A site with other pages, and how it is put. */
export interface Folding {
  readonly pages: readonly SitePage[];
  readonly put: DomainPut;
  /** The site as it is known afterwards; null if it is not remembered. */
  readonly site: KnownSite | null;
}

/**
 * Folds all pages of a site.
 *
 * @param existing the stored pages; null: there are none
 */
export function foldingAll(
  domain: string,
  existing: SiteOutline | null,
  maxSiteBytes: number,
): (pages: readonly SitePage[]) => Folding {
  return (pages) => {
    const folded = foldSite(domain, pages, { maxSiteBytes });
    const put = putOf(folded, existing, () => []);
    return { pages: folded.pages, put: existing === null ? { ...put, ifRevision: null } : put, site: null };
  };
}

/**
 * Folds a site that is known, and that has room for all pages that come.
 *
 * @param urls URLs of the pages that come
 * @param home outline of its stored home page
 */
export function foldingBlocks(
  known: KnownSite,
  urls: readonly string[],
  home: PageOutline,
): (pages: readonly SitePage[]) => Folding {
  return (pages) => {
    const { domain, revision } = known;
    const outlines = pages.map((page) => (isRecord(page) ? outlineOf(page) : page));
    const site = changedSite(known, urls, outlines);
    const homeNow = outlines.find(({ url }) => url === site.summary.home.url) ?? home;
    const conclusions = conclude(domain, homeNow, site.summary);
    const records = pages.filter((page) => isRecord(page));
    return {
      pages,
      put: { domain, pages: records, removed: [], ifRevision: revision, visits: [], ...conclusions },
      site,
    };
  };
}

/**
 * Merges captured pages with stored ones of their site.
 *
 * @param existing the stored pages, or those among which the captured ones come; null: there are none
 * @param same those of them that `likelySame` names, whole
 * @param fold folds the site when these pages are in place of `existing`
 */
export function mergeCaptures(
  domain: string,
  incoming: readonly Analysed[],
  existing: SiteOutline | null,
  same: readonly PageRecord[],
  fold: (pages: readonly SitePage[]) => Folding,
): Merged {
  const whole = new Map(same.map((page) => [page.url, page]));
  const isRepeated = ({ page, record }: Analysed): boolean => {
    const stored = whole.get(record.url);
    if (page.isDated !== false || stored === undefined) return false;
    return isSame({ ...record, fetchedAt: stored.fetchedAt }, stored);
  };
  const news = incoming.filter((one) => !isRepeated(one)).map(({ record }) => record);
  const taken = new Set(news);
  const winners = new Map(mergePages(existing?.pages ?? [], news).map((page) => [page.url, page]));
  const isFresh = (page: SitePage): page is PageRecord<Source> =>
    isRecord(page) && !isSame(page, whole.get(page.url));
  const known = outlinesByUrl(existing);
  const pages = Array.from(winners.values(), (page) =>
    isFresh(page) ? page : (known.get(page.url) ?? page),
  );
  const isOlder = (record: PageRecord<Source>): boolean =>
    winners.get(record.url) !== record && !isCopy(record, winners.get(record.url));
  const folded = pages.some(isFresh) ? fold(pages) : null;
  const kept = new Map(folded?.pages.map((page) => [page.url, page]));

  const outcomeOf = ({ record }: Analysed): PageOutcome => {
    const winner = winners.get(record.url);
    if (!taken.has(record)) return 'unchanged';
    if (winner !== record) return isOlder(record) ? 'older' : 'unchanged';
    if (!isFresh(record)) return 'unchanged';
    const stays = kept.get(record.url);
    if (stays === undefined) return 'site_full';
    // The cap of the site may have truncated it to what is stored.
    return isFresh(stays) ? 'stored' : 'unchanged';
  };
  const results = incoming.map((one) => resultOf(one.page, domain, outcomeOf(one), one.page.notice ?? null));
  const hasNew = results.some(({ outcome }) => outcome === 'stored');
  // Older captures go into the history alone.
  const folding = hasNew ? folded : news.some(isOlder) ? fold(existing?.pages ?? []) : null;
  if (folding === null) return { put: null, site: null, results };
  const { pages: all, put, site } = folding;
  const past = news.filter(isOlder);
  return { put: { ...put, visits: capturedVisits(news, all, put), past }, site, results };
}

function outlinesByUrl(site: SiteOutline | null): ReadonlyMap<string, PageOutline> {
  return new Map(site?.pages.map((page) => [page.url, page]));
}

/** Tells whether a page is identical to the stored one. */
function isSame(page: PageRecord<Source>, stored: PageRecord | undefined): boolean {
  return stored !== undefined && isDeepStrictEqual(withTexts(page), stored);
}

/** Tells whether a captured page is the same as the one that was taken in its place. */
function isCopy(page: PageRecord<Source>, other: SitePage | undefined): boolean {
  return other !== undefined && isRecord(other) && isSame(page, withTexts(other));
}
