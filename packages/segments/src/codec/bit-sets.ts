import { u32 } from '../elements.ts';

/** A set of small numbers, such as document ids or positions: a bit each. */
export class BitSet {
  readonly #words: Uint32Array;

  constructor(documents: number) {
    this.#words = new Uint32Array((documents + 31) >>> 5);
  }

  clear(): void {
    this.#words.fill(0);
  }

  has(docId: number): boolean {
    return ((u32(this.#words, docId >>> 5) >>> (docId & 31)) & 1) === 1;
  }

  add(docId: number): void {
    const word = docId >>> 5;
    this.#words[word] = u32(this.#words, word) | (1 << (docId & 31));
  }

  addAll(docIds: Uint32Array, from: number, to: number): void {
    const words = this.#words;
    for (let index = from; index < to; index++) {
      const docId = u32(docIds, index);
      const word = docId >>> 5;
      words[word] = u32(words, word) | (1 << (docId & 31));
    }
  }

  addSet(other: BitSet): void {
    for (const [index, word] of other.#words.entries()) this.#words[index] = u32(this.#words, index) | word;
  }

  /** Writes the members, ascending, to the start of `into`. @returns how many there are */
  list(into: Uint32Array): number {
    let count = 0;
    for (let index = 0; index < this.#words.length; index++) {
      let word = u32(this.#words, index);
      while (word !== 0) {
        into[count++] = (index << 5) + 31 - Math.clz32(word & -word);
        word &= word - 1;
      }
    }
    return count;
  }
}

/** No byte. */
export const NONE = -1;

/** A set of bytes. */
export class ByteSet {
  /** Number of members. */
  size = 0;
  readonly #words = new Uint32Array(8);

  add(byte: number): void {
    const before = u32(this.#words, byte >>> 5);
    const after = (before | (1 << (byte & 31))) >>> 0;
    if (after === before) return;
    this.#words[byte >>> 5] = after;
    this.size++;
  }

  has(byte: number): boolean {
    return ((u32(this.#words, byte >>> 5) >>> (byte & 31)) & 1) === 1;
  }

  clear(): void {
    if (this.size === 0) return;
    this.#words.fill(0);
    this.size = 0;
  }

  /** The least member that is not below `from`, or `NONE`. */
  next(from: number): number {
    let mask = -1 << (from & 31);
    for (let word = from >>> 5; word < 8; word++) {
      const rest = u32(this.#words, word) & mask;
      if (rest !== 0) return (word << 5) + 31 - Math.clz32(rest & -rest);
      mask = -1;
    }
    return NONE;
  }
}
