import { setTimeout as delay } from 'node:timers/promises';
import type { CrawlRecords } from '@sitegrep/storage';

/** How often it is asked which of the crawls at work were cancelled, in milliseconds. */
const LOOK_EVERY_MS = 1_000;

/** A site at work; disposed of when it has ended. */
export interface WatchedSite extends Disposable {
  /** Fires when the crawl is cancelled: a second after it at most, while the records answer. */
  readonly signal: AbortSignal;
}

interface WatchedCrawl {
  readonly sites: Set<AbortController>;
  cancelled: boolean;
}

/**
 * Tells the sites at work in this process when their crawls are cancelled, wherever that was asked for: by looking, as
 * long as there are such sites, so that nothing has to reach every process.
 */
export class CancelWatch {
  readonly #records: Pick<CrawlRecords, 'cancelledAmong'>;
  readonly #crawls = new Map<string, WatchedCrawl>();
  #looking = false;

  constructor(records: Pick<CrawlRecords, 'cancelledAmong'>) {
    this.#records = records;
  }

  /** A site of this crawl is about to begin. @throws what the records throw, for the first site of a crawl */
  async enter(crawlId: string): Promise<WatchedSite> {
    // So that a crawl which was cancelled before is known as such from its first site on.
    const known = this.#crawls.has(crawlId) ? [] : await this.#records.cancelledAmong([crawlId]);
    const crawl = this.#crawls.get(crawlId) ?? { sites: new Set(), cancelled: false };
    this.#crawls.set(crawlId, crawl);
    crawl.cancelled ||= known.length > 0;
    const site = new AbortController();
    crawl.sites.add(site);
    if (crawl.cancelled) abort(site);
    void this.#look();
    return {
      signal: site.signal,
      [Symbol.dispose]: () => {
        crawl.sites.delete(site);
        if (crawl.sites.size === 0) this.#crawls.delete(crawlId);
      },
    };
  }

  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    while (this.#crawls.size > 0) {
      await delay(LOOK_EVERY_MS, undefined, { ref: false });
      for (const id of await this.#cancelled()) {
        const crawl = this.#crawls.get(id);
        if (crawl === undefined) continue;
        crawl.cancelled = true;
        for (const site of crawl.sites) abort(site);
      }
    }
    this.#looking = false;
  }

  async #cancelled(): Promise<readonly string[]> {
    const ids = [...this.#crawls].flatMap(([id, { cancelled }]) => (cancelled ? [] : [id]));
    if (ids.length === 0) return [];
    try {
      return await this.#records.cancelledAmong(ids);
    } catch {
      // The sites themselves run into what is wrong with the records, and say so; this is asked again in a moment.
      return [];
    }
  }
}

function abort(site: AbortController): void {
  site.abort(new Error('the crawl was cancelled'));
}
