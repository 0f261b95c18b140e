import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { openTestIndexes } from '../../test/elasticsearch/test-indexes.ts';
import { StorageBusy } from '../errors.ts';
import { openLeases } from './leases.ts';

const indexes = await openTestIndexes();
afterAll(() => indexes.close());

/** A busy machine may take a second for a sign of life. */
const TIMING = { beatMs: 50, silentMs: 2_500 };

it('gives work to one process at a time, and not to one that has not seen what another has begun', async () => {
  const options = indexes.options();
  const [one, other] = await Promise.all([1, 2].map(() => openLeases(indexes.client, options, TIMING)));
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const first = one?.alone('ranks', async () => {
    begun.resolve();
    await goOn.promise;
    return 'first';
  });
  await begun.promise;
  // It gives signs of life, however long it works.
  for (let look = 0; look < 4; look++) {
    expect(await other?.alone('ranks', async () => 'second')).toBeNull();
    await delay(TIMING.silentMs / 2);
  }
  expect(await other?.alone('another', async () => 'meanwhile')).toBe('meanwhile');
  goOn.resolve();
  expect(await first).toBe('first');
  expect(await other?.alone('ranks', async () => 'second')).toBe('second');
  expect(await one?.alone('ranks', async () => 'too soon')).toBeNull();
  expect(await one?.alone('ranks', async () => 'third')).toBe('third');
  expect(await one?.alone('ranks', async () => 'fourth')).toBe('fourth');
});

it('is free again after work that failed, and is taken from a process that gives no sign of life', async () => {
  const options = indexes.options();
  const silent = await openLeases(indexes.client, options, { ...TIMING, beatMs: 2 * TIMING.silentMs });
  const other = await openLeases(indexes.client, options, TIMING);
  await expect(silent.alone('ranks', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  const begun = Promise.withResolvers<void>();
  const lost = silent.alone('ranks', async (signal) => {
    begun.resolve();
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    signal.throwIfAborted();
  });
  await begun.promise;
  expect(await other.alone('ranks', async () => 'taken')).toBeNull();
  await delay(TIMING.silentMs + 50);
  const [taken, failed] = await Promise.allSettled([other.alone('ranks', async () => 'taken'), lost]);
  expect(taken).toEqual({ status: 'fulfilled', value: 'taken' });
  expect(failed).toEqual({
    status: 'rejected',
    reason: new StorageBusy('another process took the lease ranks'),
  });
});
