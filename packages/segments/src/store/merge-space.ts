import type { Disk } from '../disk.ts';
import { SegmentsNoSpace } from '../errors.ts';
import type { SegmentEntry } from './manifest.ts';

/** Stays free while segments are merged, for the logs that are written meanwhile. */
const SPARE_BYTES = 64 << 20;

/**
 * The first of some merges that the disk has room for, null if there are none: a merge that fills the disk would take the
 * room of what is written meanwhile.
 *
 * @throws SegmentsNoRoom; errors of the disk
 */
export function withinFreeSpace(
  disk: Disk,
  folder: string,
  merges: readonly (readonly SegmentEntry[])[],
): readonly SegmentEntry[] | null {
  const [first] = merges;
  if (first === undefined) return null;
  const free = disk.freeBytes(folder);
  const fitting = merges.find((entries) => neededBytes(entries) <= free);
  if (fitting === undefined) throw new SegmentsNoSpace(folder, first.length, neededBytes(first), free);
  return fitting;
}

/** A merged segment is hardly larger than those that it is of, which stay until it is there. */
function neededBytes(entries: readonly SegmentEntry[]): number {
  return entries.reduce((sum, { bytes }) => sum + bytes, SPARE_BYTES);
}
