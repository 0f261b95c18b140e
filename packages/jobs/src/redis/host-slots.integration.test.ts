import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { QueuesUnavailable } from '../errors.ts';
import type { RedisBackend } from './backend.ts';
import { openHostSlots, type HostSlots, type HostSlotTerms } from './host-slots.ts';
import { startRedis } from '../../test/own-redis.ts';

const url = process.env['TEST_REDIS'] ?? '';
const MINUTE = 60_000;
/** Too long to wait for in a test. */
const SLOW: HostSlotTerms = { atOnce: 1, restMs: MINUTE, longestMs: 10 * MINUTE };
const QUICK: HostSlotTerms = { ...SLOW, restMs: 0 };

let backend: RedisBackend;
let redis: Redis;
let opened: HostSlots[] = [];
beforeEach(() => {
  if (url === '') throw new Error('TEST_REDIS is not set: give it the url of a Redis for tests');
  backend = { kind: 'redis', url, prefix: `test-${randomUUID()}` };
  redis = new Redis(url);
});
afterEach(() => {
  for (const slots of opened) slots.close();
  opened = [];
  redis.disconnect();
});

async function open(): Promise<HostSlots> {
  const slots = await openHostSlots(backend, {
    onError: (error) => {
      throw error;
    },
  });
  opened.push(slots);
  return slots;
}

const never = new AbortController().signal;
const keyOf = (host: string): string => `${backend.prefix}:slot:${host}`;

/** Whether a slot is free at the moment; takes none. */
async function isFree(slots: HostSlots, host: string): Promise<boolean> {
  const leave = new AbortController();
  const acquired = slots.acquire(host, QUICK, leave.signal).then(
    (slot) => {
      slot.release(0, 0);
      return true;
    },
    () => false,
  );
  // Answered after the earlier commands, because it uses the same connection.
  const order = slots.acquire(`other-${randomUUID()}`, QUICK, never);
  (await order).release(0, 0);
  leave.abort();
  return acquired;
}

/** Resolves when Redis has no key of the host any more. */
async function forgotten(host: string): Promise<void> {
  while ((await redis.exists(keyOf(host))) === 1);
}

test('one request at a time over all processes, and a rest after it', async () => {
  const [a, b] = [await open(), await open()];
  const slot = await a.acquire('a.com', QUICK, never);
  expect(await isFree(a, 'a.com')).toBe(false);
  expect(await isFree(b, 'a.com')).toBe(false);
  slot.release(0, 0);
  await forgotten('a.com');
  expect(await isFree(b, 'a.com')).toBe(true);
  (await b.acquire('a.com', QUICK, never)).release(MINUTE, 0);
  expect(await isFree(b, 'a.com')).toBe(false);
  expect(await isFree(a, 'a.com')).toBe(false);
});

test('several requests at a time, each a rest after the previous one', async () => {
  const [a, b] = [await open(), await open()];
  const two = { ...QUICK, atOnce: 2 };
  const first = await a.acquire('a.com', two, never);
  const second = await b.acquire('a.com', two, never);
  let third = false;
  const waits = a.acquire('a.com', two, never).then((slot) => {
    third = true;
    return slot;
  });
  await isFree(a, 'b.com');
  expect(third).toBe(false);
  first.release(0, 0);
  for (const slot of [second, await waits]) slot.release(0, 0);
  await a.acquire('c.com', { ...SLOW, atOnce: 2 }, never);
  expect(await isFree(b, 'c.com')).toBe(false);
});

test('a rest starts at the end of a request, and a shorter rest does not shorten it', async () => {
  const slots = await open();
  const first = await slots.acquire('a.com', { ...QUICK, atOnce: 2 }, never);
  const second = await slots.acquire('a.com', { ...QUICK, atOnce: 2 }, never);
  const [seconds = 0] = (await redis.time()).map(Number);
  first.release(5 * MINUTE, 0);
  second.release(MINUTE, 0);
  // After both are released, only the rest is left.
  while ((await redis.zcard(keyOf('a.com'))) !== 1);
  const rests = Number(await redis.zscore(keyOf('a.com'), 'rest'));
  expect(Math.round((rests / 1_000 - seconds) / 60)).toBe(5);
});

test('hosts are independent of each other', async () => {
  const slots = await open();
  for (const host of ['a.com', 'b.com', 'www.a.com']) await slots.acquire(host, SLOW, never);
  expect(await isFree(slots, 'c.com')).toBe(true);
});

