import type { MetricsHistory } from '@sitegrep/client';
import { expect, test } from 'vitest';
import { valuesText, valueText } from '../charts/shown-line.ts';
import { measuredDay } from './measured-lines.ts';

const NONE = [null, null, null];
const SERIES: MetricsHistory['series'] = {
  searches: [3, null, 0],
  search_p95_seconds: [0.0041, null, null],
  http_errors: [0, null, 2],
  pages: NONE,
  unfinished_sites: [1_790, null, 1_702],
  memory_bytes: [400 * 2 ** 20, null, 2 ** 30],
  index_bytes: [2 ** 20, null, 2 ** 20],
};

test('lines have a value for each minute, gaps where there is none, and units', () => {
  const day = measuredDay({ from: '2026-11-29 22:38:00 +00:00', series: SERIES });
  const at = Date.UTC(2026, 10, 29, 22, 38);
  expect(day?.minutes).toEqual([at, at + 60_000, at + 120_000]);
  // A process that does not crawl has no line of pages.
  expect(day?.lines.map(({ name }) => name)).toEqual([
    'searches',
    'search_p95_seconds',
    'http_errors',
    'unfinished_sites',
    'memory_bytes',
    'index_bytes',
  ]);
  const lines = new Map((day?.lines ?? []).map(({ name, line }) => [name, line]));
  expect(lines.get('search_p95_seconds')?.values[0]).toBeCloseTo(4.1, 9);
  expect(lines.get('memory_bytes')?.values).toEqual([400, null, 1_024]);
  const shown = (day?.lines ?? []).map(({ line }) => line);
  expect(shown.map((line) => valueText(line, 0))).toEqual([
    '3',
    '4.1 ms',
    '0',
    '1,790',
    '400 MiB',
    '1.0 MiB',
  ]);
  expect(shown.map((line) => valueText(line, 1))).toEqual(Array.from({ length: 6 }, () => 'not measured'));
  expect(valuesText(shown.slice(0, 1), 1)).toBe('Searches a minute not measured');
});

test('there are no lines before the first whole minute', () => {
  const series = Object.fromEntries(Object.keys(SERIES).map((name) => [name, []]));
  expect(measuredDay({ from: null, series: series as unknown as MetricsHistory['series'] })).toBeNull();
});
