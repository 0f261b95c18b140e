import { BLOCK, MAX_BLOCK_BYTES } from '../codec/blocks.ts';
import { u32, u8 } from '../elements.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { SKIP_BYTES } from './format.ts';
import type { GranuleWriter } from './granule-writer.ts';

/** First byte of a block of fewer than 128 positions, less their number. */
const SHORT_BLOCK = 128;
/** Maximum bytes of a gap of 32 bits as a varint. */
const MAX_GAP_BYTES = 5;

/**
 * Writes lists of positions one after another; each is given position by position, or in blocks copied from another
 * segment.
 *
 * A list of fewer than 128 is gaps alone; a single position is left to the dictionary. A longer list is blocks, and
 * has a skip table with an entry for each block: its floor and its offset. Tables are collected until they are
 * requested, in the order of the lists. A table begins at a multiple of eight, so that no entry crosses a granule's
 * border.
 */
export class PositionsWriter {
  /** Result of the list that was ended last, for the dictionary: number of positions. */
  count = 0;
  /** Bytes without the skip table, or the position if there is only one, which is not written. */
  size = 0;
  /** Number of blocks; 0: a short list, gaps alone. */
  blocks = 0;
  readonly #kernel: Kernel;
  readonly #out: GranuleWriter;
  /** Address of the positions whose block is not full yet, with space for those of another one. */
  readonly #pending: number;
  #pendingCount = 0;
  /** One more than the last position that was written. */
  #floor = 0;
  #start = 0;
  /** Skip tables that have not been written yet, one after another, and the number of words that they take. */
  #skips = new Uint32Array(2 * 1_024);
  #skipWords = 0;
  /** Number of these words that have been written. */
  #written = 0;

  /** @param kernel memory is taken of it */
  constructor(out: GranuleWriter, kernel: Kernel) {
    this.#out = out;
    this.#kernel = kernel;
    this.#pending = kernel.take(2 * 4 * BLOCK);
  }

  begin(): void {
    this.#pendingCount = 0;
    this.#floor = 0;
    this.#start = this.#out.position;
    this.count = 0;
    this.blocks = 0;
  }

  /** Adds a position above all before it. */
  push(position: number): void {
    this.#kernel.words[(this.#pending >>> 2) + this.#pendingCount++] = position;
    if (this.#pendingCount === BLOCK) this.#endBlock();
  }

  /** Writes a complete list: `count` ascending positions at an address of the kernel. */
  writeList(address: number, count: number): void {
    this.begin();
    if (count < BLOCK) {
      this.#endShort(address, count);
      return;
    }
    const end = address + 4 * count;
    const rest = count % BLOCK;
    for (let from = address; from < end - 4 * rest; from += 4 * BLOCK) this.#writeBlock(from, BLOCK);
    if (rest > 0) this.#writeBlock(end - 4 * rest, rest);
    this.end();
  }

  /** Adds the first `count` positions, at most 128: ascending and above all before them. */
  pushAll(positions: Uint32Array, count: number): void {
    const { words } = this.#kernel;
    const pending = this.#pending >>> 2;
    for (let index = 0, to = pending + this.#pendingCount; index < count; index++, to++)
      words[to] = u32(positions, index);
    this.#added(count);
  }

  /** Adds fewer than 128 positions that the kernel has as gaps from a floor on. */
  pushGaps(address: number, count: number, floor: number): void {
    this.#kernel.run.readGaps(address, count, floor, this.#pending + 4 * this.#pendingCount);
    this.#added(count);
  }

  /** Adds the positions of a block that the kernel has. */
  pushBlock(address: number, floor: number): void {
    const head = u8(this.#kernel.bytes, address);
    this.#kernel.run.readBlock(address, floor, this.#pending + 4 * this.#pendingCount);
    this.#added(head > SHORT_BLOCK ? head - SHORT_BLOCK : BLOCK);
  }

  /** Adds positions, each moved by `shift`. */
  pushMoved(positions: Uint32Array, count: number, shift: number): void {
    for (let index = 0; index < count; index++) positions[index] = u32(positions, index) + shift;
    this.pushAll(positions, count);
  }

  /**
   * Adds a full block as it was written elsewhere; the kernel has it in its memory.
   *
   * @param from, to addresses
   * @param floor the block's own floor here, above all positions before it
   * @param end one more than the block's last position, or the next block's floor
   */
  copyBlock(from: number, to: number, floor: number, end: number): void {
    if (this.#pendingCount > 0) this.#endBlock();
    this.#addSkip(floor);
    this.#out.copy(from, to);
    this.count += BLOCK;
    this.#floor = end;
  }

  end(): void {
    if (this.blocks === 0) {
      this.#endShort(this.#pending, this.#pendingCount);
      return;
    }
    if (this.#pendingCount > 0) this.#endBlock();
    this.size = this.#out.position - this.#start;
  }

  /** Writes the next skip table, of a list of so many blocks. */
  writeSkips(blocks: number): void {
    const out = this.#out;
    const padding = -out.position & (SKIP_BYTES - 1);
    out.reserve(padding);
    out.bytes.fill(0, out.at, out.at + padding);
    out.at += padding;
    out.write(littleEndian(this.#skips.subarray(this.#written, this.#written + 2 * blocks)));
    this.#written += 2 * blocks;
    if (this.#written < this.#skipWords) return;
    this.#written = 0;
    this.#skipWords = 0;
  }

  /** Counts up to 128 positions that were written after the pending ones. */
  #added(count: number): void {
    this.#pendingCount += count;
    if (this.#pendingCount < BLOCK) return;
    const left = this.#pendingCount - BLOCK;
    this.#pendingCount = BLOCK;
    this.#endBlock();
    const pending = this.#pending >>> 2;
    this.#kernel.words.copyWithin(pending, pending + BLOCK, pending + BLOCK + left);
    this.#pendingCount = left;
  }

  #endShort(positions: number, count: number): void {
    this.count = count;
    if (count > 1) this.#writeGaps(positions, count, 0);
    this.size = count === 1 ? u32(this.#kernel.words, positions >>> 2) : this.#out.position - this.#start;
  }

  #endBlock(): void {
    const count = this.#pendingCount;
    this.#pendingCount = 0;
    this.#writeBlock(this.#pending, count);
  }

  #writeBlock(positions: number, count: number): void {
    const { run, words, bytes } = this.#kernel;
    const out = this.#out;
    this.#addSkip(this.#floor);
    if (count < BLOCK) {
      out.reserve(1);
      bytes[out.at++] = SHORT_BLOCK + count;
      this.#writeGaps(positions, count, this.#floor);
    } else {
      out.reserve(MAX_BLOCK_BYTES);
      out.at = run.writeBlock(positions, this.#floor, out.at) >>> 0;
    }
    this.count += count;
    this.#floor = u32(words, (positions >>> 2) + count - 1) + 1;
  }

  #writeGaps(positions: number, count: number, floor: number): void {
    const out = this.#out;
    out.reserve(MAX_GAP_BYTES * count);
    out.at = this.#kernel.run.writeGaps(positions, positions + 4 * count, floor, out.at) >>> 0;
  }

  #addSkip(floor: number): void {
    if (this.#skipWords === this.#skips.length) {
      const larger = new Uint32Array(2 * this.#skipWords);
      larger.set(this.#skips);
      this.#skips = larger;
    }
    this.#skips[this.#skipWords++] = floor;
    this.#skips[this.#skipWords++] = this.#out.position - this.#start;
    this.blocks++;
  }
}

/** Bytes of 32-bit words, lowest first; `Kernel` refuses other processors. */
export function littleEndian(words: Uint32Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}
