import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { RedisBackend } from './backend.ts';
import { ask } from './producer.ts';
import { openSharedClient } from './shared-state.ts';

/** What one request to a host asks for. Every process is to say the same of a host. */
export interface HostSlotTerms {
  /** Requests at the same time to the host, over all processes, ≥ 1. */
  readonly atOnce: number;
  /** The least from this request's start to the next one's, in milliseconds, ≥ 0. */
  readonly restMs: number;
  /**
   * The longest that a request or a rest can last, in milliseconds. A slot that nobody gave back, because its process
   * was killed, is free again after this.
   */
  readonly longestMs: number;
}

/** The right to send one request. */
export interface HostSlot {
  /** What was said of the host when it was asked last, by whichever process; 0 if nothing, or ten minutes ago. */
  readonly slowDownMs: number;
  /**
   * The request has ended, or was not sent: the host is asked by nobody for `restMs` milliseconds. Once.
   *
   * @param slowDownMs told to whoever asks next; how it came about is the caller's affair
   */
  release(restMs: number, slowDownMs: number): void;
}

/** When each host may be asked, shared by all processes on one Redis. */
export interface HostSlots {
  /**
   * Waits until the host has rested and fewer than `atOnce` requests to it are under way, by Redis' own clock. Of those
   * who wait any may be next.
   *
   * @param host the name of whatever is paced as one
   * @throws QueuesUnavailable if Redis can't be reached: then don't ask the host, but come again later; AbortError or
   *   the signal's reason when the signal fires
   */
  readonly acquire: (host: string, terms: HostSlotTerms, signal: AbortSignal) => Promise<HostSlot>;
  close(): void;
}

/** For how long after its rest a slow-down of a host is remembered, in milliseconds. */
const SLOW_DOWN_MS = 10 * 60_000;

/** The longest wait before looking again whether a request of another process has ended, in milliseconds. */
const LOOK_AGAIN_MS = 100;

/*
 * A host's key is a sorted set of moments in milliseconds since the epoch: `rest`, until which nobody may ask, and for
 * each request under way when it is over at the latest. The key goes when all are past, so Redis holds busy hosts only.
 * A second key, of hosts that are slowed down only, holds by how many milliseconds.
 */

/** Takes a slot and returns 0 and the slow-down, or returns the milliseconds after which it is worth to ask again. */
const TAKE = `
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
`;

/** Gives a slot back; the host rests from now on, or as long as it rests already if that is longer. */
const RELEASE = `
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
`;

/** @throws Error that names what is wrong with the backend's settings */
export async function openHostSlots(
  backend: RedisBackend,
  onError: (error: Error) => void,
): Promise<HostSlots> {
  const { client, prefix, close } = await openSharedClient(backend, onError);

  const release = async (
    keys: readonly [string, string],
    token: string,
    restMs: number,
    slowDownMs: number,
  ): Promise<void> => {
    const terms = [Math.max(0, Math.ceil(restMs)), Math.max(0, Math.ceil(slowDownMs)), SLOW_DOWN_MS];
    try {
      await ask(client, () => client.eval(RELEASE, 2, ...keys, token, ...terms));
    } catch (error) {
      // While Redis is away that is told already; the slot comes free by itself.
      if (client.status === 'ready') onError(error instanceof Error ? error : new Error(String(error)));
    }
  };

  return {
    acquire: async (host, { atOnce, restMs, longestMs }, signal) => {
      const keys = [`${prefix}:slot:${host}`, `${prefix}:slow:${host}`] as const;
      const token = randomUUID();
      const terms = [Math.max(1, atOnce), Math.max(0, Math.ceil(restMs)), Math.max(1, Math.ceil(longestMs))];
      for (;;) {
        signal.throwIfAborted();
        const answer = await ask(client, () => client.eval(TAKE, 2, ...keys, token, ...terms, LOOK_AGAIN_MS));
        const [waitMs = 0, slowDownMs = 0] = Array.isArray(answer) ? answer.map(Number) : [];
        if (waitMs > 0) await setTimeout(waitMs, undefined, { signal });
        else if (signal.aborted) void release(keys, token, 0, slowDownMs);
        else return { slowDownMs, release: (rest, slow) => void release(keys, token, rest, slow) };
      }
    },
    close,
  };
}
