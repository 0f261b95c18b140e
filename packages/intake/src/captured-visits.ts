import {
  foldSite,
  homeFirst,
  labelsOf,
  type PageRecord,
  type SitePage,
  type Source,
  type Visit,
  visitOf,
} from '@sitegrep/site';
import type { DomainPut } from '@sitegrep/storage';

const DAY_MS = 86_400_000;

/**
 * The visits that captures of a site are: those of each day, UTC, are one.
 *
 * @param captures also those that are older than the stored ones
 * @param pages pages of the site as it is put
 */
export function capturedVisits(
  captures: readonly PageRecord<Source>[],
  pages: readonly SitePage[],
  put: DomainPut,
): readonly Visit[] {
  const { domain } = put;
  const home = homeFirst(domain, pages)[0]?.url ?? null;
  const days = Map.groupBy(captures, ({ fetchedAt }) => Math.floor(fetchedAt / DAY_MS));
  return Array.from(days.values(), (some) => {
    const at = some.reduce((first, { fetchedAt }) => Math.min(first, fetchedAt), Infinity);
    return visitOf(isWhole(some, pages) ? { ...put, pages } : siteOf(domain, some), at, 'captures', [], home);
  });
}

/** Tells whether pages of a day are all that is put of their site, so that all that follows from them is known. */
function isWhole(some: readonly PageRecord<Source>[], pages: readonly SitePage[]): boolean {
  const put = new Set<SitePage>(pages);
  return some.length === put.size && some.every((page) => put.has(page));
}

/** A site of some pages alone. */
function siteOf(domain: string, some: readonly PageRecord<Source>[]): Parameters<typeof visitOf>[0] {
  const site = foldSite(domain, some, { maxSiteBytes: Number.MAX_SAFE_INTEGER });
  return { ...site, labels: labelsOf(site) };
}
