import type { Kernel } from '../kernel/kernel.ts';
import { pairKey } from '../segment/format.ts';

const PAIRS = 2 ** 16;

/** The key of what is no 4-gram; those of 4-grams follow. */
export const NO_FOURGRAM = 0;

/** The 4-grams of one frequent trigram: their keys, and the fourth byte of each, follow each other. */
export interface FourgramRow {
  readonly firstKey: number;
  readonly length: number;
  /** The address of the first one's fourth byte. */
  readonly fourths: number;
}

/**
 * Numbers all 4-grams there could be, without gaps: a frequent trigram `abc`, and a frequent one that begins with `bc`. These have
 * numbers in a row, too, so the key of `abcd` is a sum of one number of `abc` and one of `bcd`.
 */
export class FourgramKeys {
  /** All keys are less. */
  readonly end: number;
  /** The address of a word for each number of a trigram: added to that of the trigram behind it, it makes the key. */
  readonly offsets: number;
  readonly #rows: Uint32Array;
  readonly #followers: Uint32Array;
  /** The address of the last byte of each frequent trigram. */
  readonly #lastBytes: number;

  /** @param frequent trigrams in the order of groups; they are numbered from 1 */
  constructor(kernel: Kernel, frequent: Uint32Array) {
    this.offsets = kernel.take(4 * (frequent.length + 1));
    this.#lastBytes = kernel.take(frequent.length);
    kernel.bytes.set(
      frequent.map((trigram) => trigram & 0xff),
      this.#lastBytes,
    );
    const upTo = countByPair(frequent);
    this.#rows = new Uint32Array(frequent.length + 1);
    this.#followers = new Uint32Array(frequent.length);
    const offsets = kernel.words.subarray(this.offsets >>> 2);
    let end = NO_FOURGRAM + 1;
    for (const [index, trigram] of frequent.entries()) {
      const key = pairKey(trigram & 0xffff);
      const follower = upTo[key] ?? 0;
      this.#followers[index] = follower;
      this.#rows[index] = end;
      // May be below zero: the sum is right in 32 bits.
      offsets[index + 1] = end - (follower + 1);
      end += (upTo[key + 1] ?? 0) - follower;
    }
    this.#rows[frequent.length] = end;
    this.end = end;
  }

  /** @param index of the trigram among the frequent ones, from 0 */
  row(index: number): FourgramRow {
    const firstKey = this.#rows[index] ?? 0;
    const length = (this.#rows[index + 1] ?? 0) - firstKey;
    return { firstKey, length, fourths: this.#lastBytes + (this.#followers[index] ?? 0) };
  }
}

/** How many of some trigrams begin with one of the pairs before each, in the order of groups. */
function countByPair(trigrams: Uint32Array): Uint32Array {
  const upTo = new Uint32Array(PAIRS + 1);
  for (const trigram of trigrams) {
    const behind = pairKey(trigram >>> 8) + 1;
    upTo[behind] = (upTo[behind] ?? 0) + 1;
  }
  for (let key = 0; key < PAIRS; key++) upTo[key + 1] = (upTo[key + 1] ?? 0) + (upTo[key] ?? 0);
  return upTo;
}
