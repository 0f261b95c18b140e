// Intervals of trends in words, and their numbers as rows.
import type { Trends } from '@sitegrep/client';
import type { ShownLine } from '../charts/shown-line.ts';
import { dayText, number } from '../format.ts';
import { TRENDS_TEXT as WORDS } from '../text/trends.ts';
import type { Days } from './trend-changes.ts';
import type { Step } from './trend-lines.ts';

const MONTHS = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const SHORT_DAYS = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

function dateOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

/** A day of UTC: `1 Mar 2026`. */
export function dayName(day: string): string {
  const date = dateOf(day);
  // Noon of the zone of the reader: the day stays the one that it is in UTC.
  return dayText(new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), 12));
}

/** An interval as people say it: `May 2026`, `week of 4 May 2026`, `4 May 2026`. */
export function intervalName(by: Step, { from }: Days): string {
  if (by === 'day') return dayName(from);
  if (by === 'week') return WORDS.week(dayName(from));
  return MONTHS.format(dateOf(from));
}

/** An interval below an axis. */
export function tickName(by: Step, { from }: Days): string {
  return by === 'month' ? MONTHS.format(dateOf(from)) : SHORT_DAYS.format(dateOf(from));
}

/** A difference with its sign. */
export function signed(difference: number): string {
  if (difference === 0) return '0';
  return difference > 0 ? `+${number(difference)}` : `−${number(-difference)}`;
}

/** A line with the query that it counts. */
export interface QueryLine extends ShownLine {
  readonly query: string;
}

/** Names of what a line takes as it is now, for each line that does. */
export function leftAsNow(
  lines: Trends['lines'],
): readonly { readonly label: string; readonly names: string }[] {
  return lines.flatMap(({ exact, label, as_of_now: names }) =>
    exact ? [] : [{ label, names: names.join(', ') }],
  );
}
