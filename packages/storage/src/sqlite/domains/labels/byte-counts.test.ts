import { expect, test } from 'vitest';
import { ByteCounts } from './byte-counts.ts';

test.each([0, 100_000])('counts what a map counts, with memory for %i keys', (expected) => {
  const counts = new ByteCounts(expected);
  const plain = new Map<string, number>();
  for (let number = 0; number < 60_000; number++) {
    const key = `key ${(number * 7_919) % 20_011} ${'x'.repeat(number % 3)}`;
    const bytes = Buffer.from(`before${key}after`);
    counts.add(bytes, 6, 6 + key.length, 1 + (number % 4));
    plain.set(key, (plain.get(key) ?? 0) + 1 + (number % 4));
  }
  counts.add(Buffer.from('\u{1F600}'), 0, 4, 1_000);
  counts.add(Buffer.alloc(0), 0, 0, 999);
  plain.set('\xF0\x9F\x98\x80', 1_000).set('', 999);
  expect(counts.size).toBe(plain.size);
  expect(new Map(counts.highest(Infinity).map(({ key, count }) => [key, count]))).toEqual(plain);
  for (const least of [1, 2, 5, 999, 1_000, 1_001])
    expect(counts.withAtLeast(least)).toBe([...plain.values()].filter((count) => count >= least).length);
  const sorted = [...plain.values()].sort((a, b) => b - a);
  for (const wanted of [1, 2, 10, 5_000]) {
    const least = sorted[wanted - 1] ?? 0;
    const highest = counts.highest(wanted);
    expect(highest.every(({ count }) => count >= least)).toBe(true);
    expect(highest).toHaveLength(sorted.filter((count) => count >= least).length);
  }
});
