import { impliedDocIdsBytes, maxDocIdsBytes, type DocIdList } from '../codec/doc-ids.ts';
import { VarintReader, VarintWriter } from '../codec/varint.ts';
import { u8 } from '../elements.ts';
import { NO_DOCUMENTS, type DocumentList, type FourgramsLocation, type Trigram } from './dictionary-entry.ts';
import type { GranuleCache, GranuleFile } from './granule-cache.ts';
import type { GranuleWriter } from './granule-writer.ts';

/**
 * The 4-grams of a frequent trigram: for each fourth byte that follows it anywhere, the documents in which it does.
 * The members of all lists are indexes among the documents of the trigram.
 *
 * A 4-gram both of whose trigrams have 4-grams is listed in all documents that hold it, except those that are
 * unlisted in one of the two. In the file:
 *
 * - bytes of the list of unlisted documents, whose number is in the dictionary; number of fourth bytes; for each,
 *   ascending: the byte, number of documents, bytes of their list. All are varints; bytes that follow from the number
 *   (`impliedDocIdsBytes`) are left out
 * - the lists, in this order
 *
 * A trigram in few documents (`areBits`) has a byte instead of each fourth byte's number and list: a bit for each
 * document of the trigram, lowest first.
 */
export interface Fourgrams {
  readonly unlisted: DocumentList;
  readonly fourths: readonly Fourth[];
}

interface Fourth {
  readonly fourth: number;
  readonly documents: DocumentList;
}

/** Maximum bytes of what precedes the lists: three varints for each fourth byte, of at most 5 bytes each. */
export const MAX_HEAD_BYTES = 3_840;

/** No fourth byte. */
export const NO_BYTE = -1;

/** Maximum documents of a trigram that fit the bits of a one-byte varint. */
const MAX_BITS = 7;

/** Whether the documents of each 4-gram of a trigram in so many documents are written as bits. */
export function areBits(documents: number): boolean {
  return documents <= MAX_BITS;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let left = bits; left > 0; left &= left - 1) count++;
  return count;
}

/** Iterates over what precedes the lists: first the list of unlisted documents, then that of each fourth byte. */
class FourgramSizes {
  /** Fourth byte and list at hand. */
  fourth = NO_BYTE;
  count: number;
  bytes: number;
  /** Argument of `addressOf`. */
  at = 0;
  /**
   * Whether lists of documents are bits, which stand here; then `at` is an offset in the file, else one from the
   * first list on.
   */
  readonly #areBits: boolean;
  readonly #reader: VarintReader;
  readonly #offset: number;
  readonly #documents: number;
  #left: number;
  #reached: number;

  /** @param documents number of documents of the trigram */
  constructor(cache: GranuleCache, file: GranuleFile, fourgrams: FourgramsLocation, documents: number) {
    const { at, bytes, unlisted } = fourgrams;
    const address = cache.range(file, at, Math.min(bytes, MAX_HEAD_BYTES));
    const reader = new VarintReader(cache.bytes, address);
    this.#areBits = areBits(documents);
    this.#reader = reader;
    this.#offset = at - address;
    this.#documents = documents;
    this.count = unlisted;
    this.bytes = this.#bytesOf(this.count);
    this.#reached = this.bytes;
    this.#left = reader.next();
  }

  /** Offset of the lists in the file, after the iteration has ended. */
  get listsAt(): number {
    return this.#reader.at + this.#offset;
  }

  /** Offset in the file of a fourth byte's list, after the iteration has ended. @param at its value at that list */
  addressOf(at: number): number {
    return this.#areBits ? at : this.listsAt + at;
  }

