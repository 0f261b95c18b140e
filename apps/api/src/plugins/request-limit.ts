/*
 * Requests a minute of each key, over all and for single operations. Where several processes serve, they count
 * together; while that can't be done, each counts for itself, so that a key may make as many times its requests as there
 * are processes, but never without bound.
 */
import rateLimit from '@fastify/rate-limit';
import type { ApiKey } from '@sitegrep/storage';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OperationLimits, SharedCounts } from '../settings.ts';

const MINUTE = 60_000;
/** Counts of keys that are kept at once; the one used longest ago makes way. */
const MAX_COUNTED = 20_000;
/** How long a request waits for the shared count, in milliseconds. */
const PATIENCE_MS = 250;
/** How long nobody asks for it after it failed. */
const PAUSE_MS = 2_000;

/** What is left of a limit. */
interface RequestUse {
  /** The operation that it holds for; null: the limit of the key over all. */
  readonly operation: string | null;
  readonly max: number;
  readonly remaining: number;
  readonly resetSeconds: number;
  readonly isExceeded: boolean;
}

/**
 * Counts a request of `request.apiKey`, against the limit of the key and that of its operation if there is one.
 *
 * @returns the limit that is nearest to being used up; of several that are, the one that takes longest to begin anew
 */
export type UseRequest = (request: FastifyRequest, key: ApiKey) => Promise<RequestUse>;

export interface RequestLimitOptions {
  /** Of a key that has no limit of its own. */
  readonly perMinute: number;
  readonly operations: OperationLimits;
  readonly shared: SharedCounts | null;
}

/** One of the limits that a request counts against. */
interface Limit {
  readonly operation: string | null;
  readonly max: number;
  /** What is counted, by a name of its own. */
  readonly counted: string;
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
    keyGenerator: (request) => limitsOf.get(request)?.counted ?? '',
  });
  let askAgainAt = -Infinity;

  async function here(request: FastifyRequest, limit: Limit): Promise<RequestUse> {
    limitsOf.set(request, limit);
    const use = await countHere(request);
    if (use.isAllowed) throw new Error('no request is exempt from its limits');
    return { ...limit, remaining: use.remaining, resetSeconds: use.ttlInSeconds, isExceeded: use.isExceeded };
  }

  /** One after the other, for the limiter reads what is counted off the request. */
  async function allHere(request: FastifyRequest, limits: readonly Limit[]): Promise<readonly RequestUse[]> {
    const uses: RequestUse[] = [];
    for (const limit of limits) uses.push(await here(request, limit));
    return uses;
  }

  async function together(counts: SharedCounts, limit: Limit): Promise<RequestUse> {
    const { count, restMs } = await counts.count(`requests:${limit.counted}`, MINUTE);
    return {
      ...limit,
      remaining: Math.max(0, limit.max - count),
      resetSeconds: Math.ceil(restMs / 1_000),
      isExceeded: count > limit.max,
    };
  }

  return async (request, key) => {
    const limits = limitsFor(request, key, { perMinute, operations });
    if (shared === null || performance.now() < askAgainAt) return nearest(await allHere(request, limits));
    try {
      return nearest(await soon(Promise.all(limits.map((limit) => together(shared, limit)))));
    } catch (error) {
      askAgainAt = performance.now() + PAUSE_MS;
      request.log.warn({ err: error }, 'requests are counted by each process for itself');
      return nearest(await allHere(request, limits));
    }
  };
}

function limitsFor(
  { routeOptions, is404 }: FastifyRequest,
  key: ApiKey,
  { perMinute, operations }: Pick<RequestLimitOptions, 'perMinute' | 'operations'>,
): readonly Limit[] {
  const ofKey = { operation: null, max: key.rateLimitPerMinute ?? perMinute, counted: key.id };
  const operation = is404 ? null : operationOf(routeOptions.url ?? '');
  const max = operation === null ? undefined : operations.get(operation);
  return max === undefined ? [ofKey] : [ofKey, { operation, max, counted: `${key.id}:${operation}` }];
}

/** The first part of a route's path: the five operations have no other, and all of /admin counts as one. */
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
  const timer = setTimeout(() => late.reject(new Error(`no answer in ${PATIENCE_MS} ms`)), PATIENCE_MS);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
