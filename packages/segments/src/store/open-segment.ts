import { OrdinalSet } from '../build/ordinal-set.ts';
import type { Disk } from '../disk.ts';
import type { GranuleCache } from '../segment/granule-cache.ts';
import type { Segment } from '../segment/segment.ts';
import { deadOf, openEntry } from './jobs.ts';
import type { SegmentEntry } from './manifest.ts';

const ABSENT = -1;

/** A segment that a reader has open, and which of its documents are dead. */
export class OpenSegment {
  readonly segment: Segment;
  readonly #dead: OrdinalSet;
  /** How many are dead. */
  deadCount = 0;

  /** @param before the same segment as an earlier manifest had it: its file stays open */
  constructor(disk: Disk, folder: string, entry: SegmentEntry, before: OpenSegment | undefined) {
    this.segment = before?.segment ?? openEntry(disk, folder, entry);
    this.#dead = new OrdinalSet(entry.documents);
    for (const id of deadOf(disk, folder, entry)) this.remove(id);
  }

  /** Notes that a document is dead. @returns false if this is not its segment */
  remove(id: number): boolean {
    const ordinal = this.#ordinalOf(id);
    if (ordinal === ABSENT) return false;
    if (!this.#dead.has(ordinal)) {
      this.#dead.add(ordinal);
      this.deadCount++;
    }
    return true;
  }

  /** Whether a document is alive; null: all are. */
  get isLive(): ((ordinal: number) => boolean) | null {
    return this.deadCount === 0 ? null : (ordinal) => !this.#dead.has(ordinal);
  }

  close(cache: GranuleCache): void {
    this.segment.close(cache);
  }

  /** Binary search. */
  #ordinalOf(id: number): number {
    const { ids } = this.segment;
    let low = 0;
    let high = ids.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = ids[middle] ?? 0;
      if (found === id) return middle;
      if (found < id) low = middle + 1;
      else high = middle - 1;
    }
    return ABSENT;
  }
}
