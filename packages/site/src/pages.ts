import { canonicalDomain } from './domain.ts';
import { compareCodePoints } from './order.ts';
import { bodyBytes, isRecord, isRendered, renderedBytes, type SitePage } from './outline.ts';
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
  const byUrl = pages.toSorted((a, b) => compareCodePoints(a.url, b.url));
  if (byUrl.length < 2) return byUrl;
  const { url } = homeOf(domain, byUrl);
  return [...byUrl.filter((page) => page.url === url), ...byUrl.filter((page) => page.url !== url)];
}

type Located = Pick<PageRecord, 'url' | 'fetchedAt'>;

/** A page that is the home page if no other page goes before it. */
export interface HomeCandidate {
  readonly url: string;
  /** Numbers by which candidates are compared, the most important first; the smaller one goes before. */
  readonly order: readonly number[];
}

/** The first of some pages that could be the home page. @param pages at least one, in code point order of URLs */
export function homeOf(domain: string, pages: readonly Located[]): HomeCandidate {
  return pages.map((page) => candidateOf(domain, page)).reduce(joinHomes);
}

/** The one of two pages that goes before the other as the home page. @param right a page whose URL comes after that of `left` */
export function joinHomes(left: HomeCandidate, right: HomeCandidate): HomeCandidate {
  for (const [at, rank] of left.order.entries()) {
    const other = right.order[at] ?? 0;
    if (rank !== other) return rank < other ? left : right;
  }
  return left;
}

function candidateOf(domain: string, { url, fetchedAt }: Located): HomeCandidate {
  const parsed = URL.parse(url);
  if (parsed === null) return { url, order: [2, 0, 0, 0] };
  const { hostname, pathname, search } = parsed;
  return {
    url,
    order: [
      canonicalDomain(hostname) === domain ? 0 : 1,
      pathname.length,
      search === '' ? 0 : 1,
      pathname === '/' ? 0 - fetchedAt : 0,
    ],
  };
}

/**
 * The pages of a site after an import: the newest capture of each URL. With equal times `incoming` wins, so
 * that importing a file again brings improved extraction to stored pages, unless it is truncated and the stored
 * page is not: of a clipped file and the complete one, the complete one counts, whichever is imported first. Before that, a
 * rendered page counts more than one that was not: the archive of a crawl has only what came from the network.
 *
 * @returns unique by URL, in code point order of URLs, whatever the order within each list
 */
export function mergePages<Stored extends SitePage, S extends Source>(
  existing: readonly Stored[],
  incoming: readonly PageRecord<S>[],
): readonly (Stored | PageRecord<S>)[] {
  const included = new Map<string, Stored | PageRecord<S>>(
    newestByUrl(existing).map((page) => [page.url, page]),
  );
  for (const page of newestByUrl(incoming)) {
    const old = included.get(page.url);
    if (old === undefined || isReplaced(old, page)) included.set(page.url, page);
  }
  return [...included.values()].sort((a, b) => compareCodePoints(a.url, b.url));
}

function isReplaced(old: SitePage, page: SitePage): boolean {
  if (old.fetchedAt !== page.fetchedAt) return old.fetchedAt < page.fetchedAt;
  if (isRendered(old) !== isRendered(page)) return isRendered(page);
  return old.truncated || !page.truncated;
}

/**
 * The newest capture of each URL. With equal times, a rendered one comes before one that was not, then a complete one before
 * a truncated one, then a record before the outline of a stored page, then the longer source, then the one that is first as
 * JSON.
 *
 * @param pages at most one outline of each URL
 */
export function newestByUrl<Page extends SitePage>(pages: readonly Page[]): readonly Page[] {
  const included = new Map<string, Page>();
  for (const page of pages) {
    const other = included.get(page.url);
    if (other === undefined || compareCaptures(page, other) < 0) included.set(page.url, page);
  }
  return [...included.values()];
}

/** Compares captures; negative if `a` wins. 0 only for captures that are the same in every field. */
function compareCaptures(a: SitePage, b: SitePage): number {
  return (
    b.fetchedAt - a.fetchedAt ||
    Number(isRendered(b)) - Number(isRendered(a)) ||
    Number(a.truncated) - Number(b.truncated) ||
    (isRecord(a) && isRecord(b) ? compareRecords(a, b) : Number(isRecord(b)) - Number(isRecord(a)))
  );
}

function compareRecords(a: PageRecord<Source>, b: PageRecord<Source>): number {
  return (
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
    page.answers ?? null,
    ...[page.facts, page.version ?? {}].map((part) =>
      Object.entries(part).sort(([a], [b]) => compareCodePoints(a, b)),
    ),
  ]);
}

/**
 * The pages whose sources fit into `maxBytes` of UTF-8 together, those of rendered pages included: in their order, until one
 * does not fit. The first page is always included: if it does not fit, it is truncated at a character boundary and marked as
 * such, in its rendered source first, even to nothing, because a site has at least one page. A stored one stays as it is.
 *
 * @param pages in order of importance
 */
export function capSources<S extends Source>(
  pages: readonly SitePage<S>[],
  maxBytes: number,
): readonly SitePage<S | string>[] {
  let remaining = maxBytes;
  const unfit = pages.findIndex((page) => (remaining -= bodyBytes(page) + renderedBytes(page)) < 0);
  if (unfit === -1) return pages;
  const [home] = pages;
  if (unfit > 0 || home === undefined) return pages.slice(0, unfit);
  return [isRecord(home) ? cutPage(home, maxBytes) : home];
}

/** A page whose sources exceed `maxBytes` of UTF-8 together, cut to that. */
function cutPage<S extends Source>(page: PageRecord<S>, maxBytes: number): PageRecord<S | string> {
  const { rendered, ...unrendered } = page;
  const left = maxBytes - sourceBytes(page.source);
  if (left < 0)
    return { ...unrendered, source: cutToBytes(sourceText(page.source), maxBytes), truncated: true };
  const source = rendered === undefined ? '' : cutToBytes(sourceText(rendered.source), left);
  return rendered === undefined || source === ''
    ? { ...unrendered, truncated: true }
    : { ...page, rendered: { ...rendered, source, truncated: true } };
}

/** The longest prefix of complete code points that takes at most `maxBytes` of UTF-8. */
export function cutToBytes(text: string, maxBytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes));
  return text.slice(0, read);
}
