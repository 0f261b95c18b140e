import type { Crawl, CrawlRecords, EndedSite } from '@sitegrep/storage';
import { LRUCache } from 'lru-cache';

/** Sites read at a time. */
const PAGE_SIZE = 200;

/** Maximum pages of sites that are cached until the crawl is read again. */
const MAX_PAGES = 4;

interface WatchedCrawlsOptions {
  readonly records: Pick<CrawlRecords, 'get' | 'ended'>;
  /** Interval at which a crawl is read, in milliseconds. */
  readonly everyMs: number;
  /** Called at the first failed read of a series; reading goes on. */
  readonly onError: (error: unknown, crawlId: string) => void;
}

/** A crawl with at least one watcher. */
export interface WatchedCrawl {
  /** Crawl as it was last read; null when it no longer exists. */
  readonly crawl: Crawl | null;
  /** Reads the next sites that ended, once for all watchers at the same position; null if that failed. */
  ended(after: number): Promise<readonly EndedSite[] | null>;
  /** Resolves when the crawl was read again, even if that failed. */
  readonly nextRead: Promise<void>;
  /** Ends the watching; must be called once. */
  leave(): void;
}

/** Reads crawls repeatedly while they are watched; all watchers of a crawl share the reads. */
export class WatchedCrawls {
  readonly #options: WatchedCrawlsOptions;
  readonly #watched = new Map<string, Watch>();

  constructor(options: WatchedCrawlsOptions) {
    this.#options = options;
  }

  /** Begins to watch a crawl. @returns null if there is no such crawl @throws errors of the records */
  async join(crawlId: string): Promise<WatchedCrawl | null> {
    if (!this.#watched.has(crawlId)) {
      const crawl = await this.#options.records.get(crawlId);
      if (crawl === null) return null;
      // Another watcher may have come meanwhile.
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
  readonly #pages = new LRUCache<number, Promise<readonly EndedSite[] | null>>({ max: MAX_PAGES });
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
    this.#readLater();
  }

  get crawl(): Crawl | null {
    return this.#crawl;
  }

  get nextRead(): Promise<void> {
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
    const page = this.#attempt(() => this.#options.records.ended(this.#id, after, PAGE_SIZE));
    this.#pages.set(after, page);
    return page;
  }

  #readLater(): void {
    this.#timer = setTimeout(() => void this.#read(), this.#options.everyMs);
  }

  async #read(): Promise<void> {
    const crawl = await this.#attempt(async () => ({ found: await this.#options.records.get(this.#id) }));
    if (crawl !== null) {
      this.#failing = false;
      this.#crawl = crawl.found;
    }
    // Sites are read again from here on, so that a watcher finds every site that the new counts include.
    this.#pages.clear();
    const { resolve } = this.#next;
    this.#next = Promise.withResolvers();
    resolve();
    if (this.#watchers > 0) this.#readLater();
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
