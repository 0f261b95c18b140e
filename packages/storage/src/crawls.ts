import type { Outcome, SiteResult } from '@sitegrep/site';

/**
 * The record of crawls: which sites were asked for and how each ended.
 *
 * An adapter guarantees: what resolved is durable; a site of a crawl has at most one result, the first one given;
 * counts equal the rows, as they are now or, in a crawl of 100,000 sites and more, were within the last minute; `finish`
 * of the last site of a sealed crawl completes the crawl in the same step.
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
   * @throws CrawlClosed if there is no such crawl, e.g. because it was discarded
   */
  seal(crawlId: string, rejected: RejectedLines): Promise<Crawl>;
  get(crawlId: string): Promise<Crawl | null>;
  /** What the crawl was made with. Cheap, where `get` may have to count its sites. */
  spec(crawlId: string): Promise<CrawlSpec | null>;
  /** Newest first. */
  list(page: PageRequest): Promise<Listed<Crawl>>;
  sites(crawlId: string, page: PageRequest & { readonly outcome?: Outcome }): Promise<Listed<CrawlSite>>;
  site(crawlId: string, domain: string): Promise<CrawlSite | null>;
  /** Marks a site as taken up; the crawl's state becomes `running`. Nothing happens to a finished site. */
  begin(crawlId: string, domain: string, at: number): Promise<void>;
  /** @returns false if the site already had a result (which is kept) */
  finish(crawlId: string, domain: string, result: SiteResult): Promise<boolean>;
  /**
   * Sites without a result, of every sealed crawl or of one, oldest crawl first; what must be in the queue after a
   * restart. Walks any number of them in bounded memory; a site that ends meanwhile may be among them.
   */
  unfinished(crawlId?: string): AsyncIterable<{ readonly crawlId: string; readonly domain: string }>;
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

/** Input lines that named no site. */
export interface RejectedLines {
  readonly count: number;
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
