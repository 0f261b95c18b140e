// Captured pages against the stored ones of their site: which of them are stored, and with which outcome each ends.
import { isDeepStrictEqual } from 'node:util';
import {
  foldSite,
  isRecord,
  mergePages,
  outlineOf,
  withTexts,
  type FoldedSite,
  type PageOutcome,
  type PageOutline,
  type PageRecord,
  type SiteOutline,
  type SitePage,
  type Source,
} from '@sitegrep/site';
import { putOf, type DomainPut } from '@sitegrep/storage';
import { type CapturedPage, type PageResult, resultOf } from './imported-page.ts';

export interface Analysed {
  readonly page: CapturedPage;
  readonly record: PageRecord<Source>;
}

export interface Merged {
  /** The change of the site; null if nothing changes. */
  readonly put: DomainPut | null;
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

/**
 * Merges captured pages with the stored ones of their site.
 *
 * @param existing the stored pages; null: there are none
 * @param same those of them that `likelySame` names, whole
 */
export function mergeCaptures(
  domain: string,
  incoming: readonly Analysed[],
  existing: SiteOutline | null,
  same: readonly PageRecord[],
  maxSiteBytes: number,
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
  const folded = folding(domain, [...winners.values()], existing, isFresh, maxSiteBytes);
  const kept = new Map(folded?.pages.map((page) => [page.url, page]));

  const outcomeOf = ({ record }: Analysed): PageOutcome => {
    const winner = winners.get(record.url);
    if (!taken.has(record)) return 'unchanged';
    if (winner !== record) return isCopy(record, winner) ? 'unchanged' : 'older';
    if (!isFresh(record)) return 'unchanged';
    const stays = kept.get(record.url);
    if (stays === undefined) return 'site_full';
    // The cap of the site may have truncated it to what is stored.
    return isFresh(stays) ? 'stored' : 'unchanged';
  };
  const results = incoming.map((one) => resultOf(one.page, domain, outcomeOf(one), one.page.notice ?? null));
  const isChanged = results.some(({ outcome }) => outcome === 'stored');
  return { put: folded === null || !isChanged ? null : putOver(folded, existing), results };
}

/** Folds a site of its stored pages and those that are fresh. Null if none is. */
function folding(
  domain: string,
  pages: readonly SitePage[],
  existing: SiteOutline | null,
  isFresh: (page: SitePage) => boolean,
  maxSiteBytes: number,
): FoldedSite | null {
  if (!pages.some(isFresh)) return null;
  const known = outlinesByUrl(existing);
  const changed = pages.map((page) => (isFresh(page) ? page : (known.get(page.url) ?? page)));
  return foldSite(domain, changed, { maxSiteBytes });
}

/** Writes a site over the stored one, and only over that. */
function putOver(folded: FoldedSite, existing: SiteOutline | null): DomainPut {
  const put = putOf(folded, existing);
  return existing === null ? { ...put, ifRevision: null } : put;
}

function outlinesByUrl(site: SiteOutline | null): ReadonlyMap<string, PageOutline> {
  return new Map(site?.pages.map((page) => [page.url, page]));
}

/** Whether a page is identical to the stored one. */
function isSame(page: PageRecord<Source>, stored: PageRecord | undefined): boolean {
  return stored !== undefined && isDeepStrictEqual(withTexts(page), stored);
}

/** Whether a captured page is the same as one that was taken in its place. */
function isCopy(page: PageRecord<Source>, other: SitePage | undefined): boolean {
  return other !== undefined && isRecord(other) && isSame(page, withTexts(other));
}
