import { describe, expect, test } from 'vitest';
import { calendarDay, dayOf, relativeDay, timeOf } from './dates.ts';

const NOW = Date.UTC(2026, 10, 22, 12);

describe('relativeDay', () => {
  test.each([
    ['en', '3 days ago', '2026-11-19'],
    ['en', 'a year ago', '2025-11-22'],
    ['en', '13 hours ago', '2026-11-21'],
    ['en', '11 hours ago', '2026-11-22'],
    ['en', 'Streamed 2 weeks ago', '2026-11-08'],
    ['en', 'yesterday', '2026-11-21'],
    ['en', '1 month ago', '2026-10-22'],
    ['en', '3d ago', '2026-11-19'],
    ['de', 'Vor 2 Tagen gestreamt', '2026-11-20'],
    ['de', 'vor 1 Jahr', '2025-11-22'],
    ['fr', 'il y a 3 jours', '2026-11-19'],
    ['es', 'hace 3 días', '2026-11-19'],
    ['it', '3 giorni fa', '2026-11-19'],
    ['pt-BR', 'há 3 dias', '2026-11-19'],
    ['nl', '3 dagen geleden', '2026-11-19'],
    ['pl', '3 dni temu', '2026-11-19'],
    ['ru', '5 дней назад', '2026-11-17'],
    ['tr', '3 gün önce', '2026-11-19'],
    ['ja', '3日前', '2026-11-19'],
    ['ja', '3 日前', '2026-11-19'],
    ['zh-CN', '3天前', '2026-11-19'],
    ['ko', '3일 전', '2026-11-19'],
    ['hi', '3 दिन पहले', '2026-11-19'],
    ['ar', 'قبل يومين', '2026-11-20'],
    ['ar', 'قبل ٣ أيام', '2026-11-19'],
    ['he', 'לפני 3 ימים', '2026-11-19'],
    // English in an answer that was requested in another language.
    ['de', '3 days ago', '2026-11-19'],
  ])('%s: %s', (locale, text, expected) => {
    expect(relativeDay(text, locale, NOW)).toBe(expected);
  });

  test.each(['', 'hello', '2025', 'in 3 days', '12,345 views', '3 days', 'live now'])(
    '"%s" tells no day',
    (text) => {
      expect(relativeDay(text, 'en', NOW)).toBeNull();
    },
  );

  test('a month ago is the last day of a month that is shorter', () => {
    expect(relativeDay('1 month ago', 'en', Date.UTC(2026, 2, 31))).toBe('2026-02-28');
    expect(relativeDay('1 year ago', 'en', Date.UTC(2028, 1, 29))).toBe('2027-02-28');
  });

  test('no day before the first year there is', () => {
    expect(relativeDay('99999 years ago', 'en', NOW)).toBeNull();
  });
});

describe('calendarDay', () => {
  test.each([
    ['en', 'Oct 27, 2025', '2025-10-27'],
    ['en', 'Premiered Oct 5, 2025', '2025-10-05'],
    ['en', '10/27/2025', '2025-10-27'],
    ['de', '03.10.2025', '2025-10-03'],
    ['de', '3. Oktober 2025', '2025-10-03'],
    ['fr', '27 sept. 2025', '2025-09-27'],
    ['es', '27 oct 2025', '2025-10-27'],
    ['pt-BR', '1 de mar. de 2025', '2025-03-01'],
    ['ru', '27 октября 2025 г.', '2025-10-27'],
    ['ja', '2025年10月27日', '2025-10-27'],
    ['de', '2025-10-27', '2025-10-27'],
    ['de', 'Oct 27, 2025', '2025-10-27'],
  ])('%s: %s', (locale, text, expected) => {
    expect(calendarDay(text, locale)).toBe(expected);
  });

  test.each(['', 'Feb 31, 2025', '27', 'Oct 2025', '2025', '13/13/2025'])('"%s" is not a day', (text) => {
    expect(calendarDay(text, 'en')).toBeNull();
  });
});

test('dayOf is the UTC day, or null where there is none', () => {
  expect(dayOf(Date.UTC(2026, 0, 1, 23, 59))).toBe('2026-01-01');
  expect(dayOf(Number.NaN)).toBeNull();
  expect(dayOf(8.64e15)).toBeNull();
});

describe('timeOf', () => {
  test.each([
    ['2025-10-27 08:00:00 +00:00', Date.UTC(2025, 9, 27, 8)],
    ['2025-10-27T08:00:00Z', Date.UTC(2025, 9, 27, 8)],
    ['2025-10-27T08:00:00.250Z', Date.UTC(2025, 9, 27, 8, 0, 0, 250)],
    ['2025-10-27 23:30:00 -08:00', Date.UTC(2025, 9, 28, 7, 30)],
    ['2025-10-27T08:00+0530', Date.UTC(2025, 9, 27, 2, 30)],
  ])('%s', (text, expected) => {
    expect(timeOf(text)).toBe(expected);
  });

  // Without a time zone the moment is unknown.
  test.each(['', '2025-10-27', '2025-10-27 08:00:00', '2025-13-01T08:00:00Z', '2025-02-30T08:00:00Z', 'now'])(
    '"%s" is none',
    (text) => {
      expect(timeOf(text)).toBeNull();
    },
  );
});
