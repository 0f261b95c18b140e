import { u32, u8 } from '../elements.ts';
import type { Kernel } from '../kernel/kernel.ts';

/** Positions of a full block. */
export const BLOCK = 128;
export const BLOCK_BYTES = BLOCK * Uint32Array.BYTES_PER_ELEMENT;

/**
 * Maximum bytes of a block: up to 128 ascending positions, none below its floor. Each is written as its gap: its
 * distance from the least that it could be, which is the floor for the first one, and one more than the position
 * before for the others.
 *
 * - A full block is packed: byte 0 is the low width, byte 1 the high width (0 to 7) + 8 × the rest width. Then the
 *   low bits of all gaps. If the high width is not 0, a bitmap of the gaps that have more bits; the high part of each
 *   of these, less one, in as many bits as the high width, all of them set if it is that or more; then for each of
 *   these the rest, in as many bits as the rest width.
 * - A block of fewer is a byte of 128 + their number, then a varint each.
 *
 * The kernel writes blocks (`PositionsWriter`), with the widths that need the fewest bytes, and reads them.
 */
export const MAX_BLOCK_BYTES = 2 + 4 * BLOCK + BLOCK / 8 + (7 * BLOCK) / 8 + (31 * BLOCK) / 8;

/** Maximum bytes that reading touches after a block, whatever is there, even if the block is damaged. */
export const SPARE_BYTES = 4_096;

/** Maximum targets (`BlockReader.setTargets`). */
export const MAX_TARGETS = 4_096;

/** Maximum blocks that are searched for targets at once (`BlockReader.findInBlocks`). */
export const MAX_BLOCKS = 1_024;

/** Maximum blocks that are unpacked at once (`BlockReader.listBlocks`). */
export const MAX_LISTED_BLOCKS = (2 * MAX_TARGETS) / BLOCK;

/** Words of a block in a skip table: its floor, and its offset from the first byte of the list. */
const SKIP_WORDS = 2;

/** Bytes that a reader needs of a kernel's memory. */
export const READER_BYTES =
  Uint32Array.BYTES_PER_ELEMENT * (BLOCK + 2 * MAX_TARGETS + SKIP_WORDS * MAX_BLOCKS);

/** Reads blocks that lie in a kernel's memory. */
export class BlockReader {
  /** Address after what was read last. */
  end = 0;
  /** Indexes of the targets that the last list had. */
  readonly found: Uint32Array;
  readonly #kernel: Kernel;
  readonly #address: number;
  readonly #positions: Uint32Array;
  readonly #targets: Uint32Array;
  #targetsEnd = 0;
  readonly #skips: number;

  /**
   * @param kernel whose memory must not grow any more, as it would move
   * @param address of READER_BYTES in it
   */
  constructor(kernel: Kernel, address: number) {
    this.#kernel = kernel;
    this.#address = address;
    const { buffer } = kernel.bytes;
    this.#positions = new Uint32Array(buffer, address, BLOCK);
    this.found = new Uint32Array(buffer, address + this.#positions.byteLength, MAX_TARGETS);
    this.#targets = new Uint32Array(buffer, this.found.byteOffset + this.found.byteLength, MAX_TARGETS);
    this.#skips = this.#targets.byteOffset + this.#targets.byteLength;
  }

  /**
   * Reads the block at an address into the start of `into`, which has space for 128 positions. @returns how many
   * there are
   */
  read(at: number, floor: number, into: Uint32Array): number {
    const head = u8(this.#kernel.bytes, at);
    if (into.buffer === this.#positions.buffer) {
      this.end = this.#kernel.run.readBlock(at, floor, into.byteOffset);
    } else {
      this.end = this.#kernel.run.readBlock(at, floor, this.#address);
      into.set(this.#positions);
    }
    return head > BLOCK ? head - BLOCK : BLOCK;
  }

  /** Reads `count` positions, at most 128, that are varints of their gaps alone. */
  readGaps(at: number, count: number, floor: number, into: Uint32Array): void {
    if (into.buffer === this.#positions.buffer) {
      this.end = this.#kernel.run.readGaps(at, count, floor, into.byteOffset);
    } else {
      this.end = this.#kernel.run.readGaps(at, count, floor, this.#address);
      into.set(this.#positions);
    }
  }

  /**
   * Sets the targets of `findInGaps` and `findInBlocks`.
   *
   * @param targets ascending; `offset` is added to each
   * @returns false if they are more than MAX_TARGETS; then nothing is set
   */
  setTargets(targets: Uint32Array, offset: number): boolean {
    if (targets.length > MAX_TARGETS) return false;
    for (let index = 0; index < targets.length; index++) this.#targets[index] = u32(targets, index) + offset;
    this.#targetsEnd = this.#targets.byteOffset + this.#targets.BYTES_PER_ELEMENT * targets.length;
    return true;
  }

  /** Looks for targets in positions as `readGaps` reads them. @returns how many of `found` there are */
  findInGaps(at: number, count: number): number {
    const { run } = this.#kernel;
    const end = this.#address + this.#positions.BYTES_PER_ELEMENT * count;
    const hits = this.found.byteOffset;
    this.end = run.readGaps(at, count, 0, this.#address);
    return (run.intersect(this.#address, end, this.#targets.byteOffset, this.#targetsEnd, hits) - hits) >>> 2;
  }

  /** Positions as `readGaps` reads them. */
  listGaps(at: number, count: number): Uint32Array {
    this.end = this.#kernel.run.readGaps(at, count, 0, this.#address);
    return this.#positions.slice(0, count);
  }

  /** Unpacks all of at most MAX_LISTED_BLOCKS blocks, whose skip table was stored before. The targets are lost. */
  listBlocks(at: number, bytes: number, blocks: number): Uint32Array {
    // The space for results and, after it, that for targets.
    const into = this.found.byteOffset;
    const end = this.#kernel.run.readBlocks(at, bytes, this.#skips, blocks, into);
    this.#targetsEnd = this.#targets.byteOffset;
    return this.#kernel.words.slice(into >>> 2, end >>> 2);
  }

  /**
   * Stores the skip table at an address, of at most MAX_BLOCKS blocks, for the next `findInBlocks` or `listBlocks`.
   */
  storeSkips(at: number, blocks: number): void {
    this.#kernel.bytes.copyWithin(this.#skips, at, at + SKIP_WORDS * Uint32Array.BYTES_PER_ELEMENT * blocks);
  }

  /** Looks for targets in blocks whose skip table was stored. @returns how many of `found` there are */
  findInBlocks(at: number, bytes: number, blocks: number): number {
    const [from, to, hits] = [this.#targets.byteOffset, this.#targetsEnd, this.found.byteOffset];
    const { run } = this.#kernel;
    return (run.intersectBlocks(at, bytes, this.#skips, blocks, from, to, this.#address, hits) - hits) >>> 2;
  }
}
