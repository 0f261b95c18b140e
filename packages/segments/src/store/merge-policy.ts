import type { Manifest, SegmentEntry } from './manifest.ts';
import type { Disk } from '../disk.ts';
import { SegmentsNoSpace } from '../errors.ts';
import { element } from '../elements.ts';

export interface MergePolicy {
  /** Text of a log when it is sealed; it may be sealed with a quarter of that. */
  readonly logBytes: number;
  /** Text of a merged segment at most; larger ones are only rewritten to be rid of dead documents. */
  readonly segmentBytes: number;
}

/** How long merges wait for more segments. */
export type Patience = 'none' | 'while searched' | 'until searched';

/** Neighbours of a level that are merged when nothing more is waited for. */
const FAN = 4;

/** Segments of a merge at most. */
const MAX_INPUTS = 32;

/**
 * By patience: neighbours of a level that are merged; and as many in a row that are, however few of them are of a level.
 * While searches run, twice as many as eight would save no level below 2 GiB, and cost each of them as many segments; while
 * none do, nobody pays for segments that wait.
 */
const ENOUGH: Readonly<Record<Patience, { readonly ofLevel: number; readonly inRow: number }>> = {
  none: { ofLevel: FAN, inRow: MAX_INPUTS },
  'while searched': { ofLevel: 8, inRow: 16 },
  'until searched': { ofLevel: 32, inRow: MAX_INPUTS },
};

/** A segment of eight logs is of level 3, even if some of it is dead: it has 2.5 levels' worth of text. */
const ROUND_UP = 0.6;

/** At rest, a segment with more than so many times the text of all behind it stays as it is. */
const MUCH_LARGER = 4;

/** Share of dead documents from which on a segment is rewritten. */
const MAX_DEAD = 0.2;

/**
 * Segments, neighbours, that should be merged next; null if nothing is to be gained.
 *
 * A segment of level n has about 4^n quarters of a log of text. Four neighbours of a level, and smaller ones between them, become one
 * of the next level: so each text is written again only once a level, and the segments are few. Who is patient waits for
 * more, or for as many as a merge can take: so a text is written again on every second level, or on every third. A segment
 * of which a fifth is dead is written anew.
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
 * Segments, neighbours, that should be merged while nothing is written for long: a search of one takes less time than of
 * several, mostly where it has to be read from the disk. A segment stays as it is while it is much larger than all behind
 * it: so each merge makes the oldest text in it a quarter as much again, and a text is written again some thirty times at
 * most, however often writing rests. (Apache HBase selects files by their ratio in the same way.)
 */
export function nextMergeAtRest(
  { segments }: Manifest,
  { segmentBytes }: MergePolicy,
): readonly SegmentEntry[] | null {
  for (const [at, oldest] of segments.entries()) {
    const chosen = withinBytes(segments.slice(at), segmentBytes);
    const behind = chosen.slice(1).reduce((sum, segment) => sum + liveBytes(segment), 0);
    if (chosen.length > 1 && liveBytes(oldest) <= MUCH_LARGER * behind) return chosen;
  }
  return null;
}

/** Segments that must be merged to have as few as may be, without dead documents; null if there are none. */
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

/** As many from the start as make a segment that is not too large; one at least. */
function withinBytes(
  run: readonly SegmentEntry[],
  most: number,
  inputs = MAX_INPUTS,
): readonly SegmentEntry[] {
  let bytes = 0;
  const end = run.findIndex((segment, at) => {
    bytes += liveBytes(segment);
    return at === inputs || (at > 0 && bytes > most);
  });
  return end === -1 ? run : run.slice(0, end);
}

/** Longest ranges of neighbours that fulfil a condition. */
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
