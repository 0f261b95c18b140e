import type { Outcome, SiteResult } from '@sitegrep/site';

/**
 * The record of crawls: which sites were asked for and how each ended.
 *
 * An adapter guarantees: what resolved is durable; a site of a crawl has at most one result, the first one given;
 * counts equal the rows, as they are now or, in a crawl of 100,000 sites and more, were within the last minute; `finish`
 * of the last site of a sealed crawl completes the crawl in the same step. A crawl that was cancelled stays so.
 * Not here: the queue (package jobs) and anything that fetches.
 */
export interface CrawlRecords {
  /** A crawl in state `queued` without sites. */
  create(spec: CrawlSpec): Promise<Crawl>;
  /**
   * Adds sites; a domain the crawl already has is left as it is. Also without sites it says that the submission goes on,
   * which is recorded to within five seconds.
   *
   * @returns how many were new
   * @throws CrawlClosed, also if the crawl was discarded meanwhile
   */
  appendSites(crawlId: string, sites: readonly CrawlSeed[]): Promise<number>;
  /**
   * Says that no more sites follow; a crawl without pending sites completes at once.
   *
   * @param fingerprint of what was submitted, where it was claimed under a key; kept in the same step
   * @throws CrawlClosed if there is no such crawl, e.g. because it was discarded
   */
  seal(crawlId: string, rejected: RejectedLines, fingerprint?: string): Promise<Crawl>;
  /**
   * Gives a key to a crawl, unless another crawl that is not discarded has it: of any number of submissions with one key
   * one wins, in whatever processes they are. A crawl keeps its key for as long as it is kept.
   *
   * @returns the crawl that has the key
   */
  claim(key: string, crawlId: string): Promise<string>;
  /** The crawl that has a key; its fingerprint is null until it is sealed. */
  claimed(key: string): Promise<{ readonly crawlId: string; readonly fingerprint: string | null } | null>;
  get(crawlId: string): Promise<Crawl | null>;
  /** What the crawl was made with. Cheap, where `get` may have to count its sites. */
  spec(crawlId: string): Promise<CrawlSpec | null>;
  /** Newest first. */
  list(page: PageRequest): Promise<Listed<Crawl>>;
  sites(crawlId: string, page: PageRequest & { readonly outcome?: Outcome }): Promise<Listed<CrawlSite>>;
  site(crawlId: string, domain: string): Promise<CrawlSite | null>;
  /**
   * The sites of a crawl that ended, by their places: about the order in which they ended, whoever gave the results. A
   * site gets its place once, and none appears before all that precede it did: who goes on behind the last place it saw
   * misses no site and sees none twice, whatever is written or dies meanwhile.
   *
   * @param after a place; 0: from the first
   * @param limit 1–1,000
   * @returns up to so many, also where there are more; none if no more had ended when it was asked
   */
  ended(crawlId: string, after: number, limit: number): Promise<readonly EndedSite[]>;
  /** Marks a site as taken up; the crawl's state becomes `running`. Nothing happens to a finished site. */
  begin(crawlId: string, domain: string, at: number): Promise<void>;
  /** @returns false if the site already had a result (which is kept) */
  finish(crawlId: string, domain: string, result: SiteResult): Promise<boolean>;
  /**
   * Cancels a sealed crawl that goes on: durable when it resolves, and for good. Its sites without a result get theirs
   * from who crawls them, and from `cancelSites`; with the last one the crawl has its `finishedAt`. Twice is once.
   */
  cancel(crawlId: string): Promise<Cancelling>;
  /** Which of these crawls were cancelled. Cheap: asked by every worker about once a second. */
  cancelledAmong(crawlIds: readonly string[]): Promise<readonly string[]>;
  /**
   * Gives sites of cancelled crawls that have no result the outcome `cancelled`, some at a time. Those that were taken up
   * are left to who crawls them for ten seconds after the cancelling, unless `begunToo`.
   *
   * @param limit sites at most, 1–10,000
   * @returns how many; 0 if there is nothing to do now
   */
  cancelSites(limit: number, begunToo?: boolean): Promise<number>;
  /**
   * Sealed crawls, neither completed nor cancelled, by priority and then oldest first. One that has completed meanwhile
   * may be among them, until its unfinished sites were asked for from the beginning.
   *
   * @param limit 1–1,000
   */
  open(limit: number): Promise<readonly OpenCrawl[]>;
  /**
   * Domains of sites without a result, in ascending order: what is to be crawled; none of a crawl that is not sealed or
   * was cancelled. The cost does not grow with the sites that ended.
   *
   * @param after a domain; null: from the first
   * @param limit 1–10,000
   */
  unfinished(crawlId: string, after: string | null, limit: number): Promise<readonly string[]>;
  /** What is left to do in all sealed crawls that were not cancelled. */
  backlog(): Promise<Backlog>;
  /**
   * Forgets the crawls that were never sealed and to which nobody has added for `quietMs`: their submission broke off.
   * Each is either discarded or sealed, never both, whatever happens at the same time. With 0 it takes all that are not
   * sealed, which is right where nobody else can be submitting.
   *
   * Time is that of the store (the cluster's nodes, or the one machine), not of the caller. A clock that is set forward
   * by `quietMs` makes submissions that go on look quiet: they are told so by their next call. After one that is set
   * back it may take twice as long.
   *
   * @returns the crawls that this call discarded
   */
  discardUnsealed(quietMs: number): Promise<readonly string[]>;
  /** Crawls that are made again and again. */
  readonly schedules: ScheduleStore;
  /** Forgets a crawl and its sites. */
  discard(crawlId: string): Promise<void>;
  close(): Promise<void>;
}

