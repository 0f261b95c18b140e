import { appended, appendOrdinals, orOrdinals } from '../codec/join-ordinals.ts';
import { isBitmap, type OrdinalList } from '../codec/ordinals.ts';
import { GRANULE_BYTES } from '../segment/format.ts';
import type { GranuleCache, GranuleFile } from '../segment/granule-cache.ts';

/**
 * Lists of documents of several segments, one behind the other, as one that can be written: bitmaps move by some bits, of
 * gaps only the first ones change. For segments of which every document is alive.
 */
export class JoinedLists implements OrdinalList {
  count = 0;
  readonly #cache: GranuleCache;
  /** Of each part its file, and in columns the rest: how many it has, out of how many, what the first of these is in the whole, where it lies. */
  readonly #files: GranuleFile[] = [];
  readonly #counts: Uint32Array;
  readonly #documents: Uint32Array;
  readonly #firsts: Uint32Array;
  readonly #places: Float64Array;
  readonly #bytes: Uint32Array;
  #parts = 0;
  #scratch = new Uint8Array(0);
  /** Where the part at hand was brought to. */
  #source: Uint8Array = this.#scratch;

  /** @param most parts of a list */
  constructor(cache: GranuleCache, most: number) {
    this.#cache = cache;
    this.#counts = new Uint32Array(most);
    this.#documents = new Uint32Array(most);
    this.#firsts = new Uint32Array(most);
    this.#places = new Float64Array(most);
    this.#bytes = new Uint32Array(most);
  }

  clear(): void {
    this.count = 0;
    this.#parts = 0;
  }

  /**
   * Adds a list behind all that were added.
   *
   * @param count, at, bytes see `DocumentList`
   * @param documents of which the list is
   * @param first the ordinal in the whole of the first of these
   */
  add(file: GranuleFile, count: number, at: number, bytes: number, documents: number, first: number): void {
    if (count === 0) return;
    const part = this.#parts++;
    this.count += count;
    this.#files[part] = file;
    this.#counts[part] = count;
    this.#documents[part] = documents;
    this.#firsts[part] = first;
    this.#places[part] = at;
    this.#bytes[part] = bytes;
  }

  write(into: Uint8Array, at: number, documents: number): number {
    if (this.count === documents) return at;
    if (!isBitmap(this.count, documents)) {
      appended.last = -1;
      let end = at;
      for (let part = 0; part < this.#parts; part++) end = this.#append(part, into, end, documents);
      return end;
    }
    const end = at + ((documents + 7) >>> 3);
    into.fill(0, at, end);
    for (let part = 0; part < this.#parts; part++) this.#or(part, into, at);
    return end;
  }

  #append(part: number, into: Uint8Array, end: number, all: number): number {
    const place = this.#placeOf(part);
    const count = this.#counts[part] ?? 0;
    const first = this.#firsts[part] ?? 0;
    return appendOrdinals(this.#source, place, count, this.#documents[part] ?? 0, into, end, all, first);
  }

  #or(part: number, into: Uint8Array, at: number): void {
    const place = this.#placeOf(part);
    const count = this.#counts[part] ?? 0;
    const first = this.#firsts[part] ?? 0;
    orOrdinals(this.#source, place, count, this.#documents[part] ?? 0, into, at, first);
  }

  /** Brings a list here in one piece. @returns its place in `#source` */
  #placeOf(part: number): number {
    const file = this.#files[part];
    const at = this.#places[part] ?? 0;
    const bytes = this.#bytes[part] ?? 0;
    this.#source = this.#scratch;
    if (file === undefined || bytes === 0) return 0;
    if ((at % GRANULE_BYTES) + bytes <= GRANULE_BYTES) {
      this.#source = this.#cache.bytes;
      return this.#cache.placeOf(file, at);
    }
    if (this.#scratch.length < bytes) this.#source = this.#scratch = new Uint8Array(bytes);
    this.#cache.copy(file, at, bytes, this.#scratch);
    return 0;
  }
}
