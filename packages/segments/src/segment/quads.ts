import { impliedOrdinalsBytes, maxOrdinalsBytes, type OrdinalList } from '../codec/ordinals.ts';
import { VarintReader } from '../codec/varint.ts';
import { NO_DOCUMENTS, type DocumentList, type QuadsPlace, type Triple } from './lists.ts';
import type { GranuleCache, GranuleFile } from './granule-cache.ts';
import type { GranuleWriter } from './granule-writer.ts';
import { VarintWriter } from './varint-writer.ts';

/**
 * The quads of a frequent triple: of each fourth byte that follows it anywhere, the documents in which it does. All lists are
 * of ordinals among the documents of the triple.
 *
 * A quad of which both triples have quads is listed in all documents that hold it, but for those that are unlisted in one
 * of the two. In the file:
 *
 * - bytes of the list of unlisted documents, of which the dictionary has the number; number of fourth bytes; of each,
 *   ascending: the byte, number of documents, bytes of their list. All are varints; bytes that follow from the number
 *   (`impliedOrdinalsBytes`) are left out
 * - the lists, in this order
 *
 * Of a triple in few documents (`areBits`) there is a byte in place of each fourth byte's number and list: a bit for each
 * document of the triple, the lowest first.
 */
export interface Quads {
  readonly unlisted: DocumentList;
  readonly fourths: readonly Fourth[];
}

interface Fourth {
  readonly fourth: number;
  readonly documents: DocumentList;
}

/** Of what stands before the lists: three varints a fourth byte, of ordinals 5 bytes each. */
export const MAX_HEAD_BYTES = 3_840;

/** No fourth byte. */
export const NO_BYTE = -1;

/** Documents of a triple of which each takes a bit of a varint of one byte. */
const MOST_BITS = 7;

/** Whether the documents of each quad of a triple in so many documents are written as bits. */
export function areBits(documents: number): boolean {
  return documents <= MOST_BITS;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let left = bits; left > 0; left &= left - 1) count++;
  return count;
}

/** Goes through what stands before the lists: first that of unlisted documents, then that of each fourth byte. */
class QuadSizes {
  /** Of the list at hand. */
  fourth = NO_BYTE;
  count: number;
  bytes: number;
  /** For `placeOf`. */
  at = 0;
  /** Whether lists of documents are bits, which stand here; then `at` is where in the file, else behind the first list. */
  readonly #areBits: boolean;
  readonly #reader: VarintReader;
  readonly #offset: number;
  readonly #documents: number;
  #left: number;
  #reached: number;

  /** @param documents of the triple */
  constructor(cache: GranuleCache, file: GranuleFile, quads: QuadsPlace, documents: number) {
    const { at, bytes, unlisted } = quads;
    const place = cache.stretch(file, at, Math.min(bytes, MAX_HEAD_BYTES));
    const reader = new VarintReader(cache.bytes, place);
    this.#areBits = areBits(documents);
    this.#reader = reader;
    this.#offset = at - place;
    this.#documents = documents;
    this.count = unlisted;
    this.bytes = this.#bytesOf(this.count);
    this.#reached = this.bytes;
    this.#left = reader.next();
  }

  /** Where the lists begin in the file, once this has gone through all. */
  get listsAt(): number {
    return this.#reader.at + this.#offset;
  }

  /** Where the list of a fourth byte is in the file, once this has gone through all. @param at what it was then */
  placeOf(at: number): number {
    return this.#areBits ? at : this.listsAt + at;
  }

  /** @returns false if there is none any more */
  next(): boolean {
    if (this.#left === 0) return false;
    this.#left--;
    const reader = this.#reader;
    this.fourth = reader.next();
    if (this.#areBits) {
      this.at = reader.at + this.#offset;
      this.count = bitCount(reader.next());
      // All of them are no list.
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
    return impliedOrdinalsBytes(count, this.#documents) ?? this.#reader.next();
  }
}

export function readQuads(
  cache: GranuleCache,
  file: GranuleFile,
  { quads, documents }: Pick<Triple, 'quads' | 'documents'>,
): Quads | null {
  if (quads === null) return null;
  const sizes = new QuadSizes(cache, file, quads, documents.count);
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
      documents: { ...list, at: sizes.placeOf(list.at) },
    })),
  };
}

/** What a segment has of a quad whose triples both have quads. */
export interface Quad {
  /** Of the first triple. */
  readonly unlisted: DocumentList;
  /** Documents that hold the quad, unlisted ones aside. */
  readonly documents: DocumentList;
}

const NOTHING: Quad = { unlisted: NO_DOCUMENTS, documents: NO_DOCUMENTS };

/** The same as `readQuads`, of one fourth byte, or of none. */
export function readQuad(
  cache: GranuleCache,
  file: GranuleFile,
  triple: Triple,
  fourth: number,
): Quad | null {
  const { quads, documents } = triple;
  if (quads === null) return null;
  if (quads.unlisted === 0 && fourth === NO_BYTE) return NOTHING;
  const sizes = new QuadSizes(cache, file, quads, documents.count);
  const { count: unlisted, bytes: unlistedBytes } = sizes;
  let [count, at, bytes] = [0, 0, 0];
  while (sizes.next()) if (sizes.fourth === fourth) ({ count, at, bytes } = sizes);
  return {
    unlisted: { count: unlisted, at: sizes.listsAt, bytes: unlistedBytes },
    documents: { count, at: sizes.placeOf(at), bytes },
  };
}

/** Gathers the quads of a triple, until it is known how long they are. */
export class QuadsWriter {
  readonly #fourths = new VarintWriter();
  readonly #unlisted = new VarintWriter();
  #lists = new Uint8Array(1 << 12);
  #at = 0;
  #count = 0;
  #documents = 0;
  /** How many documents are unlisted. */
  unlisted = 0;

  /** @param documents of the triple */
  begin(documents: number, unlisted: OrdinalList): void {
    this.#fourths.length = 0;
    this.#unlisted.length = 0;
    this.#at = 0;
    this.#count = 0;
    this.#documents = documents;
    this.unlisted = unlisted.count;
    this.#list(this.#unlisted, unlisted);
  }

  /** Fourth bytes come in ascending order, each with documents. */
  add(fourth: number, list: OrdinalList): void {
    const documents = this.#documents;
    this.#fourths.push(fourth);
    if (areBits(documents)) {
      const end = list.write(this.#lists, this.#at, documents);
      this.#fourths.push(end > this.#at ? (this.#lists[this.#at] ?? 0) : 2 ** list.count - 1);
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

  #list(head: VarintWriter, list: OrdinalList): void {
    const { count } = list;
    const documents = this.#documents;
    const needed = this.#at + maxOrdinalsBytes(count, documents);
    if (needed > this.#lists.length) {
      const larger = new Uint8Array(2 * needed);
      larger.set(this.#lists.subarray(0, this.#at));
      this.#lists = larger;
    }
    const start = this.#at;
    this.#at = list.write(this.#lists, start, documents);
    if (impliedOrdinalsBytes(count, documents) === null) head.push(this.#at - start);
  }
}
