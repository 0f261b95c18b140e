// The sitemaps of one site: which are fetched, and what they name. Asked only when the links of pages don't suffice.
import { canonicalDomain } from '@sitegrep/site';
import type { Failure } from './failure.ts';
import type { Frontier } from './frontier.ts';
import { fetchableUrl } from './links.ts';
import { judgeRedirect } from './redirects.ts';
import { readSitemap, type Sitemap } from './sitemap.ts';
import { Visit, type FetchedAnswer, type VisitOwner } from './visit.ts';

/** Files that are fetched of one site. */
const MAX_FILES = 10;
/** Files of one index that are remembered. */
const MAX_WAITING = 100;
/** An index may name an index, though the protocol doesn't have it; no further. */
const MAX_LEVEL = 2;
/** Text of one file, once decompressed; the protocol allows 50 MiB, but lists more pages in it than are ever fetched. */
const MAX_TEXT_BYTES = 16 * 1024 * 1024;

interface File {
  readonly url: URL;
  /** How many indexes stand above it. */
  readonly level: number;
}

export interface SitemapsOptions {
  readonly domain: string;
  /** Aborts with the crawl of the site. */
  readonly signal: AbortSignal;
  readonly frontier: Pick<Frontier, 'add' | 'withdraw'>;
  readonly maxRedirects: number;
  readonly maxExpansion: number;
  /** Pages of one file. */
  readonly maxUrls: number;
  /** Decoded bytes of a body have come in. */
  readonly onBytes: (bytes: number) => void;
  /** A file has been read, or could not be; nothing is under way any more. */
  readonly onPages: (urls: readonly string[]) => void;
  /** As in VisitOwner. */
  readonly onBroken: (error: unknown) => void;
}

export class Sitemaps implements VisitOwner {
  readonly wants = 'sitemap';
  readonly #options: SitemapsOptions;
  /** Null until the first are known. */
  #waiting: File[] | null = null;
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

  /** A file is being fetched or read. */
  get busy(): boolean {
    return this.#visit !== null;
  }

  /**
   * The first files: those that robots.txt names, wherever they are, else the one at the usual place. Only the first call
   * counts.
   */
  begin(named: readonly string[], home: URL): void {
    if (this.#waiting !== null) return;
    this.#waiting = [];
    const usual = new URL('/sitemap.xml', home).href;
    this.#wait(named.length === 0 ? [usual] : named, home, 0, () => true);
  }

  /** Fetches the next file, if there is one and none is under way. */
  ask(): void {
    if (this.busy || this.#files >= MAX_FILES) return;
    const file = this.#waiting?.shift();
    if (file === undefined) return;
    this.#files++;
    this.#file = file;
    this.#fetch(new Visit(this, [file.url], 0));
  }

  /** The site is at its end: what has not begun is taken back. */
  stop(): void {
    this.#waiting = [];
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

  /** Then it is not asked for again. */
  refused(): void {}

  /** A site without a sitemap is none the worse for it. */
  failed(_visit: Visit, _failure: Failure): void {
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
    else this.#fetch(new Visit(this, [verdict.to], 0, trail));
  }

  /** An index may name files of its own host and of the site's. */
  #read({ pages, sitemaps }: Sitemap, from: URL): void {
    const level = (this.#file?.level ?? 0) + 1;
    const { domain } = this.#options;
    if (level <= MAX_LEVEL) {
      this.#wait(
        sitemaps,
        from,
        level,
        ({ host, hostname }) => host === from.host || canonicalDomain(hostname) === domain,
      );
    }
    this.#end(pages);
  }

  #wait(urls: readonly string[], base: URL, level: number, mayBe: (url: URL) => boolean): void {
    const waiting = this.#waiting ?? [];
    for (const text of urls.toSorted((a, b) => rankOf(a) - rankOf(b))) {
      if (waiting.length >= MAX_WAITING) break;
      const url = fetchableUrl(URL.parse(text, base)?.href ?? '');
      if (url === null || this.#seen.has(url.href) || !mayBe(url)) continue;
      this.#seen.add(url.href);
      waiting.push({ url, level });
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

/** Files of pages first, those of pictures and of lists of other pages last, as far as their names tell. */
function rankOf(url: string): number {
  if (/page|seite|main|general/i.test(url.replace(/^.*\//, ''))) return 0;
  return /image|video|news|author|tag|categor|archive|attachment|media/i.test(url.replace(/^.*\//, ''))
    ? 2
    : 1;
}
