import { VarintReader } from '../codec/varint.ts';
import { f64, u16 } from '../elements.ts';
import { readPair, readTrigrams, type DocumentList, type Entry, type Trigram } from './dictionary-entry.ts';
import { HEADER_BYTES, pairKey, type Footer } from './format.ts';
import type { GranuleCache, GranuleFile } from './granule-cache.ts';

/** Index of a pair that the segment does not have. */
const ABSENT = -1;

/**
 * Finds the lists of a segment. It holds only the pairs of bytes in memory; the entry of each is read from the file.
 */
export class Dictionary {
  readonly #file: GranuleFile;
  readonly #documents: number;
  /** Keys of the pairs (`pairKey`), ascending. */
  readonly #keys: Uint16Array;
  /** Offsets in the file of each pair's entry, and of its lists; the last element is where the last ones end. */
  readonly #entries: Float64Array;
  readonly #lists: Float64Array;
  /** Offset in the file at which the last entry ends. */
  readonly end: number;

  /**
   * @param footer `zonesEnd` is where the dictionary begins
   * @param table of pairs, as it is in the file
   */
  constructor(file: GranuleFile, footer: Footer, table: Uint8Array) {
    const reader = new VarintReader(table, 0);
    const count = reader.next();
    this.#file = file;
    this.#documents = footer.documents;
    this.#keys = new Uint16Array(count);
    this.#entries = new Float64Array(count + 1);
    this.#lists = new Float64Array(count + 1);
    let [key, entry, list] = [-1, footer.zonesEnd, HEADER_BYTES];
    for (let index = 0; index < count; index++) {
      key += reader.next() + 1;
      this.#keys[index] = key;
      this.#entries[index] = entry;
      this.#lists[index] = list;
      entry += reader.next();
      list += reader.next();
    }
    this.#entries[count] = entry;
    this.#lists[count] = list;
    this.end = entry;
  }

  /** Bytes of memory. */
  get memoryBytes(): number {
    return this.#keys.byteLength + this.#entries.byteLength + this.#lists.byteLength;
  }

  /** All pairs, in the order of their groups. */
  get pairs(): Uint16Array {
    return this.#keys.map(pairKey);
  }

  /** Adds the bytes of each pair's entry and lists to its element (`pairKey`). */
  addBytes(into: Float64Array): void {
    for (const [index, key] of this.#keys.entries()) {
      const entry = f64(this.#entries, index + 1) - f64(this.#entries, index);
      const lists = f64(this.#lists, index + 1) - f64(this.#lists, index);
      into[key] = f64(into, key) + entry + lists;
    }
  }

  /** Documents that hold two bytes in a row, null if none does. */
  pair(cache: GranuleCache, pair: number): DocumentList | null {
    const entry = this.entry(cache, pair);
    return entry === null ? null : readPair(entry);
  }

  /** Documents and positions of a trigram, null if there are none. */
  trigram(cache: GranuleCache, trigram: number): Trigram | null {
    const third = trigram & 0xff;
    const [found] = this.trigrams(cache, trigram >>> 8, third, third);
    return found ?? null;
  }

  /** Trigrams of a pair whose third byte is in a range, ascending. */
  trigrams(cache: GranuleCache, pair: number, first: number, last: number): readonly Trigram[] {
    const entry = this.entry(cache, pair);
    return entry === null ? [] : readTrigrams(entry, this.#documents, first, last);
  }

  /** Entry of a pair, null if no document holds it. Valid until the cache reads something. */
  entry(cache: GranuleCache, pair: number): Entry | null {
    const index = this.#find(pair);
    if (index === ABSENT) return null;
    const at = f64(this.#entries, index);
    const bytes = f64(this.#entries, index + 1) - at;
    const address = cache.range(this.#file, at, bytes);
    const reader = new VarintReader(cache.bytes, address);
    const [lists, listsEnd] = [f64(this.#lists, index), f64(this.#lists, index + 1)];
    return { reader, offset: at - address, at, bytes, lists, listsEnd };
  }

  #find(pair: number): number {
    const key = pairKey(pair);
    let low = 0;
    let high = this.#keys.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = u16(this.#keys, middle);
      if (found === key) return middle;
      if (found < key) low = middle + 1;
      else high = middle - 1;
    }
    return ABSENT;
  }
}
