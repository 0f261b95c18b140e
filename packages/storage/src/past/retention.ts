// Which versions of a page are kept.
import { firstSeen } from './past.ts';

/**
 * The versions of each page that are kept: so many of the newest, and the first of each month besides (0: none at all); those that
 * stood within so many milliseconds before the page was seen last; or the newest whose sources have so many bytes in all.
 */
export type KeepVersions = number | { readonly maxAge: number } | { readonly maxBytes: number };

/** Maximum versions of a page besides the first of each month, however they are limited: each costs work when its page changes. */
const MAX_VERSIONS = 1_000;

/** All that is looked at of a version. */
export interface AgedVersion {
  readonly times: readonly number[];
  readonly endedAt: number | null;
  /** Bytes of its sources before compression. */
  readonly contentBytes: number;
}

/**
 * The versions that are kept of some. By number and by age, what is kept of what was kept and of others is what is kept of all, so that
 * it is the same whatever came first: what comes later only makes those before it older, and those after it more. Two exceptions:
 * where versions turn out to differ in noise alone and become one, another one might have been kept; and by size, a small version
 * that is captured after a larger one went, and was seen before it, may be kept in its stead.
 *
 * @param versions ascending by time
 * @param present times at which the page was seen as it is stored; null: it is not
 */
export function keptVersions<Version extends AgedVersion>(
  versions: readonly Version[],
  keep: KeepVersions,
  present: readonly number[] | null,
): readonly Version[] {
  if (keep === 0) return [];
  if (typeof keep === 'number') return newestAndMonths(versions, keep);
  const newest = versions.slice(-MAX_VERSIONS);
  return 'maxAge' in keep ? youngerThan(newest, keep.maxAge, present) : within(newest, keep.maxBytes);
}

/** The newest, and the first of each month (UTC). */
function newestAndMonths<Version extends AgedVersion>(
  versions: readonly Version[],
  count: number,
): readonly Version[] {
  const months = new Set<string>();
  return versions.filter((version, index) => {
    const month = new Date(firstSeen(version)).toISOString().slice(0, 7);
    const isFirst = !months.has(month);
    months.add(month);
    return isFirst || index >= versions.length - count;
  });
}

/** Those that stood within some time before the page was seen last, or found to be gone. */
function youngerThan<Version extends AgedVersion>(
  versions: readonly Version[],
  maxAge: number,
  present: readonly number[] | null,
): readonly Version[] {
  const newest = present?.at(-1) ?? versions.at(-1)?.endedAt ?? versions.at(-1)?.times.at(-1) ?? 0;
  return versions.filter((version, index) => {
    const next = versions[index + 1]?.times[0] ?? present?.[0];
    return (version.endedAt ?? next ?? newest) > newest - maxAge;
  });
}

/** The newest whose sources have some bytes in all. */
function within<Version extends AgedVersion>(
  versions: readonly Version[],
  maxBytes: number,
): readonly Version[] {
  let bytes = 0;
  const first = versions.findLastIndex(({ contentBytes }) => (bytes += contentBytes) > maxBytes);
  return versions.slice(first + 1);
}
