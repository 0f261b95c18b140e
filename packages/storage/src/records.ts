import type { Outcome, RenderMode, SiteResult } from '@sitegrep/site';
import type { CrawlTimeline } from './crawl-timeline.ts';

/**
 * The record of crawls: which sites were submitted and how each ended.
 *
 * An adapter guarantees: what resolved is durable; a site of a crawl has at most one result, the first one given;
 * counts equal the rows, as they are now or, in a crawl of 100,000 sites and more, were within the last minute; `finish`
 * of the last site of a sealed crawl completes the crawl in the same step. A crawl that was cancelled stays so.
 * Not here: the queue (package jobs) and anything that fetches.
 */
export interface CrawlRecords {
  /** Makes a crawl in state `queued`, without sites. */
  create(spec: CrawlSpec): Promise<Crawl>;
  /**
   * Adds sites; a domain the crawl already has is left as it is. A call without sites records that the submission goes on,
   * to within five seconds.
   *
   * @returns how many were new
   * @throws CrawlClosed, also if the crawl was discarded meanwhile
   */
  appendSites(crawlId: string, sites: readonly CrawlSeed[]): Promise<number>;
  /**
   * Declares that no more sites follow; a crawl without pending sites completes at once.
   *
   * @param submission what is stored of it in the same step
   * @throws CrawlClosed if there is no such crawl, e.g. because it was discarded
   */
  seal(crawlId: string, rejected: RejectedLines, submission?: SealedSubmission): Promise<Crawl>;
  /**
   * Gives an idempotency key to a crawl, unless another crawl that is not discarded has it: of any number of submissions
   * with one key exactly one gets it, in whatever processes they are. A crawl has its key for as long as it is stored.
   *
   * @returns the crawl that has the key
   */
  reserveKey(key: string, crawlId: string): Promise<string>;
  /** The crawl that has an idempotency key; its fingerprint is null until it is sealed. */
  keyHolder(key: string): Promise<{ readonly crawlId: string; readonly fingerprint: string | null } | null>;
  get(crawlId: string): Promise<Crawl | null>;
  /** The options of a crawl. Cheap, while `get` may have to count its sites. */
  spec(crawlId: string): Promise<CrawlSpec | null>;
  /** The pages of a crawl over time; null if there is no such crawl. It equals the sites, as counts do. */
  timeline(crawlId: string): Promise<CrawlTimeline | null>;
  /** Newest first. */
  list(page: PageRequest): Promise<Listed<Crawl>>;
  /** Sites of a crawl, by domain. */
  sites(crawlId: string, page: SitesRequest): Promise<Listed<CrawlSite>>;
  /**
   * Visits of a domain: its outcome in each crawl that has it, newest crawl first. A page may have fewer than the limit, even
   * none, although others follow.
   */
  visits(domain: string, page: PageRequest): Promise<Listed<Visit>>;
  site(crawlId: string, domain: string): Promise<CrawlSite | null>;
  /**
   * The sites of a crawl that ended, by position: about the order in which they ended, in whatever process. A site gets
   * its position once, and none appears before all with lower positions did: a reader that continues after the last position
   * it saw misses no site and sees none twice, whatever is written or dies meanwhile.
   *
   * @param after a position; 0: from the first
   * @param limit 1–1,000
   * @returns up to `limit`, perhaps fewer although there are more; none if no more had ended when the call was made
   */
  ended(crawlId: string, after: number, limit: number): Promise<readonly EndedSite[]>;
  /** Marks a site as being crawled; the crawl's state becomes `running`. Nothing happens to a finished site. */
  begin(crawlId: string, domain: string, at: number): Promise<void>;
  /** @returns false if the site already had a result, which stays */
  finish(crawlId: string, domain: string, result: SiteResult): Promise<boolean>;
  /**
   * Cancels a sealed crawl that goes on: durable when it resolves, and for good. Its sites without a result get theirs
   * from the workers that crawl them, and from `cancelSites`; with the last one the crawl has its `finishedAt`. Calling it
   * twice does what once does.
   */
  cancel(crawlId: string): Promise<Cancelling>;
  /** The ones of these crawls that were cancelled. Cheap: every worker calls it about once a second. */
  cancelledAmong(crawlIds: readonly string[]): Promise<readonly string[]>;
  /**
   * Gives sites of cancelled crawls that have no result the outcome `cancelled`, some at a time. Sites that are being
   * crawled are left to their workers for ten seconds after the cancelling, unless `begunToo`.
   *
   * @param limit maximum number of sites, 1–10,000
   * @returns how many; 0 if there is nothing to do now
   */
  cancelSites(limit: number, begunToo?: boolean): Promise<number>;
  /**
   * Sealed crawls, neither completed nor cancelled, by priority and then oldest first. One that has completed meanwhile
   * may be among them, until its unfinished sites were listed from the beginning.
   *
   * @param renders whether crawls whose pages are rendered are listed, or the others
   * @param limit 1–1,000
   */
  open(renders: boolean, limit: number): Promise<readonly OpenCrawl[]>;
  /**
   * Domains of sites without a result, in ascending order: what is to be crawled; none of a crawl that is not sealed or
   * was cancelled. The cost does not grow with the sites that ended.
   *
   * @param after a domain; null: from the first
   * @param limit 1–10,000
   */
  unfinished(crawlId: string, after: string | null, limit: number): Promise<readonly string[]>;
  /**
   * The work that is left in all sealed crawls that were not cancelled.
   *
   * @param renders whether crawls whose pages are rendered count, or the others
   */
  backlog(renders: boolean): Promise<Backlog>;
  /**
   * Discards the crawls that were never sealed and to which nobody has added for `quietMs`: their submission was
   * interrupted. Each is either discarded or sealed, never both, whatever happens at the same time. With 0 it takes all
   * that are not sealed, which is right where no other process can be submitting.
   *
   * The time is that of the store (the cluster's nodes, or the one machine), not of the caller. A clock that is set forward
   * by `quietMs` makes submissions that go on look quiet: their next call fails. After a clock is set back it may take
   * twice as long.
   *
   * @returns the crawls that this call discarded
   */
  discardUnsealed(quietMs: number): Promise<readonly string[]>;
  /** Crawls that are made again and again. */
  readonly schedules: ScheduleStore;
  /** Removes a crawl, ended or not. From when it resolves, nothing of the crawl is found; `purge` removes what it had. */
  discard(crawlId: string): Promise<void>;
  /** Removes a crawl that has ended, as `discard` does. */
  remove(crawlId: string): Promise<Removing>;
  /**
   * Removes crawls that ended before a time, as `discard` does, those first that ended first.
   *
   * @param before milliseconds since the epoch
   * @param limit 1–1,000
   * @returns how many
   */
  removeEnded(before: number, limit: number): Promise<number>;
  /**
   * Removes the sites of crawls that are gone, some at a time, and what else is left of them. If it is interrupted, a
   * later call goes on.
   *
   * @param limit maximum number of sites, 1–10,000; a store may remove more when they go at once
   * @returns how many; 0 if there is nothing to do now, or another process does it
   */
  purge(limit: number): Promise<number>;
  close(): Promise<void>;
}

