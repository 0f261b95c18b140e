import type { Disk } from '../disk.ts';
import { element } from '../elements.ts';
import { SegmentsNoSpace } from '../errors.ts';
import type { Manifest, SegmentEntry } from './manifest.ts';

export interface MergePolicy {
  /** Bytes of text at which a log is sealed; a quarter may be enough. */
  readonly logBytes: number;
  /** Maximum bytes of text of a merged segment; larger ones are only rewritten to drop dead documents. */
  readonly segmentBytes: number;
}

/** Conditions under which merges wait for more segments. */
export type Patience = 'none' | 'while searched' | 'until searched';

/** Neighbours of a level that are merged when no more are expected. */
const FAN = 4;

/** Maximum segments of a merge. */
const MAX_INPUTS = 32;

/**
 * Numbers by patience: number of neighbours of a level that are merged, and number of neighbours that are merged whatever
 * their levels. While searches run, sixteen in place of eight would save no level below 2 GiB, and cost each search
 * as many segments more; while nobody searches, pending segments cost nothing.
 */
const ENOUGH: Readonly<Record<Patience, { readonly ofLevel: number; readonly inRow: number }>> = {
  none: { ofLevel: FAN, inRow: MAX_INPUTS },
  'while searched': { ofLevel: 8, inRow: 16 },
  'until searched': { ofLevel: 32, inRow: MAX_INPUTS },
};

/**
 * Rounding of levels: a segment of eight logs is of level 3, even if some of it is dead, with 2.5 levels' worth of
 * text.
 */
const ROUND_UP = 0.6;

/** Ratio of a segment's text to that of all later ones above which it stays as it is, when writing rests. */
const MUCH_LARGER = 4;

/** Share of dead documents from which on a segment is rewritten. */
const MAX_DEAD = 0.2;

/**
 * Chooses the neighbouring segments to merge next; null if nothing is to be gained. A tiered merge policy.
 *
 * A segment of level n has about 4^n quarters of a log of text. Four neighbours of a level, and smaller ones between
 * them, become one of the next level: so each text is copied only once for each level, and the segments are few. With
 * patience a merge waits for more, or for as many as a merge can take: so a text is copied on every second level, or
 * on every third. A segment of which a fifth is dead is rewritten.
 */
export function nextMerge(
  { segments }: Manifest,
  policy: MergePolicy,
  patience: Patience,
): readonly SegmentEntry[] | null {
  const { ofLevel, inRow } = ENOUGH[patience];
  const levels = segments.map((segment) => levelOf(segment, policy));
  const top = Math.max(-1, ...levels);
  for (let level = 0; level <= top; level++) {
    for (const run of runsOf(segments, (_, at) => element(levels, at) <= level)) {
      const chosen = withinBytes(run, policy.segmentBytes, inRow);
      const equals = chosen.filter((segment) => levelOf(segment, policy) === level).length;
      const isMost = chosen.length === inRow || chosen.length < run.length;
      if (equals >= (isMost ? FAN : ofLevel)) return chosen;
    }
  }
  const worst = segments.find((segment) => deadShare(segment) >= MAX_DEAD);
  return worst === undefined ? null : [worst];
}

/**
 * Chooses the neighbouring segments to merge while nothing is written for long: a search of one segment takes less
 * time than of several, mostly if it has to be read from the disk. A segment stays as it is while it is much larger
 * than all later ones. So each merge makes the oldest text in it a quarter larger, and a text is copied some thirty
 * times at most, however often writing rests. (Apache HBase selects files by their ratio in the same way.)
 */
export function nextMergeAtRest(
  { segments }: Manifest,
  { segmentBytes }: MergePolicy,
): readonly SegmentEntry[] | null {
  for (const [at, oldest] of segments.entries()) {
    const chosen = withinBytes(segments.slice(at), segmentBytes);
    const later = chosen.slice(1).reduce((sum, segment) => sum + liveBytes(segment), 0);
    if (chosen.length > 1 && liveBytes(oldest) <= MUCH_LARGER * later) return chosen;
  }
  return null;
}

/** Chooses segments to merge until they are as few as possible, without dead documents; null if that is so. */
export function nextFullMerge(
  { segments }: Manifest,
  { segmentBytes }: MergePolicy,
): readonly SegmentEntry[] | null {
  for (let at = 0; at < segments.length; at++) {
    const chosen = withinBytes(segments.slice(at), segmentBytes);
    if (chosen.length > 1 || chosen.some((segment) => segment.dead !== null)) return chosen;
  }
  return null;
}

function levelOf(segment: SegmentEntry, { logBytes }: MergePolicy): number {
  const level = Math.log((FAN * liveBytes(segment)) / logBytes) / Math.log(FAN);
  return Math.max(0, Math.floor(level + ROUND_UP));
}

function liveBytes(segment: SegmentEntry): number {
  return segment.textBytes * (1 - deadShare(segment));
}

function deadShare({ dead, documents }: SegmentEntry): number {
  return dead === null ? 0 : dead.documents / documents;
}

/** The first segments of a run that fit into one that is not too large; at least one. */
function withinBytes(
  run: readonly SegmentEntry[],
  maxBytes: number,
  inputs = MAX_INPUTS,
): readonly SegmentEntry[] {
  let bytes = 0;
  const end = run.findIndex((segment, at) => {
    bytes += liveBytes(segment);
    return at === inputs || (at > 0 && bytes > maxBytes);
  });
  return end === -1 ? run : run.slice(0, end);
}

/** Longest runs of neighbours that fulfil a condition. */
function runsOf<T>(
  items: readonly T[],
  fulfils: (item: T, at: number) => boolean,
): readonly (readonly T[])[] {
  const runs: T[][] = [];
  let open = false;
  for (const [at, item] of items.entries()) {
    const belongs = fulfils(item, at);
    if (belongs && open) runs.at(-1)?.push(item);
    else if (belongs) runs.push([item]);
    open = belongs;
  }
  return runs;
}

/** Bytes that stay free while segments are merged, for the logs that are written meanwhile. */
const SPARE_BYTES = 64 << 20;

/**
 * The first of some merges that the disk has space for, null if there are no merges. A merge that fills the disk
 * would take the space of what is written meanwhile.
 *
 * @throws SegmentsNoSpace; errors of the disk
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

/** A merged segment is hardly larger than its inputs, which stay until it is complete. */
function neededBytes(entries: readonly SegmentEntry[]): number {
  return entries.reduce((sum, { bytes }) => sum + bytes, SPARE_BYTES);
}
