// Numbers, sizes and times as people read them, in English and in their own time zone.
const NUMBERS = new Intl.NumberFormat('en');
const TIMES = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'long',
});
const MOMENTS = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const DAYS = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function number(value: number): string {
  return NUMBERS.format(value);
}

/** A number with its noun: `1 page`, `2 pages`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${number(value)} ${value === 1 ? one : many}`;
}

/** A count with its noun, as a bound if it is not exact. */
export function boundText({ is_exact: isExact }: { readonly is_exact: boolean }, text: string): string {
  return isExact ? text : `at most ${text}`;
}

export function size(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let [value, unit] = [bytes, 0];
  for (; value >= 1_024 && unit < units.length - 1; unit++) value /= 1_024;
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** A span of time: `1 h 4 min`, `12 s`. */
export function duration(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1_000)} ms`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60)];
  return days > 0 ? `${number(days)} d ${hours} h` : `${hours} h ${minutes % 60} min`;
}

/** Reads a time of the API: `2026-03-01 09:00:00 +00:00`. */
export function timeOf(text: string): Date {
  return new Date(text.replace(' ', 'T').replace(' +', '+'));
}

/** A time of the API as it stands in addresses: `2026-05-04T06:00:00Z`. */
export function timeInAddress(text: string): string {
  return timeOf(text).toISOString().replace('.000Z', 'Z');
}

/** Time from one time of the API to another; empty if one of them is not known. */
export function spanText(from: string | null, to: string | null): string {
  if (from === null || to === null) return '';
  return duration((timeOf(to).getTime() - timeOf(from).getTime()) / 1_000);
}

export function exactTime(at: Date): string {
  return TIMES.format(at);
}

/** A time without its seconds: `1 Mar 2026, 09:00`. */
export function momentText(at: Date): string {
  return MOMENTS.format(at);
}

/** The day of a time: `1 Mar 2026`. */
export function dayText(at: Date): string {
  return DAYS.format(at);
}

/** A time as seen from now: `3 hours ago`. */
export function relativeTime(at: Date, now: Date): string {
  const ms = at.getTime() - now.getTime();
  const far = Math.abs(ms);
  if (far < 45 * SECOND) return 'now';
  if (far < HOUR) return RELATIVE.format(Math.round(ms / MINUTE), 'minute');
  if (far < DAY) return RELATIVE.format(Math.round(ms / HOUR), 'hour');
  if (far < 60 * DAY) return RELATIVE.format(Math.round(ms / DAY), 'day');
  return RELATIVE.format(Math.round(ms / (30.44 * DAY)), 'month');
}
