import type { ScheduleItem } from '@sitegrep/client';
import { expect, test } from 'vitest';
import { changed, entriesOf, requestIn, sourceKindOf } from './schedule-request.ts';
import { foundText } from './LastRun.tsx';
import { runText } from './run-text.ts';
import { fieldsOf, intervalOf, timingOf, timingText } from './timing.ts';

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
  ['0 12 15 * *', 'on the 15th of each month at 12:00, Europe/Berlin'],
  ['0 12 1 * *', 'on the 1st of each month at 12:00, Europe/Berlin'],
  ['0 12 22 * *', 'on the 22nd of each month at 12:00, Europe/Berlin'],
  ['0 6 * * 0,1,4', 'each Monday, Thursday and Sunday at 06:00, Europe/Berlin'],
  ['0 6 * * 6-7', 'each Saturday and Sunday at 06:00, Europe/Berlin'],
  ['0 6 * * 5-2', '0 6 * * 5-2 · Europe/Berlin'],
  ['0 24 * * *', '0 24 * * * · Europe/Berlin'],
  ['0 12 15 * 1', '0 12 15 * 1 · Europe/Berlin'],
  ['*/5 * * * *', '*/5 * * * * · Europe/Berlin'],
])('the pattern %s is %s', (pattern, text) => expect(timingText({ ...WEEKLY, pattern })).toBe(text));

test('an interval is told in the longest unit of which it is a multiple', () => {
  expect([172_800, 5_400, 7_200, 90].map(intervalOf)).toEqual([
    ['days', 2],
    ['minutes', 90],
    ['hours', 2],
    ['seconds', 90],
  ]);
  const every = (seconds: number) => timingText({ pattern: null, time_zone: null, every_seconds: seconds });
  expect([172_800, 5_400, 3_600, 90, 60].map(every)).toEqual([
    'every 2 days',
    'every 90 minutes',
    'every hour',
    'every 90 seconds',
    'every minute',
  ]);
});

test.each(['30 4 * * 1', '5 0 * * *', '0 12 15 * *', '0 6 * * 1,4', '*/5 * * * *', '0 12 15 * 1'])(
  'the fields of the form say %s as it was',
  (pattern) => {
    const given = { pattern, time_zone: 'Europe/Berlin', every_seconds: null };
    expect(timingOf(fieldsOf(given, 'UTC'))).toEqual({ pattern, time_zone: 'Europe/Berlin' });
  },
);

test('a new schedule runs each night in the time zone of the browser, and choices say what they change', () => {
  const first = fieldsOf(null, 'Asia/Tokyo');
  expect(timingOf(first)).toEqual({ pattern: '0 3 * * *', time_zone: 'Asia/Tokyo' });
  expect(timingOf({ ...first, rhythm: 'weekly', weekdays: [5, 1], time: '18:05' }).pattern).toBe(
    '5 18 * * 1,5',
  );
  expect(timingOf({ ...first, rhythm: 'monthly', day: '31' }).pattern).toBe('0 3 31 * *');
  expect(timingOf({ ...first, rhythm: 'interval', count: '6', unit: 'hours' })).toEqual({
    every_seconds: 21_600,
  });
  const hourly = { pattern: null, time_zone: null, every_seconds: 5_400 };
  expect(timingOf(fieldsOf(hourly, 'UTC'))).toEqual({ every_seconds: 5_400 });
});

test('a run is told by its day and time, in the time zone of who reads it', () => {
  const now = new Date('2026-11-30T22:30:00Z');
  const at = (time: string, zone = 'UTC') => runText(new Date(time), now, zone);
  expect(at('2026-11-30T23:05:00Z')).toBe('today, Monday 30 November at 23:05');
  expect(at('2026-12-01T03:00:00Z')).toBe('tomorrow, Tuesday 1 December at 03:00');
  expect(at('2026-12-07T03:00:00Z')).toBe('Monday 7 December at 03:00');
  expect(at('2027-01-01T03:00:00Z')).toBe('Friday 1 January 2027 at 03:00');
  // In Tokyo it is the next day already.
  expect(at('2026-11-30T23:05:00Z', 'Asia/Tokyo')).toBe('today, Tuesday 1 December at 08:05');
});

test('the last run of a schedule says what it found', () => {
  const sites = { total: 1_200, pending: 0, running: 0, finished: 40 };
  expect(foundText({ state: 'running', sites, outcomes: {}, pages: 0 })).toBe(
    'under way: 40 of 1,200 sites ended',
  );
  const outcomes = { indexed: 1_100, dns_failed: 3, robots_disallowed: 1 };
  expect(foundText({ state: 'completed', sites, outcomes, pages: 1 })).toBe(
    '1,100 indexed · 4 failed · 1 page',
  );
});

test('the form makes the request: times, of the index, a kept list or entries', () => {
  expect(requestIn(form({ source: 'index' }), { pattern: '0 4 * * *', time_zone: 'UTC' }, null)).toEqual({
    pattern: '0 4 * * *',
    time_zone: 'UTC',
    source: { index: true },
    enabled: true,
  });
  const named = form({ source: 'named', named: ' suppliers ' });
  expect(requestIn(named, { every_seconds: 60 }, null).source).toEqual({ list: 'suppliers' });
  expect(
    [{ list: 'suppliers' }, { index: true as const }, { urls: ['https://a.example/'] }].map((source) =>
      sourceKindOf({ ...WEEKLY, source }),
    ),
  ).toEqual(['named', 'index', 'entries']);
  const list = form({
    source: 'entries',
    list: 'a.example\n\n b.example ',
    priority: '2',
  });
  expect(requestIn(list, { every_seconds: 172_800 }, WEEKLY)).toEqual({
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
