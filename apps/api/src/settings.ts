import type { AnalysisPool } from '@sitegrep/analysis';
import type { ChecksAnswer, SettingsAnswer } from '@sitegrep/contract';
import type { Queues } from '@sitegrep/jobs';
import type { RequestCounts } from '@sitegrep/jobs/redis';
import type { Metrics, Readiness } from '@sitegrep/metrics';
import type { ProviderChains } from '@sitegrep/providers';
import type { CrawlSpec, Storage } from '@sitegrep/storage';
import type { Destination, Sender } from '@sitegrep/telling';
import type { OwnReport } from '@sitegrep/technologies/prepare';
import type { FastifyBaseLogger } from 'fastify';
import type { SignInCode } from './sign-in.ts';

/** Parts that the API uses. It opens and closes none of them. */
export interface ApiParts {
  readonly storage: Pick<
    Storage,
    | 'domains'
    | 'crawls'
    | 'deliveries'
    | 'reports'
    | 'keys'
    | 'audit'
    | 'sizes'
    | 'measurements'
    | 'reanalysis'
    | 'commoncrawl'
    | 'fingerprints'
    | 'isFull'
    | 'shareSearches'
  >;
  /** Absent in a process that only reads: it has no work to queue, and watches no queue. */
  readonly queues?: Queues;
  /** Providers of the operations that the index does not answer. */
  readonly providers: ProviderChains;
  /** Opens the pool of analysis threads when it is needed first. */
  readonly analysis: () => AnalysisPool;
  /** Sending of what saved searches tell; absent in a process that only reads. */
  readonly telling?: TellingParts;
  /** Parts of an import of captures; absent in a process that only reads. */
  readonly imports?: ImportParts;
  /** Called when there is new work in the records; absent if no worker runs in this process. */
  readonly onWork?: () => void;
  /** Puts the fingerprints in use that the records name now; absent: this process follows them in time, or needs none. */
  readonly renewFingerprints?: () => Promise<void>;
  /** Technologies of one's own; absent: none are set. */
  readonly ownTechnologies?: OwnTechnologyParts;
  /** Sites of a crawl that wait for their hosts; absent if no worker runs in this process. */
  readonly waiting?: WaitingOf;
  /** Counts that several processes share; absent for a single process. */
  readonly counts?: SharedCounts;
  /** Watch over what the process depends on, if others need its answer, too; absent: the API opens one. */
  readonly readiness?: Readiness;
  /** Secret with which the command line of this machine may do everything; absent: it needs an API key. */
  readonly commandLineSecret?: string;
  /** Code of a sign-in link that this process gives out; absent: none. */
  readonly signInCode?: SignInCode;
  /** The instance as its operator set it up. */
  readonly instance: InstanceParts;
  /** Gives the folder of the built documentation. */
  readonly documentation: () => Promise<string>;
  /** Gives the folder of the built console; absent: this process serves none. */
  readonly console?: () => Promise<string>;
  readonly settings: ApiSettings;
  /** Metrics of this process; the API adds its own and serves all of them. */
  readonly metrics: Metrics;
  readonly logger: FastifyBaseLogger;
}

interface InstanceParts {
  /** Name of this process, the same after a restart; no other process has it at the same time. */
  readonly process: string;
  /** Every setting as it is in force, secrets hidden. */
  readonly settings: SettingsAnswer['data']['settings'];
  /** Checks the machine, the settings and the services; it takes a second or more. */
  readonly check: () => Promise<ChecksAnswer['data']>;
}

/** Sending of what saved searches tell, as far as requests need it. */
export interface TellingParts {
  readonly sender: Sender;
  /** Why no message may be sent to a destination, as the end of a sentence with a remedy; null: it may. */
  readonly refusalOf: (destination: Destination) => string | null;
}

/** Technologies of one's own, as they are set. */
interface OwnTechnologyParts {
  /** Report on what was taken of them. */
  readonly report: () => OwnReport;
  /** Path of the file or folder; null: there is none. */
  readonly path: () => string | null;
  /** Folder of compiled sets. */
  readonly folder: string;
}

/** Parts of an import of captures. */
export interface ImportParts {
  readonly maxSiteBytes: number;
  /** Maximum bytes of a page's decoded body; a longer one is truncated. */
  readonly maxBodyBytes: number;
  /** Pages that are analysed at the same time. */
  readonly concurrency: number;
}

/** The sites of a crawl that wait until their hosts may get requests, and the first of them; null if there is none. */
export type WaitingOf = (crawlId: string) => {
  readonly sites: number;
  /** `until` is in milliseconds since the epoch. */
  readonly next: { readonly domain: string; readonly reason: string; readonly until: number };
} | null;

