import type { Kernel } from '../kernel/kernel.ts';
import { BLOCK, BLOCK_BYTES } from './blocks.ts';
import { u32 } from '../elements.ts';

/** Cursors at most. */
export const MAX_CURSORS = 16;

/** Positions that one leap lists at most. */
export const MAX_LISTED = 512;

/** A cursor's words: the address of the value that it is on, where its values end, its offset. */
const CURSOR_WORDS = 3;

/** Words of what a leap says: the address of a cursor that is missing values, the address behind what was listed. */
const RESULT_WORDS = 2;

const WORDS = RESULT_WORDS + MAX_LISTED + MAX_CURSORS * (CURSOR_WORDS + BLOCK);

/** What a table needs of a kernel's memory. */
export const TABLE_BYTES = WORDS * Uint32Array.BYTES_PER_ELEMENT;

/**
 * Cursors that seek on together in a kernel's memory, each as far as the values go that it was given: a block of
 * ascending positions at a time.
 */
export class CursorTable {
  /** Which cursor has no value from where the last leap ended on; null: it ended for another reason. */
  missing: number | null = null;
  /** How many positions the last leap listed, and these. */
  listedCount = 0;
  readonly listed: Uint32Array;
  readonly #kernel: Kernel;
  readonly #result: Uint32Array;
  readonly #cursors: Uint32Array;
  readonly #values: readonly Uint32Array<ArrayBuffer>[];
  #count = 0;

  /**
   * @param kernel of which nothing is taken any more, so that its memory stays where it is
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

  /** Room for the values of a cursor. */
  values(cursor: number): Uint32Array<ArrayBuffer> {
    const values = this.#values[cursor];
    if (values === undefined) throw new RangeError(`a table of ${MAX_CURSORS} cursors has no ${cursor}`);
    return values;
  }

  /** Has as many cursors as there are offsets from now on, none with values. */
  begin(offsets: readonly number[]): void {
    this.#count = offsets.length;
    for (const [cursor, offset] of offsets.entries()) {
      this.#cursors[cursor * CURSOR_WORDS + 2] = offset;
      this.fill(cursor, 0);
    }
  }

  /** Says that the first `count` values of a cursor are others now, behind those before. */
  fill(cursor: number, count: number): void {
    const values = this.values(cursor);
    this.#cursors[cursor * CURSOR_WORDS] = values.byteOffset;
    this.#cursors[cursor * CURSOR_WORDS + 1] = values.byteOffset + count * values.BYTES_PER_ELEMENT;
  }

  /**
   * Lists positions from one on, not up to `end`, at which all agree, until one is missing or there are `most`.
   *
   * @returns a position before which they agree nowhere else
   */
  advance(position: number, end: number, most: number): number {
    const { byteOffset: into, BYTES_PER_ELEMENT: word } = this.listed;
    const from = this.#cursors.byteOffset;
    const to = from + this.#count * CURSOR_WORDS * word;
    const result = this.#result.byteOffset;
    const intoEnd = into + Math.min(most, MAX_LISTED) * word;
    const reached = this.#kernel.run.leapfrog(from, to, position, end, into, intoEnd, result) >>> 0;
    const missing = u32(this.#result, 0);
    this.missing = missing === 0 ? null : (missing - from) / (CURSOR_WORDS * word);
    this.listedCount = ((this.#result[1] ?? into) - into) / word;
    return reached;
  }
}
