import { crc32 } from 'node:zlib';
import type { Disk } from '../disk.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { GRANULE_BYTES } from './format.ts';

const BUFFER_BYTES = 1 << 20;
/** What may be reserved at a time. */
const RESERVE_BYTES = 1 << 20;

/** Writes a file from start to end, and keeps the checksum of each granule until the body ends. */
export class GranuleWriter {
  readonly #disk: Disk;
  readonly #file: number;
  readonly #kernel: Kernel;
  /** Where that begins which was not handed to the system yet, and where there is no more room, in the kernel's memory. */
  readonly #start: number;
  readonly #end: number;
  /** The address to write to. */
  at: number;
  #flushed = 0;
  #checksums = new Uint32Array(1_024);
  #granules = 0;
  #inBody = true;

  /**
   * @param kernel memory is taken of it
   * @param room what is reserved at a time at most, if it is more than `RESERVE_BYTES`
   */
  constructor(disk: Disk, file: number, kernel: Kernel, room = 0) {
    this.#disk = disk;
    this.#file = file;
    this.#kernel = kernel;
    const bytes = BUFFER_BYTES + Math.max(RESERVE_BYTES, room);
    this.#start = kernel.take(bytes);
    this.#end = this.#start + bytes;
    this.at = this.#start;
  }

  /** What `at` is an address in: the kernel's memory. */
  get bytes(): Uint8Array {
    return this.#kernel.bytes;
  }

  /** Bytes written so far, which is the address of the next one in the file. */
  get position(): number {
    return this.#flushed + this.at - this.#start;
  }

  /**
   * Makes room for so many bytes from `at` on; may move it.
   *
   * @throws RangeError if this is more than was asked for in the beginning
   */
  reserve(count: number): void {
    if (this.at + count <= this.#end) return;
    const written = this.at - this.#start;
    this.#flush(written - (written % GRANULE_BYTES));
    if (this.at + count > this.#end) throw new RangeError(`there is no room for ${count} bytes at a time`);
  }

  write(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; from += BUFFER_BYTES) {
      const piece = bytes.subarray(from, from + BUFFER_BYTES);
      this.reserve(piece.length);
      this.#kernel.bytes.set(piece, this.at);
      this.at += piece.length;
    }
  }

  /** Writes what stands at an address of the kernel, up to another. */
  copy(from: number, to: number): void {
    for (let at = from; at < to; at += BUFFER_BYTES) {
      const end = Math.min(to, at + BUFFER_BYTES);
      this.reserve(end - at);
      this.#kernel.bytes.copyWithin(this.at, at, end);
      this.at += end - at;
    }
  }

  /** Ends what is cut into granules. @returns the checksum of each */
  endBody(): Uint32Array {
    this.flush();
    this.#inBody = false;
    return this.#checksums.slice(0, this.#granules);
  }

  flush(): void {
    this.#flush(this.at - this.#start);
  }

  #flush(count: number): void {
    if (count === 0) return;
    const { bytes } = this;
    const end = this.#start + count;
    const ready = bytes.subarray(this.#start, end);
    if (this.#inBody) {
      for (let from = 0; from < count; from += GRANULE_BYTES) {
        this.#keep(crc32(ready.subarray(from, from + GRANULE_BYTES)));
      }
    }
    this.#disk.write(this.#file, ready, this.#flushed);
    this.#flushed += count;
    bytes.copyWithin(this.#start, end, this.at);
    this.at -= count;
  }

  #keep(checksum: number): void {
    if (this.#granules === this.#checksums.length) {
      const larger = new Uint32Array(2 * this.#granules);
      larger.set(this.#checksums);
      this.#checksums = larger;
    }
    this.#checksums[this.#granules++] = checksum;
  }
}
