import type { Kernel } from '../kernel/kernel.ts';
import { firstOfLonger, isBitmap } from './ordinals.ts';

/** Candidates at most that are looked for at once. */
export const MOST_CANDIDATES = 4_096;

/** What a finder needs of a kernel's memory. */
export const FINDER_BYTES = 3 * MOST_CANDIDATES * Uint32Array.BYTES_PER_ELEMENT;

/** Finds ordinals in lists of documents that lie in a kernel's memory. */
export class OrdinalFinder {
  readonly #kernel: Kernel;
  readonly #wanted: Uint32Array;
  readonly #places: Uint32Array;
  readonly #ranks: Uint32Array;

  /**
   * @param kernel of which nothing is taken any more, so that its memory stays where it is
   * @param place of FINDER_BYTES in it
   */
  constructor(kernel: Kernel, place: number) {
    this.#kernel = kernel;
    const { buffer } = kernel.bytes;
    this.#wanted = new Uint32Array(buffer, place, MOST_CANDIDATES);
    this.#places = new Uint32Array(buffer, place + this.#wanted.byteLength, MOST_CANDIDATES);
    this.#ranks = new Uint32Array(buffer, place + 2 * this.#wanted.byteLength, MOST_CANDIDATES);
  }

  /** The same as `findOrdinals` of a list of gaps at a place, and as fast as sixteen of them at a time can be passed over. */
  find(
    at: number,
    count: number,
    documents: number,
    wanted: Uint32Array,
    wantedCount: number,
    places: Uint32Array,
  ): number {
    const found = this.#find(at, count, documents, wanted, wantedCount);
    for (let index = 0; index < found; index++) places[index] = this.#places[index] ?? 0;
    return found;
  }

  /** The same as `rankOrdinals` of a list at a place, of which up to 8 bytes more may be read. */
  rank(
    at: number,
    count: number,
    documents: number,
    wanted: Uint32Array,
    wantedCount: number,
    places: Uint32Array,
    ranks: Uint32Array,
  ): number {
    const found = isBitmap(count, documents)
      ? this.#rank(at, wanted, wantedCount)
      : this.#find(at, count, documents, wanted, wantedCount);
    for (let index = 0; index < found; index++) {
      places[index] = this.#places[index] ?? 0;
      ranks[index] = this.#ranks[index] ?? 0;
    }
    return found;
  }

  #find(at: number, count: number, documents: number, wanted: Uint32Array, wantedCount: number): number {
    const [from, into, ranks] = [this.#wanted.byteOffset, this.#places.byteOffset, this.#ranks.byteOffset];
    const end = this.#want(wanted, wantedCount);
    const longer = firstOfLonger(documents);
    return (this.#kernel.run.findOrdinals(at, count, longer, from, end, into, ranks) - into) >>> 2;
  }

  #rank(at: number, wanted: Uint32Array, wantedCount: number): number {
    const [from, into, ranks] = [this.#wanted.byteOffset, this.#places.byteOffset, this.#ranks.byteOffset];
    const end = this.#want(wanted, wantedCount);
    return (this.#kernel.run.rankOrdinals(at, from, end, into, ranks) - into) >>> 2;
  }

  #want(wanted: Uint32Array, count: number): number {
    for (let index = 0; index < count; index++) this.#wanted[index] = wanted[index] ?? 0;
    return this.#wanted.byteOffset + this.#wanted.BYTES_PER_ELEMENT * count;
  }
}
