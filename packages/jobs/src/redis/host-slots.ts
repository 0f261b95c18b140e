import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { RedisBackend } from './backend.ts';
import type { RedisEvents } from './outages.ts';
import type { Script } from './scripts.ts';
import { openSharedClient } from './shared-state.ts';

/** Limits of the requests to a host. All processes must use the same ones for a host. */
export interface HostSlotTerms {
  /** Maximum number of concurrent requests to the host, over all processes, ≥ 1. */
  readonly atOnce: number;
  /** Minimum time from the start of this request to that of the next one, in milliseconds, ≥ 0. */
  readonly restMs: number;
  /**
   * Maximum duration of a request or a rest, in milliseconds. A slot that was never released, because its process
   * was killed, is free again after this time.
   */
  readonly longestMs: number;
}

/** Permit for one request. */
export interface HostSlot {
  /**
   * The slow-down that was reported for the host with its last request, by any process; 0: none, or more than ten
   * minutes ago.
   */
  readonly slowDownMs: number;
  /**
   * Releases the permit when the request has ended or was not sent: for `restMs` milliseconds no request to the
   * host may start. To be called once.
   *
   * @param slowDownMs passed on to the next request; its meaning is the caller's business
   */
  release(restMs: number, slowDownMs: number): void;
}

/** Permits for requests to hosts, shared by all processes on one Redis. */
export interface HostSlots {
  /**
   * Waits until the host has rested and fewer than `atOnce` requests to it are in flight, by the clock of Redis.
   * Waiting callers are served in any order.
   *
   * @param host name of the unit that is paced
   * @throws QueuesUnavailable if Redis cannot be reached: then send no request, and try again later; AbortError or
   *   the signal's reason when the signal fires
   */
  readonly acquire: (host: string, terms: HostSlotTerms, signal: AbortSignal) => Promise<HostSlot>;
  close(): void;
}

/** Time after its rest for which the slow-down of a host is remembered, in milliseconds. */
const SLOW_DOWN_MS = 10 * 60_000;

/** Maximum wait before checking again whether a request of another process has ended, in milliseconds. */
const MAX_POLL_MS = 100;

/*
 * The key of a host is a sorted set of times in milliseconds since the epoch: `rest`, before which no request may
 * start, and the latest possible end of each request in flight. The key expires with its last time, so Redis stores
 * busy hosts only. A second key exists only for slowed-down hosts and stores the number of milliseconds.
 */

/** Takes a slot and returns 0 and the slow-down, or returns the milliseconds after which a retry makes sense. */
const TAKE: Script = {
  name: 'sitegrepTakeSlot',
  keys: 2,
  lua: `
local key, token = KEYS[1], ARGV[1]
local atOnce, rest, longest, again = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', key, '-inf', string.format('%.0f', now))
-- Moments so far away are left over from a clock that was put back since.
redis.call('ZREMRANGEBYSCORE', key, string.format('(%.0f', now + longest + 1), '+inf')
local rests = redis.call('ZSCORE', key, 'rest')
if rests then return {rests - now, 0} end
if redis.call('ZCARD', key) >= atOnce then
  return {math.min(again, redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')[2] - now), 0}
end
redis.call('ZADD', key, string.format('%.0f', now + longest), token)
if rest > 0 then redis.call('ZADD', key, string.format('%.0f', now + 1 + rest), 'rest') end
redis.call('PEXPIRE', key, longest + 1)
return {0, tonumber(redis.call('GET', KEYS[2]) or '0')}
`,
};

/** Releases a slot; the host rests from now on, or until the end of a longer rest. */
const RELEASE: Script = {
  name: 'sitegrepReleaseSlot',
  keys: 2,
  lua: `
local key, token, rest, slow = KEYS[1], ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREM', key, token)
if rest > 0 then redis.call('ZADD', key, 'GT', string.format('%.0f', now + 1 + rest), 'rest') end
local last = redis.call('ZRANGE', key, -1, -1, 'WITHSCORES')[2]
if last then redis.call('PEXPIRE', key, math.max(1, last - now)) end
if slow > 0 then redis.call('SET', KEYS[2], ARGV[3], 'PX', rest + tonumber(ARGV[4]))
else redis.call('DEL', KEYS[2]) end
return 0
`,
};

/** @throws Error that names the wrong setting of the backend */
export async function openHostSlots(backend: RedisBackend, events: RedisEvents): Promise<HostSlots> {
  const { script, isOfOutage, prefix, close } = await openSharedClient(backend, events);
  const [takeSlot, releaseSlot] = [script(TAKE), script(RELEASE)];

  const release = async (
    keys: readonly [string, string],
    token: string,
    restMs: number,
    slowDownMs: number,
  ): Promise<void> => {
    const terms = [Math.max(0, Math.ceil(restMs)), Math.max(0, Math.ceil(slowDownMs)), SLOW_DOWN_MS];
    try {
      await releaseSlot(...keys, token, ...terms);
    } catch (error) {
      // The slot expires by itself.
      if (isOfOutage(error)) return;
      events.onError(error instanceof Error ? error : new Error(String(error)));
    }
  };

  return {
    acquire: async (host, { atOnce, restMs, longestMs }, signal) => {
      const keys = [`${prefix}:slot:${host}`, `${prefix}:slow:${host}`] as const;
      const token = randomUUID();
      const terms = [Math.max(1, atOnce), Math.max(0, Math.ceil(restMs)), Math.max(1, Math.ceil(longestMs))];
      for (;;) {
        signal.throwIfAborted();
        const answer = await takeSlot(...keys, token, ...terms, MAX_POLL_MS);
        const [waitMs = 0, slowDownMs = 0] = Array.isArray(answer) ? answer.map(Number) : [];
        if (waitMs > 0) await setTimeout(waitMs, undefined, { signal });
        else if (signal.aborted) void release(keys, token, 0, slowDownMs);
        else return { slowDownMs, release: (rest, slow) => void release(keys, token, rest, slow) };
      }
    },
    close,
  };
}