export interface CrawlSpec {
  /** Name that the client gave the crawl. Absent: it is named by what was submitted. */
  readonly name?: string;
  /** Source of the sites. Absent: the entries of the submission. */
  readonly source?: Extract<ScheduleSource, { readonly kind: 'index' | 'listed' }>;
  /** Maximum number of pages of a site, ≥ 1. */
  readonly maxPages: number;
  /** Maximum number of links followed from a start page, ≥ 0. */
  readonly maxDepth: number;
  /** 1 (first) to 10 (last). */
  readonly priority: number;
  /** A site that was visited less than so many days ago is not visited again. Absent or 0: every site is. */
  readonly revisitAfterDays?: number;
  /** Pages that a browser renders. Absent: none. */
  readonly render?: RenderMode;
  /** The schedule that made the crawl. */
  readonly scheduleId?: string;
  /** The crawl whose sites these are, all or those that failed. */
  readonly retryOf?: string;
}

/** Maximum number of first entries that are stored of a submission, and characters of each. */
export const MAX_FIRST_ENTRIES = 20;
export const MAX_ENTRY_CHARACTERS = 200;

/** Parts of a submission that are stored when it is complete. */
interface SealedSubmission {
  /** Fingerprint of what was submitted under an idempotency key. */
  readonly fingerprint?: string;
  /** The first entries that named sites, at most MAX_FIRST_ENTRIES. */
  readonly firstEntries?: readonly string[];
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
  /** The first domain or URL that named each of its first sites; none before it is sealed. */
  readonly firstEntries: readonly string[];
}

