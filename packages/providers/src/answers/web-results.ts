import type { ResultType, WebResult } from '../ports.ts';

/** A result as an upstream gives it, in the order of the page. */
export interface FoundResult {
  readonly type: ResultType;
  readonly url: string | null;
  readonly title: string | null;
  readonly description: string | null;
  /** Null or left out: made from the URL. */
  readonly breadcrumb?: string | null;
  /** Null or left out: its place in the list. */
  readonly rankAbsolute?: number | null;
}

/**
 * Gives results their ranks, hosts and breadcrumbs. One without a URL that leads to the web is dropped; so are the
 * organic ones behind the first `depth`, and what comes after them.
 */
export function rankResults(found: readonly FoundResult[], depth: number): readonly WebResult[] {
  const counts = new Map<ResultType, number>();
  const results: WebResult[] = [];
  let last = 0;
  for (const [index, { type, title, description, breadcrumb, ...rest }] of found.entries()) {
    const url = webUrl(rest.url);
    if (url === null) continue;
    const rankGroup = (counts.get(type) ?? 0) + 1;
    if (type === 'organic' && rankGroup > depth) break;
    counts.set(type, rankGroup);
    // What an upstream says of places is taken as long as it rises.
    last = Math.max(last + 1, rest.rankAbsolute ?? index + 1);
    results.push({
      type,
      rankGroup,
      rankAbsolute: last,
      domain: url.hostname,
      // Pages without a title are listed under their address.
      title: title ?? url.href,
      description,
      url: rest.url ?? url.href,
      breadcrumb: type === 'featured_snippet' ? null : (breadcrumb ?? breadcrumbOf(url)),
    });
  }
  return results;
}

/** @returns null if the text is no http(s) URL */
export function webUrl(text: string | null): URL | null {
  const url = text === null ? null : URL.parse(text);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : null;
}

/** The address as it is written; null if it doesn't lead to the web. */
export function webUrlOrNull(text: string | null): string | null {
  return webUrl(text) === null ? null : text;
}

/** Parts of a path that a breadcrumb shows; longer ones are rare, and nobody reads them. */
const SHOWN_PARTS = 5;

/** `https://example.com › guides › rivers` */
export function breadcrumbOf(url: URL): string {
  const parts = url.pathname.split('/').filter((part) => part !== '');
  return [url.origin, ...parts.slice(0, SHOWN_PARTS).map(readable)].join(' › ');
}

/** Without percent-encoding, where it encodes text. */
function readable(part: string): string {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    // Bytes that are no UTF-8 stay as they are written.
    return part;
  }
}
