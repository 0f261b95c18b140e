import { appended, appendOrdinals, orOrdinals } from '../codec/join-ordinals.ts';
import { isBitmap, type OrdinalList } from '../codec/ordinals.ts';
import type { DocumentList } from '../segment/lists.ts';
import { GRANULE_BYTES } from '../segment/format.ts';
import type { GranuleCache, GranuleFile } from '../segment/granule-cache.ts';

interface Part {
  file: GranuleFile;
  list: DocumentList;
  /** Of which the list is. */
  documents: number;
  /** The ordinal in the whole of the first of them. */
  first: number;
}

/**
 * Lists of documents of several segments, one behind the other, as one that can be written: bitmaps move by some bits, of
 * gaps only the first ones change. For segments of which every document is alive.
 */
export class JoinedLists implements OrdinalList {
  count = 0;
  readonly #cache: GranuleCache;
  readonly #parts: Part[] = [];
  /** So many of these are parts of the list at hand. */
  #used = 0;
  #scratch = new Uint8Array(0);
  #bytes: Uint8Array = this.#scratch;

  constructor(cache: GranuleCache) {
    this.#cache = cache;
  }

  clear(): void {
    this.count = 0;
    this.#used = 0;
  }

  /** Adds a list of some documents behind all that were added. */
  add(file: GranuleFile, list: DocumentList, documents: number, first: number): void {
    if (list.count === 0) return;
    this.count += list.count;
    const known = this.#parts[this.#used++];
    if (known === undefined) {
      this.#parts.push({ file, list, documents, first });
      return;
    }
    known.file = file;
    known.list = list;
    known.documents = documents;
    known.first = first;
  }

  write(into: Uint8Array, at: number, documents: number): number {
    if (this.count === documents) return at;
    if (!isBitmap(this.count, documents)) {
      appended.last = -1;
      let end = at;
      for (let index = 0; index < this.#used; index++) end = this.#append(index, into, end, documents);
      return end;
    }
    const end = at + ((documents + 7) >>> 3);
    into.fill(0, at, end);
    for (let index = 0; index < this.#used; index++) this.#or(index, into, at);
    return end;
  }

  #append(index: number, into: Uint8Array, end: number, all: number): number {
    const part = this.#parts[index];
    if (part === undefined) return end;
    const { list, documents, first } = part;
    const place = this.#placeOf(part);
    return appendOrdinals(this.#bytes, place, list.count, documents, into, end, all, first);
  }

  #or(index: number, into: Uint8Array, at: number): void {
    const part = this.#parts[index];
    if (part === undefined) return;
    const { list, documents, first } = part;
    const place = this.#placeOf(part);
    orOrdinals(this.#bytes, place, list.count, documents, into, at, first);
  }

  /** Brings a list here in one piece. @returns its place in `#bytes` */
  #placeOf({ file, list: { at, bytes } }: Part): number {
    this.#bytes = this.#scratch;
    if (bytes === 0) return 0;
    if ((at % GRANULE_BYTES) + bytes <= GRANULE_BYTES) {
      this.#bytes = this.#cache.bytes;
      return this.#cache.placeOf(file, at);
    }
    if (this.#scratch.length < bytes) this.#bytes = this.#scratch = new Uint8Array(bytes);
    this.#cache.copy(file, at, bytes, this.#scratch);
    return 0;
  }
}
