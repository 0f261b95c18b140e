import { crc32 } from 'node:zlib';
import type { Disk } from '../disk.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { GRANULE_BYTES } from './format.ts';

const BUFFER_BYTES = 1 << 20;
/** Bytes that can be reserved at a time. */
const RESERVE_BYTES = 1 << 20;

/** Writes a file from start to end, and collects the checksum of each granule until the body ends. */
export class GranuleWriter {
  readonly #disk: Disk;
  readonly #file: number;
  readonly #kernel: Kernel;
  /** Range of the buffer in the kernel's memory. Bytes from its start on have not been handed to the system yet. */
  readonly #start: number;
  readonly #end: number;
  /** Address at which to write. */
  at: number;
  #flushed = 0;
  #checksums = new Uint32Array(1_024);
  #granules = 0;
  #inBody = true;

  /**
   * @param kernel memory is taken of it
   * @param maxReserved maximum bytes that are reserved at a time, if more than `RESERVE_BYTES`
   */
  constructor(disk: Disk, file: number, kernel: Kernel, maxReserved = 0) {
    this.#disk = disk;
    this.#file = file;
    this.#kernel = kernel;
    const bytes = BUFFER_BYTES + Math.max(RESERVE_BYTES, maxReserved);
    this.#start = kernel.take(bytes);
    this.#end = this.#start + bytes;
    this.at = this.#start;
  }

  /** The kernel's memory, which `at` is an address in. */
  get bytes(): Uint8Array {
    return this.#kernel.bytes;
  }

  /** Bytes written so far: the offset of the next one in the file. */
  get position(): number {
    return this.#flushed + this.at - this.#start;
  }

  /**
   * Makes sure that there is space for so many bytes from `at` on; may move `at`.
   *
   * @throws RangeError if this is more than the constructor was told
   */
  reserve(count: number): void {
    if (this.at + count <= this.#end) return;
    const written = this.at - this.#start;
    this.#flush(written - (written % GRANULE_BYTES));
    if (this.at + count > this.#end) throw new RangeError(`there is no space for ${count} bytes at a time`);
  }

  write(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; from += BUFFER_BYTES) {
      const piece = bytes.subarray(from, from + BUFFER_BYTES);
      this.reserve(piece.length);
      this.#kernel.bytes.set(piece, this.at);
      this.at += piece.length;
    }
  }

  /** Writes the bytes of the kernel from one address to before another. */
  copy(from: number, to: number): void {
    for (let at = from; at < to; at += BUFFER_BYTES) {
      const end = Math.min(to, at + BUFFER_BYTES);
      this.reserve(end - at);
      this.#kernel.bytes.copyWithin(this.at, at, end);
      this.at += end - at;
    }
  }

  /** Ends the body, which is divided into granules. @returns the checksum of each */
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
        this.#addChecksum(crc32(ready.subarray(from, from + GRANULE_BYTES)));
      }
    }
    this.#disk.write(this.#file, ready, this.#flushed);
    this.#flushed += count;
    bytes.copyWithin(this.#start, end, this.at);
    this.at -= count;
  }

  #addChecksum(checksum: number): void {
    if (this.#granules === this.#checksums.length) {
      const larger = new Uint32Array(2 * this.#granules);
      larger.set(this.#checksums);
      this.#checksums = larger;
    }
    this.#checksums[this.#granules++] = checksum;
  }
}
