// Which versions of a page are looked at: as it stands in an address, by times, since ids change when a page is visited again.
import type { PageVersion } from '@sitegrep/client';
import { timeInAddress, timeOf } from '../format.ts';
import type { SourceParameters } from './source-state.ts';

export interface VersionParameters extends SourceParameters {
  /** Time at which the version stood that it is compared with, as `at` is of the one that is looked at; absent: none. */
  readonly from?: string;
  readonly look?: string;
}

export const LOOKS = ['split', 'unified'] as const;
export type Look = (typeof LOOKS)[number];

/** The time that stands for a version in addresses: `2026-05-04T06:00:00Z`. */
export function timeKey({ first_seen: first }: PageVersion): string {
  return timeInAddress(first);
}

/** Index of the version that stood at a time; before the first one, that. @param versions the oldest first, at least one */
export function standingAt(versions: readonly PageVersion[], time: number): number {
  const after = versions.findIndex(({ first_seen: first }) => timeOf(first).getTime() > time);
  return after === -1 ? versions.length - 1 : Math.max(0, after - 1);
}

/** The version that is the page as it stands; null: none of them is. @param versions the oldest first */
export function standingVersion(versions: readonly PageVersion[]): PageVersion | null {
  const newest = versions.at(-1);
  return newest?.last_seen === null ? newest : null;
}

/** Index of the version that a parameter names; null: it names no time. */
export function indexOfTime(versions: readonly PageVersion[], written: string | undefined): number | null {
  const time = written === undefined ? Number.NaN : Date.parse(written);
  return Number.isNaN(time) ? null : standingAt(versions, time);
}

/** A version over time. */
export interface VersionSpan {
  /** Milliseconds since the epoch; until the next version, or until the page was found gone. */
  readonly from: number;
  readonly to: number;
}

/** The times of versions until now, the oldest first. */
export function spansOf(versions: readonly PageVersion[], now: number): readonly VersionSpan[] {
  return versions.map(({ first_seen: first, gone_at: gone, last_seen: last }, index) => {
    const next = versions[index + 1];
    const end = gone ?? next?.first_seen ?? last;
    const from = timeOf(first).getTime();
    return { from, to: Math.max(from, end === null ? now : timeOf(end).getTime()) };
  });
}
