import { u32 } from '../elements.ts';
import type { Segment } from '../segment/segment.ts';
import type { ZoneColumn } from '../segment/zone-columns.ts';
import type { RangeCursor } from '../segment/zones.ts';

/**
 * Goes through the windows of documents: the half positions at which a hit of an alignment can begin so that it lies
 * completely in a range of a zone.
 */
export class ZoneWindows {
  /** First and last half position of the window at hand. */
  from = 0;
  to = 0;
  readonly #starts: Uint32Array;
  readonly #column: ZoneColumn;
  readonly #length: number;
  readonly #first: 0 | 1;
  #ranges: RangeCursor | null = null;
  /** Half position at which the document begins. */
  #start = 0;

  /**
   * @param length bytes of the term
   * @param first offset of a hit from its half position, in bytes
   */
  constructor({ starts }: Segment, column: ZoneColumn, length: number, first: 0 | 1) {
    this.#starts = starts;
    this.#column = column;
    this.#length = length;
    this.#first = first;
  }

  /** Last byte of the document at hand, once all windows were read: see `RangeCursor`. */
  get lastByte(): number {
    return this.#ranges?.lastByte ?? -1;
  }

  /** Begins with the windows of a document. */
  enter(docId: number): void {
    this.#ranges = this.#column.ranges(docId);
    this.#start = u32(this.#starts, docId);
  }

  /**
   * Goes on to the next window that ends at a half position or after it.
   *
   * @returns false if there is none
   */
  next(least = 0): boolean {
    const ranges = this.#ranges;
    if (ranges === null) return false;
    const leastEnd = 2 * (least - this.#start) + this.#first + this.#length;
    while (ranges.next(leastEnd)) {
      const last = ranges.end - this.#length;
      if (last < ranges.start) continue;
      // Not by shifts of bits: a text may have up to 4 GiB.
      const from = Math.ceil((ranges.start - this.#first) / 2);
      const to = Math.floor((last - this.#first) / 2);
      if (to < from) continue;
      this.from = this.#start + from;
      this.to = this.#start + to;
      return true;
    }
    return false;
  }
}
