import { describe, expect, test } from 'vitest';
import { checkTiming, InvalidTiming, timeAfter, timeUpTo } from './timing.ts';

const at = (text: string): number => Date.parse(text);
const cron = (pattern: string, timeZone = 'UTC') => ({ kind: 'cron', pattern, timeZone }) as const;
const every = (seconds: number) => ({ kind: 'every', seconds }) as const;

describe('the times of a schedule', () => {
  test.each([
    [every(3_600), '2026-01-02T03:04:05Z', '2026-01-02T04:00:00Z', '2026-01-02T03:00:00Z'],
    [every(3_600), '2026-01-02T03:00:00Z', '2026-01-02T04:00:00Z', '2026-01-02T03:00:00Z'],
    // 1970-01-01 was a Thursday.
    [every(7 * 86_400), '2026-01-02T03:04:05Z', '2026-01-08T00:00:00Z', '2026-01-01T00:00:00Z'],
    [cron('30 4 * * *'), '2026-01-02T04:29:59.999Z', '2026-01-02T04:30:00Z', '2026-01-01T04:30:00Z'],
    [cron('30 4 * * *'), '2026-01-02T04:30:00Z', '2026-01-03T04:30:00Z', '2026-01-02T04:30:00Z'],
    [cron('30 4 * * *'), '2026-01-02T04:30:00.500Z', '2026-01-03T04:30:00Z', '2026-01-02T04:30:00Z'],
    [cron('0 0 * * 1'), '2026-01-02T00:00:00Z', '2026-01-05T00:00:00Z', '2025-12-29T00:00:00Z'],
    [
      cron('0 9 1 */3 *', 'America/New_York'),
      '2026-05-02T00:00:00Z',
      '2026-07-01T13:00:00Z',
      '2026-04-01T13:00:00Z',
    ],
    // Clocks go forward at two o'clock: the hour is one shorter.
    [
      cron('0 * * * *', 'Europe/Berlin'),
      '2026-03-29T00:30:00Z',
      '2026-03-29T01:00:00Z',
      '2026-03-29T00:00:00Z',
    ],
    [
      cron('0 4 * * *', 'Europe/Berlin'),
      '2026-03-28T12:00:00Z',
      '2026-03-29T02:00:00Z',
      '2026-03-28T03:00:00Z',
    ],
  ])('%j at %s: next at %s, last at %s', (timing, now, next, last) => {
    expect(new Date(timeAfter(timing, at(now)) ?? 0)).toEqual(new Date(next));
    expect(new Date(timeUpTo(timing, at(now)) ?? 0)).toEqual(new Date(last));
    expect(() => checkTiming(timing)).not.toThrow();
  });

  test.each([
    // Of the months one has the day, a day of the week is meant as well, or the last day of each.
    ['0 0 31 2,4,5 *', '2026-05-31T00:00:00Z'],
    ['0 0 31 2,4 1', '2026-02-02T00:00:00Z'],
    ['0 0 29 2 *', '2028-02-29T00:00:00Z'],
    ['0 0 L 2 *', '2026-02-28T00:00:00Z'],
  ])('%j has days', (pattern, next) => {
    const after = timeAfter(cron(pattern), at('2026-01-01T00:00:00Z'));
    expect(new Date(after ?? 0)).toEqual(new Date(next));
  });

  test.each([
    [cron('* * * *'), 'pattern', /five fields/],
    [cron('* * * * * *'), 'pattern', /five fields/],
    [cron('60 * * * *'), 'pattern', /not a cron pattern/],
    [cron('x y z * *'), 'pattern', /not a cron pattern/],
    [cron('0 0 30 2 *'), 'pattern', /./],
    [cron('0 0 31 2,4,6,9,11 *'), 'pattern', /no time to come/],
    [cron('0 0 * * *', 'Europe/Atlantis'), 'timeZone', /not a time zone/],
    [cron('0 0 * * *', ''), 'timeZone', /not a time zone/],
  ])('%j names no times', (timing, part, message) => {
    expect(() => checkTiming(timing)).toThrow(InvalidTiming);
    expect(() => checkTiming(timing)).toThrow(
      expect.objectContaining({ part, message: expect.stringMatching(message) }),
    );
  });
});
