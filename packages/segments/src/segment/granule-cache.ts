import { crc32 } from 'node:zlib';
import { BLOCK, BLOCK_BYTES, BlockReader, READER_BYTES, SPARE_BYTES } from '../codec/blocks.ts';
import { CursorTable, TABLE_BYTES } from '../codec/cursor-table.ts';
import { DocIdFinder, FINDER_BYTES } from '../codec/doc-id-finder.ts';
import type { Disk } from '../disk.ts';
import { i32 } from '../elements.ts';
import { SegmentsCorrupt } from '../errors.ts';
import { Kernel } from '../kernel/kernel.ts';
import { GRANULE_BYTES } from './format.ts';

/** Maximum bytes of a range that is read across borders of granules. */
export const MAX_RANGE_BYTES = 1 << 17;

/**
 * Maximum granules that are read at once when a list is read from end to end: reading 256 KiB takes a disk three
 * times as long as reading one granule.
 */
const MAX_AHEAD = 16;
/** Maximum share of the cache that is read at once. */
const AHEAD_SHARE = 1 / 32;

/**
 * Blocks of positions for which there is space in the kernel's memory: copying a block takes nearly as long as
 * reading it.
 */
const BLOCK_BUFFERS = 512;

const NONE = -1;

/** Range of a larger file. */
interface FileRange {
  /** Offset in the file. */
  readonly start: number;
  /** Name, for messages. */
  readonly name: string;
}

/** A file, or a range of one, whose granules may be in one cache, and in no other. */
export class GranuleFile {
  readonly path: string;
  readonly file: number;
  /** Bytes that are divided into granules. */
  readonly bodyEnd: number;
  readonly range: FileRange | null;
  readonly checksums: Uint32Array;
  /** Slot of each granule in the cache. */
  readonly slots: Int32Array;

  constructor(
    path: string,
    file: number,
    bodyEnd: number,
    checksums: Uint32Array,
    range: FileRange | null = null,
  ) {
    this.path = path;
    this.file = file;
    this.bodyEnd = bodyEnd;
    this.range = range;
    this.checksums = checksums;
    this.slots = new Int32Array(checksums.length).fill(NONE);
  }

  damaged(granule: number): SegmentsCorrupt {
    const { start, name } = this.range ?? { start: 0, name: `granule ${granule}` };
    return new SegmentsCorrupt(
      this.path,
      `${name} (offset ${start + granule * GRANULE_BYTES})`,
      'fails its checksum',
    );
  }
}

/**
 * Caches granules of files, as many as fit; the one that was not used for longest (approximately: clock replacement)
 * makes way. Each is checked against its checksum when it is read. If those before it are cached, some after it are
 * read ahead. Addresses in `bytes` are valid until the next call.
 */
export class GranuleCache {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** The same bytes as words; a granule begins at a word. */
  readonly words: Uint32Array;
  /** Reads blocks at addresses in `bytes`. */
  readonly blocks: BlockReader;
  /** Finds document ids in lists at addresses in `bytes`. */
  readonly docIds: DocIdFinder;
  /** Cursors that advance together in the same memory. */
  readonly cursors: CursorTable;
  /** Address of the block buffers. */
  readonly #blockBuffers: number;
  #nextBlockBuffer = 0;
  readonly #disk: Disk;
  readonly #count: number;
  /** Address of the first slot. */
  readonly #start: number;
  readonly #owners: (GranuleFile | null)[];
  readonly #granules: Int32Array;
  readonly #used: Uint8Array;
  readonly #ahead: Uint8Array;
  #hand = 0;

