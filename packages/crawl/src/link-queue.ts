// Which page of a site is fetched next. Deterministic: the same links in the same order give the same pages.
import { OWNER_PAGE_KINDS, ownerPageByUrl, type OwnerPageKind } from '@sitegrep/site';
import { pageKey, familyOf } from './links.ts';

export interface QueuedLink {
  readonly url: URL;
  readonly depth: number;
}

export interface LinkSource {
  /** Links away from a start URL. */
  readonly depth: number;
  /** It stands in a sitemap, which ranks behind links of the same depth. */
  readonly listed?: boolean;
  /** What the link is called; its URL is asked if that says nothing. */
  readonly kind?: OwnerPageKind | null;
}

interface Waiting extends QueuedLink {
  readonly listed: boolean;
  readonly kind: OwnerPageKind | null;
  /** The part of the site it is in. */
  readonly section: string;
  readonly segments: number;
  readonly hasQuery: boolean;
}

/** Pages of one kind that tells of the owner: so many are tried, until one is fetched. */
const MAX_ATTEMPTS = 3;

/** Of all URLs that are considered, so many may come from sitemaps, that links have room. */
const LISTED_SHARE = 0.5;

/**
 * The URLs of one site that are still to be fetched, each page once, a bounded number in all.
 *
 * First one page of each kind that tells who runs the site. Then breadth first: by depth; links before what only a sitemap
 * lists; of the part of the site that was visited least; short paths before long ones, those without a query before those
 * with one; then in the order they came.
 */
export class LinkQueue {
  readonly #maxUrls: number;
  readonly #seen = new Set<string>();
  #listed = 0;
  readonly #waiting: Waiting[] = [];
  /** Members of families that were let in. */
  readonly #families = new Map<string, number>();
  /** Pages taken by section. */
  readonly #taken = new Map<string, number>();
  readonly #attempts = new Map<OwnerPageKind, number>();
  /** What the pages that were taken as the owner's are called, by their keys. */
  readonly #called = new Map<string, OwnerPageKind>();

  constructor(maxUrls: number) {
    this.#maxUrls = maxUrls;
  }

  /** URLs that wait. */
  get size(): number {
    return this.#waiting.length;
  }

  /** Notes a page that was fetched, or will be, without queueing it. */
  note(url: URL): void {
    const key = pageKey(url);
    const kind = this.#called.get(key) ?? ownerPageByUrl(url);
    if (kind !== null) this.#attempts.set(kind, MAX_ATTEMPTS);
    if (this.#seen.has(key) || this.#seen.size >= this.#maxUrls) return;
    this.#seen.add(key);
    this.#countTaken(placeOf(url).section);
  }

  /** Queues a page, unless it is known, or there are enough of it or of all. */
  add(url: URL, { depth, listed = false, kind }: LinkSource): void {
    const key = pageKey(url);
    if (this.#seen.has(key) || this.#seen.size >= this.#maxUrls) return;
    if (listed && this.#listed >= this.#maxUrls * LISTED_SHARE) return;
    if (!this.#letIn(url)) return;
    this.#seen.add(key);
    if (listed) this.#listed++;
    const { section, segments } = placeOf(url);
    this.#waiting.push({
      url,
      depth,
      listed,
      kind: kind ?? ownerPageByUrl(url),
      section,
      segments,
      hasQuery: url.search !== '',
    });
  }

  take(): QueuedLink | null {
    let best = -1;
    let first: Waiting | null = null;
    for (const [at, link] of this.#waiting.entries()) {
      if (first !== null && this.#compare(link, first) >= 0) continue;
      best = at;
      first = link;
    }
    if (first === null) return null;
    this.#waiting.splice(best, 1);
    const { url, depth, section, kind } = first;
    this.#countTaken(section);
    if (kind !== null) {
      this.#called.set(pageKey(url), kind);
      this.#attempts.set(kind, (this.#attempts.get(kind) ?? 0) + 1);
    }
    return { url, depth };
  }

  clear(): void {
    this.#waiting.length = 0;
  }

  #letIn(url: URL): boolean {
    const family = familyOf(url);
    if (family === null) return true;
    const members = this.#families.get(family.key) ?? 0;
    if (members >= family.most) return false;
    this.#families.set(family.key, members + 1);
    return true;
  }

  #countTaken(section: string): void {
    this.#taken.set(section, (this.#taken.get(section) ?? 0) + 1);
  }

  /** Negative if `a` comes first. */
  #compare(a: Waiting, b: Waiting): number {
    return (
      this.#ownerRank(a) - this.#ownerRank(b) ||
      a.depth - b.depth ||
      Number(a.listed) - Number(b.listed) ||
      (this.#taken.get(a.section) ?? 0) - (this.#taken.get(b.section) ?? 0) ||
      a.segments - b.segments ||
      Number(a.hasQuery) - Number(b.hasQuery)
    );
  }

  #ownerRank({ kind }: Waiting): number {
    if (kind === null || (this.#attempts.get(kind) ?? 0) >= MAX_ATTEMPTS) return OWNER_PAGE_KINDS.length;
    return OWNER_PAGE_KINDS.indexOf(kind);
  }
}

/** `de`, `de-at`, `zh_Hant`: what sites in several languages begin their paths with. */
const LANGUAGE = /^[a-z]{2}(?:[-_][a-z]{2,4})?$/i;

/** The part of a site that a URL is in: its first segment that is no language. All languages' home pages are one part. */
function placeOf(url: URL): { readonly section: string; readonly segments: number } {
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  const inLanguage = LANGUAGE.test(segments[0] ?? '');
  const [first = ''] = inLanguage ? segments.slice(1) : segments;
  // Pages at the top are parts of their own, as are the folders beside them.
  return { section: `${url.host}/${first}`, segments: segments.length };
}
