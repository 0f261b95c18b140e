import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import {
  crawlDelay,
  restAfter,
  retryAfter,
  retryDelay,
  type PacedRequest,
  type PaceTerms,
} from './pacing.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

test.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['Sat, 21 Nov 2026 12:01:30 GMT', 90_000],
  ['Saturday, 21-Nov-26 12:01:30 GMT', 90_000],
  ['Sat Nov 21 12:01:30 2026', 90_000],
  ['9'.repeat(400), 31_536_000_000_000],
  ['Sat, 21 Nov 2026 25:01:30 GMT', null],
  ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
  ['-5', null],
  ['1.5', null],
  ['soon', null],
  ['', null],
  [null, null],
])('Retry-After %j is %j ms', (value, ms) => {
  expect(retryAfter(value, now)).toBe(ms);
});

test('a retry waits between half and all of a time that doubles up to its maximum', () => {
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

test('robots.txt may state a longer pause than ours, up to the maximum, but no shorter one', () => {
  expect(crawlDelay(null, 1_000, 30_000)).toBe(1_000);
  expect(crawlDelay(5_000, 1_000, 30_000)).toBe(5_000);
  expect(crawlDelay(86_400_000, 1_000, 30_000)).toBe(30_000);
  expect(crawlDelay(0, 1_000, 30_000)).toBe(1_000);
});

const TERMS: PaceTerms = {
  crawlDelayMs: 500,
  maxCrawlDelayMs: 30_000,
  delayFactor: 2,
  maxRetryAfterMs: 60_000,
  retryDelayMs: 1_000,
};
const quick: PacedRequest = { end: { kind: 'served' }, tookMs: 100, robotsDelayMs: null, slowDownMs: 0 };
const rest = (request: Partial<PacedRequest>, terms: Partial<PaceTerms> = {}): number =>
  restAfter({ ...quick, ...request }, { ...TERMS, ...terms }).restMs;

test('the pause grows with the time of an answer, between our own and the maximum', () => {
  expect(rest({ tookMs: 100 })).toBe(500);
  expect(rest({ tookMs: 400 })).toBe(800);
  expect(rest({ tookMs: 40_000, end: { kind: 'failed' } })).toBe(30_000);
  expect(rest({ tookMs: 400, robotsDelayMs: 3_000 })).toBe(3_000);
  expect(rest({ tookMs: 400 }, { delayFactor: 0 })).toBe(500);
  expect(rest({ tookMs: 400 }, { crawlDelayMs: 0 })).toBe(0);
  expect(rest({ tookMs: 10_000, end: { kind: 'unreached' } })).toBe(0);
});

test('a refusal sets the pause to Retry-After, up to the maximum', () => {
  expect(rest({ end: { kind: 'refused', forMs: 20_000 } })).toBe(20_000);
  expect(rest({ end: { kind: 'refused', forMs: 86_400_000 } })).toBe(60_000);
  expect(rest({ end: { kind: 'refused', forMs: 0 }, robotsDelayMs: 5_000 })).toBe(10_000);
});

test('refusals double the pause up to the maximum, and answers halve it again', () => {
  let slowDownMs = 0;
  const next = (end: PacedRequest['end']): number => {
    const after = restAfter({ ...quick, end, slowDownMs }, TERMS);
    slowDownMs = after.slowDownMs;
    return after.restMs;
  };
  const refused = Array.from({ length: 8 }, () => next({ kind: 'refused', forMs: 0 }));
  expect(refused).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  expect(next({ kind: 'failed' })).toBe(60_000);
  const served = Array.from({ length: 8 }, () => next({ kind: 'served' }));
  expect(served).toEqual([30_000, 15_000, 7_500, 3_750, 1_875, 937.5, 500, 500]);
  expect(slowDownMs).toBe(0);
});
