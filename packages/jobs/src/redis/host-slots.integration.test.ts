import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, test } from 'vitest';
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
  const slots = await openHostSlots(backend, (error) => {
    throw error;
  });
  opened.push(slots);
  return slots;
}

const never = new AbortController().signal;
const keyOf = (host: string): string => `${backend.prefix}:slot:${host}`;

/** Whether a slot is free right now; takes none. */
async function isFree(slots: HostSlots, host: string): Promise<boolean> {
  const leave = new AbortController();
  const acquired = slots.acquire(host, QUICK, leave.signal).then(
    (slot) => {
      slot.release(0, 0);
      return true;
    },
    () => false,
  );
  // Answered after what was asked before, on the connection that was used before.
  const order = slots.acquire(`other-${randomUUID()}`, QUICK, never);
  (await order).release(0, 0);
  leave.abort();
  return acquired;
}

/** Resolves when Redis has forgotten the host. */
async function forgotten(host: string): Promise<void> {
  while ((await redis.exists(keyOf(host))) === 1);
}

test('one request at a time, whichever process asks, and a rest after it', async () => {
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

test('as many at a time as the host may have, each a rest after the one before', async () => {
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

test('a rest is measured from the end of a request, and a shorter one does not cut it short', async () => {
  const slots = await open();
  const first = await slots.acquire('a.com', { ...QUICK, atOnce: 2 }, never);
  const second = await slots.acquire('a.com', { ...QUICK, atOnce: 2 }, never);
  const [seconds = 0] = (await redis.time()).map(Number);
  first.release(5 * MINUTE, 0);
  second.release(MINUTE, 0);
  // Only the rest is left when both were given back.
  while ((await redis.zcard(keyOf('a.com'))) !== 1);
  const rests = Number(await redis.zscore(keyOf('a.com'), 'rest'));
  expect(Math.round((rests / 1_000 - seconds) / 60)).toBe(5);
});

test('hosts do not wait for each other', async () => {
  const slots = await open();
  for (const host of ['a.com', 'b.com', 'www.a.com']) await slots.acquire(host, SLOW, never);
  expect(await isFree(slots, 'c.com')).toBe(true);
});

test('a slot that is waited for comes, and its host is forgotten after it', async () => {
  const slots = await open();
  for (let n = 0; n < 5; n += 1)
    (await slots.acquire('a.com', { ...QUICK, restMs: 10 }, never)).release(10, 0);
  await forgotten('a.com');
  expect(await redis.keys(`${backend.prefix}*`)).toEqual([]);
});

test('how much a host has to be slowed down is told to whoever asks next, until it need not be', async () => {
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

test('a slot that is never given back, because its process was killed, comes free by itself', async () => {
  const [a, b] = [await open(), await open()];
  await a.acquire('a.com', { ...QUICK, longestMs: 50 }, never);
  a.close();
  (await b.acquire('a.com', QUICK, never)).release(0, 0);
  await forgotten('a.com');
  expect(await isFree(b, 'a.com')).toBe(true);
});

test('a rest that a clock put back has made endless is not kept', async () => {
  const slots = await open();
  const [seconds = 0] = (await redis.time()).map(Number);
  await redis.zadd(keyOf('a.com'), seconds * 1_000 + 24 * 60 * MINUTE, 'rest');
  await slots.acquire('a.com', SLOW, never);
  expect(await redis.pttl(keyOf('a.com'))).toBeLessThanOrEqual(SLOW.longestMs + 1);
});

test('who leaves while waiting takes nothing', async () => {
  const slots = await open();
  await expect(slots.acquire('a.com', SLOW, AbortSignal.abort())).rejects.toThrow('aborted');
  expect(await redis.exists(keyOf('a.com'))).toBe(0);
  // Leaves when it was given already, but not told.
  const leave = new AbortController();
  const acquired = slots.acquire('a.com', QUICK, leave.signal);
  leave.abort();
  await expect(acquired).rejects.toThrow('aborted');
  await forgotten('a.com');
  // Leaves while another has it.
  await slots.acquire('a.com', SLOW, never);
  const late = new AbortController();
  const waits = slots.acquire('a.com', SLOW, late.signal);
  await isFree(slots, 'b.com');
  late.abort();
  await expect(waits).rejects.toThrow('aborted');
});

test('while Redis is away no slot is given', async () => {
  const server = await startRedis();
  try {
    const slots = await openHostSlots({ ...backend, url: server.url }, () => {});
    opened.push(slots);
    const held = await slots.acquire('a.com', SLOW, never);
    await server.kill();
    await expect(slots.acquire('a.com', SLOW, never)).rejects.toThrow(QueuesUnavailable);
    held.release(0, 0);
  } finally {
    await server.remove();
  }
});
