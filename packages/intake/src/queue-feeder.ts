import type { AddOptions, QueueName, Queues } from '@sitegrep/jobs';
import type { CrawlRecords, OpenCrawl } from '@sitegrep/storage';

/** Minimum sites that a crawl adds to the queue at once. */
const MIN_SHARE = 50;
/** Maximum sites that a crawl adds to the queue at once. */
const MAX_SHARE = 500;

/** Maximum sites of crawls that begin which go ahead of others, beyond as many as were fed of others since. */
const MAX_LEAD = 100;

/** Interval at which a crawl is read again from its first site, after all were added to the queue, in milliseconds. */
const REREAD_EVERY_MS = 60_000;

/** The lowest priority. */
const LAST_PRIORITY = 10;

export interface QueueFeederParts {
  readonly name: QueueName;
  readonly crawls: Pick<CrawlRecords, 'unfinished'>;
  readonly queues: Pick<Queues, 'add' | 'counts' | 'waitingByPriority'>;
  /** Maximum queued jobs of a priority and of all higher ones, ≥ 1. */
  readonly window: number;
  /** Milliseconds since a fixed moment. */
  readonly now: () => number;
}

/** Position up to which a crawl was read. */
interface Progress {
  /** The last domain that was added to the queue; null if none was, or all were. */
  readonly after: string | null;
  /** Earliest time of the next read, unless the queue is empty. */
  readonly notBefore: number;
}

const START: Progress = { after: null, notBefore: -Infinity };

/**
 * Fills a bounded window of a queue with sites, from the records of unfinished crawls.
 *
 * When less than half of the window is queued, it is filled up. A priority counts only the queued jobs of itself and of
 * higher priorities, so a crawl of a higher priority is fed at once, however full of others the queue is, and lower ones are
 * not fed meanwhile. Crawls of one priority alternate in shares. The first sites of a crawl that begins are fed at once and
 * go ahead of the waiting sites of its priority, so a small crawl does not wait for a window of a large one. Of the sites of
 * a priority at most half go ahead, apart from the first hundred, so a stream of small crawls does not hold up large ones.
 *
 * The content of the queue is never read. Each crawl is read on from the last site that was fed, and the id of a job is that
 * of its site, so a site that is fed twice is one job. Sites that left the queue without a result are found when the crawl
 * is read again from its beginning: at a start, when the queue is empty, and once a minute after all of it was fed. So any
 * number of processes may feed; each of them may exceed the window by one share.
 */
export class QueueFeeder {
  readonly #parts: QueueFeederParts;
  readonly #progress = new Map<string, Progress>();
  /** The crawl that was fed last, by priority. */
  readonly #lastFed = new Map<number, string>();
  /** Sites that went ahead, minus other sites that were fed since, by priority; never negative. */
  readonly #leads = new Map<number, number>();
  #restarting = false;

  constructor(parts: QueueFeederParts) {
    this.#parts = parts;
  }

  /** Reads every crawl from its beginning next time, after the queue has lost its content. */
  restart(): void {
    this.#restarting = true;
  }

