import {
  captureOf,
  foldSite,
  labelsOf,
  type PageRecord,
  type SitePage,
  type Source,
  type Visit,
} from '@sitegrep/site';
import type { DomainPut } from '@sitegrep/storage';

/**
 * The visits that captures of a site are: each is one of its page alone, and a history joins those of a day. So it is the same
 * whichever come together.
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
  const [only, ...others] = pages;
  return captures.map((page) => {
    // All that follows from the only page of a site is known.
    const isAll = only === page && others.length === 0;
    return captureOf(isAll ? { ...put, pages } : siteOf(domain, page), page);
  });
}

/** A site of a page alone. */
function siteOf(domain: string, page: PageRecord<Source>): Parameters<typeof captureOf>[0] {
  const site = foldSite(domain, [page], { maxSiteBytes: Number.MAX_SAFE_INTEGER });
  return { ...site, labels: labelsOf(site) };
}
