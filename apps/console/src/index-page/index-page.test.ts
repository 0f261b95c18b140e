import { expect, test } from 'vitest';
import { dayHere, dayInUtc, DAYS, lastDays, sumsByDay } from './days.ts';
import { byUrgency, problemsIn } from './findings.ts';
import { groupsOf } from './metric-figures.ts';
import { lastBound, quantileOf, readSamples, sumOf } from './prometheus.ts';
import { settingsWith, wishIn, wishParameters } from './setting-filter.ts';

test('the last days follow each other, also over a change of the clock', () => {
  const days = lastDays(dayInUtc, new Date('2026-03-30T00:30:00Z'));
  expect([days.length, days.at(-1), days.at(-2)]).toEqual([DAYS, '2026-03-30', '2026-03-29']);
  expect(new Set(lastDays(dayHere)).size).toBe(DAYS);
  expect(
    sumsByDay([
      ['a', 1],
      ['b', 2],
      ['a', 3],
    ]),
  ).toEqual(
    new Map([
      ['a', 4],
      ['b', 2],
    ]),
  );
});

test('the worst findings come first, in their order', () => {
  const checks = (['ok', 'fail', 'warn', 'fail'] as const).map((status, index) => ({ status, index }));
  expect(byUrgency(checks).map(({ index }) => index)).toEqual([1, 3, 2, 0]);
  expect(problemsIn(checks)).toEqual({ failed: 2, warned: 1 });
});

test('settings are found by name, value and description, and those that were changed', () => {
  const settings = [
    { variable: 'SITEGREP_PORT', value: '8080', description: 'Port.', is_default: true },
    { variable: 'SITEGREP_HOST', value: '0.0.0.0', description: 'Address.', is_default: false },
  ];
  const found = (find: string, isChangedOnly = false) =>
    settingsWith(settings, { find, isChangedOnly }).map(({ variable }) => variable);
  expect(found(' port ')).toEqual(['SITEGREP_PORT']);
  expect([found('0.0'), found('address'), found('', true), found('8080', true)]).toEqual([
    ['SITEGREP_HOST'],
    ['SITEGREP_HOST'],
    ['SITEGREP_HOST'],
    [],
  ]);
  const wish = { find: 'a b', isChangedOnly: true };
  expect(wishIn(wishParameters(wish))).toEqual(wish);
  expect(wishParameters(wishIn({}))).toEqual({ tab: 'settings' });
});

const METRICS = `# HELP sitegrep_pages_total Pages.
sitegrep_pages_total{outcome="a \\"b\\", c"} 3 1700000000
sitegrep_pages_total{outcome="d"} 4
sitegrep_search_duration_seconds_bucket{le="0.1"} 5
sitegrep_search_duration_seconds_bucket{le="1"} 9
sitegrep_search_duration_seconds_bucket{le="+Inf"} 10
sitegrep_search_duration_seconds_count 10
sitegrep_http_requests_total{status="200"} 40
sitegrep_http_requests_total{status="503"} 2
process_cpu_seconds_total 10
`;

test('samples are read with their labels, and summed up', () => {
  const samples = readSamples(METRICS);
  expect(samples.get('sitegrep_pages_total')?.[0]).toEqual({ labels: { outcome: 'a \\"b\\", c' }, value: 3 });
  expect([sumOf(samples, 'sitegrep_pages_total'), sumOf(samples, 'none')]).toEqual([7, null]);
  expect(sumOf(samples, 'sitegrep_http_requests_total', ({ status }) => status === '503')).toBe(2);
  const quantile = (part: number) => quantileOf(samples, 'sitegrep_search_duration_seconds', part);
  expect([quantile(0.5), quantile(0.9), quantile(0.95)]).toEqual([0.1, 1, Infinity]);
  expect([lastBound(samples, 'sitegrep_search_duration_seconds'), quantileOf(samples, 'none', 0.5)]).toEqual([
    1,
    null,
  ]);
});

test('figures are counts, rates between two readings, and unknown where there is no metric', () => {
  const before = { at: 0, samples: readSamples(METRICS) };
  const now = {
    at: 10_000,
    samples: readSamples(METRICS.replace('cpu_seconds_total 10', 'cpu_seconds_total 15')),
  };
  const figures = (groups: ReturnType<typeof groupsOf>) =>
    Object.fromEntries(groups.flatMap(([, list]) => list));
  const shown = figures(groupsOf(now, before));
  expect(shown).toMatchObject({
    searches: '10',
    searchMedian: '≤ 100 ms',
    searchHigh: '> 1 s',
    failed: '2',
    pages: '7',
    perMinute: '0',
    processor: '50 %',
    memory: null,
  });
  // Without a reading before, or after a new start, there is no rate.
  expect(figures(groupsOf(before, now))['processor']).toBeNull();
  expect(figures(groupsOf(now, null))['processor']).toBeNull();
  expect(figures(groupsOf({ at: 0, samples: new Map() }, null))).not.toHaveProperty('pages');
});
