import { badRequest } from './failure.ts';

/** Seconds of a day. */
const DAY = 86_400;

/** A span of days in seconds since the epoch. */
export interface DaySpan {
  /** Its first second; null: it has none. */
  readonly from: number | null;
  /** The first second behind it; null: it has no end. */
  readonly until: number | null;
}

export interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Reads the days `from` and `to` of a request, both of which are part of the span. @throws Failure bad_request */
export function daySpan({ from, to }: Days): DaySpan {
  const [first, last] = [dayIn('from', from), dayIn('to', to)];
  if (first !== null && last !== null && first > last) {
    throw badRequest({
      field: 'from',
      problem: `is ${from}, which is after to, ${to}`,
      remedy: 'give the earlier day as from',
    });
  }
  return { from: first, until: last === null ? null : last + DAY };
}

/** @param day in the form YYYY-MM-DD */
function dayIn(field: string, day: string | undefined): number | null {
  if (day === undefined) return null;
  const at = Date.parse(`${day}T00:00:00Z`);
  if (!Number.isNaN(at) && new Date(at).toISOString().startsWith(day)) return at / 1_000;
  throw badRequest({
    field,
    problem: `is ${day}, which no calendar has`,
    remedy: 'write a day as YYYY-MM-DD, for instance 2027-01-31',
  });
}

/** A time as the day that it is in, in the form YYYY-MM-DD. @param at in seconds since the epoch */
export function shownDay(at: number): string {
  return new Date(at * 1_000).toISOString().slice(0, 10);
}