  /** @returns false after the last one */
  next(): boolean {
    if (this.#left === 0) return false;
    this.#left--;
    const reader = this.#reader;
    this.fourth = reader.next();
    if (this.#areBits) {
      this.at = reader.at + this.#offset;
      this.count = bitCount(reader.next());
      // A list of all documents takes no bytes.
      this.bytes = this.count === this.#documents ? 0 : 1;
    } else {
      this.at = this.#reached;
      this.count = reader.next();
      this.bytes = this.#bytesOf(this.count);
      this.#reached += this.bytes;
    }
    return true;
  }

  #bytesOf(count: number): number {
    return impliedDocIdsBytes(count, this.#documents) ?? this.#reader.next();
  }
}

export function readFourgrams(
  cache: GranuleCache,
  file: GranuleFile,
  { fourgrams, documents }: Pick<Trigram, 'fourgrams' | 'documents'>,
): Fourgrams | null {
  if (fourgrams === null) return null;
  const sizes = new FourgramSizes(cache, file, fourgrams, documents.count);
  const { count, bytes } = sizes;
  const fourths: Fourth[] = [];
  while (sizes.next())
    fourths.push({
      fourth: sizes.fourth,
      documents: { count: sizes.count, at: sizes.at, bytes: sizes.bytes },
    });
  return {
    unlisted: { count, at: sizes.listsAt, bytes },
    fourths: fourths.map(({ fourth, documents: list }) => ({
      fourth,
      documents: { ...list, at: sizes.addressOf(list.at) },
    })),
  };
}

/** Lists of a 4-gram both of whose trigrams have 4-grams. */
interface Fourgram {
  /** Unlisted documents of the first trigram. */
  readonly unlisted: DocumentList;
  /** Documents that hold the 4-gram, except unlisted ones. */
  readonly documents: DocumentList;
}

const NOTHING: Fourgram = { unlisted: NO_DOCUMENTS, documents: NO_DOCUMENTS };

/** Reads one fourth byte of what `readFourgrams` reads, or none (`NO_BYTE`): then only the unlisted documents. */
export function readFourgram(
  cache: GranuleCache,
  file: GranuleFile,
  trigram: Trigram,
  fourth: number,
): Fourgram | null {
  const { fourgrams, documents } = trigram;
  if (fourgrams === null) return null;
  if (fourgrams.unlisted === 0 && fourth === NO_BYTE) return NOTHING;
  const sizes = new FourgramSizes(cache, file, fourgrams, documents.count);
  const { count: unlisted, bytes: unlistedBytes } = sizes;
  let [count, at, bytes] = [0, 0, 0];
  while (sizes.next()) if (sizes.fourth === fourth) ({ count, at, bytes } = sizes);
  return {
    unlisted: { count: unlisted, at: sizes.listsAt, bytes: unlistedBytes },
    documents: { count, at: sizes.addressOf(at), bytes },
  };
}

/** Collects the 4-grams of a trigram until their lengths are known. */
export class FourgramsWriter {
  readonly #fourths = new VarintWriter();
  readonly #unlisted = new VarintWriter();
  #lists = new Uint8Array(1 << 12);
  #at = 0;
  #count = 0;
  #documents = 0;
  /** Number of unlisted documents. */
  unlisted = 0;

  /** @param documents number of documents of the trigram */
  begin(documents: number, unlisted: DocIdList): void {
    this.#fourths.length = 0;
    this.#unlisted.length = 0;
    this.#at = 0;
    this.#count = 0;
    this.#documents = documents;
    this.unlisted = unlisted.count;
    this.#list(this.#unlisted, unlisted);
  }

  /** Adds a fourth byte; they come in ascending order, each with documents. */
  add(fourth: number, list: DocIdList): void {
    const documents = this.#documents;
    this.#fourths.push(fourth);
    if (areBits(documents)) {
      const end = list.write(this.#lists, this.#at, documents);
      this.#fourths.push(end > this.#at ? u8(this.#lists, this.#at) : 2 ** list.count - 1);
    } else {
      this.#fourths.push(list.count);
      this.#list(this.#fourths, list);
    }
    this.#count++;
  }

  /** @returns how many bytes were written */
  write(out: GranuleWriter): number {
    this.#unlisted.push(this.#count);
    const pieces = [this.#unlisted.bytes(), this.#fourths.bytes(), this.#lists.subarray(0, this.#at)];
    for (const piece of pieces) out.write(piece);
    return pieces.reduce((sum, { length }) => sum + length, 0);
  }

  #list(head: VarintWriter, list: DocIdList): void {
    const { count } = list;
    const documents = this.#documents;
    const needed = this.#at + maxDocIdsBytes(count, documents);
    if (needed > this.#lists.length) {
      const larger = new Uint8Array(2 * needed);
      larger.set(this.#lists.subarray(0, this.#at));
      this.#lists = larger;
    }
    const start = this.#at;
    this.#at = list.write(this.#lists, start, documents);
    if (impliedDocIdsBytes(count, documents) === null) head.push(this.#at - start);
  }
}
