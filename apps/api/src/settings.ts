import type { Queues } from '@sitegrep/jobs';
import type { RequestCounts } from '@sitegrep/jobs/redis';
import type { Metrics } from '@sitegrep/metrics';
import type { ProviderChains } from '@sitegrep/providers';
import type { CrawlSpec, Storage } from '@sitegrep/storage';
import type { FastifyBaseLogger } from 'fastify';
import type { EventStreamLimits } from './crawl-events/limits.ts';

/** What the api stands on. It opens and closes none of it. */
export interface ApiParts {
  readonly storage: Pick<Storage, 'domains' | 'crawls' | 'keys' | 'audit'>;
  readonly queues: Queues;
  /** Who answers the operations that the index does not. */
  readonly providers: ProviderChains;
  /** Told that there is something new to do in the records, where a worker runs beside the api. */
  readonly onWork?: () => void;
  /** Where several processes serve: what they count together. */
  readonly counts?: SharedCounts;
  readonly settings: ApiSettings;
  /** Of this process; the api adds its own and shows all of them. */
  readonly metrics: Metrics;
  readonly logger: FastifyBaseLogger;
}

export type SharedCounts = Pick<RequestCounts, 'count'>;

/** Requests a minute of each key for an operation, by its path without slashes; `admin` is all below /admin. */
export type OperationLimits = ReadonlyMap<string, number>;

/** From when on operations are refused because the process is overloaded. */
export interface SheddingLimits {
  /** Milliseconds by which timers are late, in the mean of half a second. */
  readonly maxLoopDelayMs: number;
  /** Bytes of answers that clients have not read yet, of all and of each key. */
  readonly maxUnreadBytes: number;
  readonly maxUnreadBytesOfKey: number;
  /** Milliseconds for which a client may leave its answer unread before its connection is closed. */
  readonly answerStallMs: number;
}

/** How many searches run at once, and how many wait for their turn. */
export interface SearchLimits {
  /** That run at once, ≥ 1. */
  readonly concurrency: number;
  /** That wait at most, ≥ 0. */
  readonly maxWaiting: number;
  /** Milliseconds: a search that would have to wait longer is refused. */
  readonly maxWaitMs: number;
}

export interface ApiSettings {
  /** Requests a minute of a key that has no limit of its own, ≥ 1. */
  readonly rateLimitPerMinute: number;
  readonly operationLimits: OperationLimits;
  /** Milliseconds after which a search is given up, its wait for a turn included. */
  readonly searchTimeoutMs: number;
  readonly searches: SearchLimits;
  readonly shedding: SheddingLimits;
  /** Connections at once; further ones are closed as they come. */
  readonly maxConnections: number;
  /** Origins whose pages may call the api, `*` for all. */
  readonly corsOrigins: readonly string[];
  /** Networks in CIDR notation whose X-Forwarded-For counts. */
  readonly trustedProxies: readonly string[];
  /** What keeps the storage and the queue, for operators who are told that it is down: e.g. Elasticsearch, Redis. */
  readonly kept: { readonly storage: string; readonly queue: string };
  /** Milliseconds in which a dependency has to answer /readyz. */
  readonly probeTimeoutMs: number;
  /** Bytes of an uploaded crawl list. */
  readonly maxUploadBytes: number;
  /** Milliseconds that a whole request, its body included, may take to arrive. */
  readonly requestTimeoutMs: number;
  /** Milliseconds that requests get to end once closing has begun. */
  readonly drainMs: number;
  /** Days for which the audit log keeps what was done, ≥ 1. */
  readonly auditRetentionDays: number;
  /** What a crawl gets that doesn't say. */
  readonly crawlDefaults: Required<
    Pick<CrawlSpec, 'maxPages' | 'maxDepth' | 'priority' | 'revisitAfterDays'>
  >;
  /** Other bounds of event streams than the usual ones. */
  readonly eventStreams?: Partial<EventStreamLimits>;
}
