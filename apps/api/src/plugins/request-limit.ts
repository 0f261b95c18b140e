/*
 * Limits of requests per minute for each key, overall and for single operations. The processes of a cluster count
 * together; while that fails, each counts for itself, so that a key may make its requests once per process, but not more.
 */
import { type Operation, OPERATIONS } from '@sitegrep/contract';
import { QueuesUnavailable } from '@sitegrep/jobs';
import type { ApiKey } from '@sitegrep/storage';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { OperationLimits, SharedCounts } from '../settings.ts';

const MINUTE = 60_000;
/** Maximum counts in memory; beyond it the one whose minute began first is dropped. */
const MAX_COUNTED = 20_000;
/** Maximum time that a request waits for the shared count, in milliseconds. */
const TIMEOUT_MS = 250;
/** Time for which the shared count is not used after a failure, in milliseconds. */
const PAUSE_MS = 2_000;

/** State of a limit after a request was counted. */
export interface RequestUse {
  /** Operation of the limit; null: the key's overall limit. */
  readonly operation: string | null;
  readonly max: number;
  readonly remaining: number;
  readonly resetSeconds: number;
  readonly isExceeded: boolean;
}

/** Counts requests; of several exhausted limits, the one that is reset last is reported, otherwise the one closest to exhaustion. */
export interface RequestLimit {
  /** Counts a request of a key. @param url template of its route; null: it has none */
  use(key: ApiKey, url: string | null): Promise<RequestUse>;
  /** The same in this process alone; null: it has to be counted together with others. */
  useHere(key: ApiKey, url: string | null): RequestUse | null;
}

interface RequestLimitOptions {
  /** Requests per minute of a key without a limit of its own. */
  readonly perMinute: number;
  readonly operations: OperationLimits;
  readonly shared: SharedCounts | null;
}

/** A limit that a request counts against. */
interface Limit {
  readonly operation: string | null;
  readonly max: number;
  /** Name of the counter. */
  readonly counter: string;
}

export function openRequestLimit(
  { perMinute, operations, shared }: RequestLimitOptions,
  log: Pick<FastifyBaseLogger, 'warn'>,
): RequestLimit {
  const minutes = new LRUCache<string, { readonly endsAt: number; count: number }>({ max: MAX_COUNTED });
  let sharedAgainAt = -Infinity;
  let isTold = false;

  /** Tells once for an outage that limits are counted here. Those who watch Redis tell that it is away. */
  function tell(error: unknown): void {
    if (isTold || error instanceof QueuesUnavailable) return;
    isTold = true;
    log.warn({ err: error }, 'the shared count of requests failed; each process counts for itself');
  }

  /** Counts in a minute that begins with its first request. */
  function here(limit: Limit): RequestUse {
    const now = performance.now();
    let minute = minutes.get(limit.counter);
    if (minute === undefined || minute.endsAt <= now) {
      minute = { endsAt: now + MINUTE, count: 0 };
      minutes.set(limit.counter, minute);
    }
    minute.count += 1;
    return useOf(limit, minute.count, minute.endsAt - now);
  }

  async function together(counts: SharedCounts, limit: Limit): Promise<RequestUse> {
    const { count, restMs } = await counts.count(`requests:${limit.counter}`, MINUTE);
    return useOf(limit, count, restMs);
  }

  function limitsFor(key: ApiKey, url: string | null): readonly Limit[] {
    const ofKey = { operation: null, max: key.rateLimitPerMinute ?? perMinute, counter: key.id };
    const operation = url === null ? null : operationOf(url);
    const max = operation === null ? undefined : operations.get(operation);
    return max === undefined ? [ofKey] : [ofKey, { operation, max, counter: `${key.id}:${operation}` }];
  }

  const isAlone = (): boolean => shared === null || performance.now() < sharedAgainAt;
  return {
    useHere: (key, url) => (isAlone() ? nearest(limitsFor(key, url).map(here)) : null),
    async use(key, url) {
      const limits = limitsFor(key, url);
      if (shared === null || isAlone()) return nearest(limits.map(here));
      try {
        const use = nearest(await soon(Promise.all(limits.map((limit) => together(shared, limit)))));
        isTold = false;
        return use;
      } catch (error) {
        sharedAgainAt = performance.now() + PAUSE_MS;
        tell(error);
        return nearest(limits.map(here));
      }
    },
  };
}

function useOf({ operation, max }: Limit, count: number, restMs: number): RequestUse {
  return {
    operation,
    max,
    remaining: Math.max(0, max - count),
    resetSeconds: Math.ceil(restMs / 1_000),
    isExceeded: count > max,
  };
}

/** Limits of the operations that count against that of another one, by path. */
const SHARED_LIMITS: ReadonlyMap<string, string> = new Map(
  Object.values<Operation>(OPERATIONS).flatMap(({ path, limit }) =>
    limit === undefined ? [] : [[path, limit]],
  ),
);

/** Name of an operation's limit: usually the first part of its path; everything under /admin counts as one. */
function operationOf(url: string): string | null {
  return SHARED_LIMITS.get(url) ?? url.split('/', 2)[1] ?? null;
}

function nearest(uses: readonly RequestUse[]): RequestUse {
  const [least] = uses.toSorted(
    (a, b) =>
      Number(b.isExceeded) - Number(a.isExceeded) ||
      a.remaining - b.remaining ||
      b.resetSeconds - a.resetSeconds,
  );
  if (least === undefined) throw new Error('every request counts against the limit of its key');
  return least;
}

async function soon<T>(answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer in ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
