import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { QueuesUnavailable } from '../unavailable.ts';
import type { RedisBackend } from './backend.ts';
import { openHostSlots, type HostSlots } from './host-slots.ts';
import { startRedis } from './server.fixture.ts';

const url = process.env['SITEGREP_TEST_REDIS'] ?? '';
const MINUTE = 60_000;

let backend: RedisBackend;
let opened: HostSlots[] = [];
beforeEach(() => {
  if (url === '') throw new Error('SITEGREP_TEST_REDIS is not set: give it the url of a Redis for tests');
  backend = { kind: 'redis', url, prefix: `test-${randomUUID()}` };
});
afterEach(() => {
  for (const slots of opened) slots.close();
  opened = [];
});

async function open(): Promise<HostSlots> {
  const slots = await openHostSlots(backend, (error) => {
    throw error;
  });
  opened.push(slots);
  return slots;
}

const never = new AbortController().signal;

/** Minutes from now until the host is free, as Redis has it; null if it knows of none. */
async function minutesUntilFree(host: string): Promise<number | null> {
  const redis = new Redis(url);
  try {
    const ms = await redis.pttl(`${backend.prefix}:slot:${host}`);
    return ms < 0 ? null : Math.round(ms / MINUTE);
  } finally {
    redis.disconnect();
  }
}

/** Takes a slot that is far away, and leaves before it comes. */
async function reserve(slots: HostSlots, host: string): Promise<void> {
  const leave = new AbortController();
  const acquired = slots.acquire(host, MINUTE, leave.signal);
  leave.abort();
  await expect(acquired).rejects.toThrow('aborted');
}

test('the first comes at once, each that follows an interval later, whichever process asks', async () => {
  const [a, b] = [await open(), await open()];
  expect(await minutesUntilFree('a.com')).toBe(null);
  await a.acquire('a.com', MINUTE, never);
  expect(await minutesUntilFree('a.com')).toBe(1);
  for (const slots of [b, a, b]) await reserve(slots, 'a.com');
  expect(await minutesUntilFree('a.com')).toBe(4);
});

test('hosts, and ports of a host, do not wait for each other', async () => {
  const slots = await open();
  for (const host of ['a.com', 'a.com:8080', 'b.com']) await slots.acquire(host, MINUTE, never);
  expect(await minutesUntilFree('a.com')).toBe(1);
});

test('a slot that is waited for comes, and its host is forgotten after it', async () => {
  const slots = await open();
  for (let n = 0; n < 5; n += 1) await slots.acquire('a.com', 10, never);
  const redis = new Redis(url);
  try {
    while ((await redis.exists(`${backend.prefix}:slot:a.com`)) === 1);
  } finally {
    redis.disconnect();
  }
  expect(await minutesUntilFree('a.com')).toBe(null);
});

test('nothing is taken for a signal that has fired', async () => {
  const slots = await open();
  await expect(slots.acquire('a.com', MINUTE, AbortSignal.abort())).rejects.toThrow('aborted');
  expect(await minutesUntilFree('a.com')).toBe(null);
});

test('while Redis is away no slot is given', async () => {
  const server = await startRedis();
  try {
    const slots = await openHostSlots({ ...backend, url: server.url }, () => {});
    opened.push(slots);
    await server.kill();
    await expect(slots.acquire('a.com', MINUTE, never)).rejects.toThrow(QueuesUnavailable);
  } finally {
    await server.remove();
  }
});
