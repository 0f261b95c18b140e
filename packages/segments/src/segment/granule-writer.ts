import { crc32 } from 'node:zlib';
import type { Disk } from '../disk.ts';
import { GRANULE_BYTES } from './format.ts';

const BUFFER_BYTES = 1 << 20;

/** Writes a file from start to end, and keeps the checksum of each granule until the body ends. */
export class GranuleWriter {
  readonly #disk: Disk;
  readonly #file: number;
  /** What was written and not handed to the system yet; `at` is the place to write to. */
  bytes = new Uint8Array(2 * BUFFER_BYTES);
  /** Over the same bytes. */
  view = new DataView(this.bytes.buffer);
  at = 0;
  #flushed = 0;
  #checksums = new Uint32Array(1_024);
  #granules = 0;
  #inBody = true;

  constructor(disk: Disk, file: number) {
    this.#disk = disk;
    this.#file = file;
  }

  /** Bytes written so far, which is the place of the next one in the file. */
  get position(): number {
    return this.#flushed + this.at;
  }

  /** Makes room for so many bytes from `at` on. May replace `bytes` and `view`, and move `at`. */
  reserve(count: number): void {
    if (this.at + count <= this.bytes.length) return;
    this.#flush(this.at - (this.at % GRANULE_BYTES));
    if (this.at + count <= this.bytes.length) return;
    const larger = new Uint8Array(this.at + count + BUFFER_BYTES);
    larger.set(this.bytes.subarray(0, this.at));
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }

  write(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; from += BUFFER_BYTES) {
      const piece = bytes.subarray(from, from + BUFFER_BYTES);
      this.reserve(piece.length);
      this.bytes.set(piece, this.at);
      this.at += piece.length;
    }
  }

  /** Ends what is cut into granules. @returns the checksum of each */
  endBody(): Uint32Array {
    this.#flush(this.at);
    this.#inBody = false;
    return this.#checksums.slice(0, this.#granules);
  }

  flush(): void {
    this.#flush(this.at);
  }

  #flush(count: number): void {
    if (count === 0) return;
    const ready = this.bytes.subarray(0, count);
    if (this.#inBody) {
      for (let from = 0; from < count; from += GRANULE_BYTES) {
        this.#keep(crc32(ready.subarray(from, from + GRANULE_BYTES)));
      }
    }
    this.#disk.write(this.#file, ready, this.#flushed);
    this.#flushed += count;
    this.bytes.copyWithin(0, count, this.at);
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
