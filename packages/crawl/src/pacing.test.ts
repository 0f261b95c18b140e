import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import { crawlDelay, retryAfter, retryDelay } from './pacing.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

test.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['Sat, 21 Nov 2026 12:01:30 GMT', 90_000],
  ['Saturday, 21-Nov-26 12:01:30 GMT', null],
  ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
  ['-5', null],
  ['1.5', null],
  ['soon', null],
  ['', null],
  [null, null],
])('Retry-After %j is %j ms', (value, ms) => {
  expect(retryAfter(value, now)).toBe(ms);
});

test('a retry waits between half and all of a span that doubles up to its cap', () => {
  expect(retryDelay(1, 1_000, 30_000, 0)).toBe(500);
  expect(retryDelay(3, 1_000, 30_000, 0)).toBe(2_000);
  expect(retryDelay(60, 1_000, 30_000, 0.999999)).toBe(30_000);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (attempt, random) => {
        const full = Math.min(30_000, 1_000 * 2 ** (attempt - 1));
        const wait = retryDelay(attempt, 1_000, 30_000, random);
        return wait >= full / 2 && wait <= full;
      },
    ),
  );
});

test('robots.txt may ask for a longer pause than ours, within the cap, not for a shorter', () => {
  expect(crawlDelay(null, 1_000, 30_000)).toBe(1_000);
  expect(crawlDelay(5_000, 1_000, 30_000)).toBe(5_000);
  expect(crawlDelay(86_400_000, 1_000, 30_000)).toBe(30_000);
  expect(crawlDelay(0, 1_000, 30_000)).toBe(1_000);
});
