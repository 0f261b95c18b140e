import { u8 } from '../elements.ts';

/** Maximum bytes of a number below 2^53 as a varint. */
export const MAX_VARINT_BYTES = 8;

/**
 * Writes an integer from 0 to 2^53 − 1 in groups of seven bits, lowest first; the top bit of a byte states that more
 * follow.
 *
 * @returns the index after it
 */
export function writeVarint(into: Uint8Array, at: number, value: number): number {
  let rest = value;
  let to = at;
  // Bit operations see 32 bits only.
  while (rest > 0x7fff_ffff) {
    into[to++] = (rest % 0x80) | 0x80;
    rest = Math.floor(rest / 0x80);
  }
  while (rest > 0x7f) {
    into[to++] = (rest & 0x7f) | 0x80;
    rest >>>= 7;
  }
  into[to++] = rest;
  return to;
}

/** Reads varints one after another. The caller knows how many there are; reading past the end throws RangeError. */
export class VarintReader {
  readonly #from: Uint8Array;
  /** Index of the next one. */
  at: number;

  constructor(from: Uint8Array, at: number) {
    this.#from = from;
    this.at = at;
  }

  next(): number {
    const byte = u8(this.#from, this.at++);
    return byte < 0x80 ? byte : this.#longer(byte);
  }

  /** Apart from `next`, which stays small enough to be inlined. */
  #longer(first: number): number {
    const from = this.#from;
    let byte = first;
    let value = byte & 0x7f;
    let shift = 7;
    while (shift < 28) {
      byte = u8(from, this.at++);
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
      shift += 7;
    }
    let scale = 2 ** 28;
    do {
      byte = u8(from, this.at++);
      value += (byte & 0x7f) * scale;
      scale *= 0x80;
    } while (byte >= 0x80 && scale < 2 ** 56);
    return value;
  }
}

/** Varints one after another, in memory. */
export class VarintWriter {
  #bytes = new Uint8Array(1_024);
  length = 0;

  push(value: number): void {
    if (this.length + MAX_VARINT_BYTES > this.#bytes.length) this.#grow(2 * this.#bytes.length);
    this.length = writeVarint(this.#bytes, this.length, value);
  }

  /** Adds varints that were written elsewhere. */
  append(varints: Uint8Array): void {
    const end = this.length + varints.length;
    if (end > this.#bytes.length) this.#grow(2 * end);
    this.#bytes.set(varints, this.length);
    this.length = end;
  }

  /** All varints so far; valid until more are added. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }

  #grow(bytes: number): void {
    const larger = new Uint8Array(bytes);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}
