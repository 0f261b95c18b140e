// Values by day, as charts show them.

/** Days that charts show. */
export const DAYS = 60;
const DAY_MS = 24 * 3_600_000;

export interface DayValue {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly value: number;
  /** The value in words. */
  readonly text: string;
}

/** The last days, the latest at the end. @param dayOf the day of a time, in some zone */
export function lastDays(dayOf: (at: Date) => string, now = new Date()): readonly string[] {
  const noon = new Date(now).setHours(12, 0, 0, 0);
  return Array.from({ length: DAYS }, (_, index) => dayOf(new Date(noon - (DAYS - 1 - index) * DAY_MS)));
}

/** Day of a time in UTC. */
export function dayInUtc(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** Day of a time in the zone of the reader. */
export function dayHere(at: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** Day → sum of the values of that day. */
export function sumsByDay(
  values: Iterable<readonly [day: string, value: number]>,
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const [day, value] of values) sums.set(day, (sums.get(day) ?? 0) + value);
  return sums;
}
