import { MAX_VARINT_BYTES, writeVarint } from '../codec/varint.ts';

/** Varints one behind the other, in memory. */
export class VarintWriter {
  #bytes = new Uint8Array(1_024);
  length = 0;

  push(value: number): void {
    if (this.length + MAX_VARINT_BYTES > this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#bytes.length);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.length = writeVarint(this.#bytes, this.length, value);
  }

  /** What was written so far; good until the next `push`. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }
}
