import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { QueuesUnavailable } from '../errors.ts';
import type { RedisBackend } from './backend.ts';
import { openRequestCounts, openSharedCache, type RequestCounts, type SharedCache } from './shared-state.ts';

const url = process.env['TEST_REDIS'] ?? '';
const HOUR = 3_600_000;

let backend: RedisBackend;
let redis: Redis;
let opened: { close(): void }[] = [];
beforeEach(() => {
  if (url === '') throw new Error('TEST_REDIS is not set: give it the url of a Redis for tests');
  backend = { kind: 'redis', url, prefix: `test-${randomUUID()}` };
  redis = new Redis(url);
});
afterEach(() => {
  for (const shared of opened) shared.close();
  opened = [];
  redis.disconnect();
});

describe('the shared cache', () => {
  async function open(): Promise<SharedCache> {
    const cache = await openSharedCache(backend, {
      onError: (error) => {
        throw error;
      },
    });
    opened.push(cache);
    return cache;
  }

  test('a text cached by one process is found by another one, with its age', async () => {
    const [a, b] = [await open(), await open()];
    const value = JSON.stringify({ text: 'späť 東京 \u0001 "q"', list: [1, null] });
    expect(await b.get('one')).toBeNull();
    await a.set('one', value, HOUR);
    const found = await b.get('one');
    expect(found?.value).toBe(value);
    expect(found?.ageMs).toBeGreaterThanOrEqual(0);
    expect(found?.ageMs).toBeLessThan(HOUR);
    expect(await b.get('two')).toBeNull();
  });

  test('the age is measured by the clock of Redis, and starts again when the text is cached again', async () => {
    const cache = await open();
    const key = `${backend.prefix}:answer:one`;
    const [seconds] = await redis.time();
    await redis.set(key, `${Number(seconds) * 1_000 - 90_000} old`);
    expect((await cache.get('one'))?.ageMs).toBeGreaterThanOrEqual(90_000);
    await cache.set('one', 'new', HOUR);
    expect(await cache.get('one')).toMatchObject({ value: 'new' });
    expect((await cache.get('one'))?.ageMs).toBeLessThan(90_000);
  });

  test('a text expires, and one with no time to live is not cached', async () => {
    const cache = await open();
    await cache.set('one', 'x', 12_345);
    const rest = await redis.pttl(`${backend.prefix}:answer:one`);
    expect(rest).toBeGreaterThan(0);
    expect(rest).toBeLessThanOrEqual(12_345);
    await cache.set('two', 'x', 0);
    expect(await cache.get('two')).toBeNull();
  });

  test('fails at once without Redis', async () => {
    const cache = await openSharedCache(
      { ...backend, url: 'redis://127.0.0.1:1' },
      { onError: () => undefined },
    );
    opened.push(cache);
    await expect(cache.get('one')).rejects.toThrow(QueuesUnavailable);
    await expect(cache.set('one', 'x', HOUR)).rejects.toThrow(QueuesUnavailable);
  });
});

describe('request counts', () => {
  async function open(): Promise<RequestCounts> {
    const counts = await openRequestCounts(backend, {
      onError: (error) => {
        throw error;
      },
    });
    opened.push(counts);
    return counts;
  }

  test('processes count together, per key', async () => {
    const [a, b] = [await open(), await open()];
    const counted = await Promise.all(
      Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? a : b).count('one', HOUR)),
    );
    expect(counted.map(({ count }) => count).sort((x, y) => x - y)).toEqual(
      Array.from({ length: 40 }, (_, n) => n + 1),
    );
    for (const { restMs } of counted) expect(restMs).toBeGreaterThan(HOUR - 60_000);
    expect((await b.count('two', HOUR)).count).toBe(1);
  });

  test('a window starts with its first event and is deleted at its end', async () => {
    const counts = await open();
    const key = `${backend.prefix}:count:one`;
    await counts.count('one', HOUR);
    await redis.pexpire(key, 1_000_000);
    // Later events do not extend it.
    expect((await counts.count('one', HOUR)).restMs).toBeLessThanOrEqual(1_000_000);
    await redis.pexpire(key, 1);
    while ((await redis.exists(key)) === 1);
    expect((await counts.count('one', HOUR)).count).toBe(1);
  });

  test('a key without an expiry, as in restored data, gets one', async () => {
    const counts = await open();
    await redis.set(`${backend.prefix}:count:one`, '7');
    expect(await counts.count('one', HOUR)).toEqual({ count: 8, restMs: HOUR });
  });

  test('fails at once without Redis', async () => {
    const counts = await openRequestCounts(
      { ...backend, url: 'redis://127.0.0.1:1' },
      { onError: () => undefined },
    );
    opened.push(counts);
    await expect(counts.count('one', HOUR)).rejects.toThrow(QueuesUnavailable);
  });
});
