import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { RedisBackend } from './backend.ts';
import { ask } from './producer.ts';
import { openSharedClient } from './shared-client.ts';

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
  /** The request has ended, or was not sent: the host is asked by nobody for `restMs` milliseconds. Once. */
  release(restMs: number): void;
}

/** When each host may be asked, shared by all processes on one Redis. */
export interface HostSlots {
  /**
   * Waits until the host has rested and fewer than `atOnce` requests to it are under way, by Redis' own clock. Of those
   * who wait any may be next.
   *
   * @param host all ports of it are one host
   * @throws QueuesUnavailable if Redis can't be reached: then don't ask the host, but come again later; AbortError or
   *   the signal's reason when the signal fires
   */
  readonly acquire: (host: string, terms: HostSlotTerms, signal: AbortSignal) => Promise<HostSlot>;
  close(): void;
}

/** The longest wait before looking again whether a request of another process has ended, in milliseconds. */
const LOOK_AGAIN_MS = 100;

/*
 * A host's key is a sorted set of moments in milliseconds since the epoch: `rest`, until which nobody may ask, and for
 * each request under way when it is over at the latest. The key goes when all are past, so Redis holds busy hosts only.
 */

/** Takes a slot and returns 0, or returns the milliseconds after which it is worth to ask again. */
const TAKE = `
local key, token = KEYS[1], ARGV[1]
local atOnce, rest, longest, again = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', key, '-inf', string.format('%.0f', now))
-- Moments so far away are left over from a clock that was put back since.
redis.call('ZREMRANGEBYSCORE', key, string.format('(%.0f', now + longest + 1), '+inf')
local rests = redis.call('ZSCORE', key, 'rest')
if rests then return rests - now end
if redis.call('ZCARD', key) >= atOnce then
  return math.min(again, redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')[2] - now)
end
redis.call('ZADD', key, string.format('%.0f', now + longest), token)
if rest > 0 then redis.call('ZADD', key, string.format('%.0f', now + 1 + rest), 'rest') end
redis.call('PEXPIRE', key, longest + 1)
return 0
`;

/** Gives a slot back; the host rests from now on, or as long as it rests already if that is longer. */
const RELEASE = `
local key, token, rest = KEYS[1], ARGV[1], tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREM', key, token)
if rest > 0 then redis.call('ZADD', key, 'GT', string.format('%.0f', now + 1 + rest), 'rest') end
local last = redis.call('ZRANGE', key, -1, -1, 'WITHSCORES')[2]
if last then redis.call('PEXPIRE', key, math.max(1, last - now)) end
return 0
`;

/** @throws Error that names what is wrong with the backend's settings */
export async function openHostSlots(
  backend: RedisBackend,
  onError: (error: Error) => void,
): Promise<HostSlots> {
  const { client, prefix, close } = await openSharedClient(backend, onError);

  const release = async (key: string, token: string, restMs: number): Promise<void> => {
    try {
      await ask(client, () => client.eval(RELEASE, 1, key, token, Math.max(0, Math.ceil(restMs))));
    } catch (error) {
      // While Redis is away that is told already; the slot comes free by itself.
      if (client.status === 'ready') onError(error instanceof Error ? error : new Error(String(error)));
    }
  };

  return {
    acquire: async (host, { atOnce, restMs, longestMs }, signal) => {
      const key = `${prefix}:slot:${host}`;
      const token = randomUUID();
      const terms = [Math.max(1, atOnce), Math.max(0, Math.ceil(restMs)), Math.max(1, Math.ceil(longestMs))];
      for (;;) {
        signal.throwIfAborted();
        const waitMs = Number(
          await ask(client, () => client.eval(TAKE, 1, key, token, ...terms, LOOK_AGAIN_MS)),
        );
        if (waitMs > 0) await setTimeout(waitMs, undefined, { signal });
        else if (signal.aborted) void release(key, token, 0);
        else return { release: (rest) => void release(key, token, rest) };
      }
    },
    close,
  };
}
