// The sitemaps of one site: which are fetched, and their pages. They are used only if the links of pages don't suffice.
import { canonicalDomain } from '@sitegrep/site';
import { sendsAway, type Failure } from './failure.ts';
import type { Frontier } from './frontier.ts';
import { pacedHost } from './host-pace.ts';
import { fetchableUrl } from './links.ts';
import { judgeRedirect } from './redirects.ts';
import { readSitemap, type Sitemap } from './sitemap.ts';
import { Visit, type FetchedAnswer, type VisitOwner } from './visit.ts';

/** Maximum files that are fetched of one site. */
const MAX_FILES = 10;
/** Maximum queued files. */
const MAX_QUEUED = 100;
/** Maximum depth of indexes: an index may name an index, although the protocol doesn't allow it. */
const MAX_LEVEL = 2;
/** Maximum decompressed size of one file. The protocol allows 50 MiB, more pages than are ever fetched. */
const MAX_TEXT_BYTES = 16 * 1024 * 1024;

interface File {
  readonly url: URL;
  /** Number of indexes above it. */
  readonly level: number;
}

export interface SitemapsOptions {
  readonly domain: string;
  /** Aborts with the crawl of the site. */
  readonly signal: AbortSignal;
  readonly frontier: Pick<Frontier, 'add' | 'withdraw'>;
  readonly maxRedirects: number;
  readonly maxExpansion: number;
  /** Maximum pages of one file. */
  readonly maxUrls: number;
  /** Called with the number of decoded bytes of a body, as they arrive. */
  readonly onBytes: (bytes: number) => void;
  /** Called when the host of the site asks to stay away. */
  readonly onSentAway: (failure: Failure) => void;
  /** Called when a file was read, or could not be; nothing is under way then. */
  readonly onPages: (urls: readonly string[]) => void;
  /** Called as `break` of `VisitOwner`. */
  readonly onBroken: (error: unknown) => void;
}

export class Sitemaps implements VisitOwner {
  readonly wants = 'sitemap';
  readonly cookies = null;
  readonly #options: SitemapsOptions;
  /** Queued files; null until the first are known. */
  #queued: File[] | null = null;
  readonly #seen = new Set<string>();
  #visit: Visit | null = null;
  #file: File | null = null;
  #files = 0;

  constructor(options: SitemapsOptions) {
    this.#options = options;
  }

  get signal(): AbortSignal {
    return this.#options.signal;
  }

  /** Whether a file is being fetched or read. */
  get busy(): boolean {
    return this.#visit !== null;
  }

  /**
   * Queues the first files: those that robots.txt names, on any host, otherwise `/sitemap.xml`. Only the first call has an
   * effect.
   */
  begin(named: readonly string[], home: URL): void {
    if (this.#queued !== null) return;
    this.#queued = [];
    const usual = new URL('/sitemap.xml', home).href;
    this.#enqueue(named.length === 0 ? [usual] : named, home, 0, () => true);
  }

  /** Fetches the next file, if there is one and none is under way. */
  fetchNext(): void {
    if (this.busy || this.#files >= MAX_FILES) return;
    const file = this.#queued?.shift();
    if (file === undefined) return;
    this.#files++;
    this.#file = file;
    this.#fetch(new Visit(this, [file.url], 0));
  }

  /** Removes what has not started, at the end of the site. */
  stop(): void {
    this.#queued = [];
    if (this.#visit !== null && this.#options.frontier.withdraw(this.#visit)) this.#visit = null;
  }

  received(bytes: number): void {
    this.#options.onBytes(bytes);
  }

  validators(): null {
    return null;
  }

  async answered(visit: Visit, answer: FetchedAnswer, body: Buffer): Promise<void> {
    if (answer.kind === 'redirect') this.#redirected(visit, answer);
    else {
      const { maxUrls, maxExpansion } = this.#options;
      this.#read(await readSitemap(body, { maxUrls, maxBytes: MAX_TEXT_BYTES, maxExpansion }), answer.url);
    }
  }

  /** Does nothing: a sitemap of a busy host is not requested again. */
  refused(): void {}

  /** Ends the file. A missing sitemap is not a failure of the site. */
  failed({ host }: Visit, failure: Failure): void {
    const { domain, onSentAway } = this.#options;
    if (sendsAway(failure) && host === pacedHost(domain)) onSentAway(failure);
    this.#end([]);
  }

  break(error: unknown): void {
    this.#options.onBroken(error);
  }

  #redirected(visit: Visit, answer: FetchedAnswer & { kind: 'redirect' }): void {
    const { domain, maxRedirects } = this.#options;
    const trail = [...visit.trail, answer.url.href];
    const verdict = judgeRedirect(answer, trail, domain, maxRedirects);
    if (verdict.kind === 'stop' || this.signal.aborted) this.#end([]);
    else this.#fetch(new Visit(this, [verdict.to], 0, { trail }));
  }

  /** Takes the pages of a file. An index may name files of its own host and of the site's. */
  #read({ pages, sitemaps }: Sitemap, from: URL): void {
    const level = (this.#file?.level ?? 0) + 1;
    const { domain } = this.#options;
    if (level <= MAX_LEVEL) {
      this.#enqueue(
        sitemaps,
        from,
        level,
        ({ host, hostname }) => host === from.host || canonicalDomain(hostname) === domain,
      );
    }
    this.#end(pages.map((text) => URL.parse(text, from)?.href ?? text));
  }

  #enqueue(urls: readonly string[], base: URL, level: number, isAllowed: (url: URL) => boolean): void {
    const queued = this.#queued ?? [];
    for (const text of urls.toSorted((a, b) => rankOf(a) - rankOf(b))) {
      if (queued.length >= MAX_QUEUED) break;
      const url = fetchableUrl(URL.parse(text, base)?.href ?? '');
      if (url === null || this.#seen.has(url.href) || !isAllowed(url)) continue;
      this.#seen.add(url.href);
      queued.push({ url, level });
    }
  }

  #fetch(visit: Visit): void {
    this.#visit = visit;
    this.#options.frontier.add(visit);
  }

  #end(pages: readonly string[]): void {
    this.#visit = null;
    this.#options.onPages(pages);
  }
}

/** Rank of a file by its name: pages first, images and lists of other pages last. */
function rankOf(url: string): number {
  if (/page|seite|main|general/i.test(url.replace(/^.*\//, ''))) return 0;
  return /image|video|news|author|tag|categor|archive|attachment|media/i.test(url.replace(/^.*\//, ''))
    ? 2
    : 1;
}
