import type { Queues } from '@sitegrep/jobs';
import type { CrawlRecords, OpenCrawl } from '@sitegrep/storage';

/** Crawls that are fed side by side, the first by priority and age. */
const MAX_CRAWLS = 1_000;

/** Sites that a crawl puts into the queue at its turn. */
const SHARE_AT_LEAST = 50;
const SHARE_AT_MOST = 500;

/** How often a crawl whose sites are all in the queue, or were, is read again from its first one, in milliseconds. */
const REREAD_EVERY_MS = 60_000;

/** Priorities there are. */
const LAST_PRIORITY = 10;

export interface FeederParts {
  readonly crawls: Pick<CrawlRecords, 'open' | 'unfinished'>;
  readonly queues: Pick<Queues, 'add' | 'counts' | 'waitingByPriority'>;
  /** Jobs of a priority and of those before it that may wait at a time, ≥ 1. */
  readonly window: number;
  /** Milliseconds from any beginning. */
  readonly now?: () => number;
}

/** Where a crawl was read up to. */
interface Place {
  /** The last domain that went to the queue; null: none, or all did. */
  readonly after: string | null;
  /** Not read before this time, unless the queue is empty. */
  readonly notBefore: number;
}

const START: Place = { after: null, notBefore: -Infinity };

/**
 * Keeps a bounded window of sites in the queue, out of the records of all crawls that go on.
 *
 * When fewer than half of the window wait, it is filled up. Priorities have their turns in order: what waits counts for a
 * priority only if it comes before it, so a crawl of a higher priority is fed at once, however full of others the queue
 * is, and lower ones are not fed meanwhile. Crawls of one priority take turns in shares, so that a small one which comes
 * later waits for about one window, not for all of a large one.
 *
 * The queue is never asked what is in it: each crawl is read onward from the last site that was fed, and a job has one id
 * a site, so a site that is fed twice is one job. What left the queue without a result is found when the crawl is read
 * again from its beginning: at a start, when the queue is empty, and once a minute when all of it was fed. So any number
 * of processes may feed; between them they go beyond the window by a share each.
 */
export class Feeder {
  readonly #parts: FeederParts;
  readonly #now: () => number;
  readonly #places = new Map<string, Place>();
  /** The crawl of a priority that had the last turn. */
  readonly #lastTurn = new Map<number, string>();
  #restarting = false;

  constructor(parts: FeederParts) {
    this.#parts = parts;
    this.#now = parts.now ?? (() => performance.now());
  }

  /** Reads every crawl from its beginning next time: the queue lost what was in it. */
  restart(): void {
    this.#restarting = true;
  }

  /**
   * Fills the window if it is less than half full.
   *
   * @returns whether crawls go on
   */
  async feed(signal: AbortSignal): Promise<boolean> {
    const { crawls, queues, window } = this.#parts;
    if (this.#restarting) this.#places.clear();
    this.#restarting = false;
    const open = await crawls.open(MAX_CRAWLS);
    this.#forgetAllBut(open);
    if (open.length === 0) return false;

    const { waiting, active, delayed } = await queues.counts('site');
    const empty = waiting + active + delayed === 0;
    for (let priority = 1; priority <= LAST_PRIORITY; priority++) {
      const crawlsOf = open.filter((crawl) => crawl.priority === priority);
      if (crawlsOf.length === 0) continue;
      if ((await this.#ahead(priority)) > window / 2) break;
      await this.#feedInTurn(priority, crawlsOf, empty, signal);
    }
    return true;
  }

  async #feedInTurn(
    priority: number,
    crawls: readonly OpenCrawl[],
    empty: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    const now = this.#now();
    let turns = afterLast(crawls, this.#lastTurn.get(priority)).filter(
      ({ id }) => empty || (this.#places.get(id) ?? START).notBefore <= now,
    );
    while (turns.length > 0) {
      const goOn: OpenCrawl[] = [];
      for (const crawl of turns) {
        // Asked before each share: others may feed, too.
        const room = await this.#room(priority);
        if (room <= 0 || signal.aborted) return;
        const share = Math.min(SHARE_AT_MOST, Math.max(SHARE_AT_LEAST, Math.ceil(room / turns.length)));
        if (await this.#feedShare(crawl, Math.min(share, room))) goOn.push(crawl);
        this.#lastTurn.set(priority, crawl.id);
      }
      turns = goOn;
    }
  }

  /** Jobs that wait and come before those of the next priority. */
  async #ahead(priority: number): Promise<number> {
    const waiting = await this.#parts.queues.waitingByPriority('site');
    return waiting.slice(0, priority).reduce((sum, count) => sum + count, 0);
  }

  /** Sites of this priority that may go to the queue. */
  async #room(priority: number): Promise<number> {
    const { queues, window } = this.#parts;
    const { delayed } = await queues.counts('site');
    const ahead = await this.#ahead(priority);
    // Sites that wait for a time, e.g. for a host, take no place from others until they are as many as a window.
    return Math.min(window - ahead, 2 * window - ahead - delayed);
  }

  /** @returns whether there may be more */
  async #feedShare({ id, priority }: OpenCrawl, limit: number): Promise<boolean> {
    const { crawls, queues } = this.#parts;
    const { after } = this.#places.get(id) ?? START;
    const domains = await crawls.unfinished(id, after, limit);
    if (domains.length > 0) {
      await queues.add(
        'site',
        domains.map((domain) => ({ crawlId: id, domain })),
        { priority },
      );
    }
    const last = domains.at(-1);
    const more = domains.length === limit && last !== undefined;
    this.#places.set(
      id,
      more
        ? { after: last, notBefore: -Infinity }
        : { after: null, notBefore: this.#now() + REREAD_EVERY_MS },
    );
    return more;
  }

  #forgetAllBut(open: readonly OpenCrawl[]): void {
    const ids = new Set(open.map(({ id }) => id));
    for (const id of this.#places.keys()) if (!ids.has(id)) this.#places.delete(id);
  }
}

/** The same crawls, those first that come after this one. */
function afterLast(crawls: readonly OpenCrawl[], last: string | undefined): readonly OpenCrawl[] {
  const turn = crawls.findIndex(({ id }) => id === last) + 1;
  return [...crawls.slice(turn), ...crawls.slice(0, turn)];
}
