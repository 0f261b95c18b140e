import { type RedisBackend, redisSettings } from './backend.ts';
import { redisClients } from './clients.ts';
import { isOutage, Outages, reach, type RedisEvents } from './outages.ts';
import { callRedis, isLate } from './producer.ts';
import { addScript, type Script } from './scripts.ts';

/** Connection for state that processes share through Redis besides the queues. */
export interface SharedClient {
  /**
   * Makes a function of a script.
   *
   * @returns runs it; fails at once while Redis is away, with QueuesUnavailable
   */
  readonly script: (script: Script) => (...values: readonly (string | number)[]) => Promise<unknown>;
  /** Whether a call failed because of an outage, which is reported already. */
  readonly isOfOutage: (error: unknown) => boolean;
  /** Prefix of all keys. */
  readonly prefix: string;
  readonly close: () => void;
}

/**
 * Connects to Redis, which need not be there: that is reported, and the connection keeps trying.
 *
 * @throws Error that names the wrong setting of the backend
 */
export async function openSharedClient(backend: RedisBackend, events: RedisEvents): Promise<SharedClient> {
  const settings = redisSettings(backend);
  const outages = new Outages(events);
  const clients = redisClients(settings, (error) => outages.failed(error));
  const client = clients.producer();
  client.on('ready', () => outages.over());
  await reach(client, outages);
  return {
    script: (script) => {
      const run = addScript(client, script);
      return async (...values) => {
        try {
          const answer = await callRedis(client, () => run(...values));
          outages.over();
          return answer;
        } catch (error) {
          // A connection that stays open says nothing of a server that does not answer.
          if (isLate(error)) outages.failed(error);
          throw error;
        }
      };
    },
    isOfOutage: (error) => {
      if (client.status !== 'ready' || isLate(error)) return true;
      return error instanceof Error && error.cause instanceof Error && isOutage(error.cause);
    },
    prefix: settings.prefix,
    close: () => clients.disconnect(),
  };
}

/** Texts that all processes on one Redis cache together. */
export interface SharedCache {
  /**
   * @returns the text and its age, null if it is not cached
   * @throws QueuesUnavailable if Redis cannot be reached
   */
  readonly get: (key: string) => Promise<{ readonly value: string; readonly ageMs: number } | null>;
  /**
   * Caches a text.
   *
   * @param ttlMs milliseconds after which it is removed; ≤ 0: it is not cached
   * @throws QueuesUnavailable if Redis cannot be reached; it may be cached nevertheless
   */
  readonly set: (key: string, value: string, ttlMs: number) => Promise<void>;
  close(): void;
}

/** Stores the text with the current time by the clock of Redis, in milliseconds. */
const SET: Script = {
  name: 'sitegrepCacheSet',
  keys: 1,
  lua: `
local time = redis.call('TIME')
local now = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
redis.call('SET', KEYS[1], now .. ' ' .. ARGV[1], 'PX', ARGV[2])
return 0
`,
};

const GET: Script = {
  name: 'sitegrepCacheGet',
  keys: 1,
  lua: `
local cached = redis.call('GET', KEYS[1])
if not cached then return false end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local space = string.find(cached, ' ', 1, true)
return {string.format('%.0f', now - tonumber(string.sub(cached, 1, space - 1))), string.sub(cached, space + 1)}
`,
};

/** @throws Error that names the wrong setting of the backend */
export async function openSharedCache(backend: RedisBackend, events: RedisEvents): Promise<SharedCache> {
  const { script, prefix, close } = await openSharedClient(backend, events);
  const [readCached, writeCached] = [script(GET), script(SET)];
  const nameOf = (key: string): string => `${prefix}:answer:${key}`;
  return {
    async get(key) {
      const answer = await readCached(nameOf(key));
      const [age, value] = Array.isArray(answer) ? answer.map(String) : [];
      return value === undefined ? null : { value, ageMs: Math.max(0, Number(age)) };
    },
    async set(key, value, ttlMs) {
      if (ttlMs <= 0) return;
      await writeCached(nameOf(key), value, Math.ceil(ttlMs));
    },
    close,
  };
}

/** Number of events within a window of time, counted by all processes on one Redis together. */
export interface RequestCounts {
  /**
   * Counts one event.
   *
   * @param windowMs length of the window, in milliseconds, ≥ 1; it starts with the first event after the previous
   *   window
   * @returns number of events in this window, including this one, and the remaining time of the window, in
   *   milliseconds
   * @throws QueuesUnavailable if Redis cannot be reached; the event may have been counted nevertheless
   */
  readonly count: (
    key: string,
    windowMs: number,
  ) => Promise<{ readonly count: number; readonly restMs: number }>;
  close(): void;
}

/** A key without an expiry, e.g. from restored data, gets one. */
const COUNT: Script = {
  name: 'sitegrepCount',
  keys: 1,
  lua: `
local count = redis.call('INCR', KEYS[1])
local rest = redis.call('PTTL', KEYS[1])
if count == 1 or rest < 0 then
  rest = tonumber(ARGV[1])
  redis.call('PEXPIRE', KEYS[1], rest)
end
return {count, rest}
`,
};

/** @throws Error that names the wrong setting of the backend */
export async function openRequestCounts(backend: RedisBackend, events: RedisEvents): Promise<RequestCounts> {
  const { script, prefix, close } = await openSharedClient(backend, events);
  const add = script(COUNT);
  return {
    count: async (key, windowMs) => {
      const answer = await add(`${prefix}:count:${key}`, Math.max(1, Math.ceil(windowMs)));
      const [count, restMs] = Array.isArray(answer) ? answer.map(Number) : [];
      return { count: count ?? 0, restMs: restMs ?? 0 };
    },
    close,
  };
}
