import type { Kernel } from '../kernel/kernel.ts';
import { u32, u8 } from '../elements.ts';

/** Positions of a full block. */
export const BLOCK = 128;
export const BLOCK_BYTES = BLOCK * Uint32Array.BYTES_PER_ELEMENT;

/**
 * A block: up to 128 ascending positions from a floor on, none below it. What is written of each is its gap: how far it
 * lies above the least that it could be, which is the floor, and one more than the position before for the others.
 *
 * - A full block is packed: byte 0 the low width, byte 1 the high width, 0 to 7, and 8 × the rest width. Then the low bits
 *   of all gaps. If the high width is not 0, a bit for each gap that says whether it has more; of each that does what is
 *   above the low bits, less one, in as many bits as the high width, all of them set if it is that or more; then of each of
 *   these how much more, in as many bits as the rest width.
 * - A block of fewer is a byte of 128 + their number, then a varint each.
 *
 * They are written by the kernel (`PositionsWriter`), which takes the widths that need the fewest bytes, and read by it.
 */
export const MAX_BLOCK_BYTES = 2 + 4 * BLOCK + BLOCK / 8 + (7 * BLOCK) / 8 + (31 * BLOCK) / 8;

/** What reading touches behind a block at most, of whatever is there, even if the block is damaged. */
export const SPARE_BYTES = 4_096;

/** Targets at most (`BlockReader.setTargets`). */
export const MAX_TARGETS = 4_096;

/** Blocks at most that are looked through for targets at once (`BlockReader.findInBlocks`). */
export const MAX_BLOCKS = 1_024;

/** Blocks at most that are unpacked at once (`BlockReader.listBlocks`). */
export const MAX_LISTED_BLOCKS = (2 * MAX_TARGETS) / BLOCK;

/** Words of a block in a skip table: its floor, and its address behind the first byte of the list. */
const SKIP_WORDS = 2;

/** What a reader needs of a kernel's memory. */
export const READER_BYTES =
  Uint32Array.BYTES_PER_ELEMENT * (BLOCK + 2 * MAX_TARGETS + SKIP_WORDS * MAX_BLOCKS);

/** Reads blocks that lie in a kernel's memory. */
export class BlockReader {
  /** Where the last reading ended. */
  end = 0;
  /** Which targets the last list had that was looked through for them. */
  readonly found: Uint32Array;
  readonly #kernel: Kernel;
  readonly #address: number;
  readonly #positions: Uint32Array;
  readonly #targets: Uint32Array;
  #targetsEnd = 0;
  readonly #skips: number;

  /**
   * @param kernel of which nothing is taken any more, so that its memory stays where it is
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

  /** @returns how many positions the block at an address holds; they stand at the start of `into`, which has room for 128 */
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
   * Sets what `findInGaps` and `findInBlocks` look for.
   *
   * @param targets ascending; `offset` is added to each
   * @returns false if they are more than MAX_TARGETS, and nothing is set
   */
  setTargets(targets: Uint32Array, offset: number): boolean {
    if (targets.length > MAX_TARGETS) return false;
    for (let index = 0; index < targets.length; index++) this.#targets[index] = u32(targets, index) + offset;
    this.#targetsEnd = this.#targets.byteOffset + this.#targets.BYTES_PER_ELEMENT * targets.length;
    return true;
  }

  /** Looks for targets in what `readGaps` reads. @returns how many of `hits` there are */
  findInGaps(at: number, count: number): number {
    const { run } = this.#kernel;
    const end = this.#address + this.#positions.BYTES_PER_ELEMENT * count;
    const hits = this.found.byteOffset;
    this.end = run.readGaps(at, count, 0, this.#address);
    return (run.intersect(this.#address, end, this.#targets.byteOffset, this.#targetsEnd, hits) - hits) >>> 2;
  }

  /** All that `readGaps` reads. */
  listGaps(at: number, count: number): Uint32Array {
    this.end = this.#kernel.run.readGaps(at, count, 0, this.#address);
    return this.#positions.slice(0, count);
  }

  /** All of at most MAX_LISTED_BLOCKS blocks, whose skip table was kept. What was aimed at is gone. */
  listBlocks(at: number, bytes: number, blocks: number): Uint32Array {
    // The room for hits, and that for targets, which is behind it.
    const into = this.found.byteOffset;
    const end = this.#kernel.run.readBlocks(at, bytes, this.#skips, blocks, into);
    this.#targetsEnd = this.#targets.byteOffset;
    return this.#kernel.words.slice(into >>> 2, end >>> 2);
  }

  /** Keeps the skip table at an address, of at most MAX_BLOCKS blocks, for the next `findInBlocks` or `listBlocks`. */
  storeSkips(at: number, blocks: number): void {
    this.#kernel.bytes.copyWithin(this.#skips, at, at + SKIP_WORDS * Uint32Array.BYTES_PER_ELEMENT * blocks);
  }

  /** Looks for targets in blocks whose skip table was kept. @returns how many of `hits` there are */
  findInBlocks(at: number, bytes: number, blocks: number): number {
    const [from, to, hits] = [this.#targets.byteOffset, this.#targetsEnd, this.found.byteOffset];
    const { run } = this.#kernel;
    return (run.intersectBlocks(at, bytes, this.#skips, blocks, from, to, this.#address, hits) - hits) >>> 2;
  }
}
