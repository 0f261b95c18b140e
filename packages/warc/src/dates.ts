/** Time of a capture. */
export interface RecordDate {
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Whether it is written as the standard says. */
  readonly isRight: boolean;
}

/** W3C-DTF of WARC 1.1 (5.4), down to any precision. */
const STANDARD = /^\d{4}(?:-\d\d(?:-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?Z)?)?)?$/;

/** Dates of other writers: another separator, a zone or none, and the day of the year, as in the ClueWeb collections. */
const NEARLY =
  /^(\d{4})(?:-(\d\d?)(?:-(\d{1,3})(?:[T ]+(\d\d?):(\d\d)(?::(\d\d)(?:[.,](\d+))?)? ?(Z|UTC|GMT|[+-]\d\d:?(?:\d\d)?)?)?)?)?$/i;

/** Digits in a row, as ARCs write them: year to second. More digits were appended by some writers, or fewer written. */
const DIGITS = /^\d{8,28}$/;

/** Dates of HTTP (RFC 9110, 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT` and the two obsolete forms. */
const HTTP = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d\d:\d\d:\d\d/i;

/** @returns null if the text is not a date, or one before 1970 */
export function readRecordDate(text: string): RecordDate | null {
  if (STANDARD.test(text)) {
    const time = Date.parse(text);
    if (!Number.isNaN(time)) return time < 0 ? null : { time, isRight: true };
  }
  const time = DIGITS.test(text) ? timeOfDigits(text) : (timeOfFields(text) ?? readHttpDate(text));
  return time === null || time < 0 ? null : { time, isRight: false };
}

/** Time of an ARC's date, `YYYYMMDDhhmmss`. */
export function readArcDate(text: string): RecordDate | null {
  const time = DIGITS.test(text) ? timeOfDigits(text) : null;
  return time === null || time < 0 ? null : { time, isRight: text.length === 14 };
}

/** Time of a date of HTTP in milliseconds since the epoch; null if it is none. */
export function readHttpDate(text: string): number | null {
  if (!HTTP.test(text)) return null;
  // The forms without a zone are in UTC.
  const time = Date.parse(/GMT|UTC|[+-]\d{4}$/.test(text) ? text : `${text} GMT`);
  return Number.isNaN(time) ? null : time;
}

function timeOfFields(text: string): number | null {
  const [, year, month = '1', day = '1', hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] =
    NEARLY.exec(text) ?? [];
  if (year === undefined) return null;
  const time = timeOf([year, month, day, hour, minute, second].map(Number));
  const offset = zoneMs(zone);
  return time === null || offset === null
    ? null
    : time + Number(fraction.padEnd(3, '0').slice(0, 3)) - offset;
}

function timeOfDigits(text: string): number | null {
  const parts = [0, 4, 6, 8, 10, 12].map((at) => Number(text.slice(at, at === 0 ? 4 : at + 2) || '0'));
  return timeOf(parts);
}

function timeOf([year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0]: readonly number[]):
  number | null {
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 60) return null;
  const inMonth = day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
  // A day that the month does not have is the day of the year, if that lies in the month.
  const time = Date.UTC(year, inMonth ? month - 1 : 0, day, hour, minute, second);
  return inMonth || new Date(time).getUTCMonth() === month - 1 ? time : null;
}

function zoneMs(zone: string): number | null {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  if (sign === undefined || hours === undefined) return 0;
  const ms = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return Number(hours) > 18 ? null : sign === '-' ? -ms : ms;
}
