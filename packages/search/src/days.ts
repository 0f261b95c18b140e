// Spans of time as queries write them: days, months and years, and numbers of days from today, alone, compared, or between two.

import { parseTimestamp } from '@sitegrep/site';

/** A span of time in milliseconds since the epoch; null: it has no such end. */
export interface Span {
  readonly from: number | null;
  /** The first millisecond behind it. */
  readonly until: number | null;
}

interface Bounded {
  readonly from: number;
  readonly until: number;
}

/** Sense of a number of days: days from today on, or the age of what was so many days ago. */
export type Counting = 'ahead' | 'ago';

const DAY_MS = 86_400_000;
/** Days are within four digits of a year. */
const MAX_COUNT = 36_500;

/**
 * The span that a text such as `<30d`, `0d..30d`, `>=2026-12-15`, `2026-12` or `2026-12-01..2026-12-15` stands for; null: none.
 *
 * @param counting with `ago`, `<30d` is younger than 30 days, and so after the 30th day before today
 */
export function readSpan(written: string, counting: Counting, now = Date.now()): Span | null {
  const between = /^(.*?)\.\.(.*)$/.exec(written);
  if (between !== null) {
    const [, first = '', last = ''] = between;
    const ends = isAge(first) && isAge(last) && counting === 'ago' ? [last, first] : [first, last];
    const [from, to] = ends.map((end) => (end === '' ? undefined : boundedOf(end, counting, now)));
    if (from === null || to === null || (from ?? to) === undefined) return null;
    return { from: from?.from ?? null, until: to?.until ?? null };
  }
  const [, operator = '=', value = ''] = /^(<=|>=|<|>|=)?(.*)$/.exec(written) ?? [];
  const bounded = boundedOf(value, counting, now);
  if (bounded === null) return null;
  const isTurned = counting === 'ago' && isAge(value);
  switch (isTurned ? (TURNED[operator] ?? operator) : operator) {
    case '<':
      return { from: null, until: bounded.from };
    case '<=':
      return { from: null, until: bounded.until };
    case '>':
      return { from: bounded.until, until: null };
    case '>=':
      return { from: bounded.from, until: null };
    default:
      return bounded;
  }
}

/** Ages that spans name while somebody wants to know them; spans are read without a pause. */
let heard: Set<string> | null = null;

/** Reads something that has spans, and tells which ages and numbers of days it names: what they mean is another thing tomorrow. */
export function withAges<Value>(read: () => Value): {
  readonly value: Value;
  readonly ages: readonly string[];
} {
  const before = heard;
  const own = (heard = new Set<string>());
  try {
    return { value: read(), ages: [...own] };
  } finally {
    heard = before;
  }
}

/**
 * The moment that a text stands for, in milliseconds since the epoch: a time, or the end of a day, of a month or of the day that is so
 * many days ago; null: it is none. Spans such as `<30d` are none.
 */
export function readMoment(written: string, now = Date.now()): number | null {
  if (/^\d{4}-\d\d-\d\d[T ]/.test(written)) {
    const time = parseTimestamp(written);
    return time === null ? null : Math.floor(time / 1_000) * 1_000 + 999;
  }
  const bounded = boundedOf(written, 'ago', now);
  return bounded === null ? null : bounded.until - 1;
}

/** The comparison of times that one of ages is. */
const TURNED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** Matches a day with a time. */
const MOMENT = /^\d{4}-\d\d-\d\dT/;

function isAge(value: string): boolean {
  return /^\d{1,5}d$/.test(value);
}

/** The span that a day, a month, a year, a moment, or a number of days from today is; null if it is none. */
function boundedOf(value: string, counting: Counting, now: number): Bounded | null {
  if (isAge(value)) {
    const days = Number(value.slice(0, -1));
    if (days > MAX_COUNT) return null;
    heard?.add(value);
    const from = (Math.floor(now / DAY_MS) + (counting === 'ago' ? -days : days)) * DAY_MS;
    return { from, until: from + DAY_MS };
  }
  if (MOMENT.test(value)) {
    const time = parseTimestamp(value);
    if (time === null) return null;
    const from = Math.floor(time / 1_000) * 1_000;
    return { from, until: from + 1_000 };
  }
  const [, year, month, day] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(value) ?? [];
  if (year === undefined) return null;
  const from = Date.parse(`${year}-${month ?? '01'}-${day ?? '01'}T00:00:00Z`);
  if (Number.isNaN(from) || !new Date(from).toISOString().startsWith(value)) return null;
  if (day !== undefined) return { from, until: from + DAY_MS };
  const until = Date.UTC(Number(year), month === undefined ? 12 : Number(month));
  return { from, until };
}
