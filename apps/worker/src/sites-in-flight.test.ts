import { describe, expect, test } from 'vitest';
import { followLoad, nextLimit, type Load } from './sites-in-flight.ts';

const BOUNDS = { maxSites: 256, memoryBytes: 1_000 };
const IDLE: Load = { sites: 32, lateMs: 1, residentBytes: 100, heapShare: 0.1, threads: 2, waiting: 0 };

describe('the next limit', () => {
  test.each<[string, number, Partial<Load>, number]>([
    ['grows by an eighth if it is reached', 32, {}, 36],
    ['grows by one at least', 1, { sites: 1 }, 2],
    ['stays if it is not reached', 32, { sites: 31 }, 32],
    ['grows to the maximum, not beyond', 250, { sites: 250 }, 256],
    ['stays if timers are somewhat late', 32, { lateMs: 60 }, 32],
    ['stays near the end of the memory', 32, { residentBytes: 900 }, 32],
    ['stays if much of the heap is in use', 32, { heapShare: 0.5 }, 32],
    ['falls if most of the heap is in use', 32, { heapShare: 0.7 }, 24],
    ['stays if some pages wait', 32, { waiting: 32 }, 32],
    ['falls to three quarters if timers are late', 32, { lateMs: 200 }, 24],
    ['falls if the memory is used up', 32, { residentBytes: 1_001 }, 24],
    ['falls if many pages wait', 32, { waiting: 81 }, 24],
    ['falls from the number of sites at work, not from the limit', 200, { sites: 20, lateMs: 200 }, 15],
    ['never falls below one', 1, { sites: 0, lateMs: 9_999 }, 1],
  ])('%s', (_, limit, load, expected) => {
    expect(nextLimit(limit, { ...IDLE, ...load }, BOUNDS)).toBe(expected);
  });

  test('it stays between one and the maximum under any load', () => {
    let limit = 32;
    for (let step = 0; step < 1_000; step++) {
      const load = {
        sites: (step * 37) % 300,
        lateMs: (step * 53) % 400,
        residentBytes: (step * 101) % 1_400,
        heapShare: (step % 10) / 10,
        threads: 2,
        waiting: (step * 17) % 60,
      };
      limit = nextLimit(limit, load, BOUNDS);
      expect(limit).toBeGreaterThanOrEqual(1);
      expect(limit).toBeLessThanOrEqual(256);
    }
  });
});

describe('a process', () => {
  const prompt = { lateMs: () => 0, stop: () => {} };
  const bounds = { maxSites: 64, memoryBytes: Number.MAX_SAFE_INTEGER };

  test('that only waits crawls more sites, up to the maximum', async () => {
    const limits: number[] = [];
    const reached = Promise.withResolvers<void>();
    const load = followLoad({
      ...bounds,
      lateness: prompt,
      counts: () => ({ sites: limits.at(-1) ?? 0, threads: 1, waiting: 0 }),
      onLimit: (limit) => {
        limits.push(limit);
        if (limit === bounds.maxSites) reached.resolve();
      },
    });
    await reached.promise;
    load.stop();
    expect(limits[0]).toBe(32);
    expect(limits).toEqual(limits.toSorted((a, b) => a - b));
  });

  test('with a blocked event loop crawls fewer', async () => {
    const fewer = Promise.withResolvers<number>();
    const load = followLoad({
      ...bounds,
      counts: () => ({ sites: 32, threads: 1, waiting: 0 }),
      onLimit: (limit) => {
        if (limit < 32) fewer.resolve(limit);
      },
    });
    const busy = setInterval(() => {
      const until = performance.now() + 300;
      while (performance.now() < until);
    }, 1);
    expect(await fewer.promise).toBe(24);
    clearInterval(busy);
    load.stop();
  });

  test('with too much memory crawls fewer', async () => {
    const fewer = Promise.withResolvers<number>();
    const load = followLoad({
      ...bounds,
      memoryBytes: 1,
      lateness: prompt,
      counts: () => ({ sites: 8, threads: 1, waiting: 0 }),
      onLimit: (limit) => {
        if (limit < 32) fewer.resolve(limit);
      },
    });
    expect(await fewer.promise).toBe(6);
    load.stop();
  });
});
