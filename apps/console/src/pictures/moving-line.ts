// The line of a query over a year, from when it had the first domains.
import type { Trends } from '@sitegrep/client';

const WEEKS = 52;
const WEEK_MS = 7 * 24 * 3_600_000;

/** First day of the weeks that are shown, as YYYY-MM-DD of UTC. */
export function firstDayUntil(now: Date): string {
  return new Date(now.getTime() - WEEKS * WEEK_MS).toISOString().slice(0, 10);
}

/** A trend of one query without what was before its first domains; null: it has not moved since. */
export function movingLine(trend: Trends): Trends | null {
  const counts = trend.lines[0]?.domains ?? [];
  const first = counts.findIndex((count) => count > 0);
  if (first < 0 || counts.slice(first).every((count) => count === counts[first])) return null;
  return {
    ...trend,
    intervals: trend.intervals.slice(first),
    lines: trend.lines.map((line) => ({ ...line, domains: line.domains.slice(first) })),
  };
}