test('a caller that waits gets its slot, and the key of the host expires', async () => {
  const slots = await open();
  for (let n = 0; n < 5; n += 1)
    (await slots.acquire('a.com', { ...QUICK, restMs: 10 }, never)).release(10, 0);
  await forgotten('a.com');
  expect(await redis.keys(`${backend.prefix}*`)).toEqual([]);
});

test('the slow-down of a host is passed to the next request until it ends', async () => {
  const [a, b] = [await open(), await open()];
  const first = await a.acquire('a.com', QUICK, never);
  expect(first.slowDownMs).toBe(0);
  first.release(10, 4_000.5);
  const second = await b.acquire('a.com', QUICK, never);
  expect(second.slowDownMs).toBe(4_001);
  const left = await redis.pttl(`${backend.prefix}:slow:a.com`);
  expect(left).toBeGreaterThan(9 * MINUTE);
  expect(left).toBeLessThanOrEqual(10 * MINUTE + 10);
  second.release(0, 0);
  await forgotten('a.com');
  const third = await a.acquire('a.com', QUICK, never);
  expect(third.slowDownMs).toBe(0);
  third.release(0, 0);
  await forgotten('a.com');
  expect(await redis.keys(`${backend.prefix}*`)).toEqual([]);
});

test('a slot of a killed process becomes free by itself', async () => {
  const [a, b] = [await open(), await open()];
  await a.acquire('a.com', { ...QUICK, longestMs: 50 }, never);
  a.close();
  (await b.acquire('a.com', QUICK, never)).release(0, 0);
  await forgotten('a.com');
  expect(await isFree(b, 'a.com')).toBe(true);
});

test('a rest that would never end after the clock was set back is removed', async () => {
  const slots = await open();
  const [seconds = 0] = (await redis.time()).map(Number);
  await redis.zadd(keyOf('a.com'), seconds * 1_000 + 24 * 60 * MINUTE, 'rest');
  await slots.acquire('a.com', SLOW, never);
  expect(await redis.pttl(keyOf('a.com'))).toBeLessThanOrEqual(SLOW.longestMs + 1);
});

test('a caller that aborts while waiting takes no slot', async () => {
  const slots = await open();
  await expect(slots.acquire('a.com', SLOW, AbortSignal.abort())).rejects.toThrow('aborted');
  expect(await redis.exists(keyOf('a.com'))).toBe(0);
  // Aborts after Redis gave the slot, but before the answer.
  const leave = new AbortController();
  const acquired = slots.acquire('a.com', QUICK, leave.signal);
  leave.abort();
  await expect(acquired).rejects.toThrow('aborted');
  await forgotten('a.com');
  // Aborts while another process has it.
  await slots.acquire('a.com', SLOW, never);
  const late = new AbortController();
  const waits = slots.acquire('a.com', SLOW, late.signal);
  await isFree(slots, 'b.com');
  late.abort();
  await expect(waits).rejects.toThrow('aborted');
});

test('no slot is given while Redis is away', async () => {
  const server = await startRedis();
  try {
    const slots = await openHostSlots({ ...backend, url: server.url }, { onError: () => {} });
    opened.push(slots);
    const held = await slots.acquire('a.com', SLOW, never);
    await server.kill();
    await expect(slots.acquire('a.com', SLOW, never)).rejects.toThrow(QueuesUnavailable);
    held.release(0, 0);
  } finally {
    await server.remove();
  }
});

test('a script is sent once, its hash from then on, and once again to a Redis that was restarted', async () => {
  const server = await startRedis();
  try {
    const slots = await openHostSlots({ ...backend, url: server.url }, { onError: () => {} });
    opened.push(slots);
    const acquire = async (times: number): Promise<void> => {
      for (let n = 0; n < times; n += 1) await slots.acquire(`${randomUUID()}.com`, QUICK, never);
    };
    await acquire(20);
    expect(await callsOf(server.url)).toEqual({ eval: 1, evalsha: 19 });
    await server.kill();
    await server.forget();
    await server.start();
    await vi.waitFor(() => acquire(1), { timeout: 60_000 });
    await acquire(4);
    expect(await callsOf(server.url)).toEqual({ eval: 1, evalsha: 4 });
  } finally {
    await server.remove();
  }
});

/** Calls of scripts that a server counted since its start. */
async function callsOf(server: string): Promise<{ readonly eval: number; readonly evalsha: number }> {
  const client = new Redis(server);
  const stats = await client.info('commandstats');
  client.disconnect();
  const calls = (name: string): number =>
    Number(new RegExp(`^cmdstat_${name}:calls=(\\d+)`, 'm').exec(stats)?.[1] ?? 0);
  return { eval: calls('eval'), evalsha: calls('evalsha') };
}
