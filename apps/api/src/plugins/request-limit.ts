/*
 * Requests a minute of each key. Where several processes serve, they count together; while that can't be done, each
 * counts for itself, so that a key may make as many times its requests as there are processes, but never without bound.
 */
import rateLimit from '@fastify/rate-limit';
import type { ApiKey } from '@sitegrep/storage';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SharedCounts } from '../settings.ts';

const MINUTE = 60_000;
/** Keys whose requests are counted at once; the one used longest ago makes way. */
const MAX_COUNTED_KEYS = 10_000;
/** How long a request waits for the shared count, in milliseconds. */
const PATIENCE_MS = 250;
/** How long nobody asks for it after it failed. */
const PAUSE_MS = 2_000;

interface RequestUse {
  readonly max: number;
  readonly remaining: number;
  readonly resetSeconds: number;
  readonly isExceeded: boolean;
}

/** Counts a request of `request.apiKey`. Never rejects. */
export type UseRequest = (request: FastifyRequest, key: ApiKey) => Promise<RequestUse>;

export interface RequestLimitOptions {
  /** Of a key that has no limit of its own. */
  readonly perMinute: number;
  readonly shared: SharedCounts | null;
}

export async function addRequestLimit(
  app: FastifyInstance,
  { perMinute, shared }: RequestLimitOptions,
): Promise<UseRequest> {
  await app.register(rateLimit, { global: false, cache: MAX_COUNTED_KEYS });
  const countHere = app.createRateLimit({
    max: (request) => request.apiKey?.rateLimitPerMinute ?? perMinute,
    timeWindow: MINUTE,
    keyGenerator: (request) => request.apiKey?.id ?? '',
  });
  let askAgainAt = -Infinity;

  async function here(request: FastifyRequest, max: number): Promise<RequestUse> {
    const use = await countHere(request);
    if (use.isAllowed) return { max, remaining: max, resetSeconds: 0, isExceeded: false };
    return { max, remaining: use.remaining, resetSeconds: use.ttlInSeconds, isExceeded: use.isExceeded };
  }

  return async (request, key) => {
    const max = key.rateLimitPerMinute ?? perMinute;
    if (shared === null || performance.now() < askAgainAt) return here(request, max);
    try {
      const { count, restMs } = await soon(shared.count(`requests:${key.id}`, MINUTE));
      return {
        max,
        remaining: Math.max(0, max - count),
        resetSeconds: Math.ceil(restMs / 1_000),
        isExceeded: count > max,
      };
    } catch (error) {
      askAgainAt = performance.now() + PAUSE_MS;
      request.log.warn({ err: error }, 'requests are counted by each process for itself');
      return here(request, max);
    }
  };
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
