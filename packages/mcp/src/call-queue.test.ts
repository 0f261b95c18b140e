import { expect, test } from 'vitest';
import { CallQueue } from './call-queue.ts';

const LASTING = new AbortController().signal;

test('eight calls run, a hundred wait in their order, and further ones are refused', async () => {
  const queue = new CallQueue();
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const call = (index: number) =>
    queue.run(LASTING, () => {
      begun.push(index);
      return new Promise<number>((resolve) => ends.push(() => resolve(index)));
    });
  const calls = Array.from({ length: 108 }, (_, index) => call(index));
  await expect(call(108)).rejects.toThrow('More than 100 calls wait on this connection');
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  ends[3]?.();
  expect(await calls[3]).toBe(3);
  await expect.poll(() => begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  for (let index = 0; index < 108; index += 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(index);
    ends[index]?.();
  }
  expect(await Promise.all(calls)).toEqual(Array.from({ length: 108 }, (_, index) => index));
});

test('a call that fails, or is cancelled while it waits, gives its turn to the next', async () => {
  const queue = new CallQueue();
  const held = Promise.withResolvers<never>();
  const failing = Array.from({ length: 8 }, () => queue.run(LASTING, () => held.promise));
  const cancelled = new AbortController();
  const waiting = queue.run(cancelled.signal, () => Promise.resolve('ran'));
  const last = queue.run(LASTING, () => Promise.resolve('last'));
  cancelled.abort(new Error('cancelled'));
  held.reject(new Error('failed'));
  const results = await Promise.allSettled([...failing, waiting]);
  expect(results.map((one) => (one.status === 'rejected' ? String(one.reason) : 'done'))).toEqual([
    ...Array.from({ length: 8 }, () => 'Error: failed'),
    'Error: cancelled',
  ]);
  expect(await last).toBe('last');
});
