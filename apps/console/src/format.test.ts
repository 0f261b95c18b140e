import { expect, test } from 'vitest';
import { boundText, counted, duration, number, relativeTime, size, spanText, timeOf } from './format.ts';

test('numbers have separators, and nouns their number', () => {
  expect(number(1_234_567)).toBe('1,234,567');
  expect([0, 1, 2_000].map((count) => counted(count, 'page'))).toEqual(['0 pages', '1 page', '2,000 pages']);
  expect(counted(2, 'query', 'queries')).toBe('2 queries');
  expect(boundText({ is_exact: true }, '2 pages')).toBe('2 pages');
  expect(boundText({ is_exact: false }, '2 pages')).toBe('at most 2 pages');
});

test.each([
  [0, '0 B'],
  [1_023, '1023 B'],
  [1_536, '1.5 KiB'],
  [150 * 1_024, '150 KiB'],
  [2.5 * 2 ** 30, '2.5 GiB'],
  [2 ** 60, '1048576 TiB'],
])('%d bytes are %s', (bytes, text) => expect(size(bytes)).toBe(text));

test.each([
  [0.0004, '0 ms'],
  [0.25, '250 ms'],
  [59.4, '59 s'],
  [90, '2 min'],
  [3_840, '1 h 4 min'],
  [90_000, '1 d 1 h'],
])('%d seconds are %s', (seconds, text) => expect(duration(seconds)).toBe(text));

test('times of the API are read, and the span between two is told if both are known', () => {
  expect(timeOf('2026-03-01 09:00:00 +00:00').toISOString()).toBe('2026-03-01T09:00:00.000Z');
  expect(timeOf('2026-03-01 09:00:00 +02:00').toISOString()).toBe('2026-03-01T07:00:00.000Z');
  expect(spanText('2026-03-01 09:00:00 +00:00', '2026-03-01 10:04:00 +00:00')).toBe('1 h 4 min');
  expect([spanText(null, '2026-03-01 09:00:00 +00:00'), spanText(null, null)]).toEqual(['', '']);
});

test.each([
  ['2026-03-01T08:59:20Z', 'now'],
  ['2026-03-01T08:55:00Z', '5 minutes ago'],
  ['2026-03-01T12:00:00Z', 'in 3 hours'],
  ['2026-02-28T08:00:00Z', 'yesterday'],
  ['2025-12-01T09:00:00Z', '3 months ago'],
])('%s is %s', (at, text) => expect(relativeTime(new Date(at), new Date('2026-03-01T09:00:00Z'))).toBe(text));