export type SharedCounts = Pick<RequestCounts, 'count'>;

/** Requests per minute of each key, by operation: its path without slashes, or `admin` for everything under /admin. */
export type OperationLimits = ReadonlyMap<string, number>;

/** Limits beyond which operations are refused because the process is overloaded. */
export interface SheddingLimits {
  /** Maximum delay of timers, in milliseconds, averaged over half a second. */
  readonly maxLoopDelayMs: number;
  /** Maximum bytes of answers that clients have not read yet. */
  readonly maxUnreadBytes: number;
  /** Maximum bytes of answers to the requests of one key that its clients have not read yet. */
  readonly maxUnreadBytesOfKey: number;
  /** Time after which the connection of a client that does not read its answer is closed, in milliseconds. */
  readonly answerStallMs: number;
}

/** Limits of the queue of searches. */
export interface SearchLimits extends SearchQueueBounds {
  /** Searches that run at once, ≥ 1; null: the share that the storage gives this process. */
  readonly concurrency: number | null;
}

interface SearchQueueBounds {
  /** Searches that may always be queued, unless more arrives than is done. */
  readonly patient: number;
  /** Further ones may be queued if they will wait no longer than this, in milliseconds. */
  readonly maxWaitMs: number;
  /** Maximum queued searches. */
  readonly maxQueued: number;
}

/**
 * Bounds of the queue. A hundred searches that a program sends at the same time are all served, however long they take:
 * they wait as long as those before them need.
 */
export const SEARCH_QUEUE_BOUNDS: SearchQueueBounds = { patient: 128, maxWaitMs: 250, maxQueued: 2_000 };

export interface ApiSettings {
  /** Requests per minute of a key without a limit of its own, ≥ 1. */
  readonly rateLimitPerMinute: number;
  readonly operationLimits: OperationLimits;
  /** Time after which a search is given up, including its time in the queue, in milliseconds. */
  readonly searchTimeoutMs: number;
  readonly searches: SearchLimits;
  readonly shedding: SheddingLimits;
  /** Maximum open connections, of which one address may have a quarter; beyond it idle ones are closed. */
  readonly maxConnections: number;
  /** Origins whose pages may call the API; `*` for all. */
  readonly corsOrigins: readonly string[];
  /** Networks in CIDR notation whose X-Forwarded-For counts. */
  readonly trustedProxies: readonly string[];
  /** Header in which these proxies name the user who signed on to them, in lower case; null: none. */
  readonly signOnHeader: string | null;
  /** Names of the services behind storage and queue, such as Elasticsearch and Redis, for the message that one is down. */
  readonly services: { readonly storage: string; readonly queue: string };
  /** Time in which a dependency must answer a probe for /readyz, in milliseconds. */
  readonly probeTimeoutMs: number;
  /** Maximum bytes of an uploaded list. */
  readonly maxUploadBytes: number;
  /** Maximum time for a request to arrive, including its body, in milliseconds. */
  readonly requestTimeoutMs: number;
  /** Time that running requests have to end after closing began, in milliseconds. */
  readonly drainMs: number;
  /** Days after which entries of the audit log are removed, ≥ 1. */
  readonly auditRetentionDays: number;
  /** Options of a crawl that does not state them. */
  readonly crawlDefaults: Required<
    Pick<CrawlSpec, 'maxPages' | 'maxDepth' | 'priority' | 'revisitAfterDays'>
  >;
  /** Whether crawls may have pages rendered. */
  readonly renders: boolean;
  /** Limits of event streams that differ from `EVENT_STREAM_LIMITS`. */
  readonly eventStreams?: Partial<EventStreamLimits>;
}

/** Limits of event streams; times in milliseconds. */
export interface EventStreamLimits {
  /** Maximum streams of this process. */
  readonly max: number;
  /** Maximum streams of a key in this process, so that no key takes those of others. */
  readonly maxOfKey: number;
  /** Interval at which a crawl is read. */
  readonly readEveryMs: number;
  /** Minimum interval between `progress` events. */
  readonly progressEveryMs: number;
  /** Interval of heartbeats on a stream without events. */
  readonly heartbeatMs: number;
  /** Interval at which the key of a stream is checked again. */
  readonly keyCheckEveryMs: number;
  /** Time that a client may leave sent events unread. */
  readonly stallMs: number;
}

export const EVENT_STREAM_LIMITS: EventStreamLimits = {
  max: 200,
  maxOfKey: 50,
  readEveryMs: 750,
  progressEveryMs: 2_000,
  heartbeatMs: 15_000,
  keyCheckEveryMs: 5_000,
  stallMs: 60_000,
};
