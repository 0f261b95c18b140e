/*
 * Dates as sites display them. How a language says "3 days ago" is what Node knows of it (CLDR), so a language needs
 * no table here.
 */
import { asciiDigits, perLocale } from './counts.ts';

/** Characters of a text that are looked at: such phrases are short. */
const MAX_CHARACTERS = 200;

const UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const;
type Unit = (typeof UNITS)[number];

interface AgoPattern {
  readonly unit: Unit;
  /** Finds the phrase anywhere in a text; its first group, if there is one, is the number. */
  readonly pattern: RegExp;
  /** Languages may have a word for the number, as Arabic for two. */
  readonly count: number | null;
}

/** One number of each plural form there is in any language, and the small ones that have words of their own. */
const SAMPLES = [1, 2, 3, 5, 11, 21, 100];

const patternsOf = perLocale((locale): readonly AgoPattern[] => {
  const found = new Map<string, AgoPattern>();
  for (const style of ['long', 'short', 'narrow'] as const) {
    for (const numeric of ['always', 'auto'] as const) {
      const format = new Intl.RelativeTimeFormat(locale, { style, numeric });
      for (const unit of UNITS) {
        for (const count of numeric === 'auto' ? [0, 1, 2] : SAMPLES) {
          const parts = format.formatToParts(-count, unit);
          const counted = parts.some(({ type }) => type === 'integer');
          // "This year" and "now" name no day.
          if (count === 0 && (counted || unit !== 'day')) continue;
          const source = parts
            .map(({ type, value }) => (type === 'integer' ? String.raw`(\d{1,6})` : literal(value)))
            .join('');
          const pattern = new RegExp(bounded(source), 'iu');
          if (!found.has(source)) found.set(source, { unit, pattern, count: counted ? null : count });
        }
      }
    }
  }
  // The longest first, so that "1 month ago" is not taken for "1 m ago".
  return [...found].sort(([a], [b]) => b.length - a.length).map(([, pattern]) => pattern);
});

/** Matches the text itself, however much space is in it. */
function literal(text: string): string {
  const words = asciiDigits(text).toLowerCase().split(/\s+/);
  return words.map((word) => word.replace(/[\^$\\.*+?()[\]{}|/]/g, String.raw`\$&`)).join(String.raw`\s*`);
}

/** Keeps the expression from matching a part of a longer word or number, in scripts that have spaces. */
function bounded(source: string): string {
  return String.raw`(?<![\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}\d])${source}(?![\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}\d])`;
}

/** "a day ago" and the like, in English only. */
const ENGLISH_ONE = /\b(?:an?|one) (?=(?:second|minute|hour|day|week|month|year)\b)/i;

/**
 * The day that a phrase such as `3 days ago`, `Streamed 2 weeks ago`, `vor 3 Tagen` or `昨日` means.
 *
 * @param locale the language of the text; English is understood besides
 * @param now milliseconds since the epoch
 * @returns YYYY-MM-DD in UTC; null if the text contains none
 */
export function relativeDay(text: string, locale: string, now: number): string | null {
  const plain = asciiDigits(text.slice(0, MAX_CHARACTERS))
    .replace(/\s+/g, ' ')
    .replace(ENGLISH_ONE, '1 ')
    .toLowerCase();
  for (const language of new Set([locale, 'en'])) {
    for (const { unit, pattern, count } of patternsOf(language)) {
      const match = pattern.exec(plain);
      if (match !== null) return dayBefore(now, unit, count ?? Number(match[1]));
    }
  }
  return null;
}