  /** Fills the window if it is less than half full. @param open all unfinished crawls of this queue */
  async feed(open: readonly OpenCrawl[], signal: AbortSignal): Promise<void> {
    const { name, queues, window } = this.#parts;
    if (this.#restarting) this.#progress.clear();
    this.#restarting = false;
    this.#forgetAllBut(open);
    if (open.length === 0) return;

    const { waiting, active, delayed } = await queues.counts(name);
    const empty = waiting + active + delayed === 0;
    for (let priority = 1; priority <= LAST_PRIORITY; priority++) {
      const crawlsOf = open.filter((crawl) => crawl.priority === priority);
      if (crawlsOf.length === 0) continue;
      const begun = await this.#feedBeginning(priority, crawlsOf, signal);
      if ((await this.#ahead(priority)) > window / 2) break;
      // A queue that is empty lost its content, or all of it ended: crawls are read again, but not those just begun.
      const isRead = ({ id }: OpenCrawl): boolean => (empty && !begun.has(id)) || this.#isDue(id);
      await this.#feedPriority(priority, crawlsOf.filter(isRead), signal);
    }
  }

  /** Whether a crawl has sites to be fed that were not, or should be read again. */
  #isDue(id: string): boolean {
    return (this.#progress.get(id) ?? START).notBefore <= this.#parts.now();
  }

  /**
   * Feeds the first sites of crawls that have just begun, however full the window is.
   *
   * @returns ids of these crawls
   */
  async #feedBeginning(
    priority: number,
    crawls: readonly OpenCrawl[],
    signal: AbortSignal,
  ): Promise<ReadonlySet<string>> {
    const begun = new Set<string>();
    for (const crawl of crawls) {
      if (this.#progress.has(crawl.id)) continue;
      const lead = this.#leads.get(priority) ?? 0;
      const limit = Math.min(MIN_SHARE, MAX_LEAD - lead);
      if (limit <= 0 || signal.aborted) break;
      const { sites } = await this.#feedShare(crawl, limit, { priority, first: true });
      begun.add(crawl.id);
      this.#leads.set(priority, lead + sites);
      this.#lastFed.set(priority, crawl.id);
    }
    return begun;
  }

  async #feedPriority(priority: number, crawls: readonly OpenCrawl[], signal: AbortSignal): Promise<void> {
    let crawlsToFeed = afterLast(crawls, this.#lastFed.get(priority));
    while (crawlsToFeed.length > 0) {
      const unfinished: OpenCrawl[] = [];
      for (const crawl of crawlsToFeed) {
        // Counted before each share, since other processes may feed, too.
        const free = await this.#free(priority);
        if (free <= 0 || signal.aborted) return;
        const share = Math.min(MAX_SHARE, Math.max(MIN_SHARE, Math.ceil(free / crawlsToFeed.length)));
        const { sites, more } = await this.#feedShare(crawl, Math.min(share, free), { priority });
        if (more) unfinished.push(crawl);
        this.#leads.set(priority, Math.max(0, (this.#leads.get(priority) ?? 0) - sites));
        this.#lastFed.set(priority, crawl.id);
      }
      crawlsToFeed = unfinished;
    }
  }

  /** Number of queued jobs of this priority and of higher ones. */
  async #ahead(priority: number): Promise<number> {
    const waiting = await this.#parts.queues.waitingByPriority(this.#parts.name);
    return waiting.slice(0, priority).reduce((sum, count) => sum + count, 0);
  }

  /** Number of sites of this priority that may be added to the queue. */
  async #free(priority: number): Promise<number> {
    const { name, queues, window } = this.#parts;
    const { delayed } = await queues.counts(name);
    const ahead = await this.#ahead(priority);
    // Delayed sites, which wait for a host, do not reduce the window of others until they are as many as a window.
    return Math.min(window - ahead, 2 * window - ahead - delayed);
  }

  /** @returns number of sites, and whether there may be more */
  async #feedShare(
    { id }: OpenCrawl,
    limit: number,
    options: AddOptions,
  ): Promise<{ readonly sites: number; readonly more: boolean }> {
    const { name, crawls, queues } = this.#parts;
    const { after } = this.#progress.get(id) ?? START;
    const domains = await crawls.unfinished(id, after, limit);
    if (domains.length > 0) {
      await queues.add(
        name,
        domains.map((domain) => ({ crawlId: id, domain })),
        options,
      );
    }
    const last = domains.at(-1);
    const more = domains.length === limit && last !== undefined;
    this.#progress.set(
      id,
      more
        ? { after: last, notBefore: -Infinity }
        : { after: null, notBefore: this.#parts.now() + REREAD_EVERY_MS },
    );
    return { sites: domains.length, more };
  }

  #forgetAllBut(open: readonly OpenCrawl[]): void {
    const ids = new Set(open.map(({ id }) => id));
    for (const id of this.#progress.keys()) if (!ids.has(id)) this.#progress.delete(id);
  }
}

/** Rotates the crawls so that the one after `last` comes first. */
function afterLast(crawls: readonly OpenCrawl[], last: string | undefined): readonly OpenCrawl[] {
  const first = crawls.findIndex(({ id }) => id === last) + 1;
  return [...crawls.slice(first), ...crawls.slice(0, first)];
}
