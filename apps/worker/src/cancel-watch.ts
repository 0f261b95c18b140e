import { setTimeout as delay } from 'node:timers/promises';
import type { CrawlRecords } from '@sitegrep/storage';

/** Interval at which the watch checks which crawls at work were cancelled, in milliseconds. */
const CHECK_MS = 1_000;

/** A site at work, disposed when it has ended. */
export interface WatchedSite extends Disposable {
  /** Fires at most a second after the crawl is cancelled, while the records answer. */
  readonly signal: AbortSignal;
}

interface WatchedCrawl {
  readonly sites: Set<AbortController>;
  cancelled: boolean;
}

/**
 * Aborts the sites at work in this process when their crawls are cancelled by any process. It reads the records while there
 * are such sites, so that no message has to reach every process.
 */
export class CancelWatch {
  readonly #records: Pick<CrawlRecords, 'cancelledAmong'>;
  readonly #crawls = new Map<string, WatchedCrawl>();
  #watching = false;

  constructor(records: Pick<CrawlRecords, 'cancelledAmong'>) {
    this.#records = records;
  }

  /** Adds a site that is about to begin. @throws errors of the records, for the first site of a crawl */
  async enter(crawlId: string): Promise<WatchedSite> {
    // A crawl that was cancelled before is known from its first site on.
    const known = this.#crawls.has(crawlId) ? [] : await this.#records.cancelledAmong([crawlId]);
    const crawl = this.#crawls.get(crawlId) ?? { sites: new Set(), cancelled: false };
    this.#crawls.set(crawlId, crawl);
    crawl.cancelled ||= known.length > 0;
    const site = new AbortController();
    crawl.sites.add(site);
    if (crawl.cancelled) abort(site);
    void this.#watch();
    return {
      signal: site.signal,
      [Symbol.dispose]: () => {
        crawl.sites.delete(site);
        if (crawl.sites.size === 0) this.#crawls.delete(crawlId);
      },
    };
  }

  async #watch(): Promise<void> {
    if (this.#watching) return;
    this.#watching = true;
    while (this.#crawls.size > 0) {
      await delay(CHECK_MS, undefined, { ref: false });
      for (const id of await this.#cancelled()) {
        const crawl = this.#crawls.get(id);
        if (crawl === undefined) continue;
        crawl.cancelled = true;
        for (const site of crawl.sites) abort(site);
      }
    }
    this.#watching = false;
  }

  async #cancelled(): Promise<readonly string[]> {
    const ids = [...this.#crawls].flatMap(([id, { cancelled }]) => (cancelled ? [] : [id]));
    if (ids.length === 0) return [];
    try {
      return await this.#records.cancelledAmong(ids);
    } catch {
      // The sites meet the same error of the records and report it; the next check is in a moment.
      return [];
    }
  }
}

function abort(site: AbortController): void {
  site.abort(new Error('the crawl was cancelled'));
}