/** How long sites that are being crawled have to end by themselves after their crawl is cancelled, in milliseconds. */
export const BEGUN_GRACE_MS = 10_000;

/** Result of `cancel`: the crawl is cancelled, by this call or before; or why it is not. */
export type Cancelling = 'cancelled' | 'completed' | 'unsealed' | 'unknown';

/** Result of `remove`: the crawl is gone; or why it is not. */
export type Removing = 'removed' | 'unended' | 'unsealed' | 'unknown';

export interface OpenCrawl {
  readonly id: string;
  /** 1 (first) to 10 (last). */
  readonly priority: number;
}

export interface Backlog {
  /** Number of sites without a result. */
  readonly sites: number;
  /** When the oldest crawl that has such sites was made; null if there is none. */
  readonly oldestCreatedAt: number | null;
}

/** Input lines that named no site. */
export interface RejectedLines {
  readonly count: number;
  /** Lines by reason, only those that occurred. */
  readonly reasons: Readonly<Record<string, number>>;
  /** The first few, each truncated to 200 characters. */
  readonly samples: readonly { readonly line: number; readonly text: string; readonly reason: string }[];
}

export const NONE_REJECTED: RejectedLines = { count: 0, reasons: {}, samples: [] };

export interface CrawlSite {
  readonly domain: string;
  readonly urls: readonly string[];
  /** When its crawling began, null if it did not. */
  readonly startedAt: number | null;
  readonly result: SiteResult | null;
}

/** A site of one of several crawls. */
export interface Visit extends CrawlSite {
  readonly crawlId: string;
  /** When its crawl was made. */
  readonly createdAt: number;
}

export interface EndedSite extends CrawlSite {
  /** 1 for the first site of its crawl that ended. */
  readonly position: number;
  readonly result: SiteResult;
}

export interface PageRequest {
  /** 1–1,000. */
  readonly limit: number;
  /** `next` of the page before. */
  readonly after?: string;
}

export interface SitesRequest extends PageRequest {
  /** Only the sites with this outcome. */
  readonly outcome?: Outcome;
  /** Only the sites that are being crawled: they were begun and have no result. */
  readonly areRunning?: true;
}

export interface Listed<T> {
  readonly items: readonly T[];
  /** Opaque; null at the end. */
  readonly next: string | null;
}

/**
 * Crawls that are made again and again: what is to be crawled when, and which crawl was made last. An adapter
 * guarantees that what resolved is durable. Not here: clocks, queues, and making the crawls.
 */
export interface ScheduleStore {
  /** Makes a schedule, or changes the definition of the one with this id: its runs and its time of creation stay. */
  put(definition: ScheduleDefinition): Promise<Schedule>;
  get(id: string): Promise<Schedule | null>;
  /** All schedules by id, without their sources, which may be long. */
  list(page: PageRequest): Promise<Listed<ListedSchedule>>;
  /** @returns false if there was none */
  remove(id: string): Promise<boolean>;
  /**
   * Records what became of a run.
   *
   * @param seen the runs as the caller knows them
   * @returns false, and nothing is changed, if the stored runs are others, or if there is no such schedule
   */
  setRuns(id: string, seen: ScheduleRuns, runs: ScheduleRuns): Promise<boolean>;
}

export interface ScheduleDefinition {
  /** Chosen by the client: 1–64 of `a–z 0–9 _ -`. */
  readonly id: string;
  readonly timing: ScheduleTiming;
  /** Options of each crawl. */
  readonly spec: CrawlSpec;
  readonly source: ScheduleSource;
  readonly enabled: boolean;
}

