import { crc32 } from 'node:zlib';
import type { Disk } from '../disk.ts';
import { SegmentsCorrupt } from '../errors.ts';
import { GRANULE_BYTES } from './format.ts';

/** The longest stretch that is read across a border of granules. */
const MAX_STRETCH = 8_192;

const NONE = -1;

/** A file whose granules one cache may hold, and no other. */
export class GranuleFile {
  readonly path: string;
  readonly file: number;
  /** Bytes that are cut into granules. */
  readonly bodyEnd: number;
  readonly checksums: Uint32Array;
  /** The cache's slot of each granule. */
  readonly slots: Int32Array;

  constructor(path: string, file: number, bodyEnd: number, checksums: Uint32Array) {
    this.path = path;
    this.file = file;
    this.bodyEnd = bodyEnd;
    this.checksums = checksums;
    this.slots = new Int32Array(checksums.length).fill(NONE);
  }
}

/**
 * Granules of files that were read, as many as fit; the one that was not used for longest (nearly: a clock) makes room.
 * Each is checked against its checksum when it is read. Places in `bytes` are good until the next call.
 */
export class GranuleCache {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly #disk: Disk;
  readonly #count: number;
  readonly #owners: (GranuleFile | null)[];
  readonly #granules: Int32Array;
  readonly #used: Uint8Array;
  #hand = 0;

  /** @param capacity in bytes; at least 16 granules are held */
  constructor(disk: Disk, capacity: number) {
    this.#disk = disk;
    this.#count = Math.max(16, Math.floor(capacity / GRANULE_BYTES));
    this.bytes = new Uint8Array(this.#count * GRANULE_BYTES + MAX_STRETCH);
    this.view = new DataView(this.bytes.buffer);
    this.#owners = Array.from({ length: this.#count }, () => null);
    this.#granules = new Int32Array(this.#count);
    this.#used = new Uint8Array(this.#count);
  }

  /** The place in `bytes` of a byte of a file: what follows it is there up to the end of its granule. */
  placeOf(file: GranuleFile, at: number): number {
    const granule = Math.floor(at / GRANULE_BYTES);
    const slot = file.slots[granule] ?? NONE;
    if (slot === NONE) return this.#load(file, granule) + (at - granule * GRANULE_BYTES);
    this.#used[slot] = 1;
    return slot * GRANULE_BYTES + (at - granule * GRANULE_BYTES);
  }

  /** The place in `bytes` of a stretch of a file, at most `MAX_STRETCH` long, in one piece. */
  stretch(file: GranuleFile, at: number, length: number): number {
    const start = this.placeOf(file, at);
    const inFirst = GRANULE_BYTES - (at % GRANULE_BYTES);
    if (length <= inFirst) return start;
    const scratch = this.#count * GRANULE_BYTES;
    this.bytes.copyWithin(scratch, start, start + inFirst);
    const rest = this.placeOf(file, at + inFirst);
    this.bytes.copyWithin(scratch + inFirst, rest, rest + Math.min(length, MAX_STRETCH) - inFirst);
    return scratch;
  }

  /** Copies a stretch of a file of any length. */
  copy(file: GranuleFile, at: number, length: number, into: Uint8Array): void {
    let done = 0;
    while (done < length) {
      const start = this.placeOf(file, at + done);
      const piece = Math.min(length - done, GRANULE_BYTES - ((at + done) % GRANULE_BYTES));
      into.set(this.bytes.subarray(start, start + piece), done);
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

  /** @throws SegmentsCorrupt; errors of the disk */
  #load(file: GranuleFile, granule: number): number {
    const from = granule * GRANULE_BYTES;
    const length = Math.min(GRANULE_BYTES, file.bodyEnd - from);
    if (granule < 0 || !(length > 0)) {
      throw new SegmentsCorrupt(file.path, 'lists', `end before offset ${from}, which something points to`);
    }
    const slot = this.#freeSlot();
    const place = slot * GRANULE_BYTES;
    const into = this.bytes.subarray(place, place + length);
    const read = this.#disk.read(file.file, into, from);
    if (read !== length || crc32(into) !== file.checksums[granule]) {
      throw new SegmentsCorrupt(file.path, `granule ${granule} (offset ${from})`, 'fails its checksum');
    }
    this.#owners[slot] = file;
    this.#granules[slot] = granule;
    this.#used[slot] = 1;
    file.slots[granule] = slot;
    return place;
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
      if (owner !== null) owner.slots[this.#granules[slot] ?? 0] = NONE;
      this.#owners[slot] = null;
      return slot;
    }
  }
}
