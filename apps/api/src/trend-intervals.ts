import { TREND_BOUNDS } from '@sitegrep/contract';
import type { TrendStep } from '@sitegrep/contract/choices';
import { type Days, daySpan, shownDay } from './day-span.ts';
import { badRequest } from './failure.ts';

/** Seconds of a day. */
const DAY = 86_400;

/** An interval of days in seconds since the epoch. */
export interface TrendInterval {
  readonly from: number;
  /** The first second behind it. */
  readonly until: number;
}

/** How far back trends begin that no day is given for: steps that end with the last one. */
const USUAL_STEPS: Readonly<Record<TrendStep, number>> = { day: 30, week: 12, month: 12 };

const { maxIntervals } = TREND_BOUNDS;

/**
 * The intervals of a request for trends; the first and the last may be cut.
 *
 * @param now milliseconds since the epoch
 * @throws Failure bad_request
 */
export function trendIntervals(by: TrendStep, days: Days, now: number): readonly TrendInterval[] {
  const today = Math.floor(now / 1_000 / DAY) * DAY;
  const given = daySpan(days);
  for (const field of ['from', 'to'] as const) {
    const start = field === 'from' ? given.from : given.until === null ? null : given.until - DAY;
    if (start !== null && start > today) {
      throw badRequest({
        field,
        problem: `is ${days[field]}, which is in the future`,
        remedy: `give a day until ${shownDay(today)}, which is today in UTC`,
      });
    }
  }
  const until = given.until ?? today + DAY;
  const from = given.from ?? usualStart(by, until);
  const intervals: TrendInterval[] = [];
  for (let start = from; start < until;) {
    if (intervals.length === maxIntervals) {
      throw badRequest({
        field: 'from',
        problem: `is ${shownDay(from)}, and until ${shownDay(until - DAY)} there are more than ${maxIntervals} intervals by ${by}`,
        remedy: by === 'month' ? 'give a shorter span' : 'give a shorter span, or longer intervals in by',
      });
    }
    const end = Math.min(until, stepAfter(by, start));
    intervals.push({ from: start, until: end });
    start = end;
  }
  return intervals;
}

function usualStart(by: TrendStep, until: number): number {
  const steps = USUAL_STEPS[by];
  if (by === 'day') return until - steps * DAY;
  let start = stepStart(by, until - DAY);
  for (let step = 1; step < steps; step++) start = stepStart(by, start - DAY);
  return start;
}

/** The beginning of the interval that a day is in. */
function stepStart(by: TrendStep, day: number): number {
  if (by === 'day') return day;
  const date = new Date(day * 1_000);
  if (by === 'month') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / 1_000;
  return day - ((date.getUTCDay() + 6) % 7) * DAY;
}

/** The beginning of the interval after the one that a day is in. */
function stepAfter(by: TrendStep, day: number): number {
  const start = stepStart(by, day);
  if (by === 'day') return start + DAY;
  if (by === 'week') return start + 7 * DAY;
  const date = new Date(start * 1_000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) / 1_000;
}
