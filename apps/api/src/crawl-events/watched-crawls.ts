import type { Crawl, CrawlRecords, EndedSite } from '@sitegrep/storage';

/** Sites read at a time. */
const SITES_AT_A_TIME = 200;

/** Pages of sites that are kept until the next look. */
const MAX_PAGES = 4;

export interface WatchedCrawlsOptions {
  readonly records: Pick<CrawlRecords, 'get' | 'ended'>;
  /** Milliseconds between looks. */
  readonly everyMs: number;
  /** A look failed, after one that did not; the next ones go on. */
  readonly onError: (error: unknown, crawlId: string) => void;
}

/** A crawl that somebody watches. */
export interface WatchedCrawl {
  /** As of the last look; null once it is gone. */
  readonly crawl: Crawl | null;
  /** The next sites that ended, read after that look, or once for all who ask for the same; null if that failed. */
  ended(after: number): Promise<readonly EndedSite[] | null>;
  /** Resolves at the next look, also if it fails. */
  readonly looked: Promise<void>;
  /** To be called once. */
  leave(): void;
}

/** Looks at crawls again and again while they are watched; all who watch the same one share it. */
export class WatchedCrawls {
  readonly #options: WatchedCrawlsOptions;
  readonly #watched = new Map<string, Watch>();

  constructor(options: WatchedCrawlsOptions) {
    this.#options = options;
  }

  /** @returns null if there is no such crawl @throws what the records throw */
  async join(crawlId: string): Promise<WatchedCrawl | null> {
    if (!this.#watched.has(crawlId)) {
      const crawl = await this.#options.records.get(crawlId);
      if (crawl === null) return null;
      // Others may have come meanwhile.
      if (!this.#watched.has(crawlId)) {
        const onEmpty = (): void => void this.#watched.delete(crawlId);
        this.#watched.set(crawlId, new Watch(crawl, this.#options, onEmpty));
      }
    }
    return this.#watched.get(crawlId)?.join() ?? null;
  }
}

class Watch implements WatchedCrawl {
  readonly #id: string;
  readonly #options: WatchedCrawlsOptions;
  readonly #onEmpty: () => void;
  readonly #pages = new Map<number, Promise<readonly EndedSite[] | null>>();
  #crawl: Crawl | null;
  #next = Promise.withResolvers<void>();
  #timer: NodeJS.Timeout | null = null;
  #watchers = 0;
  #failing = false;

  constructor(crawl: Crawl, options: WatchedCrawlsOptions, onEmpty: () => void) {
    this.#id = crawl.id;
    this.#crawl = crawl;
    this.#options = options;
    this.#onEmpty = onEmpty;
    this.#lookLater();
  }

  get crawl(): Crawl | null {
    return this.#crawl;
  }

  get looked(): Promise<void> {
    return this.#next.promise;
  }

  join(): this {
    this.#watchers += 1;
    return this;
  }

  leave(): void {
    this.#watchers -= 1;
    if (this.#watchers > 0) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#onEmpty();
  }

  ended(after: number): Promise<readonly EndedSite[] | null> {
    const known = this.#pages.get(after);
    if (known !== undefined) return known;
    const page = this.#attempt(() => this.#options.records.ended(this.#id, after, SITES_AT_A_TIME));
    const [oldest] = this.#pages.keys();
    if (this.#pages.size >= MAX_PAGES && oldest !== undefined) this.#pages.delete(oldest);
    this.#pages.set(after, page);
    return page;
  }

  #lookLater(): void {
    this.#timer = setTimeout(() => void this.#look(), this.#options.everyMs);
  }

  async #look(): Promise<void> {
    const crawl = await this.#attempt(async () => ({ found: await this.#options.records.get(this.#id) }));
    if (crawl !== null) {
      this.#failing = false;
      this.#crawl = crawl.found;
    }
    // From here on sites are read again: whoever sees this crawl sees the sites that it counts.
    this.#pages.clear();
    const { resolve } = this.#next;
    this.#next = Promise.withResolvers();
    resolve();
    if (this.#watchers > 0) this.#lookLater();
  }

  async #attempt<T>(call: () => Promise<T>): Promise<T | null> {
    try {
      return await call();
    } catch (error) {
      if (!this.#failing) this.#options.onError(error, this.#id);
      this.#failing = true;
      return null;
    }
  }
}
