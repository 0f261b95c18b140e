import { impliedOrdinalsBytes, maxOrdinalsBytes, type OrdinalList } from '../codec/ordinals.ts';
import { VarintReader } from '../codec/varint.ts';
import { NO_DOCUMENTS, type DocumentList, type Triple } from './lists.ts';
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
 * - number of unlisted documents, bytes of their list; number of fourth bytes; of each, ascending: the byte, number of
 *   documents, bytes of their list. All are varints; bytes that follow from the number (`impliedOrdinalsBytes`) are left out
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

export function readQuads(cache: GranuleCache, file: GranuleFile, triple: Triple): Quads | null {
  const { quads, documents } = triple;
  if (quads === null) return null;
  const place = cache.stretch(file, quads.at, Math.min(quads.bytes, MAX_HEAD_BYTES));
  const reader = new VarintReader(cache.bytes, place);
  const sizes: { readonly fourth: number; readonly count: number; readonly bytes: number }[] = [];
  const size = (fourth: number): void => {
    const count = reader.next();
    sizes.push({ fourth, count, bytes: impliedOrdinalsBytes(count, documents.count) ?? reader.next() });
  };
  size(-1);
  for (let left = reader.next(); left > 0; left--) size(reader.next());
  let at = quads.at + reader.at - place;
  const [unlisted, ...fourths] = sizes.map(({ fourth, count, bytes }): Fourth => {
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

/** No fourth byte. */
export const NO_BYTE = -1;

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
  const place = cache.stretch(file, quads.at, Math.min(quads.bytes, MAX_HEAD_BYTES));
  const reader = new VarintReader(cache.bytes, place);
  const unlisted = reader.next();
  if (unlisted === 0 && fourth === NO_BYTE) return NOTHING;
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

  /** @param documents of the triple */
  begin(documents: number, unlisted: OrdinalList): void {
    this.#fourths.length = 0;
    this.#unlisted.length = 0;
    this.#at = 0;
    this.#count = 0;
    this.#documents = documents;
    this.#list(this.#unlisted, unlisted);
  }

  /** Fourth bytes come in ascending order, each with documents. */
  add(fourth: number, list: OrdinalList): void {
    this.#fourths.push(fourth);
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
    head.push(count);
    if (impliedOrdinalsBytes(count, documents) === null) head.push(this.#at - start);
  }
}
