import type { Crawl } from '../../crawls.ts';

/** A crawl's sites, added up: what the aggregation `tallyRequest` asks for says of one crawl. */
export interface SiteTally {
  readonly total: number;
  /** Taken up, without a result. */
  readonly running: number;
  readonly outcomes: Crawl['outcomes'];
  readonly pages: number;
  readonly bytes: number;
  /** When the first one was taken up, and the last result was given; null if none was. */
  readonly activeFrom: number | null;
  readonly finishedAt: number | null;
}

/** Crawls that one search counts at most: the cluster bounds the buckets of an answer. */
const CRAWLS_AT_A_TIME = 1_000;

/** A crawl of this many sites is not counted anew each time that somebody looks at it. */
const LARGE = 100_000;

/** Counting a large crawl may take a tenth of the time. */
const KEPT_FOR_TIMES = 10;
const KEPT_MS_AT_MOST = 60_000;

/** Tallies that are kept at most. */
const MAX_KEPT = 1_000;

/** Which crawl is to be counted. */
export interface Counted {
  readonly id: string;
  /** It gets no more sites. */
  readonly sealed: boolean;
}

interface Kept {
  readonly tally: SiteTally;
  readonly until: number;
}

type Found = Promise<ReadonlyMap<string, SiteTally>>;

/**
 * Counts crawls, for many who ask: one search at a time, those that come meanwhile share the next, so that each sees what
 * was written before it was asked for. The tally of a large sealed crawl is used again for ten times as long as it took,
 * up to a minute.
 */
export class Tallies {
  readonly #count: (crawlIds: readonly string[]) => Found;
  readonly #now: () => number;
  readonly #kept = new Map<string, Kept>();
  /** Ids for the next searches, each with whether its crawl is sealed. */
  #waiting: { readonly ids: Map<string, boolean>; readonly found: PromiseWithResolvers<Awaited<Found>> }[] =
    [];
  #running = false;

  /**
   * @param count the tallies of those crawls that have sites
   * @param now milliseconds from any beginning
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
    // Who asked first may have read the crawl before it was sealed.
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
        // Whoever waits for the next ones has waited long enough, e.g. for a cluster that does not answer.
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
