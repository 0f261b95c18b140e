// When a schedule runs: in words, and as the fields of its form.
import type { ListedScheduleItem, PutScheduleRequest } from '@sitegrep/client';
import { SCHEDULES_TEXT as WORDS } from '../text/crawls.ts';

/** Units of intervals in seconds, the longest first. */
const UNITS = { days: 86_400, hours: 3_600, minutes: 60, seconds: 1 } as const;
export type Unit = keyof typeof UNITS;
export const UNIT_NAMES = Object.keys(UNITS) as readonly Unit[];

/** Kinds of times among which the form has a choice. */
export type Rhythm = keyof typeof WORDS.rhythms;

/** Fields of the form, those of all kinds: a choice keeps what was written for the others. */
export interface TimingFields {
  readonly rhythm: Rhythm;
  /** Time of day: `03:00`. */
  readonly time: string;
  /** Days of the week, from 0, Sunday; those that runs are on. */
  readonly weekdays: readonly number[];
  /** Day of the month. */
  readonly day: string;
  /** Number of units between two runs. */
  readonly count: string;
  readonly unit: Unit;
  /** Cron pattern. */
  readonly pattern: string;
  /** IANA name of the time zone. */
  readonly zone: string;
}

export type Timing = Pick<PutScheduleRequest, 'pattern' | 'time_zone' | 'every_seconds'>;

type Given = Pick<ListedScheduleItem, 'pattern' | 'time_zone' | 'every_seconds'>;

/** Fields of a new schedule, which runs each night. */
const FIRST: Omit<TimingFields, 'zone'> = {
  rhythm: 'daily',
  time: '03:00',
  weekdays: [1],
  day: '1',
  count: '1',
  unit: 'days',
  pattern: '0 3 * * *',
};

/** @param given the schedule that the form changes; null: it makes a new one @param zone that of the browser */
export function fieldsOf(given: Given | null, zone: string): TimingFields {
  if (given === null) return { ...FIRST, zone };
  if (given.every_seconds !== null) {
    const [unit, count] = intervalOf(given.every_seconds);
    return { ...FIRST, zone, rhythm: 'interval', unit, count: String(count) };
  }
  const pattern = given.pattern ?? '';
  const fields = { ...FIRST, pattern, zone: given.time_zone ?? 'UTC' };
  const simple = simpleOf(pattern);
  return simple === null ? { ...fields, rhythm: 'cron' } : { ...fields, ...simple };
}

/** The times of the fields as requests have them. */
export function timingOf({ rhythm, zone, ...fields }: TimingFields): Timing {
  if (rhythm === 'interval') return { every_seconds: Math.round(Number(fields.count) * UNITS[fields.unit]) };
  return { pattern: patternOf({ rhythm, ...fields }), time_zone: zone };
}

function patternOf({ rhythm, time, weekdays, day, pattern }: Omit<TimingFields, 'zone'>): string {
  if (rhythm === 'cron') return pattern;
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const days = rhythm === 'monthly' ? day : '*';
  const week = rhythm === 'weekly' ? weekdays.toSorted((a, b) => a - b).join(',') : '*';
  return `${minute} ${hour} ${days} * ${week}`;
}

const SIMPLE = /^([0-5]?\d) ([01]?\d|2[0-3]) (\S+) \* (\S+)$/;

/** The fields of a pattern that the form has in words; null: there are none. */
function simpleOf(pattern: string): Pick<TimingFields, 'rhythm' | 'time' | 'weekdays' | 'day'> | null {
  const [, minute = '', hour = '', day = '', week = ''] = SIMPLE.exec(pattern.trim()) ?? [];
  const { weekdays, day: first } = FIRST;
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  if (day === '*' && week === '*') return { rhythm: 'daily', time, weekdays, day: first };
  const days = weekdaysIn(week);
  if (day === '*' && days !== null) return { rhythm: 'weekly', time, weekdays: days, day: first };
  if (week === '*' && /^(?:[1-9]|[12]\d|3[01])$/.test(day)) return { rhythm: 'monthly', time, weekdays, day };
  return null;
}

/** Days of the week of a field of a pattern: `1`, `1,4`, `1-5`; null: it has others. */
function weekdaysIn(field: string): readonly number[] | null {
  if (!/^[0-7](?:-[0-7])?(?:,[0-7](?:-[0-7])?)*$/.test(field)) return null;
  const days = field.split(',').flatMap((part) => {
    const [from = 0, to = from] = part.split('-').map(Number);
    return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => (from + index) % 7);
  });
  return days.length === 0 ? null : [...new Set(days)].toSorted((a, b) => a - b);
}

/** Says when a schedule runs: `each Monday at 04:30, Europe/Berlin`; other patterns stand as they are. */
export function timingText({ pattern, time_zone: zone, every_seconds: seconds }: Given): string {
  if (seconds !== null) return WORDS.every(intervalText(seconds));
  const clock = zone ?? 'UTC';
  const simple = simpleOf(pattern ?? '');
  if (simple === null) return `${pattern ?? ''} · ${clock}`;
  const { rhythm, time, weekdays, day } = simple;
  if (rhythm === 'daily') return WORDS.daily(time, clock);
  return rhythm === 'weekly'
    ? WORDS.weekly(weekdaysText(weekdays), time, clock)
    : WORDS.monthly(numbered(Number(day)), time, clock);
}

const LIST = new Intl.ListFormat('en-GB', { type: 'conjunction' });

function weekdaysText(days: readonly number[]): string {
  // Weeks begin on Monday.
  const sorted = days.toSorted((a, b) => ((a + 6) % 7) - ((b + 6) % 7));
  return LIST.format(sorted.map((day) => WORDS.weekdays[day] ?? ''));
}

const POSITIONS = new Intl.PluralRules('en', { type: 'ordinal' });
const ENDINGS: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: 'st', two: 'nd', few: 'rd' };

function numbered(value: number): string {
  return `${value}${ENDINGS[POSITIONS.select(value)] ?? 'th'}`;
}

function intervalText(seconds: number): string {
  const [unit, count] = intervalOf(seconds);
  return count === 1 ? WORDS.oneUnit[unit] : `${count} ${WORDS.units[unit]}`;
}

/** An interval in the longest unit of which it is a multiple. */
export function intervalOf(seconds: number): readonly [unit: Unit, count: number] {
  const unit = UNIT_NAMES.find((one) => seconds % UNITS[one] === 0) ?? 'seconds';
  return [unit, seconds / UNITS[unit]];
}
