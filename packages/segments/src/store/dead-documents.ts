import { join } from 'node:path';
import type { Disk } from '../disk.ts';
import { GranuleCache } from '../segment/granule-cache.ts';
import { deadOf, openEntry, type MergeInputEntry } from './jobs.ts';
import { fileName } from './manifest-file.ts';
import type { SegmentEntry } from './manifest.ts';
import { writeTombstones } from './tombstones.ts';

/** Notes of the segments in a manifest which of their documents have died. */
export class DeadDocuments {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #takeNumber: () => number;

  /** @param takeNumber gives one for a file that no other has */
  constructor(disk: Disk, folder: string, takeNumber: () => number) {
    this.#disk = disk;
    this.#folder = folder;
    this.#takeNumber = takeNumber;
  }

  /**
   * A segment of which those of its documents are dead, too, that were removed; null if that is all of them.
   *
   * @param removed ids, ascending; of whichever segment
   * @param isMerging then it stays in any case: the merge reads it
   */
  withRemoved(segment: SegmentEntry, removed: Float64Array, isMerging: boolean): SegmentEntry | null {
    const near = removed.filter((id) => id >= segment.firstId && id <= segment.lastId);
    const here = near.length === 0 ? near : this.#ownIds(segment, near);
    if (here.length === 0) return segment;
    const before = deadOf(this.#disk, this.#folder, segment);
    const dead = new Float64Array(before.length + here.length);
    dead.set(before);
    dead.set(here, before.length);
    dead.sort();
    return isMerging ? this.#noted(segment, dead) : this.withDead(segment, dead);
  }

  /**
   * A segment whose dead documents are these; null if that is all of them.
   *
   * @param dead ids, ascending
   */
  withDead(segment: SegmentEntry, dead: Float64Array): SegmentEntry | null {
    if (dead.length === 0) return segment;
    return dead.length === segment.documents ? null : this.#noted(segment, dead);
  }

  /**
   * What died in the inputs of a merge while it ran.
   *
   * @param segments the inputs as the manifest has them now
   */
  since(inputs: readonly MergeInputEntry[], segments: readonly SegmentEntry[]): Float64Array {
    const known = new Set(inputs.flatMap(({ dead }) => [...dead]));
    const late = segments.flatMap((segment) =>
      [...deadOf(this.#disk, this.#folder, segment)].filter((id) => !known.has(id)),
    );
    return Float64Array.from(late).sort();
  }

  #noted(segment: SegmentEntry, dead: Float64Array): SegmentEntry {
    const number = this.#takeNumber();
    const path = join(this.#folder, fileName(number, 'dead'));
    return { ...segment, dead: { number, ...writeTombstones(this.#disk, path, dead) } };
  }

  /** Those of some ids that a segment has. */
  #ownIds(segment: SegmentEntry, ids: Float64Array): Float64Array {
    const open = openEntry(this.#disk, this.#folder, segment);
    try {
      const own = new Set(open.ids);
      return ids.filter((id) => own.has(id));
    } finally {
      open.close(new GranuleCache(this.#disk, 0));
    }
  }
}
