import { type RedisBackend, redisSettings } from './backend.ts';
import { type RedisClient, redisClients } from './clients.ts';
import { Outages, reach } from './outages.ts';
import { ask } from './producer.ts';

/** A connection for what processes share through Redis besides the queues. */
export interface SharedClient {
  /** Fails at once while Redis is away, if asked by `ask` (producer.ts). */
  readonly client: RedisClient;
  /** Begins every key. */
  readonly prefix: string;
  readonly close: () => void;
}

/**
 * Redis needn't be there: that is told, and the connection goes on trying.
 *
 * @throws Error that names what is wrong with the backend's settings
 */
export async function openSharedClient(
  backend: RedisBackend,
  onError: (error: Error) => void,
): Promise<SharedClient> {
  const settings = redisSettings(backend);
  const outages = new Outages(onError);
  const clients = redisClients(settings, (error) => outages.failed(error));
  const client = clients.producer();
  client.on('ready', () => outages.over());
  await reach(client, outages);
  return { client, prefix: settings.prefix, close: () => clients.disconnect() };
}

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

/** How often something was done in a span of time, counted by all processes on one Redis together. */
export interface RequestCounts {
  /**
   * Counts one more.
   *
   * @param windowMs of a span, in milliseconds, ≥ 1; it begins with the first count after the span before
   * @returns how many there were in this span, this one included, and how long it still lasts, in milliseconds
   * @throws QueuesUnavailable if Redis can't be reached; it may have been counted all the same
   */
  readonly count: (
    key: string,
    windowMs: number,
  ) => Promise<{ readonly count: number; readonly restMs: number }>;
  close(): void;
}

/** A key without an end, e.g. from a copy of the data, gets one. */
const COUNT = `
local count = redis.call('INCR', KEYS[1])
local rest = redis.call('PTTL', KEYS[1])
if count == 1 or rest < 0 then
  rest = tonumber(ARGV[1])
  redis.call('PEXPIRE', KEYS[1], rest)
end
return {count, rest}
`;

/** @throws Error that names what is wrong with the backend's settings */
export async function openRequestCounts(
  backend: RedisBackend,
  onError: (error: Error) => void,
): Promise<RequestCounts> {
  const { client, prefix, close } = await openSharedClient(backend, onError);
  return {
    count: async (key, windowMs) => {
      const answer = await ask(client, () =>
        client.eval(COUNT, 1, `${prefix}:count:${key}`, Math.max(1, Math.ceil(windowMs))),
      );
      const [count, restMs] = Array.isArray(answer) ? answer.map(Number) : [];
      return { count: count ?? 0, restMs: restMs ?? 0 };
    },
    close,
  };
}
