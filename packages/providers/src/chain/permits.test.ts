import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPermits } from './permits.ts';

const never = new AbortController().signal;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('turns', () => {
  test('as many at once as may, first come, first served', async () => {
    const permits = createPermits('a', { concurrency: 2, perMinute: null });
    const order: number[] = [];
    const ends: (() => void)[] = [];
    for (let n = 0; n < 4; n++) {
      void permits.take(never).then((end) => {
        order.push(n);
        ends.push(end);
        return end;
      });
    }
    await vi.advanceTimersByTimeAsync(0);
    expect([order, permits.inFlight()]).toEqual([[0, 1], 4]);
    ends[1]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect([order, permits.inFlight()]).toEqual([[0, 1, 2], 3]);
  });

  test('spread evenly over a minute', async () => {
    const permits = createPermits('a', { concurrency: 10, perMinute: 60 });
    let taken = 0;
    for (let n = 0; n < 5; n++) {
      void permits.take(never).then((end) => {
        taken++;
        return end();
      });
    }
    await vi.advanceTimersByTimeAsync(0);
    expect(taken).toBe(1);
    await vi.advanceTimersByTimeAsync(999);
    expect(taken).toBe(1);
    await vi.advanceTimersByTimeAsync(2_001);
    expect(taken).toBe(4);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([taken, permits.inFlight()]).toEqual([5, 0]);
  });

  test('who leaves gives its place away', async () => {
    const permits = createPermits('a', { concurrency: 1, perMinute: null });
    const end = await permits.take(never);
    const leaving = new AbortController();
    const left = permits.take(leaving.signal);
    const next = permits.take(never);
    leaving.abort();
    await expect(left).rejects.toMatchObject({ kind: 'cancelled' });
    end();
    (await next)();
    expect(permits.inFlight()).toBe(0);
    await expect(permits.take(AbortSignal.abort())).rejects.toMatchObject({ kind: 'cancelled' });
  });

  test('not more wait than could get one in time', async () => {
    const permits = createPermits('a', { concurrency: 1, perMinute: 60 });
    const leaving = new AbortController();
    await permits.take(never);
    const queued = Array.from({ length: 64 }, () => permits.take(leaving.signal));
    await expect(permits.take(never)).rejects.toMatchObject({ kind: 'rate_limited', retryAfterMs: 1_000 });
    leaving.abort();
    const outcomes = await Promise.allSettled(queued);
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
  });
});
