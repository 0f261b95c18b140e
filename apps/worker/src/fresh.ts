import type { CrawlSpec, LastVisit } from '@sitegrep/storage';

const DAY_MS = 24 * 3_600_000;

/** Clocks of processes that share a storage may be this far apart. */
const CLOCK_SKEW_MS = 3_600_000;

/**
 * Why a site is left alone: `crawled 2026-11-20, to be revisited after 7 days`; null if it is to be visited.
 *
 * @param startedAt when the crawl took the site up before, null if it did not: what was written since is its own work,
 *   which a crash kept it from recording
 */
export function whyFresh(
  { revisitAfterDays = 0 }: Pick<CrawlSpec, 'revisitAfterDays'>,
  visit: LastVisit | null,
  startedAt: number | null,
  now: number,
): string | null {
  if (revisitAfterDays === 0 || visit === null) return null;
  if (startedAt !== null && visit.at >= startedAt) return null;
  const age = now - visit.at;
  // A time that is still to come was written by a clock that was wrong, and says nothing.
  if (age < -CLOCK_SKEW_MS || age >= revisitAfterDays * DAY_MS) return null;
  const days = revisitAfterDays === 1 ? '1 day' : `${revisitAfterDays} days`;
  return `crawled ${dayOf(visit.at)}, to be revisited after ${days}`;
}

/** `2026-11-20`, in UTC. @param time milliseconds since the epoch */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
