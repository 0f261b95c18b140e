import { crc32 } from 'node:zlib';
import type { Disk } from '../disk.ts';
import { SegmentsCorrupt } from '../errors.ts';
import { BLOCK, BLOCK_BYTES, BlockReader, READER_BYTES, SPARE_BYTES } from '../codec/blocks.ts';
import { CursorTable, TABLE_BYTES } from '../codec/cursor-table.ts';
import { FINDER_BYTES, DocIdFinder } from '../codec/doc-id-finder.ts';
import { Kernel } from '../kernel/kernel.ts';
import { GRANULE_BYTES } from './format.ts';
import { i32 } from '../elements.ts';

/** The longest range that is read across borders of granules. */
export const MAX_RANGE_BYTES = 1 << 17;

/** Granules that are read at once where a list is read from end to end: 256 KiB take a disk thrice as long as one does. */
const MAX_AHEAD = 16;
/** And this share of the cache at most. */
const AHEAD_SHARE = 1 / 32;

/** Blocks of positions that there is room for beside what reads them: copying one takes nearly as long as reading it. */
const BLOCK_BUFFERS = 512;

const NONE = -1;

/** What granules are read of, as far as it is a range of a larger file. */
interface FileRange {
  /** Where it begins in the file. */
  readonly start: number;
  /** What it is, for people. */
  readonly name: string;
}

/** A file, or a range of one, whose granules one cache may hold, and no other. */
export class GranuleFile {
  readonly path: string;
  readonly file: number;
  /** Bytes that are cut into granules. */
  readonly bodyEnd: number;
  readonly range: FileRange | null;
  readonly checksums: Uint32Array;
  /** The cache's slot of each granule. */
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
 * Granules of files that were read, as many as fit; the one that was not used for longest (nearly: a clock) makes room.
 * Each is checked against its checksum when it is read. Where those before it are there, some behind it are read along.
 * Places in `bytes` are good until the next call.
 */
export class GranuleCache {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** The same bytes as words; granules begin at one. */
  readonly words: Uint32Array;
  /** Reads blocks at addresses in `bytes`. */
  readonly blocks: BlockReader;
  /** Finds document ids in lists at addresses in `bytes`. */
  readonly docIds: DocIdFinder;
  /** Cursors that seek on in the same memory. */
  readonly cursors: CursorTable;
  /** The address of so many rooms for a block. */
  readonly #rooms: number;
  #nextRoom = 0;
  readonly #disk: Disk;
  readonly #count: number;
  /** Where the first slot is in `bytes`. */
  readonly #start: number;
  readonly #owners: (GranuleFile | null)[];
  readonly #granules: Int32Array;
  readonly #used: Uint8Array;
  readonly #ahead: Uint8Array;
  #hand = 0;

  /**
   * @param capacity in bytes; at least 16 granules are held
   * @param kernel of whose memory nothing is taken any more afterwards
   */
  constructor(disk: Disk, capacity: number, kernel = new Kernel()) {
    this.#disk = disk;
    this.#count = Math.max(16, Math.floor(capacity / GRANULE_BYTES));
    const reader = kernel.take(READER_BYTES);
    const finder = kernel.take(FINDER_BYTES);
    const table = kernel.take(TABLE_BYTES);
    this.#rooms = kernel.take(BLOCK_BUFFERS * BLOCK_BYTES);
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

  /** Takes a room for a block, for good: beside its reader if there is one left. */
  takeBlockBuffer(): Uint32Array {
    if (this.#nextRoom === BLOCK_BUFFERS) return new Uint32Array(BLOCK);
    return new Uint32Array(this.bytes.buffer, this.#rooms + BLOCK_BYTES * this.#nextRoom++, BLOCK);
  }

  /**
   * The address in `bytes` of a byte of a file: what follows it is there up to the end of its granule.
   *
   * @param wanted granules from there on that will be asked for next
   */
  addressOf(file: GranuleFile, at: number, wanted = 1): number {
    const granule = Math.floor(at / GRANULE_BYTES);
    const slot = file.slots[granule] ?? NONE;
    if (slot === NONE) return this.#load(file, granule, wanted) + (at - granule * GRANULE_BYTES);
    this.#used[slot] = 1;
    return this.#start + slot * GRANULE_BYTES + (at - granule * GRANULE_BYTES);
  }

  /** The address in `bytes` of a range of a file, at most `MAX_RANGE_BYTES` long, in one piece. */
  range(file: GranuleFile, at: number, length: number): number {
    if (length <= GRANULE_BYTES - (at % GRANULE_BYTES)) return this.addressOf(file, at);
    const scratch = this.#start + this.#count * GRANULE_BYTES;
    this.copy(file, at, Math.min(length, MAX_RANGE_BYTES), this.bytes, scratch);
    return scratch;
  }

  /** Copies a range of a file of any length to an address of `into`. */
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

  /** Lets go of a file's granules. */
  forget(file: GranuleFile): void {
    for (const [granule, slot] of file.slots.entries()) {
      if (slot === NONE) continue;
      this.#owners[slot] = null;
      this.#used[slot] = 0;
      file.slots[granule] = NONE;
    }
  }

  /**
   * Reads a granule, and those behind it that are likely wanted next.
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
    // Those behind it first, so that none takes its address. What is wrong with one of them is told once it is wanted.
    for (let next = granule + Math.ceil(ahead.length / GRANULE_BYTES) - 1; next > granule; next--)
      this.#keep(file, next, read.subarray((next - granule) * GRANULE_BYTES));
    const slot = this.#keep(file, granule, read);
    if (slot === NONE) throw file.damaged(granule);
    this.#used[slot] = 1;
    return this.#start + slot * GRANULE_BYTES;
  }

  /** How many granules are read at once: what is wanted, twice as many as are there right before, up to the next one that is there. */
  #granulesAhead({ slots }: GranuleFile, granule: number, wanted: number): number {
    const most = this.#ahead.length / GRANULE_BYTES;
    let before = 0;
    while (2 * before < most && granule > before && slots[granule - before - 1] !== NONE) before++;
    let ahead = 1;
    const enough = Math.min(most, Math.max(wanted, 2 * before));
    while (ahead < enough && slots[granule + ahead] === NONE) ahead++;
    return ahead;
  }

  /** Takes a granule in that was read with what follows it. @returns its slot, `NONE` if it is damaged */
  #keep(file: GranuleFile, granule: number, read: Uint8Array): number {
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
