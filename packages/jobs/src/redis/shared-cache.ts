import type { RedisBackend } from './backend.ts';
import { ask } from './producer.ts';
import { openSharedClient } from './shared-client.ts';

/** Texts that all processes on one Redis keep together for a while. */
export interface SharedCache {
  /** @returns null if it is not kept, or not any more @throws QueuesUnavailable if Redis can't be reached */
  readonly get: (key: string) => Promise<{ readonly value: string; readonly ageMs: number } | null>;
  /**
   * @param ttlMs milliseconds after which it is not kept any more; ≤ 0: it isn't at all
   * @throws QueuesUnavailable if Redis can't be reached; it may be kept all the same
   */
  readonly set: (key: string, value: string, ttlMs: number) => Promise<void>;
  close(): void;
}

/** With the moment at which it was kept, by Redis' own clock, in milliseconds. */
const SET = `
local time = redis.call('TIME')
local now = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
redis.call('SET', KEYS[1], now .. ' ' .. ARGV[1], 'PX', ARGV[2])
return 0
`;

const GET = `
local kept = redis.call('GET', KEYS[1])
if not kept then return false end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local space = string.find(kept, ' ', 1, true)
return {string.format('%.0f', now - tonumber(string.sub(kept, 1, space - 1))), string.sub(kept, space + 1)}
`;

/** @throws Error that names what is wrong with the backend's settings */
export async function openSharedCache(
  backend: RedisBackend,
  onError: (error: Error) => void,
): Promise<SharedCache> {
  const { client, prefix, close } = await openSharedClient(backend, onError);
  const nameOf = (key: string): string => `${prefix}:answer:${key}`;
  return {
    async get(key) {
      const answer = await ask(client, () => client.eval(GET, 1, nameOf(key)));
      const [age, value] = Array.isArray(answer) ? answer.map(String) : [];
      return value === undefined ? null : { value, ageMs: Math.max(0, Number(age)) };
    },
    async set(key, value, ttlMs) {
      if (ttlMs <= 0) return;
      await ask(client, () => client.eval(SET, 1, nameOf(key), value, Math.ceil(ttlMs)));
    },
    close,
  };
}
