import type { ResultType, WebResult } from '../ports.ts';

/** A result as an upstream gives it, in the order of the page. */
export interface FoundResult {
  readonly type: ResultType;
  readonly url: string | null;
  readonly title: string | null;
  readonly description: string | null;
  /** Null or left out: made from the URL. */
  readonly breadcrumb?: string | null;
  /** Null or left out: its position in the list. */
  readonly rankAbsolute?: number | null;
}

/**
 * Gives results their ranks, hosts and breadcrumbs. One without a URL that leads to the web is dropped; so are the
 * organic ones after the first `depth`, and everything after them.
 */
export function rankResults(found: readonly FoundResult[], depth: number): readonly WebResult[] {
  const counts = new Map<ResultType, number>();
  const results: WebResult[] = [];
  let last = 0;
  let position = 0;
  for (const one of found) {
    position++;
    const { type } = one;
    const url = webUrl(one.url);
    if (url === null) continue;
    const rankGroup = (counts.get(type) ?? 0) + 1;
    if (type === 'organic' && rankGroup > depth) break;
    counts.set(type, rankGroup);
    // Positions from the upstream are used as long as they rise.
    last = Math.max(last + 1, one.rankAbsolute ?? position);
    results.push({
      type,
      rankGroup,
      rankAbsolute: last,
      domain: url.hostname,
      // Pages without a title are listed under their address.
      title: one.title ?? url.href,
      description: one.description,
      url: one.url ?? url.href,
      breadcrumb: type === 'featured_snippet' ? null : (one.breadcrumb ?? breadcrumbOf(url)),
    });
  }
  return results;
}

/** @returns null if the text is not an http(s) URL */
export function webUrl(text: string | null): URL | null {
  const url = text === null ? null : URL.parse(text);
  if (url === null) return null;
  const { protocol } = url;
  return protocol === 'https:' || protocol === 'http:' ? url : null;
}

/** The address as it is written; null if it doesn't lead to the web. */
export function webUrlOrNull(text: string | null): string | null {
  return webUrl(text) === null ? null : text;
}

/** Maximum parts of a path in a breadcrumb; longer paths are rare. */
const SHOWN_PARTS = 5;

/** `https://example.com › guides › rivers` */
export function breadcrumbOf(url: URL): string {
  let breadcrumb = url.origin;
  let shown = 0;
  for (const part of url.pathname.split('/')) {
    if (part === '') continue;
    if (shown === SHOWN_PARTS) break;
    shown++;
    breadcrumb += ` › ${readable(part)}`;
  }
  return breadcrumb;
}

/** Decodes percent-encoding where it encodes text. */
function readable(part: string): string {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    // Bytes that are not UTF-8 stay as they are written.
    return part;
  }
}

export interface ResultPage {
  readonly results: readonly FoundResult[];
  /** Whether the upstream has no further page. */
  readonly isLast: boolean;
}

interface Pages {
  /** Organic results that are wanted. */
  readonly depth: number;
  /** Maximum number of pages to fetch. */
  readonly maxPages: number;
  /** @param page from 0 */
  readonly fetchPage: (page: number) => Promise<ResultPage>;
}

/**
 * The results of one page after another, until there are enough, an upstream has no more, or a page brings nothing new.
 * What an earlier page had is left out. Fails as soon as one page does: a list with a hole or a false end is not an answer.
 */
export async function collectPages({ depth, maxPages, fetchPage }: Pages): Promise<readonly FoundResult[]> {
  const found: FoundResult[] = [];
  const seen = new Set<string>();
  let organic = 0;
  for (let page = 0; page < maxPages; page++) {
    // One at a time: each page is paid for, and only the last one shows whether another is needed.
    const { results, isLast } = await fetchPage(page);
    // Positions count within a page; those of later pages follow from the list.
    const fresh =
      page === 0
        ? results
        : results
            .filter((result) => !seen.has(keyOf(result)))
            .map((result) => ({ ...result, rankAbsolute: null }));
    found.push(...fresh);
    // Only needed if another page may be fetched.
    if (isLast || page + 1 === maxPages) break;
    for (const result of fresh) seen.add(keyOf(result));
    const more = fresh.filter(({ type, url }) => type === 'organic' && webUrl(url) !== null).length;
    organic += more;
    if (more === 0 || organic >= depth) break;
  }
  return found;
}

function keyOf({ type, url }: FoundResult): string {
  return `${type} ${url}`;
}
