import { describe, expect, test } from 'vitest';
import { difference, quantile, sorted, trimmedMean } from './figures.ts';

/** Mulberry32, so that each run sees the same. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Times with a long tail, as those of requests have. */
function times(count: number, more: number, random: () => number): number[] {
  return Array.from({ length: count }, () => 100 + more - 20 * Math.log(1 - random()));
}

describe('the difference of two sets of times', () => {
  test('is what it is for a few worked out by hand', () => {
    const {
      longer,
      rankP,
      distance,
      trimmedMean: shift,
    } = difference([1, 2, 3, 4], [2, 4, 6, 8], 10, () => 0);
    // Of 16 pairs the second is longer in 12, the same in 2.
    expect(longer).toBe(13 / 16);
    expect(shift).toBe(2.5);
    // After 4, all of the first and half of the second.
    expect(distance).toBe(0.5);
    // U = 13, mean 8, variance 16/12 · (9 − 12/56), z = 1.461.
    expect(rankP).toBeCloseTo(0.144, 3);
  });

  test('of the same source is none', () => {
    const random = seeded(7);
    const found = difference(times(5_000, 0, random), times(5_000, 0, random), 200, random);
    expect(found.rankP).toBeGreaterThan(0.01);
    expect(found.distanceP).toBeGreaterThan(0.01);
    expect(found.interval[0]).toBeLessThan(0);
    expect(found.interval[1]).toBeGreaterThan(0);
  });

  test('of sources a tenth of their spread apart is found', () => {
    const random = seeded(8);
    const found = difference(times(5_000, 0, random), times(5_000, 2, random), 200, random);
    expect(found.rankP).toBeLessThan(1e-6);
    expect(found.distanceP).toBeLessThan(1e-4);
    expect(found.interval[0]).toBeGreaterThan(0);
    expect(found.trimmedMean).toBeCloseTo(2, 0);
  });

  test('is not one of what comes rarely and takes long', () => {
    expect(trimmedMean(sorted([...Array.from({ length: 95 }, () => 5), 1e6, 1e6, 1e6, 1e6, 1e6]))).toBe(5);
    expect(quantile(sorted([3, 1, 2]), 0.5)).toBe(2);
  });
});
