// Which versions of a page are kept.
import { firstSeen, type PastVersion } from './past.ts';

/** How many versions of each page are kept, besides the first of each month; 0: none, and not these either. */
export type KeepVersions = number;

/**
 * The versions that are kept of some: the newest, and the first of each month (UTC). What is kept of what was kept and of others is
 * what is kept of all, so that it is the same whatever came first.
 *
 * @param versions ascending by time
 */
export function keptVersions<Version extends Pick<PastVersion, 'times'>>(
  versions: readonly Version[],
  keep: KeepVersions,
): readonly Version[] {
  if (keep === 0) return [];
  const months = new Set<string>();
  return versions.filter((version, index) => {
    const month = new Date(firstSeen(version)).toISOString().slice(0, 7);
    const isFirst = !months.has(month);
    months.add(month);
    return isFirst || index >= versions.length - keep;
  });
}
