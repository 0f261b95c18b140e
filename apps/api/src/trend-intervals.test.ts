import { expect, test } from 'vitest';
import { trendIntervals } from './trend-intervals.ts';

/** A Tuesday. */
const NOW = Date.UTC(2026, 9, 20, 13);

function days(...args: Parameters<typeof trendIntervals>): readonly string[] {
  const day = (at: number): string => new Date(at * 1_000).toISOString().slice(0, 10);
  return trendIntervals(...args).map(({ from, until }) => `${day(from)} ${day(until - 1)}`);
}

test('months, weeks from Monday on and days are cut at both ends', () => {
  expect(days('month', { from: '2026-07-15', to: '2026-09-02' }, NOW)).toEqual([
    '2026-07-15 2026-07-31',
    '2026-08-01 2026-08-31',
    '2026-09-01 2026-09-02',
  ]);
  expect(days('week', { from: '2026-10-01', to: '2026-10-13' }, NOW)).toEqual([
    '2026-10-01 2026-10-04',
    '2026-10-05 2026-10-11',
    '2026-10-12 2026-10-13',
  ]);
  expect(days('day', { from: '2026-02-28', to: '2026-03-01' }, NOW)).toEqual([
    '2026-02-28 2026-02-28',
    '2026-03-01 2026-03-01',
  ]);
});

test('without days they end today', () => {
  const months = days('month', {}, NOW);
  expect([months.length, months[0], months.at(-1)]).toEqual([
    12,
    '2025-11-01 2025-11-30',
    '2026-10-01 2026-10-20',
  ]);
  const weeks = days('week', {}, NOW);
  expect([weeks.length, weeks[0], weeks.at(-1)]).toEqual([
    12,
    '2026-08-03 2026-08-09',
    '2026-10-19 2026-10-20',
  ]);
  const all = days('day', {}, NOW);
  expect([all.length, all[0], all.at(-1)]).toEqual([30, '2026-09-21 2026-09-21', '2026-10-20 2026-10-20']);
  expect(days('month', { to: '2026-03-31' }, NOW)[0]).toBe('2025-04-01 2025-04-30');
});

test.each([
  [{ from: '2026-10-21' }, 'from is 2026-10-21, which is in the future'],
  [{ to: '2026-10-21' }, 'to is 2026-10-21, which is in the future'],
  [{ from: '2026-03-01', to: '2026-02-01' }, 'from is 2026-03-01, which is after to'],
  [
    { from: '2025-01-01' },
    'from is 2025-01-01, and until 2026-10-20 there are more than 400 intervals by day',
  ],
])('%j is refused', (span, problem) => {
  expect(() => trendIntervals('day', span, NOW)).toThrow(problem);
});

test('four hundred days are not too many', () => {
  expect(trendIntervals('day', { from: '2025-09-16', to: '2026-10-20' }, NOW)).toHaveLength(400);
});
