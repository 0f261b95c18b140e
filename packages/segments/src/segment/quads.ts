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

/** Goes through what stands before the lists: first how long that of unlisted documents is, then that of each fourth byte. */
export class QuadSizes {
  fourth = NO_BYTE;
  count: number;
  bytes: number;
  readonly #reader: VarintReader;
  readonly #offset: number;
  readonly #documents: number;
  #left: number;

  /** @param documents of the triple */
  constructor(
    cache: GranuleCache,
    file: GranuleFile,
    { at, bytes, unlisted }: QuadsPlace,
    documents: number,
  ) {
    const place = cache.stretch(file, at, Math.min(bytes, MAX_HEAD_BYTES));
    const reader = new VarintReader(cache.bytes, place);
    this.#reader = reader;
    this.#offset = at - place;
    this.#documents = documents;
    this.count = unlisted;
    this.bytes = this.#bytesOf(this.count);
    this.#left = reader.next();
  }

  /** Where the lists begin in the file, once this has gone through all. */
  get listsAt(): number {
    return this.#reader.at + this.#offset;
  }

  /** @returns false if there is none any more */
  next(): boolean {
    if (this.#left === 0) return false;
    this.#left--;
    this.fourth = this.#reader.next();
    this.count = this.#reader.next();
    this.bytes = this.#bytesOf(this.count);
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
  const lists: { readonly fourth: number; readonly count: number; readonly bytes: number }[] = [];
  do lists.push({ fourth: sizes.fourth, count: sizes.count, bytes: sizes.bytes });
  while (sizes.next());
  let at = sizes.listsAt;
  const [unlisted, ...fourths] = lists.map(({ fourth, count, bytes }): Fourth => {
    const list = { fourth, documents: { count, at, bytes } };
    at += bytes;
    return list;
  });
  return { unlisted: unlisted?.documents ?? { count: 0, at, bytes: 0 }, fourths };
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
  const { unlisted } = quads;
  if (unlisted === 0 && fourth === NO_BYTE) return NOTHING;
  const place = cache.stretch(file, quads.at, Math.min(quads.bytes, MAX_HEAD_BYTES));
  const reader = new VarintReader(cache.bytes, place);
  const unlistedBytes = impliedOrdinalsBytes(unlisted, documents.count) ?? reader.next();
  let [count, bytes, before] = [0, 0, 0];
  let reached = unlistedBytes;
  for (let left = reader.next(); left > 0; left--) {
    const isWanted = reader.next() === fourth;
    const ofFourth = reader.next();
    const listBytes = impliedOrdinalsBytes(ofFourth, documents.count) ?? reader.next();
    if (isWanted) [count, bytes, before] = [ofFourth, listBytes, reached];
    reached += listBytes;
  }
  const at = quads.at + reader.at - place;
  return {
    unlisted: { count: unlisted, at, bytes: unlistedBytes },
    documents: { count, at: at + before, bytes },
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
    this.#fourths.push(fourth);
    this.#fourths.push(list.count);
    this.#list(this.#fourths, list);
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
