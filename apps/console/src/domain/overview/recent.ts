import { timeOf } from '../../format.ts';

/** Days before the last visit in which what came or went is marked as new or gone. */
const RECENT_DAYS = 90;
const DAY_MS = 86_400_000;

/** Makes the function that tells whether a time is lately before the last visit. @param visits by time */
export function recentBefore(visits: readonly { readonly at: string }[]): (at: string) => boolean {
  const last = visits.at(-1);
  if (last === undefined) return () => false;
  const since = timeOf(last.at).getTime() - RECENT_DAYS * DAY_MS;
  return (at) => timeOf(at).getTime() >= since;
}