export type ScheduleTiming =
  | {
      /** Interval; runs are due at its multiples since the epoch. ≥ 60. */
      readonly kind: 'every';
      readonly seconds: number;
    }
  | {
      readonly kind: 'cron';
      /** Five fields: minute, hour, day of the month, month, day of the week. */
      readonly pattern: string;
      /** IANA name. */
      readonly timeZone: string;
    };

export type ScheduleSource =
  | { readonly kind: 'domains' | 'urls'; readonly entries: readonly string[] }
  /** Every domain that is in the index when a run begins. */
  | { readonly kind: 'index' }
  /** The domains that a list of this name has when a run begins. */
  | { readonly kind: 'listed'; readonly list: string };

export interface ScheduleRuns {
  /** When the last run was due, null if there was none. Times in milliseconds since the epoch. */
  readonly lastRunAt: number | null;
  readonly lastCrawlId: string | null;
  /** Whether that crawl has all of its sites. */
  readonly lastRunComplete: boolean;
  /** When the last run was due that was skipped because the crawl of an earlier one had not ended; null if none was. */
  readonly lastSkippedAt: number | null;
}

export const NO_RUNS: ScheduleRuns = {
  lastRunAt: null,
  lastCrawlId: null,
  lastRunComplete: false,
  lastSkippedAt: null,
};

/** Runs as text: equal runs are equal texts. */
export function textOfRuns({ lastRunAt, lastCrawlId, lastRunComplete, lastSkippedAt }: ScheduleRuns): string {
  return JSON.stringify({ lastRunAt, lastCrawlId, lastRunComplete, lastSkippedAt });
}

export interface Schedule extends ScheduleDefinition {
  readonly createdAt: number;
  /** When the definition was last put. */
  readonly updatedAt: number;
  readonly runs: ScheduleRuns;
}

export type ListedSchedule = Omit<Schedule, 'source'>;

/**
 * API keys and the instance's own secrets.
 *
 * An adapter guarantees: what resolved is durable and seen by every process that shares the storage; `secret` gives
 * the same bytes to all of them, whichever calls first. Not here: making, hashing or comparing keys (apps/api).
 */
export interface KeyStore {
  /** @throws DuplicateKey if the hash is taken, be it by a secret that was replaced */
  create(key: NewApiKey): Promise<ApiKey>;
  /** The key whose secret has this hash, or had it before it was replaced. */
  findByHash(hash: string): Promise<KeyOfSecret | null>;
  /** All keys, revoked ones too, oldest first. */
  list(): Promise<readonly ApiKey[]>;
  /** @returns null if there is no such key; a key already revoked keeps its first time */
  revoke(id: string, at: number): Promise<ApiKey | null>;
  /**
   * Gives a key another secret, in one step even if other callers do so at the same time. Its earlier secrets work on until
   * `overlapEndsAt`, or until an earlier end that they have already.
   *
   * @throws DuplicateKey if the hash is taken
   */
  rotate(id: string, rotation: Rotation): Promise<Rotated>;
  /**
   * Gives a key a session: a secret beside its own, which ends by itself, at the latest with the key. A rotation and the
   * revocation of the key end its sessions as they end its earlier secrets. Beyond MAX_SESSIONS of a key, the oldest ends.
   *
   * @returns null if there is no such key, or it is revoked or expired
   * @throws DuplicateKey if the hash is taken
   */
  openSession(keyId: string, session: NewSession): Promise<Session | null>;
  /** Ends a session for good. @returns null if there is none */
  endSession(id: string): Promise<Session | null>;
  /** Sessions that have not ended at this time, in milliseconds since the epoch; those of a key in the order of their beginning. */
  sessions(at: number): Promise<readonly Session[]>;
  touch(id: string, at: number): Promise<void>;
  /** 32 random bytes stored under this name, made with the first call. */
  secret(name: string): Promise<Uint8Array>;
  close(): Promise<void>;
}

