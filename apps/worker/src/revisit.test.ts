import { expect, test } from 'vitest';
import { whyFresh } from './revisit.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const visitAt = (time: string) => ({ revision: 1, at: Date.parse(time) });

test.each([
  [{ revisitAfterDays: 7 }, '2026-11-20T23:59:59Z', 'crawled 2026-11-20, to be revisited after 7 days'],
  [{ revisitAfterDays: 1 }, '2026-11-21T12:00:00.001Z', 'crawled 2026-11-21, to be revisited after 1 day'],
  [{ revisitAfterDays: 1 }, '2026-11-21T12:00:00Z', null],
  [{ revisitAfterDays: 0 }, '2026-11-22T12:00:00Z', null],
  [{ revisitAfterDays: 0 }, '2026-11-22T12:30:00Z', null],
  [{}, '2026-11-22T11:59:59Z', null],
  // The clock of another process may be a little fast; a clock that is far off is wrong.
  [{ revisitAfterDays: 1 }, '2026-11-22T12:30:00Z', 'crawled 2026-11-22, to be revisited after 1 day'],
  [{ revisitAfterDays: 3_650 }, '2036-01-01T00:00:00Z', null],
])('%j of a site that was visited at %s: %s', (spec, at, reason) => {
  expect(whyFresh(spec, visitAt(at), null, NOW)).toBe(reason);
});

test('a site without a document is never fresh', () => {
  expect(whyFresh({ revisitAfterDays: 7 }, null, null, NOW)).toBeNull();
});

test('a document that the crawl itself wrote before a crash does not make its site fresh', () => {
  const spec = { revisitAfterDays: 7 };
  const startedAt = Date.parse('2026-11-22T11:00:00Z');
  expect(whyFresh(spec, visitAt('2026-11-22T11:00:00Z'), startedAt, NOW)).toBeNull();
  expect(whyFresh(spec, visitAt('2026-11-22T10:59:59Z'), startedAt, NOW)).not.toBeNull();
});
