// Times of runs in words.
import { SCHEDULES_TEXT as WORDS } from '../text/crawls.ts';

const DAY_MS = 86_400_000;

/** Says when a run is, as seen from now: `tomorrow, Tuesday 1 December at 03:00`. @param zone IANA name; absent: that of the browser */
export function runText(at: Date, now: Date, zone?: string): string {
  const of = zone === undefined ? {} : { timeZone: zone };
  const year = new Intl.DateTimeFormat('en-GB', { year: 'numeric', ...of });
  const isOtherYear = year.format(at) !== year.format(now);
  const day = new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(isOtherYear && { year: 'numeric' }),
    ...of,
  });
  const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', ...of });
  const text = WORDS.runAt(day.format(at).replace(',', ''), clock.format(at));
  const days = dayNumber(at, of) - dayNumber(now, of);
  if (days === 0) return WORDS.today(text);
  return days === 1 ? WORDS.tomorrow(text) : text;
}

/** Number of the day on which a time is. */
function dayNumber(at: Date, of: { readonly timeZone?: string }): number {
  const parts = new Intl.DateTimeFormat('en-CA', { ...of, dateStyle: 'short' }).format(at);
  return Date.parse(`${parts}T00:00:00Z`) / DAY_MS;
}