export const SCOPES = ['search', 'source', 'serp', 'video', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

export interface NewApiKey {
  readonly name: string;
  /** First characters of the secret, for recognition. */
  readonly prefix: string;
  /** Keyed hash of the secret, hexadecimal. */
  readonly hash: string;
  readonly scopes: readonly Scope[];
  /** null: the setting's default. */
  readonly rateLimitPerMinute: number | null;
  readonly expiresAt: number | null;
  readonly createdAt: number;
}

/** Maximum number of replaced secrets of a key that work at the same time. */
export const MAX_REPLACED_SECRETS = 5;

export interface Rotation {
  /** Hash of the new secret. */
  readonly hash: string;
  readonly prefix: string;
  /** The time by which it is judged whether key and secrets have ended. */
  readonly at: number;
  /** When the secrets end that the key has so far; not after `at`: they end at once. */
  readonly overlapEndsAt: number;
}

export type Rotated =
  | { readonly kind: 'rotated'; readonly key: ApiKey }
  /** Nothing was changed. `too_many`: MAX_REPLACED_SECRETS still work, the first of them until `freeAt`. */
  | { readonly kind: 'unknown' | 'revoked' | 'expired' }
  | { readonly kind: 'too_many'; readonly freeAt: number };

export interface KeyOfSecret {
  readonly key: ApiKey;
  /** When the secret ends or ended, because it was replaced or is that of a session; null: it is the key's latest. */
  readonly secretEndsAt: number | null;
  /** Id of the session whose secret it is; null: it is a secret of the key itself. */
  readonly sessionId: string | null;
}

/** Maximum number of sessions of a key at the same time. */
export const MAX_SESSIONS = 20;

interface NewSession {
  /** Keyed hash of the secret, hexadecimal. */
  readonly hash: string;
  readonly at: number;
  readonly endsAt: number;
}

export interface Session {
  readonly id: string;
  readonly keyId: string;
  readonly createdAt: number;
  readonly endsAt: number;
}

export interface ApiKey extends Omit<NewApiKey, 'hash'> {
  readonly id: string;
  /** When the last of its replaced secrets ends or ended; null: none was replaced. */
  readonly replacedUntil: number | null;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
}

/**
 * Acts, or attempts, with the rights of an administrator. Latest first: the order is that in which entries were
 * added, whatever the clocks say.
 *
 * An adapter guarantees: what resolved is durable, and seen by every process that shares the storage. Not here: what is
 * to be recorded, and keeping secrets out of it (apps/api).
 */
export interface AuditLog {
  /**
   * @param end null: the act has yet to begin, and `end` records how it ended
   * @returns the entry's id
   */
  add(act: AuditedAct, end: AuditEnd | null): Promise<string>;
  /** Does nothing to an entry that has its end, or that is gone. */
  end(id: string, end: AuditEnd): Promise<void>;
  list(query: AuditQuery): Promise<Listed<AuditEntry>>;
  /** Removes up to `limit` of the entries from before a time, the oldest first. @returns how many */
  prune(before: number, limit: number): Promise<number>;
}

/** `start`: the program itself, when it starts. */
export type AuditActor = 'api_key' | 'command_line' | 'start';

export interface AuditedAct {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly actor: AuditActor;
  /** Id of the key that was used; null unless the actor is a key. */
  readonly keyId: string | null;
  readonly keyPrefix: string | null;
  /** Id of the session by which the key was used; null: it was used itself, or there was none. */
  readonly sessionId: string | null;
  /** Name of the act, e.g. `key.revoke`. */
  readonly action: string;
  /** The object of the act: an id or a domain; null if there is none, or none yet. */
  readonly target: string | null;
  /** Address of the client; null unless over the network. */
  readonly remoteAddress: string | null;
  readonly requestId: string | null;
}

export interface AuditEnd {
  /** `refused`: nothing was done; `failed`: it was interrupted by an error. */
  readonly result: 'done' | 'refused' | 'failed';
  /** Status of the answer over HTTP; null where there is none. */
  readonly status: number | null;
  /** The object of the act, if it was not known before. */
  readonly target?: string | null;
}

export interface AuditEntry extends AuditedAct {
  readonly id: string;
  /** null: under way, or the process ended before it did. */
  readonly result: AuditEnd['result'] | null;
  readonly status: number | null;
}

export interface AuditQuery extends PageRequest {
  /** Only entries of this action, and of this key. */
  readonly action?: string;
  readonly keyId?: string;
}
