import { LRUCache } from 'lru-cache';
import type { Crawl } from '../../records.ts';

/** Counts of the sites of a crawl. */
export interface SiteCounts {
  readonly total: number;
  /** Sites that were begun and have no result. */
  readonly running: number;
  readonly outcomes: Crawl['outcomes'];
  readonly pages: number;
  readonly bytes: number;
  /** Times of the first begin and the last result; null if there is none. */
  readonly activeFrom: number | null;
  readonly finishedAt: number | null;
}

/** Maximum number of crawls that one search counts: the cluster limits the buckets of an answer. */
const CRAWLS_AT_A_TIME = 1_000;

/** Number of sites from which the counts of a crawl are cached. */
const MIN_CACHED_SITES = 100_000;

/** Counts are cached for this many times as long as counting took, so that it takes at most a tenth of the time. */
const CACHE_TIME_FACTOR = 10;
const MAX_CACHE_MS = 60_000;

/** Maximum number of cached counts. */
const MAX_CACHED = 1_000;

/** A crawl to be counted. */
export interface Counted {
  readonly id: string;
  /** Whether the crawl gets no more sites. */
  readonly sealed: boolean;
}

interface Cached {
  readonly counts: SiteCounts;
  readonly until: number;
}

type Found = Promise<ReadonlyMap<string, SiteCounts>>;

/**
 * Counts the sites of crawls for concurrent callers. One search runs at a time, and calls that arrive meanwhile
 * share the next one, so each caller sees everything that was written before its call. The counts of a large sealed
 * crawl are cached for ten times as long as counting took, up to a minute.
 */
export class SiteCounters {
  readonly #count: (crawlIds: readonly string[]) => Found;
  readonly #now: () => number;
  readonly #cached = new LRUCache<string, Cached>({ max: MAX_CACHED });
  /** Crawls for the next searches: by id, whether the crawl is sealed. */
  #queue: { readonly ids: Map<string, boolean>; readonly found: PromiseWithResolvers<Awaited<Found>> }[] = [];
  #running = false;

  /**
   * @param count counts those of the crawls that have sites
   * @param now clock in milliseconds, from any start
   */
  constructor(count: (crawlIds: readonly string[]) => Found, now: () => number = () => performance.now()) {
    this.#count = count;
    this.#now = now;
  }

  /** @param crawls up to 1,000 */
  async of(crawls: readonly Counted[]): Found {
    const found = new Map<string, SiteCounts>();
    const missing: Counted[] = [];
    for (const crawl of crawls) {
      const cached = this.#cached.get(crawl.id);
      if (cached !== undefined && cached.until > this.#now()) found.set(crawl.id, cached.counts);
      else missing.push(crawl);
    }
    if (missing.length === 0) return found;
    const counted = await this.#request(missing);
    for (const { id } of missing) {
      const counts = counted.get(id);
      if (counts !== undefined) found.set(id, counts);
    }
    return found;
  }

  #request(crawls: readonly Counted[]): Found {
    let next = this.#queue.at(-1);
    if (next === undefined || next.ids.size + crawls.length > CRAWLS_AT_A_TIME) {
      next = { ids: new Map(), found: Promise.withResolvers() };
      this.#queue.push(next);
    }
    // An earlier caller may have read the crawl before it was sealed.
    for (const { id, sealed } of crawls) next.ids.set(id, sealed && (next.ids.get(id) ?? true));
    void this.#run();
    return next.found.promise;
  }

  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
      const { ids } = next;
      const from = this.#now();
      try {
        const counters = await this.#count([...ids.keys()]);
        const tookMs = this.#now() - from;
        for (const [id, counts] of counters) if (ids.get(id) === true) this.#cache(id, counts, tookMs);
        next.found.resolve(counters);
      } catch (error) {
        // Callers of the next searches have waited long enough, e.g. for a cluster that does not answer.
        for (const { found } of [next, ...this.#queue.splice(0)]) found.reject(error);
      }
    }
    this.#running = false;
  }

  #cache(id: string, counts: SiteCounts, tookMs: number): void {
    this.#cached.delete(id);
    if (counts.total < MIN_CACHED_SITES) return;
    const until = this.#now() + Math.min(CACHE_TIME_FACTOR * tookMs, MAX_CACHE_MS);
    this.#cached.set(id, { counts, until });
  }
}
