import { canonicalDomain } from './domain.ts';
import { compareCodePoints } from './order.ts';
import type { PageRecord } from './page.ts';

/**
 * The pages of a site, the home page first, the others in code point order of their URLs.
 *
 * The home page is the page at `/`, else the one with the shortest path. Of several: one on the site's own host (with
 * or without `www.`) before one that a redirect led to elsewhere; without a query before with one; among pages at `/`
 * the newest (an old http capture must not outlive the https one); then the first in code point order of URLs.
 *
 * @param pages unique by URL, in any order
 */
export function homeFirst<Page extends Located>(domain: string, pages: readonly Page[]): readonly Page[] {
  const byUrl = pages
    .map((page) => ({ page, place: placeOf(domain, page) }))
    .sort((a, b) => compareCodePoints(a.page.url, b.page.url));
  const home = byUrl.toSorted((a, b) => comparePlaces(a.place, b.place))[0];
  if (home === undefined) return [];
  return [home.page, ...byUrl.filter((entry) => entry !== home).map((entry) => entry.page)];
}

type Located = Pick<PageRecord, 'url' | 'fetchedAt'>;

/** Compared one after the other, smaller first. */
type Place = readonly number[];

function placeOf(domain: string, page: Located): Place {
  const url = URL.parse(page.url);
  if (url === null) return [2, Infinity, 1, 0];
  const isRoot = url.pathname === '/';
  return [
    canonicalDomain(url.href) === domain ? 0 : 1,
    url.pathname.length,
    url.search === '' ? 0 : 1,
    isRoot ? -page.fetchedAt : 0,
  ];
}

function comparePlaces(a: Place, b: Place): number {
  for (const [at, left] of a.entries()) {
    const right = b[at] ?? 0;
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}
