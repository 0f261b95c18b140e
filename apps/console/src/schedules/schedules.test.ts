import type { ScheduleItem } from '@sitegrep/client';
import { expect, test } from 'vitest';
import { changed, entriesOf, requestIn, sourceKindOf } from './schedule-request.ts';
import { intervalOf, timingText } from './timing.ts';

function form(fields: Readonly<Record<string, string>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

const WEEKLY = {
  id: 'weekly',
  pattern: '30 4 * * 1',
  time_zone: 'Europe/Berlin',
  every_seconds: null,
  source: { index: true },
  enabled: false,
  max_pages: 5,
  render: 'never',
} as ScheduleItem;

test.each([
  ['30 4 * * 1', 'each Monday at 04:30, Europe/Berlin'],
  ['0 23 * * 7', 'each Sunday at 23:00, Europe/Berlin'],
  ['5 0 * * *', 'each day at 00:05, Europe/Berlin'],
  ['0 12 15 * *', 'on day 15 of each month at 12:00, Europe/Berlin'],
  ['0 12 15 * 1', '0 12 15 * 1 · Europe/Berlin'],
  ['*/5 * * * *', '*/5 * * * * · Europe/Berlin'],
])('the pattern %s is %s', (pattern, text) => expect(timingText({ ...WEEKLY, pattern })).toBe(text));

test('an interval is told in the longest unit of which it is a multiple', () => {
  expect([172_800, 5_400, 7_200].map(intervalOf)).toEqual([
    ['days', 2],
    ['minutes', 90],
    ['hours', 2],
  ]);
  const every = (seconds: number) => timingText({ pattern: null, time_zone: null, every_seconds: seconds });
  expect([every(172_800), every(5_400)]).toEqual(['every 2 days', 'every 90 minutes']);
});

test('the form makes the request: a pattern or an interval, of the index, a kept list or entries', () => {
  expect(
    requestIn(form({ timing: 'cron', pattern: ' 0 4 * * * ', time_zone: 'UTC', source: 'index' }), null),
  ).toEqual({
    pattern: '0 4 * * *',
    time_zone: 'UTC',
    source: { index: true },
    enabled: true,
  });
  const named = form({ timing: 'every', count: '1', unit: 'days', source: 'named', named: ' suppliers ' });
  expect(requestIn(named, null).source).toEqual({ list: 'suppliers' });
  expect(
    [{ list: 'suppliers' }, { index: true as const }, { urls: ['https://a.example/'] }].map((source) =>
      sourceKindOf({ ...WEEKLY, source }),
    ),
  ).toEqual(['named', 'index', 'entries']);
  const list = form({
    timing: 'every',
    count: '2',
    unit: 'days',
    source: 'entries',
    list: 'a.example\n\n b.example ',
    priority: '2',
  });
  expect(requestIn(list, WEEKLY)).toEqual({
    every_seconds: 172_800,
    source: { domains: ['a.example', 'b.example'] },
    enabled: false,
    priority: 2,
  });
});

test('a schedule is changed without losing the rest of it', () => {
  expect(changed(WEEKLY, { enabled: true })).toMatchObject({
    pattern: '30 4 * * 1',
    time_zone: 'Europe/Berlin',
    enabled: true,
    max_pages: 5,
  });
  const hourly = changed({ ...WEEKLY, every_seconds: 3_600 }, {});
  expect([hourly.every_seconds, hourly.pattern, hourly.enabled]).toEqual([3_600, undefined, false]);
  expect([
    entriesOf(null),
    entriesOf(WEEKLY),
    entriesOf({ ...WEEKLY, source: { urls: ['https://a.example/'] } }),
  ]).toEqual([[], [], ['https://a.example/']]);
});
