import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { QueuesUnavailable } from '../unavailable.ts';
import type { RedisBackend } from './backend.ts';
import { openRequestCounts, type RequestCounts } from './request-counts.ts';

const url = process.env['TEST_REDIS'] ?? '';
const HOUR = 3_600_000;

let backend: RedisBackend;
let redis: Redis;
let opened: RequestCounts[] = [];
beforeEach(() => {
  if (url === '') throw new Error('TEST_REDIS is not set: give it the url of a Redis for tests');
  backend = { kind: 'redis', url, prefix: `test-${randomUUID()}` };
  redis = new Redis(url);
});
afterEach(() => {
  for (const counts of opened) counts.close();
  opened = [];
  redis.disconnect();
});

async function open(): Promise<RequestCounts> {
  const counts = await openRequestCounts(backend, (error) => {
    throw error;
  });
  opened.push(counts);
  return counts;
}

test('processes count together, each key for itself', async () => {
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

test('a span begins with its first count, and is forgotten at its end', async () => {
  const counts = await open();
  const key = `${backend.prefix}:count:one`;
  await counts.count('one', HOUR);
  await redis.pexpire(key, 1_000_000);
  // Later ones don't lengthen it.
  expect((await counts.count('one', HOUR)).restMs).toBeLessThanOrEqual(1_000_000);
  await redis.pexpire(key, 1);
  while ((await redis.exists(key)) === 1);
  expect((await counts.count('one', HOUR)).count).toBe(1);
});

test('a count that would never end, as in restored data, gets an end', async () => {
  const counts = await open();
  await redis.set(`${backend.prefix}:count:one`, '7');
  expect(await counts.count('one', HOUR)).toEqual({ count: 8, restMs: HOUR });
});

test('without Redis it fails at once', async () => {
  const counts = await openRequestCounts({ ...backend, url: 'redis://127.0.0.1:1' }, () => undefined);
  opened.push(counts);
  await expect(counts.count('one', HOUR)).rejects.toThrow(QueuesUnavailable);
});
