// Which sites of a crawl its table shows.
import type { CrawlSiteItem } from '@sitegrep/client';

/** Choice of all sites by their names, as it stands in addresses. */
export const ALL = 'all';

/** Sites of a crawl that goes on: those in flight, then those that ended last; each once. */
export function sitesNow(
  inFlight: readonly CrawlSiteItem[],
  last: readonly CrawlSiteItem[],
): readonly CrawlSiteItem[] {
  const ended = new Set(last.map(({ domain }) => domain));
  return [...inFlight.filter(({ domain }) => !ended.has(domain)), ...last];
}
