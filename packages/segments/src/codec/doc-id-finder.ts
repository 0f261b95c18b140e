import { u32 } from '../elements.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { firstOfLonger, isBitmap } from './doc-ids.ts';

/** Maximum candidates that are looked for at once. */
export const MAX_CANDIDATES = 4_096;

/** Bytes that a finder needs of a kernel's memory. */
export const FINDER_BYTES = 3 * MAX_CANDIDATES * Uint32Array.BYTES_PER_ELEMENT;

/** Finds document ids in lists that lie in a kernel's memory. */
export class DocIdFinder {
  readonly #kernel: Kernel;
  readonly #wanted: Uint32Array;
  readonly #indexes: Uint32Array;
  readonly #ranks: Uint32Array;

  /**
   * @param kernel whose memory must not grow any more, as it would move
   * @param address of FINDER_BYTES in it
   */
  constructor(kernel: Kernel, address: number) {
    this.#kernel = kernel;
    const { buffer } = kernel.bytes;
    this.#wanted = new Uint32Array(buffer, address, MAX_CANDIDATES);
    this.#indexes = new Uint32Array(buffer, address + this.#wanted.byteLength, MAX_CANDIDATES);
    this.#ranks = new Uint32Array(buffer, address + 2 * this.#wanted.byteLength, MAX_CANDIDATES);
  }

  /** Does what `findDocIds` does, in a list of gaps at an address. The kernel skips sixteen gaps at a time. */
  find(
    at: number,
    count: number,
    documents: number,
    wanted: Uint32Array,
    wantedCount: number,
    indexes: Uint32Array,
  ): number {
    const found = this.#find(at, count, documents, wanted, wantedCount);
    for (let index = 0; index < found; index++) indexes[index] = u32(this.#indexes, index);
    return found;
  }

  /** Does what `rankDocIds` does, in a list at an address, after which up to 8 bytes more may be read. */
  rank(
    at: number,
    count: number,
    documents: number,
    wanted: Uint32Array,
    wantedCount: number,
    indexes: Uint32Array,
    ranks: Uint32Array,
  ): number {
    const found = isBitmap(count, documents)
      ? this.#rank(at, wanted, wantedCount)
      : this.#find(at, count, documents, wanted, wantedCount);
    for (let index = 0; index < found; index++) {
      indexes[index] = u32(this.#indexes, index);
      ranks[index] = u32(this.#ranks, index);
    }
    return found;
  }

  #find(at: number, count: number, documents: number, wanted: Uint32Array, wantedCount: number): number {
    const [from, into, ranks] = [this.#wanted.byteOffset, this.#indexes.byteOffset, this.#ranks.byteOffset];
    const end = this.#want(wanted, wantedCount);
    const longer = firstOfLonger(documents);
    return (this.#kernel.run.findDocIds(at, count, longer, from, end, into, ranks) - into) >>> 2;
  }

  #rank(at: number, wanted: Uint32Array, wantedCount: number): number {
    const [from, into, ranks] = [this.#wanted.byteOffset, this.#indexes.byteOffset, this.#ranks.byteOffset];
    const end = this.#want(wanted, wantedCount);
    return (this.#kernel.run.rankDocIds(at, from, end, into, ranks) - into) >>> 2;
  }

  #want(wanted: Uint32Array, count: number): number {
    for (let index = 0; index < count; index++) this.#wanted[index] = u32(wanted, index);
    return this.#wanted.byteOffset + this.#wanted.BYTES_PER_ELEMENT * count;
  }
}
