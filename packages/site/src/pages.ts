import { canonicalDomain } from './domain.ts';
import { compareCodePoints } from './order.ts';
import type { PageRecord } from './page.ts';
import { compareSources, type Source, sourceBytes, sourceText } from './source.ts';

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

/**
 * The pages a site has after an import: of each URL the capture fetched last. At the same time `incoming` wins, so that
 * importing a file again brings improved extraction to pages that are already stored.
 *
 * @returns unique by URL, in code point order of URLs, whatever the order within each list
 */
export function mergePages<S extends Source>(
  existing: readonly PageRecord<S>[],
  incoming: readonly PageRecord<S>[],
): readonly PageRecord<S>[] {
  const kept = new Map(newestByUrl(existing).map((page) => [page.url, page]));
  for (const page of newestByUrl(incoming)) {
    const old = kept.get(page.url);
    if (old === undefined || old.fetchedAt <= page.fetchedAt) kept.set(page.url, page);
  }
  return [...kept.values()].sort((a, b) => compareCodePoints(a.url, b.url));
}

/**
 * Of each URL the capture fetched last; of two fetched at once the whole one before the truncated one, then the longer
 * source, then the one that stands first when written out.
 */
export function newestByUrl<S extends Source>(pages: readonly PageRecord<S>[]): readonly PageRecord<S>[] {
  const kept = new Map<string, PageRecord<S>>();
  for (const page of pages) {
    const other = kept.get(page.url);
    if (other === undefined || compareCaptures(page, other) < 0) kept.set(page.url, page);
  }
  return [...kept.values()];
}

/** Below 0 if `a` is to be kept. 0 only for captures that are the same in every field. */
function compareCaptures(a: PageRecord<Source>, b: PageRecord<Source>): number {
  return (
    b.fetchedAt - a.fetchedAt ||
    Number(a.truncated) - Number(b.truncated) ||
    b.source.length - a.source.length ||
    compareSources(a.source, b.source) ||
    compareCodePoints(written(a), written(b))
  );
}

function written(page: PageRecord<Source>): string {
  return JSON.stringify([
    page.charset,
    ...[page.facts, page.version ?? {}].map((part) =>
      Object.entries(part).sort(([a], [b]) => compareCodePoints(a, b)),
    ),
  ]);
}

/**
 * The pages whose sources fit into `maxBytes` of UTF-8 together: whole ones as long as they fit, then one that is cut
 * at a character boundary and marked as truncated, then none. The first page is always kept, were it cut to nothing,
 * because a site has at least one page.
 *
 * @param pages in order of importance
 */
export function capSources<S extends Source>(
  pages: readonly PageRecord<S>[],
  maxBytes: number,
): readonly PageRecord<S | string>[] {
  const kept: PageRecord<S | string>[] = [];
  let room = maxBytes;
  for (const page of pages) {
    const bytes = sourceBytes(page.source);
    if (bytes > room) {
      const source = cutToBytes(sourceText(page.source), room);
      if (source !== '' || kept.length === 0) kept.push({ ...page, source, truncated: true });
      break;
    }
    kept.push(page);
    room -= bytes;
  }
  return kept;
}

/** The longest prefix of whole code points that takes at most `maxBytes` of UTF-8. */
function cutToBytes(text: string, maxBytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes));
  return text.slice(0, read);
}