export interface CrawlSpec {
  /** Pages a site at most, ≥ 1. */
  readonly maxPages: number;
  /** Links followed from a start page, ≥ 0. */
  readonly maxDepth: number;
  /** 1 (first) to 10 (last). */
  readonly priority: number;
  /** A site that was visited less than so many days ago is not visited again. Absent or 0: every site is. */
  readonly revisitAfterDays?: number;
  /** The schedule that made the crawl. */
  readonly scheduleId?: string;
  /** The crawl whose failed sites these are. */
  readonly retryOf?: string;
}

/** A site to crawl. Without `urls` the start is `https://domain/`, then `http://domain/`. */
export interface CrawlSeed {
  readonly domain: string;
  readonly urls: readonly string[];
}

export type CrawlState = 'queued' | 'running' | 'completed' | 'cancelled';

export interface Crawl {
  readonly id: string;
  readonly state: CrawlState;
  readonly spec: CrawlSpec;
  /** Times in milliseconds since the epoch. */
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly sites: {
    readonly total: number;
    readonly pending: number;
    readonly running: number;
    readonly finished: number;
  };
  /** Only outcomes that occurred. */
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>;
  readonly pages: number;
  readonly bytes: number;
  readonly rejected: RejectedLines;
}

/** How long sites that are being crawled have to end by themselves once their crawl is cancelled, in milliseconds. */
export const BEGUN_GRACE_MS = 10_000;

/** What came of `cancel`: it is cancelled, by this call or before; or why it is not. */
export type Cancelling = 'cancelled' | 'completed' | 'unsealed' | 'unknown';

export interface OpenCrawl {
  readonly id: string;
  /** 1 (first) to 10 (last). */
  readonly priority: number;
}

export interface Backlog {
  /** Without a result. */
  readonly sites: number;
  /** When the oldest crawl that has such sites was made; null if there is none. */
  readonly oldestCreatedAt: number | null;
}

/** Input lines that named no site. */
export interface RejectedLines {
  readonly count: number;
  /** Lines by reason, only those that occurred. */
  readonly reasons: Readonly<Record<string, number>>;
  /** The first few, each cut to 200 characters. */
  readonly samples: readonly { readonly line: number; readonly text: string; readonly reason: string }[];
}

export interface CrawlSite {
  readonly domain: string;
  readonly urls: readonly string[];
  /** When it was taken up, null if it was not. */
  readonly startedAt: number | null;
  readonly result: SiteResult | null;
}

export interface EndedSite extends CrawlSite {
  /** 1 for the first site of its crawl that ended. */
  readonly place: number;
  readonly result: SiteResult;
}

export interface PageRequest {
  /** 1–1,000. */
  readonly limit: number;
  /** `next` of the page before. */
  readonly after?: string;
}

export interface Listed<T> {
  readonly items: readonly T[];
  /** Opaque; null at the end. */
  readonly next: string | null;
}

/**
 * Crawls that are made again and again: what is to be crawled when, and which crawl came of it last. An adapter
 * guarantees that what resolved is durable. Not here: clocks, queues, and making the crawls.
 */
export interface ScheduleStore {
  /** Makes a schedule, or changes what the one with this id is to do: its runs and the time of its making stay. */
  put(definition: ScheduleDefinition): Promise<Schedule>;
  get(id: string): Promise<Schedule | null>;
  /** By id, without what they crawl: that may be long. */
  list(page: PageRequest): Promise<Listed<ListedSchedule>>;
  /** @returns false if there was none */
  remove(id: string): Promise<boolean>;
  /**
   * Writes down what became of a run.
   *
   * @param seen what the caller knows of the runs
   * @returns false, and nothing is changed, if that is not how it is, or if there is no such schedule
   */
  setRuns(id: string, seen: ScheduleRuns, runs: ScheduleRuns): Promise<boolean>;
}

export interface ScheduleDefinition {
  /** Chosen by who makes it: 1–64 of `a–z 0–9 _ -`. */
  readonly id: string;
  readonly timing: ScheduleTiming;
  /** Of the crawls. */
  readonly spec: CrawlSpec;
  readonly source: ScheduleSource;
  readonly enabled: boolean;
}

export type ScheduleTiming =
  | {
      /** At the multiples of so many seconds since the epoch; ≥ 60. */
      readonly kind: 'every';
      readonly seconds: number;
    }
  | {
      readonly kind: 'cron';
      /** Five fields: minute, hour, day of the month, month, day of the week. */
      readonly pattern: string;
      /** By its IANA name. */
      readonly timeZone: string;
    };

export type ScheduleSource =
  | { readonly kind: 'domains' | 'urls'; readonly entries: readonly string[] }
  /** Every domain that is in the index when a run begins. */
  | { readonly kind: 'index' };

export interface ScheduleRuns {
  /** When the last run was due, null if there was none. Times in milliseconds since the epoch. */
  readonly lastRunAt: number | null;
  readonly lastCrawlId: string | null;
  /** That crawl has all of its sites. */
  readonly lastRunWhole: boolean;
  /** When the last run was due that was left out because the crawl of an earlier one had not ended; null if none was. */
  readonly lastSkippedAt: number | null;
}

export interface Schedule extends ScheduleDefinition {
  readonly createdAt: number;
  /** When the definition was last put. */
  readonly updatedAt: number;
  readonly runs: ScheduleRuns;
}

export type ListedSchedule = Omit<Schedule, 'source'>;
