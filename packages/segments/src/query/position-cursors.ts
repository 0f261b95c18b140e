import { MAX_BLOCK_BYTES } from '../codec/blocks.ts';
import { u32 } from '../elements.ts';
import type { PositionList } from '../segment/dictionary-entry.ts';
import { GRANULE_BYTES, MAX_HALF_POSITIONS, SKIP_BYTES } from '../segment/format.ts';
import type { GranuleCache, GranuleFile } from '../segment/granule-cache.ts';

/** Value of a cursor after its last position: above all positions. */
export const END = MAX_HALF_POSITIONS;

/** Iterates over ascending positions. */
export interface Cursor {
  /**
   * Looks for `target`, which rises from call to call. Returns `target` if it is there, else a later position before
   * which there is none, `END` at last.
   */
  seek(target: number): number;
}

/** Iterates over a list of positions; reads and unpacks only the blocks that it needs. */
export class PositionCursor implements Cursor {
  readonly #cache: GranuleCache;
  readonly #values: Uint32Array;
  #file: GranuleFile;
  #at = 0;
  #bytes = 0;
  #blocks = 0;
  #skipsAt = 0;
  /**
   * Blocks whose entries of the skip table are in one granule, and the index among the cache's words that the first
   * block's entry would have.
   */
  #tableFrom = 0;
  #tableEnd = 0;
  #table = 0;
  /** The block that is unpacked; those before it are done. */
  #block = -1;
  #count = 0;
  #index = 0;
  #last = -1;
  /** Current position; −1 before the first `seek`. */
  value = -1;

  /** @param values space for a block */
  constructor(cache: GranuleCache, file: GranuleFile, list: PositionList, values: Uint32Array) {
    this.#cache = cache;
    this.#file = file;
    this.#values = values;
    this.open(file, list);
  }

  /** Number of positions that are unpacked. */
  get count(): number {
    return this.#count;
  }

  /** Starts over with another list. */
  open(file: GranuleFile, { count, at, bytes, blocks, skipsAt }: PositionList): void {
    this.#file = file;
    this.#at = at;
    this.#tableEnd = 0;
    this.#blocks = blocks;
    this.#block = -1;
    this.#index = -1;
    this.value = -1;
    if (blocks === 0) {
      // A short list is at most 127 gaps of five bytes.
      const address = this.#cache.range(file, at, bytes);
      this.#cache.blocks.readGaps(address, count, 0, this.#values);
      this.#count = count;
      this.#last = count === 0 ? -1 : u32(this.#values, count - 1);
    } else {
      this.#bytes = bytes;
      this.#skipsAt = skipsAt;
      this.#count = 0;
      this.#last = -1;
    }
  }

