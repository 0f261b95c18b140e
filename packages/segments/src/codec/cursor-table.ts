import { u32 } from '../elements.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { BLOCK, BLOCK_BYTES } from './blocks.ts';

/** Maximum cursors. */
export const MAX_CURSORS = 16;

/** Maximum positions that one call of `advance` lists. */
export const MAX_LISTED = 512;

/** Words of a cursor: address of its current value, address after its last value, its offset. */
const CURSOR_WORDS = 3;

/** Words of the kernel's result: address of the cursor that lacks values, address after the listed positions. */
const RESULT_WORDS = 2;

const WORDS = RESULT_WORDS + MAX_LISTED + MAX_CURSORS * (CURSOR_WORDS + BLOCK);

/** Bytes that a table needs of a kernel's memory. */
export const TABLE_BYTES = WORDS * Uint32Array.BYTES_PER_ELEMENT;

/**
 * Cursors that advance together in a kernel's memory, as far as their values go: a block of ascending positions at a
 * time.
 */
export class CursorTable {
  /** The cursor that had no more values where the last `advance` ended; null: it ended for another reason. */
  missing: number | null = null;
  /** How many positions the last `advance` listed, and these. */
  listedCount = 0;
  readonly listed: Uint32Array;
  readonly #kernel: Kernel;
  readonly #result: Uint32Array;
  readonly #cursors: Uint32Array;
  readonly #values: readonly Uint32Array<ArrayBuffer>[];
  #count = 0;

  /**
   * @param kernel whose memory must not grow any more, as it would move
   * @param address of TABLE_BYTES in it
   */
  constructor(kernel: Kernel, address: number) {
    this.#kernel = kernel;
    const { buffer } = kernel.bytes;
    this.#result = new Uint32Array(buffer, address, RESULT_WORDS);
    this.listed = new Uint32Array(buffer, address + this.#result.byteLength, MAX_LISTED);
    const cursors = this.listed.byteOffset + this.listed.byteLength;
    this.#cursors = new Uint32Array(buffer, cursors, MAX_CURSORS * CURSOR_WORDS);
    const values = cursors + this.#cursors.byteLength;
    this.#values = Array.from(
      { length: MAX_CURSORS },
      (_, cursor) => new Uint32Array(buffer, values + cursor * BLOCK_BYTES, BLOCK),
    );
  }

  /** Space for the values of a cursor. */
  values(cursor: number): Uint32Array<ArrayBuffer> {
    const values = this.#values[cursor];
    if (values === undefined) throw new RangeError(`a table of ${MAX_CURSORS} cursors has no ${cursor}`);
    return values;
  }

  /** Starts over with a cursor for each offset, none of which has values yet. */
  begin(offsets: readonly number[]): void {
    this.#count = offsets.length;
    for (const [cursor, offset] of offsets.entries()) {
      this.#cursors[cursor * CURSOR_WORDS + 2] = offset;
      this.fill(cursor, 0);
    }
  }

  /** Declares that a cursor's first `count` values were replaced by the ones that follow. */
  fill(cursor: number, count: number): void {
    const values = this.values(cursor);
    this.#cursors[cursor * CURSOR_WORDS] = values.byteOffset;
    this.#cursors[cursor * CURSOR_WORDS + 1] = values.byteOffset + count * values.BYTES_PER_ELEMENT;
  }

  /**
   * Lists positions from `position` up to before `end` at which all cursors agree, until one lacks values or there
   * are `maxListed`.
   *
   * @returns a position before which they agree nowhere else
   */
  advance(position: number, end: number, maxListed: number): number {
    const { byteOffset: into, BYTES_PER_ELEMENT: word } = this.listed;
    const from = this.#cursors.byteOffset;
    const to = from + this.#count * CURSOR_WORDS * word;
    const result = this.#result.byteOffset;
    const intoEnd = into + Math.min(maxListed, MAX_LISTED) * word;
    const reached = this.#kernel.run.leapfrog(from, to, position, end, into, intoEnd, result) >>> 0;
    const missing = u32(this.#result, 0);
    this.missing = missing === 0 ? null : (missing - from) / (CURSOR_WORDS * word);
    this.listedCount = ((this.#result[1] ?? into) - into) / word;
    return reached;
  }
}
