// The robots directive `unavailable_after`: the time after which a page asks not to be indexed.

const DIRECTIVE = /\bunavailable_after\s*:\s*(?=\S)/i;

/** Weekday of RFC 822 and RFC 850, which says nothing. */
const WEEKDAY = /^[a-z]{3,9}\.?\s*,?\s*/i;
const CLOCK = String.raw`(?:(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?)`;
const ZONE = String.raw`(?:\s*(z|[a-z]{2,5}|(?:gmt|utc)?[+-]\d{1,2}(?::?\d{2})?))?`;
/** RFC 822 and RFC 850: `25 Jun 2030 15:00:00 PST`, `25-Jun-30 15:00 GMT` */
const DAY_FIRST = new RegExp(
  String.raw`^(\d{1,2})[\s-]+([a-z]{3,9})\.?[\s-]+(\d{4}|\d{2})(?!\d)(?:[\s,]+${CLOCK}${ZONE})?`,
  'i',
);
/** ISO 8601: `2030-06-25T15:00:00+01:00`, `2030-06-25` */
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})-(\d{2})-(\d{2})(?!\d)(?:(?:T|\s+)${CLOCK}${ZONE})?`, 'i');

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Hours before (−) and after UTC of the zones that RFC 822 names, and of others that pages name. */
const ZONES: Readonly<Record<string, number>> = {
  z: 0,
  ut: 0,
  utc: 0,
  gmt: 0,
  wet: 0,
  bst: 1,
  cet: 1,
  cest: 2,
  eet: 2,
  eest: 3,
  msk: 3,
  jst: 9,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
};

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Reads the time of the directive. Without a zone, it is UTC; a day without a time is over at its end.
 *
 * @param directives directives of a page, as they are written
 * @returns milliseconds since the epoch; null if there is none that can be read
 */
export function unavailableAfter(directives: string): number | null {
  const begin = DIRECTIVE.exec(directives);
  if (begin === null) return null;
  const text = directives.slice(begin.index + begin[0].length).replace(/^["']/, '');
  const byYear = YEAR_FIRST.exec(text);
  if (byYear !== null) {
    const [, year = '', month = '', day = '', ...clock] = byYear;
    return timeOf(Number(year), Number(month) - 1, Number(day), clock);
  }
  const byDay = DAY_FIRST.exec(text.replace(/^\d/.test(text) ? /^$/ : WEEKDAY, ''));
  if (byDay === null) return null;
  const [, day = '', month = '', year = '', ...clock] = byDay;
  return timeOf(fullYear(year), MONTHS.indexOf(month.slice(0, 3).toLowerCase()), Number(day), clock);
}

/** Year of two digits by RFC 2822, 4.3. */
function fullYear(year: string): number {
  const number = Number(year);
  return year.length > 2 ? number : number + (number < 50 ? 2_000 : 1_900);
}

function timeOf(
  year: number,
  month: number,
  day: number,
  clock: readonly (string | undefined)[],
): number | null {
  const [hour, minute = '0', second = '0', zone = 'z'] = clock;
  const offset = offsetOf(zone.toLowerCase());
  const midnight = Date.UTC(year, month, day);
  const date = new Date(midnight);
  // Date.UTC takes 31 February for 3 March.
  if (offset === null || date.getUTCMonth() !== month || date.getUTCDate() !== day) return null;
  if (hour === undefined) return midnight + DAY;
  if (Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60) return null;
  return midnight + Number(hour) * HOUR + Number(minute) * 60_000 + Number(second) * 1_000 - offset;
}

/** Milliseconds that a zone is ahead of UTC; null if it is not known. */
function offsetOf(zone: string): number | null {
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d{1,2}):?(\d{2})?$/.exec(zone) ?? [];
  if (sign !== undefined) return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * 60_000);
  const named = ZONES[zone];
  return named === undefined ? null : named * HOUR;
}
