import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { lastAtMost } from './last-at-most.ts';

test('finds the same as a linear search, also with equal numbers and without any', () => {
  const rising = fc
    .array(fc.integer({ min: 0, max: 20 }), { maxLength: 12 })
    .map((all) => all.toSorted((a, b) => a - b));
  fc.assert(
    fc.property(rising, fc.integer({ min: -1, max: 21 }), (numbers, limit) => {
      const found = lastAtMost(numbers.length, (index) => numbers[index] ?? NaN, limit);
      expect(found).toBe(numbers.findLastIndex((number) => number <= limit));
    }),
  );
});
