import type { Disk } from '../disk.ts';

/** Enough for a batch of small documents in one write. */
const BUFFER_BYTES = 2 ** 18;

/** Gathers small writes that follow one another into large ones; what is large itself goes through. */
export class Appender {
  readonly #disk: Disk;
  readonly #file: number;
  readonly #buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  #filled = 0;
  #written = 0;

  constructor(disk: Disk, file: number) {
    this.#disk = disk;
    this.#file = file;
  }

  /** Where the next byte goes. */
  get position(): number {
    return this.#written + this.#filled;
  }

  /** Forgets what was not flushed, and goes on at `position`. */
  begin(position: number): void {
    this.#filled = 0;
    this.#written = position;
  }

  /** May keep `bytes` until `flush`, as a copy. */
  add(bytes: Uint8Array): void {
    if (this.#filled + bytes.length > BUFFER_BYTES) this.flush();
    if (bytes.length > BUFFER_BYTES) {
      this.#disk.write(this.#file, bytes, this.#written);
      this.#written += bytes.length;
    } else {
      this.#buffer.set(bytes, this.#filled);
      this.#filled += bytes.length;
    }
  }

  flush(): void {
    if (this.#filled === 0) return;
    this.#disk.write(this.#file, this.#buffer.subarray(0, this.#filled), this.#written);
    this.#written += this.#filled;
    this.#filled = 0;
  }
}
