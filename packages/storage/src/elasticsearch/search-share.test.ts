import { expect, it } from 'vitest';
import { shareOf } from './search-share.ts';

it.each([
  [7, 1],
  [7, 3],
  [6, 3],
  [1, 1],
  [64, 20],
])('divides %i threads among %i processes without a rest', (threads, count) => {
  const living = Array.from({ length: count }, (_, number) => `p${number * 7}`);
  const shares = living.map((id) => shareOf(threads, living.toReversed(), id));
  expect(shares.reduce((sum, share) => sum + share, 0)).toBe(threads);
  expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
});

it('gives each process one if there are fewer threads', () => {
  const living = ['a', 'b', 'c'];
  expect(living.map((id) => shareOf(2, living, id))).toEqual([1, 1, 1]);
});