  /** Goes on to the first position that is not below `target`, and returns it, or `END`. */
  seek(target: number): number {
    if (target <= this.value) return this.value;
    if (target > this.#last) return this.#seekBlock(target);
    const values = this.#values;
    let low = this.#index + 1;
    let step = 1;
    let high = low;
    while (high < this.#count && u32(values, high) < target) {
      low = high + 1;
      high += step;
      step <<= 1;
    }
    if (high >= this.#count) high = this.#count - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (u32(values, middle) < target) low = middle + 1;
      else high = middle;
    }
    this.#index = low;
    this.value = u32(values, low);
    return this.value;
  }

  /** Goes on to the next position and returns it, or `END`. */
  next(): number {
    const index = this.#index + 1;
    if (index >= this.#count) return this.seek(this.value + 1);
    this.#index = index;
    this.value = u32(this.#values, index);
    return this.value;
  }

  /**
   * Goes on by up to `maxCount` consecutive positions, inside the current block.
   *
   * @returns how many; −1 if there is a gap before: then the cursor stands after the last gap in that range
   */
  advanceRun(maxCount: number): number {
    const values = this.#values;
    const from = this.#index;
    const last = this.#count - 1;
    const to = from + maxCount < last ? from + maxCount : last;
    let index = to;
    if (u32(values, to) - this.value !== to - from) {
      while (u32(values, index) - u32(values, index - 1) === 1) index--;
    }
    this.#index = index;
    this.value = u32(values, index);
    return u32(values, to) - u32(values, from) === to - from ? to - from : -1;
  }

  /** Seeks a target above the last position of the current block. */
  #seekBlock(target: number): number {
    if (this.value === END || !this.load(target)) {
      this.value = END;
      return END;
    }
    this.#index = -1;
    this.value = -1;
    return this.seek(target);
  }

  /**
   * Unpacks the block with the first position that is not below `target`; it comes after the one that is unpacked.
   *
   * @returns false if there is none
   */
  load(target: number): boolean {
    let low = this.#block + 1;
    if (low >= this.#blocks) return false;
    // The last block whose floor is not above the target: steps that double, then binary search.
    let step = 1;
    while (low + step < this.#blocks && this.#floorOf(low + step) <= target) {
      low += step;
      step <<= 1;
    }
    let high = Math.min(low + step, this.#blocks);
    while (low + 1 < high) {
      const middle = (low + high) >>> 1;
      if (this.#floorOf(middle) <= target) low = middle;
      else high = middle;
    }
    this.#unpack(low);
    if (this.#last < target) {
      if (low + 1 >= this.#blocks) return false;
      this.#unpack(low + 1);
    }
    return true;
  }

  /** Floor of a block: no position of it is below. Looks into the cache only for another granule. */
  #floorOf(block: number): number {
    if (block < this.#tableFrom || block >= this.#tableEnd) {
      const at = this.#skipsAt + SKIP_BYTES * block;
      const inGranule = at % GRANULE_BYTES;
      const address = this.#cache.addressOf(this.#file, at);
      this.#tableFrom = Math.max(0, block - inGranule / SKIP_BYTES);
      this.#tableEnd = block + (GRANULE_BYTES - inGranule) / SKIP_BYTES;
      this.#table = address / 4 - 2 * block;
    }
    return u32(this.#cache.words, this.#table + 2 * block);
  }

  #unpack(block: number): void {
    const cache = this.#cache;
    const floor = this.#floorOf(block);
    const offset = u32(cache.words, this.#table + 2 * block + 1);
    const length = Math.min(MAX_BLOCK_BYTES, this.#bytes - offset);
    const address = cache.range(this.#file, this.#at + offset, length);
    this.#tableEnd = 0;
    this.#count = cache.blocks.read(address, floor, this.#values);
    this.#block = block;
    this.#last = u32(this.#values, this.#count - 1);
  }
}

/** Iterates over the starts of runs: at least `length` consecutive positions. */
export class RunCursor implements Cursor {
  readonly #positions: PositionCursor;
  readonly #length: number;
  #start = -1;
  /** Positions of the run from `#start` on that were seen; the cursor stands on the last one. */
  #seen = 0;

  constructor(positions: PositionCursor, length: number) {
    this.#positions = positions;
    this.#length = length;
  }

  seek(target: number): number {
    if (target > this.#start) {
      const skipped = target - this.#start;
      if (skipped < this.#seen) {
        this.#start = target;
        this.#seen -= skipped;
      } else {
        this.#start = this.#positions.seek(target);
        this.#seen = 1;
      }
    }
    while (this.#seen < this.#length) {
      if (this.#start === END) return END;
      const advanced = this.#positions.advanceRun(this.#length - this.#seen);
      if (advanced > 0) {
        this.#seen += advanced;
        continue;
      }
      const next = advanced < 0 ? this.#positions.value : this.#positions.next();
      if (next === this.#start + this.#seen) this.#seen++;
      else {
        // No run starts before the last gap.
        this.#start = next;
        this.#seen = 1;
        return next;
      }
    }
    return this.#start;
  }
}

/** A cursor over a list that a term has at an offset, in half positions from that of a hit. */
export interface OffsetCursor {
  readonly cursor: Cursor;
  readonly offset: number;
}

/**
 * The position itself if all cursors agree that a hit may begin there, else a later one before which they do not
 * agree.
 */
export function agreedFrom(cursors: readonly OffsetCursor[], position: number): number {
  for (const { cursor, offset } of cursors) {
    const there = cursor.seek(position + offset) - offset;
    if (there !== position) return there;
  }
  return position;
}
