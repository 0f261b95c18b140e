import { expect, test } from 'vitest';
import { firstDayUntil, movingLine } from './moving-line.ts';
import { requestedTechnology } from './requested-technology.ts';
import { SHADES, shadeOf } from './shades.ts';
import { HEIGHT, SHAPES, WIDTH } from './world.ts';

test('each country of the map has its code, and one shape within the map', () => {
  const codes = SHAPES.flatMap(({ code }) => (code === null ? [] : [code]));
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes.length).toBeGreaterThan(170);
  expect(codes).toEqual(expect.arrayContaining(['DE', 'FR', 'GB', 'US', 'JP', 'XK', 'SS', 'TW', 'ME', 'RS']));
  expect(codes).not.toContain('AQ');
  for (const { path } of SHAPES) {
    const numbers = path.match(/-?\d+(?:\.\d+)?/g)?.map(Number) ?? [];
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...numbers)).toBeLessThanOrEqual(Math.max(WIDTH, HEIGHT));
  }
});

test('the shade of a number rises with its logarithm', () => {
  expect([1, 10, 100, 1_000, 10_000].map((count) => shadeOf(count, 10_000))).toEqual([1, 2, 3, 4, SHADES]);
  expect(shadeOf(1, 1)).toBe(SHADES);
  expect(shadeOf(1, 2)).toBe(1);
});

test.each([
  ['tech:WordPress', 'WordPress'],
  ['wp-content tech:WordPress country:DE', 'WordPress'],
  ['tech:"WordPress@<6"', 'WordPress'],
  ['tech:WooCommerce@8', 'WooCommerce'],
  ['tech:WordPress tech:"WordPress@6.9"', 'WordPress'],
  [String.raw`tech:"A \"b\" \\ c"`, String.raw`A "b" \ c`],
  ['tech:WordPress tech:Joomla', null],
  ['tech:WordPress,Joomla', null],
  ['-tech:WordPress', null],
  ['tech:WordPress OR tech:Joomla', null],
  ['WordPress', null],
  ['', null],
])('the technology that %j asks for is %j', (query, technology) => {
  expect(requestedTechnology(query)).toBe(technology);
});

test('a line begins where it has domains, and is none if it does not move from there', () => {
  const days = ['2026-05-04', '2026-05-11', '2026-05-18'];
  const trend = (domains: readonly number[]) => ({
    by: 'week' as const,
    intervals: days.map((from) => ({ from, to: from })),
    lines: [{ label: 'a', domains: [...domains], exact: true, as_of_now: [] }],
  });
  expect(movingLine(trend([0, 2, 3]))).toEqual({
    ...trend([]),
    intervals: trend([]).intervals.slice(1),
    lines: [{ label: 'a', domains: [2, 3], exact: true, as_of_now: [] }],
  });
  expect(movingLine(trend([2, 0, 0]))).toEqual(trend([2, 0, 0]));
  expect(movingLine(trend([0, 2, 2]))).toBeNull();
  expect(movingLine(trend([0, 0, 2]))).toBeNull();
  expect(movingLine(trend([0, 0, 0]))).toBeNull();
  expect(firstDayUntil(new Date('2026-11-30T12:00:00Z'))).toBe('2025-12-01');
});
