// Decides which page of a site is fetched next. Deterministic: the same links in the same order give the same pages.
import { OWNER_PAGE_KINDS, ownerPageByUrl, type OwnerPageKind } from '@sitegrep/site';
import { pageKey, familyOf } from './links.ts';

export interface QueuedLink {
  readonly url: URL;
  readonly depth: number;
}

export interface LinkSource {
  /** Number of links from a start URL. */
  readonly depth: number;
  /** Whether it shows or continues the page that links to it, so that it comes before any other. */
  readonly first?: boolean;
  /** Whether it comes from a sitemap, which ranks after links of the same depth. */
  readonly listed?: boolean;
  /** Kind of owner's page by the link's text; if null, its URL decides. */
  readonly kind?: OwnerPageKind | null;
}

interface Candidate extends QueuedLink {
  readonly first: boolean;
  readonly listed: boolean;
  readonly kind: OwnerPageKind | null;
  /** Section of the site. */
  readonly section: string;
  readonly segments: number;
  readonly hasQuery: boolean;
}

/** Maximum pages that are tried for one kind of owner's page, until one is fetched. */
const MAX_ATTEMPTS = 3;

/** Maximum share of URLs from sitemaps, so that links are considered, too. */
const LISTED_SHARE = 0.5;

/**
 * Queue of a site's URLs, each page once, with a bounded number in all.
 *
 * First come frames and what a page refreshes to, then one page of each kind about the site's owner. The others are
 * ordered by depth; links before URLs from sitemaps only; the least visited section first; short paths first; paths
 * without a query first; then in the order of arrival.
 */
export class LinkQueue {
  readonly #maxUrls: number;
  readonly #seen = new Set<string>();
  #listed = 0;
  readonly #queued: Candidate[] = [];
  /** Admitted URLs by family. */
  readonly #families = new Map<string, number>();
  /** Taken pages by section. */
  readonly #taken = new Map<string, number>();
  readonly #attempts = new Map<OwnerPageKind, number>();
  /** Kinds of the pages that were taken as the owner's, by page key. */
  readonly #kinds = new Map<string, OwnerPageKind>();

  constructor(maxUrls: number) {
    this.#maxUrls = maxUrls;
  }

  /** Number of queued URLs. */
  get size(): number {
    return this.#queued.length;
  }

  /** Number of queued URLs that links lead to; the others come from sitemaps. */
  get linked(): number {
    return this.#queued.filter(({ listed }) => !listed).length;
  }

  /** Whether a page was neither noted nor queued. */
  isNew(url: URL): boolean {
    return !this.#seen.has(pageKey(url));
  }

  /** Notes a page that was fetched, or will be, without queuing it. */
  note(url: URL): void {
    const key = pageKey(url);
    const kind = this.#kinds.get(key) ?? ownerPageByUrl(url);
    if (kind !== null) this.#attempts.set(kind, MAX_ATTEMPTS);
    if (this.#seen.has(key) || this.#seen.size >= this.#maxUrls) return;
    this.#seen.add(key);
    this.#countTaken(sectionOf(url).section);
  }

  /** Queues a page, unless it is known, or its family or the queue is full. */
  add(url: URL, { depth, first = false, listed = false, kind }: LinkSource): void {
    const key = pageKey(url);
    if (this.#seen.has(key) || this.#seen.size >= this.#maxUrls) return;
    if (listed && this.#listed >= this.#maxUrls * LISTED_SHARE) return;
    if (!this.#admit(url)) return;
    this.#seen.add(key);
    if (listed) this.#listed++;
    const { section, segments } = sectionOf(url);
    this.#queued.push({
      url,
      depth,
      first,
      listed,
      kind: kind ?? ownerPageByUrl(url),
      section,
      segments,
      hasQuery: url.search !== '',
    });
  }

  take(): QueuedLink | null {
    let best = -1;
    let first: Candidate | null = null;
    for (const [at, link] of this.#queued.entries()) {
      if (first !== null && this.#compare(link, first) >= 0) continue;
      best = at;
      first = link;
    }
    if (first === null) return null;
    this.#queued.splice(best, 1);
    const { url, depth, section, kind } = first;
    this.#countTaken(section);
    if (kind !== null) {
      this.#kinds.set(pageKey(url), kind);
      this.#attempts.set(kind, (this.#attempts.get(kind) ?? 0) + 1);
    }
    return { url, depth };
  }

  clear(): void {
    this.#queued.length = 0;
  }

  #admit(url: URL): boolean {
    const family = familyOf(url);
    if (family === null) return true;
    const members = this.#families.get(family.key) ?? 0;
    if (members >= family.max) return false;
    this.#families.set(family.key, members + 1);
    return true;
  }

  #countTaken(section: string): void {
    this.#taken.set(section, (this.#taken.get(section) ?? 0) + 1);
  }

  /** Negative if `a` comes first. */
  #compare(a: Candidate, b: Candidate): number {
    return (
      Number(b.first) - Number(a.first) ||
      this.#ownerRank(a) - this.#ownerRank(b) ||
      a.depth - b.depth ||
      Number(a.listed) - Number(b.listed) ||
      (this.#taken.get(a.section) ?? 0) - (this.#taken.get(b.section) ?? 0) ||
      a.segments - b.segments ||
      Number(a.hasQuery) - Number(b.hasQuery)
    );
  }

  #ownerRank({ kind }: Candidate): number {
    if (kind === null || (this.#attempts.get(kind) ?? 0) >= MAX_ATTEMPTS) return OWNER_PAGE_KINDS.length;
    return OWNER_PAGE_KINDS.indexOf(kind);
  }
}

/** First segment of a path on a site in several languages: `de`, `de-at`, `zh_Hant`. */
const LANGUAGE = /^[a-z]{2}(?:[-_][a-z]{2,4})?$/i;

/** Section of a URL: its first segment that is not a language. The home pages of all languages are one section. */
function sectionOf(url: URL): { readonly section: string; readonly segments: number } {
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  const inLanguage = LANGUAGE.test(segments[0] ?? '');
  const [first = ''] = inLanguage ? segments.slice(1) : segments;
  // Pages at the top level are sections of their own, like the folders beside them.
  return { section: `${url.host}/${first}`, segments: segments.length };
}
