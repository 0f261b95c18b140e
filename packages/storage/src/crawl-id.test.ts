import { expect, it } from 'vitest';
import { isCrawlId, monthOfCrawl, newCrawlId, spanOfMonth } from './crawl-id.ts';

it.each([
  ['2026-11-30T23:59:59.999Z', '2026-11'],
  ['2026-12-01T00:00:00.000Z', '2026-12'],
  ['1970-01-01T00:00:00.000Z', '1970-01'],
  ['9999-12-31T23:59:59.999Z', '9999-12'],
])('the id of a crawl that is made at %s gives %s', (time, month) => {
  const at = Date.parse(time);
  const ids = Array.from({ length: 20 }, () => newCrawlId(at));
  expect(new Set(ids).size).toBe(20);
  expect(ids.every(isCrawlId)).toBe(true);
  expect(new Set(ids.map(monthOfCrawl))).toEqual(new Set([month]));
  const { from, to } = spanOfMonth(month);
  expect([from <= at, at < to]).toEqual([true, true]);
});

it('orders ids of different milliseconds by time', () => {
  const times = Array.from({ length: 50 }, (_, number) => 1_790_000_000_000 + number * 7_919);
  const ids = times.map(newCrawlId);
  expect(ids.toSorted()).toEqual(ids);
});

it.each([
  '',
  'sequence',
  'd5d1f5c6-0b55-4bb9-9b2e-0e5b7a1f7c11',
  'D5D1F5C6-0B55-7BB9-9B2E-0E5B7A1F7C11',
  'ffffffff-ffff-7fff-bfff-ffffffffffff',
])('%j is of no month', (text) => {
  expect(monthOfCrawl(text)).toBeNull();
});

it('ends a year with December', () => {
  const { from, to } = spanOfMonth('2026-12');
  expect([from, to]).toEqual([Date.parse('2026-12-01T00:00:00Z'), Date.parse('2027-01-01T00:00:00Z')]);
});
