import { expect, test } from 'vitest';
import { referrerRank } from './referrer-rank.ts';

test('the rank of a domain grows by the logarithm of its referrers', () => {
  // 125 · log10 of 2, 3, 4, 11, 101, 1,001, 1,000,001, worked out by hand.
  const known = [
    [0, 0],
    [1, 38],
    [2, 60],
    [3, 75],
    [10, 130],
    [100, 251],
    [1_000, 375],
    [1_000_000, 750],
    [100_000_000, 1_000],
    [10_000_000_000, 1_000],
  ] as const;
  for (const [referrers, rank] of known) expect(referrerRank(referrers)).toBe(rank);
});
