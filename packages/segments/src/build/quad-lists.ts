import { longestOrdinalsBytes } from '../codec/ordinals.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { MAX_HEAD_BYTES } from '../segment/quads.ts';
import type { SegmentWriter } from '../segment/segment-writer.ts';
import { textBytes, type PlacedText } from './counts.ts';
import { NO_QUAD, QuadKeys } from './quad-keys.ts';
import {
  ENDS_BYTES,
  KEYS_A_BLOCK,
  placeBlocks,
  sortDocuments,
  type Blocks,
  type KeysOfDocuments,
} from './sort-documents.ts';

const SYMBOLS = 256;
const TRIPLES = 2 ** 24;

/** Keys of their quads are fewer than triples, as a fourth byte is no separator. */
const MOST_FREQUENT = 2 ** 16 - 1;
/** So few frequent triples are no burden to any text; a longer one may have one for so many bytes. */
const FEW_FREQUENT = 64;
const BYTES_A_FREQUENT = 256;

/** Tables in the memory of a kernel, by which a thread goes from text to text. */
export interface QuadTables {
  /** Of each triple, its bytes backwards, half a word: its number among the frequent ones, from 1; else 0. */
  readonly numbers: number;
  /** Of each key of a quad a word, and of a few more. */
  readonly ends: number;
}

export function quadTables(kernel: Kernel): QuadTables {
  return { numbers: kernel.take(2 * TRIPLES), ends: kernel.take(4 * (TRIPLES + SYMBOLS)) };
}

/** Good until the kernel's memory grows. */
function numbersIn({ bytes }: Kernel, { numbers }: QuadTables): Uint16Array {
  return new Uint16Array(bytes.buffer, numbers, TRIPLES);
}

/** One in so many documents: what makes a triple frequent, and what does if that would make too many so. */
const SHARES = [48, 32, 16, 8, 4, 2, 1];

/** What `findQuads` is told of a quad that a document was not seen to have. */
const NEW_QUAD = 4;

/**
 * Triples that stand in a 48th of the documents at least. If these are too many, as among few but long documents, those in
 * a 32nd, and so on.
 *
 * @param pairs that triples begin with
 * @param ends where the documents of each triple end, the ones of the next beginning there
 */
function frequentTriples(kernel: Kernel, text: PlacedText, pairs: Blocks, ends: number): Uint32Array {
  const documents = text.starts.length - 1;
  const most = Math.min(
    MOST_FREQUENT,
    Math.max(FEW_FREQUENT, Math.floor(textBytes(text) / BYTES_A_FREQUENT)),
  );
  const into = kernel.top;
  kernel.reach(into + 4 * (most + 1));
  for (const share of SHARES) {
    const least = Math.ceil(documents / share);
    const end = kernel.run.listFrequent(pairs.place, pairs.end, ends, least, into, most + 1) >>> 0;
    if (end - into <= 4 * most) return kernel.words.slice(into >>> 2, end >>> 2);
  }
  return new Uint32Array();
}

/** Four bytes in a row whose two triples are both frequent: the documents of each. */
export class QuadLists {
  readonly #kernel: Kernel;
  readonly #frequent: Uint32Array;
  readonly #keys: QuadKeys;
  /** The place of all documents, sorted by quad. */
  readonly #documents: number;
  /** The place of a table: where the documents of each quad end, in words behind `#documents`. */
  readonly #ends: number;
  /** Places of what is used for one triple: what `listEnds` writes, ranks of documents, head and lists of its quads. */
  readonly #listed: number;
  readonly #ranks: number;
  readonly #head: number;
  readonly #lists: number;
  #next = 0;
  #start = 0;

  /**
   * @param pairs, ends as those of `frequentTriples`
   * @param tables numbers all zero, as they are afterwards
   */
  constructor(kernel: Kernel, text: PlacedText, pairs: Blocks, ends: number, tables: QuadTables) {
    const documents = text.starts.length - 1;
    this.#kernel = kernel;
    this.#frequent = frequentTriples(kernel, text, pairs, ends);
    this.#keys = new QuadKeys(kernel, this.#frequent);
    this.#documents = this.#sort(text, tables);
    this.#ends = tables.ends;
    this.#listed = kernel.take(ENDS_BYTES);
    this.#ranks = kernel.take(4 * documents);
    this.#head = kernel.take(MAX_HEAD_BYTES);
    this.#lists = kernel.take(SYMBOLS * longestOrdinalsBytes(documents));
  }

  /**
   * Writes the quads of a triple, if it is frequent. Triples come in the order of `pairs`.
   *
   * @param from, to where its documents are among the words of the kernel
   */
  write(writer: SegmentWriter, triple: number, from: number, to: number): void {
    if (this.#frequent[this.#next] !== triple) return;
    const { run, words } = this.#kernel;
    const { firstKey, length, fourths } = this.#keys.row(this.#next++);
    const [start, listed] = [this.#start, this.#listed];
    const listedEnd = run.listEnds(this.#ends + 4 * firstKey, length, start, listed) >>> 0;
    if (listedEnd > listed) this.#start = words[(listedEnd >>> 2) - 1] ?? 0;
    const [head, lists] = [this.#head, this.#lists];
    const end =
      run.writeQuads(
        4 * from,
        4 * to,
        listed,
        listedEnd,
        fourths,
        this.#documents,
        start,
        this.#ranks,
        head,
        lists,
      ) >>> 0;
    const headEnd = run.quadsHeadEnd() >>> 0;
    writer.tripleQuadsAt(triple & 0xff, head, headEnd, lists, end, 0);
  }

  /** @returns the place of the documents of all quads, by key; `tables.ends` says where those of each key end */
  #sort(text: PlacedText, tables: QuadTables): number {
    const kernel = this.#kernel;
    const blocks = placeBlocks(
      kernel,
      Uint32Array.from({ length: Math.ceil(this.#keys.end / KEYS_A_BLOCK) }, (_, block) => block),
    );
    const numbers = numbersIn(kernel, tables);
    for (const [index, triple] of this.#frequent.entries()) numbers[backwards(triple)] = index + 1;
    try {
      const quads = quadsOf(kernel, text, tables, this.#keys);
      return sortDocuments(kernel, quads, blocks, tables.ends);
    } finally {
      const numbersNow = numbersIn(kernel, tables);
      for (const triple of this.#frequent) numbersNow[backwards(triple)] = 0;
    }
  }
}

/** A triple as the processor reads it from a text, its lowest byte first. */
function backwards(triple: number): number {
  return ((triple & 0xff) << 16) | (triple & 0xff00) | (triple >>> 16);
}

/** The keys of each document's quads. */
function quadsOf(
  kernel: Kernel,
  { place, starts }: PlacedText,
  { numbers, ends: steps }: QuadTables,
  keys: QuadKeys,
): KeysOfDocuments {
  const { run } = kernel;
  const documents = starts.length - 1;
  const places = new Uint32Array(documents + 1);
  // Of each key a byte, in the table that is there for what comes next.
  kernel.bytes.fill(NEW_QUAD, steps, steps + keys.end);
  kernel.bytes[steps + NO_QUAD] = 0;
  let end = kernel.top;
  for (let document = 0; document < documents; document++) {
    places[document] = end;
    const from = place + 2 * (starts[document] ?? 0);
    const to = place + 2 * (starts[document + 1] ?? 0);
    kernel.reach(end + 4 * Math.min(to - from, keys.end) + 4);
    const next = run.findQuads(from, to, numbers, keys.offsets, steps, end) >>> 0;
    run.forgetQuads(end, next, steps);
    end = next;
  }
  places[documents] = end;
  kernel.top = end;
  return { places };
}
