import { canonicalDomain } from './domain.ts';
import { compareCodePoints } from './order.ts';
import type { PageRecord } from './page.ts';
import { compareSources, type Source, sourceBytes, sourceText } from './source.ts';

/**
 * The pages of a site: the home page first, then the others in code point order of their URLs.
 *
 * The home page is the page at `/`, else the one with the shortest path. Ties are decided in this order: a page
 * on the site's own host (with or without `www.`) before one to which a redirect led elsewhere; without a query
 * before with one; among pages at `/` the newest, because an old http capture must not outlive the https one;
 * then the first in code point order of URLs.
 *
 * @param pages unique by URL, in any order
 */
export function homeFirst<Page extends Located>(domain: string, pages: readonly Page[]): readonly Page[] {
  const byUrl = pages
    .map((page) => ({ page, key: sortKeyOf(domain, page) }))
    .sort((a, b) => compareCodePoints(a.page.url, b.page.url));
  const home = byUrl.toSorted((a, b) => compareSortKeys(a.key, b.key))[0];
  if (home === undefined) return [];
  return [home.page, ...byUrl.filter((entry) => entry !== home).map((entry) => entry.page)];
}

type Located = Pick<PageRecord, 'url' | 'fetchedAt'>;

/** Sort key of a page: numbers that are compared in order, smaller first. */
type SortKey = readonly number[];

function sortKeyOf(domain: string, page: Located): SortKey {
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

function compareSortKeys(a: SortKey, b: SortKey): number {
  for (const [at, left] of a.entries()) {
    const right = b[at] ?? 0;
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

/**
 * The pages of a site after an import: the newest capture of each URL. With equal times `incoming` wins, so
 * that importing a file again brings improved extraction to stored pages, unless it is truncated and the stored
 * page is not: of a clipped file and the complete one, the complete one counts, whichever is imported first. Before that, a
 * rendered page counts more than one that was not: the archive of a crawl has only what came from the network.
 *
 * @returns unique by URL, in code point order of URLs, whatever the order within each list
 */
export function mergePages<S extends Source>(
  existing: readonly PageRecord<S>[],
  incoming: readonly PageRecord<S>[],
): readonly PageRecord<S>[] {
  const included = new Map(newestByUrl(existing).map((page) => [page.url, page]));
  for (const page of newestByUrl(incoming)) {
    const old = included.get(page.url);
    if (old === undefined || isReplaced(old, page)) included.set(page.url, page);
  }
  return [...included.values()].sort((a, b) => compareCodePoints(a.url, b.url));
}

function isReplaced(old: PageRecord<Source>, page: PageRecord<Source>): boolean {
  if (old.fetchedAt !== page.fetchedAt) return old.fetchedAt < page.fetchedAt;
  if (isRendered(old) !== isRendered(page)) return isRendered(page);
  return old.truncated || !page.truncated;
}

function isRendered({ rendered }: PageRecord<Source>): boolean {
  return rendered !== undefined;
}

/**
 * The newest capture of each URL. With equal times, a rendered one comes before one that was not, then a complete one before
 * a truncated one, then the longer source, then the one that is first as JSON.
 */
export function newestByUrl<S extends Source>(pages: readonly PageRecord<S>[]): readonly PageRecord<S>[] {
  const included = new Map<string, PageRecord<S>>();
  for (const page of pages) {
    const other = included.get(page.url);
    if (other === undefined || compareCaptures(page, other) < 0) included.set(page.url, page);
  }
  return [...included.values()];
}

/** Compares captures; negative if `a` wins. 0 only for captures that are the same in every field. */
function compareCaptures(a: PageRecord<Source>, b: PageRecord<Source>): number {
  return (
    b.fetchedAt - a.fetchedAt ||
    Number(isRendered(b)) - Number(isRendered(a)) ||
    Number(a.truncated) - Number(b.truncated) ||
    compareLengths(a.source, b.source) ||
    compareLengths(a.rendered?.source ?? '', b.rendered?.source ?? '') ||
    compareCodePoints(written(a), written(b))
  );
}

/** Compares sources: the longer one first, then by code point. */
function compareLengths(a: Source, b: Source): number {
  return b.length - a.length || compareSources(a, b);
}

function written(page: PageRecord<Source>): string {
  return JSON.stringify([
    page.charset,
    page.rendered?.truncated ?? false,
    ...[page.facts, page.version ?? {}].map((part) =>
      Object.entries(part).sort(([a], [b]) => compareCodePoints(a, b)),
    ),
  ]);
}

/**
 * The pages whose sources fit into `maxBytes` of UTF-8 together, those of rendered pages included: complete ones as long as
 * they fit, then one that is truncated at a character boundary and marked as such, in its rendered source first. The first
 * page is always included, even if it is truncated to nothing, because a site has at least one page.
 *
 * @param pages in order of importance
 */
export function capSources<S extends Source>(
  pages: readonly PageRecord<S>[],
  maxBytes: number,
): readonly PageRecord<S | string>[] {
  const included: PageRecord<S | string>[] = [];
  let remaining = maxBytes;
  for (const page of pages) {
    const { rendered, ...unrendered } = page;
    const bytes = sourceBytes(page.source);
    if (bytes > remaining) {
      const source = cutToBytes(sourceText(page.source), remaining);
      if (source !== '' || included.length === 0) included.push({ ...unrendered, source, truncated: true });
      break;
    }
    remaining -= bytes;
    const renderedBytes = rendered === undefined ? 0 : sourceBytes(rendered.source);
    if (rendered !== undefined && renderedBytes > remaining) {
      const source = cutToBytes(sourceText(rendered.source), remaining);
      included.push(
        source === ''
          ? { ...unrendered, truncated: true }
          : { ...page, rendered: { ...rendered, source, truncated: true } },
      );
      break;
    }
    included.push(page);
    remaining -= renderedBytes;
  }
  return included;
}

/** The longest prefix of complete code points that takes at most `maxBytes` of UTF-8. */
export function cutToBytes(text: string, maxBytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes));
  return text.slice(0, read);
}
