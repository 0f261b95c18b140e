import { SEPARATOR } from '../segment/format.ts';
import { QuadsWriter } from '../segment/quads.ts';
import type { SegmentWriter } from '../segment/segment-writer.ts';
import type { Text } from './counts.ts';
import { eachPart } from './document-text.ts';
import type { Scratch } from './scratch.ts';
import { sortDocuments, type KeysOfDocuments } from './sort-documents.ts';

const SYMBOLS = 256;
const TRIPLES = 2 ** 24;

/** A frequent triple's number and a fourth byte are one of as many keys as there are triples. */
const MOST_FREQUENT = 2 ** 16 - 1;
/** So few frequent triples are no burden to any text; a longer one may have one for so many bytes. */
const FEW_FREQUENT = 64;
const BYTES_A_FREQUENT = 1_024;

/** Memory by which a thread goes from text to text. */
export interface QuadTables {
  /** Of each triple, its number among the frequent ones, from 1; else 0. */
  readonly numbers: Uint16Array;
  readonly ends: Uint32Array;
}

export function quadTables(): QuadTables {
  return { numbers: new Uint16Array(TRIPLES), ends: new Uint32Array(TRIPLES) };
}

/** One in so many documents: what makes a triple frequent, and what does if that would make too many so. */
const SHARES = [8, 4, 2, 1];

/**
 * Triples that stand in an eighth of the documents at least. If these are too many, as among few but long documents,
 * those in a quarter, and so on.
 *
 * @param pairs that triples begin with, ascending
 * @param ends where the documents of each triple end, the ones of the next beginning there
 */
function frequentTriples({ bytes, starts }: Text, pairs: Uint32Array, ends: Uint32Array): readonly number[] {
  const documents = starts.length - 1;
  const most = Math.min(MOST_FREQUENT, Math.max(FEW_FREQUENT, Math.floor(bytes.length / BYTES_A_FREQUENT)));
  for (const share of SHARES) {
    const frequent: number[] = [];
    let start = 0;
    for (const pair of pairs) {
      for (let triple = pair * SYMBOLS; triple < (pair + 1) * SYMBOLS && frequent.length <= most; triple++) {
        const end = ends[triple] ?? 0;
        const isEnd = (triple & 0xff) === SEPARATOR;
        if (!isEnd && end > start && (end - start) * share >= documents) frequent.push(triple);
        start = end;
      }
    }
    if (frequent.length <= most) return frequent;
  }
  return [];
}

/** Four bytes in a row whose two triples are both frequent: the documents of each. */
export class QuadLists {
  readonly #frequent: readonly number[];
  readonly #documents: Uint32Array;
  readonly #ends: Uint32Array;
  /** Of each document, its place among those of the triple at hand. */
  readonly #ranks: Uint32Array;
  readonly #ordinals: Uint32Array;
  readonly #writer = new QuadsWriter();
  #next = 0;
  #start = 0;

  /**
   * @param pairs, ends as those of `frequentTriples`
   * @param tables numbers all zero, as they are afterwards
   * @param scratch is free afterwards
   */
  constructor(text: Text, pairs: Uint32Array, ends: Uint32Array, tables: QuadTables, scratch: Scratch) {
    const { numbers } = tables;
    const documents = text.starts.length - 1;
    this.#frequent = frequentTriples(text, pairs, ends);
    for (const [index, triple] of this.#frequent.entries()) numbers[triple] = index + 1;
    try {
      const quads =
        this.#frequent.length === 0 ? NO_QUADS : quadsOf(text, numbers, this.#frequent.length, scratch);
      const blocks = Uint32Array.from({ length: this.#frequent.length }, (_, index) => index + 1);
      this.#documents = sortDocuments(quads, blocks, tables.ends);
    } finally {
      for (const triple of this.#frequent) numbers[triple] = 0;
    }
    this.#ends = tables.ends;
    this.#ranks = new Uint32Array(documents);
    this.#ordinals = new Uint32Array(documents);
  }

  /**
   * Writes the quads of a triple, if it is frequent. All triples come in ascending order.
   *
   * @param documents those of the triple, from `from` to `to`
   */
  write(writer: SegmentWriter, triple: number, documents: Uint32Array, from: number, to: number): void {
    if (this.#frequent[this.#next] !== triple) return;
    for (let index = from; index < to; index++) this.#ranks[documents[index] ?? 0] = index - from;
    const quads = this.#writer;
    quads.begin(to - from, NO_DOCUMENTS);
    const first = ++this.#next * SYMBOLS;
    for (let fourth = 0; fourth < SEPARATOR; fourth++) {
      const end = this.#ends[first + fourth] ?? 0;
      const count = end - this.#start;
      if (count === 0) continue;
      for (let index = 0; index < count; index++)
        this.#ordinals[index] = this.#ranks[this.#documents[this.#start + index] ?? 0] ?? 0;
      quads.add(fourth, this.#ordinals, 0, count);
      this.#start = end;
    }
    writer.tripleQuads(triple & 0xff, quads);
  }
}

const NO_DOCUMENTS = new Uint32Array();
const NO_QUADS: KeysOfDocuments = { keys: NO_DOCUMENTS, starts: NO_DOCUMENTS };

/** The quads of each document: 256 × the number of the first triple, and the fourth byte. */
function quadsOf(
  { bytes, starts }: Text,
  numbers: Uint16Array,
  frequent: number,
  scratch: Scratch,
): KeysOfDocuments {
  const documents = starts.length - 1;
  const quadStarts = new Uint32Array(documents + 1);
  /** A bit for each quad: whether the document has it. */
  const seen = new Uint8Array(((frequent + 1) * SYMBOLS) / 8);
  let { words: quads } = scratch;
  let found = 0;
  for (let document = 0; document < documents; document++) {
    const first = found;
    const from = 2 * (starts[document] ?? 0);
    const to = 2 * (starts[document + 1] ?? 0);
    quads = scratch.reserve(found + Math.min(to - from, frequent * SYMBOLS), found);
    eachPart(bytes, from, to, (start, end) => {
      found = addQuads(bytes, start, end, numbers, seen, quads, found);
    });
    for (let index = first; index < found; index++) seen[(quads[index] ?? 0) >>> 3] = 0;
    quadStarts[document + 1] = found;
  }
  return { keys: quads.subarray(0, found), starts: quadStarts };
}

/**
 * Adds the quads of a part that were not seen before. (A function of its own, which keeps what it counts in registers.)
 *
 * @returns how many there are then
 */
function addQuads(
  bytes: Uint8Array,
  start: number,
  end: number,
  numbers: Uint16Array,
  seen: Uint8Array,
  quads: Uint32Array,
  count: number,
): number {
  let found = count;
  let triple = ((bytes[start] ?? 0) << 8) | (bytes[start + 1] ?? 0);
  let last = 0;
  for (let at = start + 2; at < end; at++) {
    const byte = bytes[at] ?? 0;
    triple = ((triple << 8) | byte) & 0xff_ffff;
    const number = numbers[triple] ?? 0;
    if (last !== 0 && number !== 0) {
      const quad = (last << 8) | byte;
      const place = quad >>> 3;
      const bits = seen[place] ?? 0;
      const bit = 1 << (quad & 7);
      if ((bits & bit) === 0) {
        seen[place] = bits | bit;
        quads[found++] = quad;
      }
    }
    last = number;
  }
  return found;
}
