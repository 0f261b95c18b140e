import { expect, test } from 'vitest';
import { domainRankAt } from './ranked-domains.ts';

// Each tenfold is 125 less; between, 125 × log10(2) = 37.6 and 125 × log10(5) = 87.4.
test.each([
  [1, 1_000],
  [2, 962],
  [5, 913],
  [10, 875],
  [100, 750],
  [1_000, 625],
  [1_000_000, 250],
  [2_000_000, 212],
  [10_000_000, 125],
  [99_000_000, 1],
  [100_000_000, 1],
  [1_000_000_000, 1],
])('position %i has rank %i', (position, rank) => {
  expect(domainRankAt(position)).toBe(rank);
});

test('a lower position never has a higher rank', () => {
  let last = 1_001;
  for (let position = 1; position < 2_000_000; position += 1 + Math.floor(position / 500)) {
    const rank = domainRankAt(position);
    expect(rank).toBeLessThanOrEqual(last);
    last = rank;
  }
});
