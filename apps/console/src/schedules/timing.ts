// When a schedule runs: in words, and as the fields of its form.
import type { ListedScheduleItem, PutScheduleRequest } from '@sitegrep/client';
import { textIn } from '../parts/form.ts';
import { SCHEDULES_TEXT } from '../text/crawls.ts';

const WORDS = SCHEDULES_TEXT;

/** Units of intervals in seconds, the longest first. */
export const UNITS = { days: 86_400, hours: 3_600, minutes: 60 } as const;
type Unit = keyof typeof UNITS;
export const UNIT_NAMES = Object.keys(UNITS) as readonly Unit[];

/** Pattern of a new schedule: each Monday at 04:30. */
export const DEFAULT_PATTERN = '30 4 * * 1';

const CRON = /^(\d{1,2}) (\d{1,2}) (\S+) \* (\S+)$/;

/** Says when a schedule runs: `each Monday at 04:30, Europe/Berlin`; other patterns stand as they are. */
export function timingText({
  pattern,
  time_zone: zone,
  every_seconds: seconds,
}: Pick<ListedScheduleItem, 'pattern' | 'time_zone' | 'every_seconds'>): string {
  if (seconds !== null) return WORDS.every(intervalText(seconds));
  const [, minute = '', hour = '', day = '', weekday = ''] = CRON.exec(pattern ?? '') ?? [];
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  const name = /^[0-7]$/.test(weekday) ? WORDS.weekdays[Number(weekday) % 7] : undefined;
  const clock = zone ?? 'UTC';
  if (day === '*' && weekday === '*') return WORDS.daily(time, clock);
  if (day === '*' && name !== undefined) return WORDS.weekly(name, time, clock);
  if (weekday === '*' && /^\d+$/.test(day)) return WORDS.monthly(day, time, clock);
  return `${pattern ?? ''} · ${clock}`;
}

function intervalText(seconds: number): string {
  const [unit, count] = intervalOf(seconds);
  return `${count} ${WORDS.units[unit]}`;
}

/** An interval in the longest unit of which it is a multiple. */
export function intervalOf(seconds: number): readonly [unit: Unit, count: number] {
  if (seconds % UNITS.days === 0) return ['days', seconds / UNITS.days];
  if (seconds % UNITS.hours === 0) return ['hours', seconds / UNITS.hours];
  return ['minutes', seconds / UNITS.minutes];
}

/** Reads the timing out of the form. */
export function timingIn(
  data: FormData,
): Pick<PutScheduleRequest, 'pattern' | 'time_zone' | 'every_seconds'> {
  if (textIn(data, 'timing') === 'cron')
    return { pattern: textIn(data, 'pattern'), time_zone: textIn(data, 'time_zone') };
  const unit = UNIT_NAMES.find((name) => name === textIn(data, 'unit'));
  const seconds = unit === undefined ? 0 : UNITS[unit];
  return { every_seconds: Math.round(Number(textIn(data, 'count')) * seconds) };
}
