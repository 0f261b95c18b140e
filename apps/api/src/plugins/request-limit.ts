/*
 * Limits of requests per minute for each key, overall and for single operations. The processes of a cluster count
 * together; while that fails, each counts for itself, so that a key may make its requests once per process, but not more.
 */
import rateLimit from '@fastify/rate-limit';
import type { ApiKey } from '@sitegrep/storage';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OperationLimits, SharedCounts } from '../settings.ts';

const MINUTE = 60_000;
/** Maximum counts in memory; beyond it the least recently used is dropped. */
const MAX_COUNTED = 20_000;
/** Maximum time that a request waits for the shared count, in milliseconds. */
const TIMEOUT_MS = 250;
/** Time for which the shared count is not used after a failure, in milliseconds. */
const PAUSE_MS = 2_000;

/** State of a limit after a request was counted. */
interface RequestUse {
  /** Operation of the limit; null: the key's overall limit. */
  readonly operation: string | null;
  readonly max: number;
  readonly remaining: number;
  readonly resetSeconds: number;
  readonly isExceeded: boolean;
}

/**
 * Counts a request against the overall limit of its key, and that of its operation if there is one.
 *
 * @returns the limit that is closest to exhaustion; of several exhausted ones, the one that is reset last
 */
export type UseRequest = (request: FastifyRequest, key: ApiKey) => Promise<RequestUse>;

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

export async function addRequestLimit(
  app: FastifyInstance,
  { perMinute, operations, shared }: RequestLimitOptions,
): Promise<UseRequest> {
  await app.register(rateLimit, { global: false, cache: MAX_COUNTED });
  const limitsOf = new WeakMap<FastifyRequest, Limit>();
  const countHere = app.createRateLimit({
    max: (request) => limitsOf.get(request)?.max ?? 0,
    timeWindow: MINUTE,
    keyGenerator: (request) => limitsOf.get(request)?.counter ?? '',
  });
  let sharedAgainAt = -Infinity;

  async function here(request: FastifyRequest, limit: Limit): Promise<RequestUse> {
    limitsOf.set(request, limit);
    const use = await countHere(request);
    if (use.isAllowed) throw new Error('no request is exempt from its limits');
    return { ...limit, remaining: use.remaining, resetSeconds: use.ttlInSeconds, isExceeded: use.isExceeded };
  }

  /** Counts one limit after the other, because the limiter reads the current one from the request. */
  async function allHere(request: FastifyRequest, limits: readonly Limit[]): Promise<readonly RequestUse[]> {
    const uses: RequestUse[] = [];
    for (const limit of limits) uses.push(await here(request, limit));
    return uses;
  }

  async function together(counts: SharedCounts, limit: Limit): Promise<RequestUse> {
    const { count, restMs } = await counts.count(`requests:${limit.counter}`, MINUTE);
    return {
      ...limit,
      remaining: Math.max(0, limit.max - count),
      resetSeconds: Math.ceil(restMs / 1_000),
      isExceeded: count > limit.max,
    };
  }

  return async (request, key) => {
    const limits = limitsFor(request, key, { perMinute, operations });
    if (shared === null || performance.now() < sharedAgainAt) return nearest(await allHere(request, limits));
    try {
      return nearest(await soon(Promise.all(limits.map((limit) => together(shared, limit)))));
    } catch (error) {
      sharedAgainAt = performance.now() + PAUSE_MS;
      request.log.warn({ err: error }, 'the shared count of requests failed; each process counts for itself');
      return nearest(await allHere(request, limits));
    }
  };
}

function limitsFor(
  { routeOptions, is404 }: FastifyRequest,
  key: ApiKey,
  { perMinute, operations }: Pick<RequestLimitOptions, 'perMinute' | 'operations'>,
): readonly Limit[] {
  const ofKey = { operation: null, max: key.rateLimitPerMinute ?? perMinute, counter: key.id };
  const operation = is404 ? null : operationOf(routeOptions.url ?? '');
  const max = operation === null ? undefined : operations.get(operation);
  return max === undefined ? [ofKey] : [ofKey, { operation, max, counter: `${key.id}:${operation}` }];
}

/** Name of an operation's limit: the first part of its path; everything under /admin counts as one. */
function operationOf(url: string): string | null {
  return url.split('/', 2)[1] ?? null;
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
