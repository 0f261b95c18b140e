/** A day, and perhaps a time of it with a fraction of a second and an offset from UTC. */
const FORM =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?: ?(?:[Zz]|([+-])([01]\d|2[0-3]):?([0-5]\d)))?)?$/;

/** Years 0000 to 9999, which answers can write. */
const MIN_TIME = Date.parse('0000-01-01T00:00:00Z');
const MAX_TIME = Date.parse('9999-12-31T23:59:59Z');

/** Forms that `parseTimestamp` reads, for messages. */
export const TIMESTAMP_FORMS = '2026-01-31, 2026-01-31T12:00:00Z or 2026-01-31 12:00:00 +01:00';

/**
 * Reads a time in one of the usual forms: a day alone (its start), ISO 8601 and RFC 3339, or as answers of the API have it.
 * Without an offset it is in UTC; fractions of a second are dropped.
 *
 * @returns milliseconds since the epoch; null if the text has another form or there is no such day or time
 */
export function parseTimestamp(text: string): number | null {
  const [match, day = '', clock = '00:00', seconds = '00', sign, hours, minutes] = FORM.exec(text) ?? [];
  if (match === undefined) return null;
  const written = `${day}T${clock}:${seconds}`;
  const local = Date.parse(`${written}Z`);
  // JavaScript reads February 30 as a day in March.
  if (Number.isNaN(local) || !new Date(local).toISOString().startsWith(written)) return null;
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  const time = sign === '-' ? local + offset : local - offset;
  return time >= MIN_TIME && time <= MAX_TIME ? time : null;
}

/** Time in the form of answers, without the fraction of a second. @param milliseconds since the epoch, in the years 0 to 9999 */
export function formatTimestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')} +00:00`;
}