  /**
   * @param capacity in bytes; at least 16 granules fit
   * @param kernel whose memory must not grow any more afterwards
   */
  constructor(disk: Disk, capacity: number, kernel = new Kernel()) {
    this.#disk = disk;
    this.#count = Math.max(16, Math.floor(capacity / GRANULE_BYTES));
    const reader = kernel.take(READER_BYTES);
    const finder = kernel.take(FINDER_BYTES);
    const table = kernel.take(TABLE_BYTES);
    this.#blockBuffers = kernel.take(BLOCK_BUFFERS * BLOCK_BYTES);
    this.#start = kernel.take(this.#count * GRANULE_BYTES + MAX_RANGE_BYTES + SPARE_BYTES);
    this.bytes = kernel.bytes;
    this.view = new DataView(this.bytes.buffer);
    this.words = kernel.words;
    this.blocks = new BlockReader(kernel, reader);
    this.docIds = new DocIdFinder(kernel, finder);
    this.cursors = new CursorTable(kernel, table);
    this.#owners = Array.from({ length: this.#count }, () => null);
    this.#granules = new Int32Array(this.#count);
    this.#used = new Uint8Array(this.#count);
    const ahead = Math.max(1, Math.min(MAX_AHEAD, Math.floor(this.#count * AHEAD_SHARE)));
    this.#ahead = new Uint8Array(ahead * GRANULE_BYTES);
  }

  /** Takes a buffer for a block, for good: in the kernel's memory if one is left. */
  takeBlockBuffer(): Uint32Array {
    if (this.#nextBlockBuffer === BLOCK_BUFFERS) return new Uint32Array(BLOCK);
    return new Uint32Array(
      this.bytes.buffer,
      this.#blockBuffers + BLOCK_BYTES * this.#nextBlockBuffer++,
      BLOCK,
    );
  }

  /**
   * Address in `bytes` of a byte of a file; the bytes that follow it in its granule follow there, too.
   *
   * @param wanted number of granules, from this one on, that will be requested next
   */
  addressOf(file: GranuleFile, at: number, wanted = 1): number {
    const granule = Math.floor(at / GRANULE_BYTES);
    const slot = file.slots[granule] ?? NONE;
    if (slot === NONE) return this.#load(file, granule, wanted) + (at - granule * GRANULE_BYTES);
    this.#used[slot] = 1;
    return this.#start + slot * GRANULE_BYTES + (at - granule * GRANULE_BYTES);
  }

  /** Address in `bytes` of a range of a file, at most `MAX_RANGE_BYTES` long, in one piece. */
  range(file: GranuleFile, at: number, length: number): number {
    if (length <= GRANULE_BYTES - (at % GRANULE_BYTES)) return this.addressOf(file, at);
    const scratch = this.#start + this.#count * GRANULE_BYTES;
    this.copy(file, at, Math.min(length, MAX_RANGE_BYTES), this.bytes, scratch);
    return scratch;
  }

  /** Copies a range of a file of any length to an index of `into`. */
  copy(file: GranuleFile, at: number, length: number, into: Uint8Array, to = 0): void {
    let done = 0;
    while (done < length) {
      const inGranule = (at + done) % GRANULE_BYTES;
      const start = this.addressOf(file, at + done, Math.ceil((inGranule + length - done) / GRANULE_BYTES));
      const piece = Math.min(length - done, GRANULE_BYTES - inGranule);
      into.set(this.bytes.subarray(start, start + piece), to + done);
      done += piece;
    }
  }

  /** Drops a file's granules. */
  forget(file: GranuleFile): void {
    for (const [granule, slot] of file.slots.entries()) {
      if (slot === NONE) continue;
      this.#owners[slot] = null;
      this.#used[slot] = 0;
      file.slots[granule] = NONE;
    }
  }

  /**
   * Reads a granule, and those after it that are likely to be wanted next.
   *
   * @returns its address in `bytes`
   * @throws SegmentsCorrupt; errors of the disk
   */
  #load(file: GranuleFile, granule: number, wanted: number): number {
    const from = granule * GRANULE_BYTES;
    if (granule < 0 || from >= file.bodyEnd) {
      throw new SegmentsCorrupt(file.path, 'lists', `end before offset ${from}, which something points to`);
    }
    const ahead = this.#ahead.subarray(
      0,
      Math.min(this.#granulesAhead(file, granule, wanted) * GRANULE_BYTES, file.bodyEnd - from),
    );
    const read = ahead.subarray(0, this.#disk.read(file.file, ahead, (file.range?.start ?? 0) + from));
    // The following ones first, so that none of them replaces it. Damage in one of them is reported when it is
    // wanted.
    for (let next = granule + Math.ceil(ahead.length / GRANULE_BYTES) - 1; next > granule; next--)
      this.#store(file, next, read.subarray((next - granule) * GRANULE_BYTES));
    const slot = this.#store(file, granule, read);
    if (slot === NONE) throw file.damaged(granule);
    this.#used[slot] = 1;
    return this.#start + slot * GRANULE_BYTES;
  }

  /**
   * How many granules to read at once: those that are wanted, or twice as many as are cached right before, up to the
   * next one that is cached.
   */
  #granulesAhead({ slots }: GranuleFile, granule: number, wanted: number): number {
    const most = this.#ahead.length / GRANULE_BYTES;
    let before = 0;
    while (2 * before < most && granule > before && slots[granule - before - 1] !== NONE) before++;
    let ahead = 1;
    const enough = Math.min(most, Math.max(wanted, 2 * before));
    while (ahead < enough && slots[granule + ahead] === NONE) ahead++;
    return ahead;
  }

  /** Stores a granule that was read together with others. @returns its slot, `NONE` if it is damaged */
  #store(file: GranuleFile, granule: number, read: Uint8Array): number {
    const length = Math.min(GRANULE_BYTES, file.bodyEnd - granule * GRANULE_BYTES);
    const bytes = read.subarray(0, length);
    if (bytes.length !== length || crc32(bytes) !== file.checksums[granule]) return NONE;
    const slot = this.#freeSlot();
    this.bytes.set(bytes, this.#start + slot * GRANULE_BYTES);
    this.#owners[slot] = file;
    this.#granules[slot] = granule;
    file.slots[granule] = slot;
    return slot;
  }

  #freeSlot(): number {
    for (;;) {
      const slot = this.#hand;
      this.#hand = (slot + 1) % this.#count;
      if (this.#used[slot] === 1) {
        this.#used[slot] = 0;
        continue;
      }
      const owner = this.#owners[slot] ?? null;
      if (owner !== null) owner.slots[i32(this.#granules, slot)] = NONE;
      this.#owners[slot] = null;
      return slot;
    }
  }
}
