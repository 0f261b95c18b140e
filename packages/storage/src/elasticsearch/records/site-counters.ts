import type { Crawl } from '../../crawls.ts';

/** Counts of the sites of a crawl. */
export interface SiteTally {
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
const LARGE = 100_000;

/** Counts are cached for this many times as long as counting took, so that it takes at most a tenth of the time. */
const KEPT_FOR_TIMES = 10;
const KEPT_MS_AT_MOST = 60_000;

/** Maximum number of cached counts. */
const MAX_KEPT = 1_000;

/** A crawl to be counted. */
export interface Counted {
  readonly id: string;
  /** Whether the crawl gets no more sites. */
  readonly sealed: boolean;
}

interface Kept {
  readonly tally: SiteTally;
  readonly until: number;
}

type Found = Promise<ReadonlyMap<string, SiteTally>>;

/**
 * Counts the sites of crawls for concurrent callers. One search runs at a time, and calls that arrive meanwhile
 * share the next one, so each caller sees everything that was written before its call. The counts of a large sealed
 * crawl are cached for ten times as long as counting took, up to a minute.
 */
export class Tallies {
  readonly #count: (crawlIds: readonly string[]) => Found;
  readonly #now: () => number;
  readonly #kept = new Map<string, Kept>();
  /** Crawls for the next searches: by id, whether the crawl is sealed. */
  #waiting: { readonly ids: Map<string, boolean>; readonly found: PromiseWithResolvers<Awaited<Found>> }[] =
    [];
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
    const found = new Map<string, SiteTally>();
    const unknown: Counted[] = [];
    for (const crawl of crawls) {
      const kept = this.#kept.get(crawl.id);
      if (kept !== undefined && kept.until > this.#now()) found.set(crawl.id, kept.tally);
      else unknown.push(crawl);
    }
    if (unknown.length === 0) return found;
    const counted = await this.#ask(unknown);
    for (const { id } of unknown) {
      const tally = counted.get(id);
      if (tally !== undefined) found.set(id, tally);
    }
    return found;
  }

  #ask(crawls: readonly Counted[]): Found {
    let next = this.#waiting.at(-1);
    if (next === undefined || next.ids.size + crawls.length > CRAWLS_AT_A_TIME) {
      next = { ids: new Map(), found: Promise.withResolvers() };
      this.#waiting.push(next);
    }
    // An earlier caller may have read the crawl before it was sealed.
    for (const { id, sealed } of crawls) next.ids.set(id, sealed && (next.ids.get(id) ?? true));
    void this.#run();
    return next.found.promise;
  }

  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const { ids } = next;
      const from = this.#now();
      try {
        const tallies = await this.#count([...ids.keys()]);
        const tookMs = this.#now() - from;
        for (const [id, tally] of tallies) if (ids.get(id) === true) this.#keep(id, tally, tookMs);
        next.found.resolve(tallies);
      } catch (error) {
        // Callers of the next searches have waited long enough, e.g. for a cluster that does not answer.
        for (const { found } of [next, ...this.#waiting.splice(0)]) found.reject(error);
      }
    }
    this.#running = false;
  }

  #keep(id: string, tally: SiteTally, tookMs: number): void {
    this.#kept.delete(id);
    if (tally.total < LARGE) return;
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    const until = this.#now() + Math.min(KEPT_FOR_TIMES * tookMs, KEPT_MS_AT_MOST);
    this.#kept.set(id, { tally, until });
  }
}
