import { MAX_BLOCK_BYTES, writeBlock, writeGaps } from '../codec/blocks.ts';
import { BLOCK } from '../codec/unpackers.ts';
import type { GranuleWriter } from './granule-writer.ts';
import { SKIP_BYTES } from './format.ts';

/** What the dictionary keeps of a list. */
export interface ListSize {
  readonly count: number;
  readonly bytes: number;
  /** 0: a short list, gaps alone. */
  readonly blocks: number;
}

/**
 * Writes lists of positions, one after the other: of each, positions one by one, or whole blocks as another segment has
 * them.
 *
 * A list of fewer than 128 is gaps alone. A longer one is blocks, then a skip table of an entry a block: its floor and
 * where it begins. The table begins at a multiple of eight, so that no entry lies in two granules.
 */
export class PositionsWriter {
  readonly #out: GranuleWriter;
  readonly #pending = new Uint32Array(BLOCK);
  #waiting = 0;
  /** One more than the last position that was written. */
  #floor = 0;
  #start = 0;
  #count = 0;
  #blocks = 0;
  #skips = new Uint32Array(2 * 1_024);

  constructor(out: GranuleWriter) {
    this.#out = out;
  }

  begin(): void {
    this.#waiting = 0;
    this.#floor = 0;
    this.#start = this.#out.position;
    this.#count = 0;
    this.#blocks = 0;
  }

  /** A position above all before it. */
  push(position: number): void {
    this.#pending[this.#waiting++] = position;
    if (this.#waiting === BLOCK) this.#endBlock();
  }

  /** The positions `from` to `to`, ascending and above all before them. */
  pushAll(positions: Uint32Array, from: number, to: number): void {
    let next = from;
    while (next < to) {
      if (this.#waiting === 0 && to - next >= BLOCK) {
        this.#writeBlock(positions, next, next + BLOCK);
        next += BLOCK;
      } else {
        this.push(positions[next] ?? 0);
        next += 1;
      }
    }
  }

  /** The first `count` positions, each moved by `shift`: ascending and above all before them. */
  pushMoved(positions: Int32Array, count: number, shift: number): void {
    const pending = this.#pending;
    let waiting = this.#waiting;
    for (let index = 0; index < count; index++) {
      pending[waiting++] = (positions[index] ?? 0) + shift;
      if (waiting < BLOCK) continue;
      this.#waiting = waiting;
      this.#endBlock();
      waiting = 0;
    }
    this.#waiting = waiting;
  }

  /**
   * A full block as it was written elsewhere.
   *
   * @param floor the block's own floor here, above all positions before it
   * @param end one more than the block's last position, or the next block's floor
   */
  copyBlock(bytes: Uint8Array, from: number, to: number, floor: number, end: number): void {
    if (this.#waiting > 0) this.#endBlock();
    this.#keepSkip(floor);
    this.#out.reserve(to - from);
    this.#out.bytes.set(bytes.subarray(from, to), this.#out.at);
    this.#out.at += to - from;
    this.#count += BLOCK;
    this.#floor = end;
  }

  end(): ListSize {
    const out = this.#out;
    if (this.#blocks === 0) {
      const count = this.#waiting;
      out.reserve(5 * count);
      out.at = writeGaps(out.bytes, out.at, this.#pending, 0, count, 0);
      return { count, bytes: out.position - this.#start, blocks: 0 };
    }
    if (this.#waiting > 0) this.#endBlock();
    const words = 2 * this.#blocks;
    const padding = -out.position & (SKIP_BYTES - 1);
    out.reserve(padding);
    out.bytes.fill(0, out.at, out.at + padding);
    out.at += padding;
    out.write(littleEndian(this.#skips.subarray(0, words)));
    return { count: this.#count, bytes: out.position - this.#start, blocks: this.#blocks };
  }

  #endBlock(): void {
    const count = this.#waiting;
    this.#waiting = 0;
    this.#writeBlock(this.#pending, 0, count);
  }

  #writeBlock(positions: Uint32Array, from: number, to: number): void {
    const out = this.#out;
    this.#keepSkip(this.#floor);
    out.reserve(MAX_BLOCK_BYTES);
    out.at = writeBlock(out.bytes, out.view, out.at, positions, from, to, this.#floor);
    this.#count += to - from;
    this.#floor = (positions[to - 1] ?? 0) + 1;
  }

  #keepSkip(floor: number): void {
    const words = 2 * this.#blocks;
    if (words === this.#skips.length) {
      const larger = new Uint32Array(2 * words);
      larger.set(this.#skips);
      this.#skips = larger;
    }
    this.#skips[words] = floor;
    this.#skips[words + 1] = this.#out.position - this.#start;
    this.#blocks++;
  }
}

const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** The bytes of 32-bit words, lowest byte first. */
export function littleEndian(words: Uint32Array): Uint8Array {
  if (IS_LITTLE_ENDIAN) return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
  const bytes = Buffer.alloc(words.byteLength);
  for (const [index, word] of words.entries()) bytes.writeUInt32LE(word, 4 * index);
  return bytes;
}