function dayBefore(now: number, unit: Unit, count: number): string | null {
  const date = new Date(now);
  const day = date.getUTCDate();
  switch (unit) {
    case 'second':
    case 'minute':
    case 'hour':
      date.setTime(now - count * { second: 1_000, minute: 60_000, hour: 3_600_000 }[unit]);
      break;
    case 'day':
    case 'week':
      date.setUTCDate(day - count * (unit === 'day' ? 1 : 7));
      break;
    case 'month':
    case 'year':
      date.setUTCDate(1);
      date.setUTCMonth(date.getUTCMonth() - count * (unit === 'month' ? 1 : 12));
      date.setUTCDate(Math.min(day, daysIn(date)));
      break;
  }
  return isoDay(date);
}

function daysIn(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}

/** @returns null outside the years 1 to 9999 */
function isoDay(date: Date): string | null {
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9_999 ? date.toISOString().slice(0, 10) : null;
}

/** The UTC day of a time. @param milliseconds since the epoch @returns YYYY-MM-DD; null if there is none */
export function dayOf(milliseconds: number): string | null {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? null : isoDay(date);
}

const TIME =
  /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(?:Z|([+-]\d{2}):?(\d{2}))$/;

/**
 * A time with its zone: `2025-10-27 08:00:00 +00:00`, `2025-10-27T08:00:00Z`.
 *
 * @returns milliseconds since the epoch; null if it is no such time
 */
export function timeOf(text: string): number | null {
  const match = TIME.exec(text);
  if (match === null) return null;
  const [, year, month, date, clock = '', hours = '+00', minutes = '00'] = match;
  const day = dayFrom(Number(year), Number(month), Number(date));
  const milliseconds = day === null ? Number.NaN : Date.parse(`${day}T${clock}${hours}:${minutes}`);
  return Number.isNaN(milliseconds) ? null : milliseconds;
}

const monthsOf = perLocale((locale): ReadonlyMap<string, number> => {
  const names = new Map<string, number>();
  for (const month of ['long', 'short'] as const) {
    // A month is declined next to a day.
    for (const day of [{}, { day: 'numeric' }] as const) {
      const format = new Intl.DateTimeFormat(locale, { month, ...day, timeZone: 'UTC', calendar: 'gregory' });
      for (let index = 0; index < 12; index++) {
        const part = format.formatToParts(Date.UTC(2_023, index, 15)).find(({ type }) => type === 'month');
        if (part !== undefined) names.set(part.value.toLowerCase().replaceAll('.', ''), index);
      }
    }
  }
  return names;
});

/**
 * A day as a site writes it: `Oct 27, 2025`, `Premiered 27 oct. 2025`, `27.10.2025`, `2025年10月27日`, `2025-10-27`.
 *
 * @param locale the language of the text; English months are understood besides. Of two numbers that could each be the
 *   month, the order is that of the locale
 * @returns YYYY-MM-DD; null if the text contains no day
 */
export function calendarDay(text: string, locale: string): string | null {
  const plain = asciiDigits(text.slice(0, MAX_CHARACTERS)).toLowerCase();
  const numbers = Array.from(plain.matchAll(/\d+/g), ([digits]) => digits);
  const year = numbers.find((digits) => digits.length === 4);
  if (year === undefined) return null;
  const others = numbers.filter((digits) => digits !== year && digits.length <= 2).map(Number);
  const words = plain.replaceAll('.', ' ').match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
  for (const language of new Set([locale, 'en'])) {
    const month = words.map((word) => monthsOf(language).get(word)).find((index) => index !== undefined);
    if (month !== undefined && others[0] !== undefined) return dayFrom(Number(year), month + 1, others[0]);
  }
  const [first, second] = others;
  if (first === undefined || second === undefined) return null;
  const monthFirst = numbers[0] === year || order(locale) === 'month';
  return monthFirst ? dayFrom(Number(year), first, second) : dayFrom(Number(year), second, first);
}

function order(locale: string): 'month' | 'day' {
  const parts = new Intl.DateTimeFormat(locale, { dateStyle: 'short' }).formatToParts(0);
  return parts.find(({ type }) => type === 'month' || type === 'day')?.type === 'month' ? 'month' : 'day';
}

function dayFrom(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? isoDay(date) : null;
}
