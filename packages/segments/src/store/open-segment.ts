import { BitSet } from '../build/bit-set.ts';
import type { Disk } from '../disk.ts';
import type { GranuleCache } from '../segment/granule-cache.ts';
import type { Segment } from '../segment/segment.ts';
import { deadOf, openEntry } from './jobs.ts';
import { lowerBound } from './lower-bound.ts';
import type { SegmentEntry } from './manifest.ts';

/** A segment that a reader has open, and which of its documents are dead. */
export class OpenSegment {
  readonly segment: Segment;
  readonly #dead: BitSet;
  /** How many are dead. */
  deadCount = 0;

  /** @param before the same segment as an earlier manifest had it: its file stays open */
  constructor(disk: Disk, folder: string, entry: SegmentEntry, before: OpenSegment | undefined) {
    this.segment = before?.segment ?? openEntry(disk, folder, entry);
    this.#dead = new BitSet(entry.documents);
    for (const id of deadOf(disk, folder, entry)) this.remove(id);
  }

  /** Notes that a document is dead. @returns false if this is not its segment */
  remove(id: number): boolean {
    const docId = lowerBound(this.segment.ids, id);
    if (this.segment.ids[docId] !== id) return false;
    if (!this.#dead.has(docId)) {
      this.#dead.add(docId);
      this.deadCount++;
    }
    return true;
  }

  /** Whether a document is alive and its id above `since`; null: so are all. */
  liveAfter(since: number): ((docId: number) => boolean) | null {
    const first = lowerBound(this.segment.ids, since + 1);
    if (this.deadCount === 0 && first === 0) return null;
    return (docId) => docId >= first && !this.#dead.has(docId);
  }

  /** Of some ids, ascending, those of documents here that are alive. */
  alive(ids: Float64Array): Float64Array {
    const own = this.segment.ids;
    const from = lowerBound(ids, own[0] ?? Infinity);
    const end = lowerBound(ids, (own.at(-1) ?? 0) + 1, from);
    let docId = 0;
    return ids.subarray(from, end).filter((id) => {
      docId = lowerBound(own, id, docId);
      return own[docId] === id && !this.#dead.has(docId);
    });
  }

  close(cache: GranuleCache): void {
    this.segment.close(cache);
  }
}
