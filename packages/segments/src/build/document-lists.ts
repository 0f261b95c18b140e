import { OrdinalSlice } from '../codec/ordinals.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { SegmentWriter } from '../segment/segment-writer.ts';
import { OrdinalSet } from './ordinal-set.ts';
import type { QuadLists } from './quad-lists.ts';
import { ENDS_BYTES, sortDocuments, type Blocks, type KeysOfDocuments } from './sort-documents.ts';

const SYMBOLS = 256;
const END = 0xff;

/** The documents of each triple, from which those of pairs and of single bytes follow. */
export class DocumentLists {
  readonly #kernel: Kernel;
  /** Where the documents of each triple end, in words behind `#documents`: the place of a table. */
  readonly #ends: number;
  /** The place of all documents, sorted by triple. */
  readonly #documents: number;
  /** The place of what `listEnds` writes. */
  readonly #thirds: number;
  readonly #ordinals: Uint32Array;
  readonly #list: OrdinalSlice;
  readonly #ofPair: OrdinalSet;
  readonly #ofSymbol = new Map<number, OrdinalSet>();
  #start = 0;

  /**
   * @param triples become the documents
   * @param pairs that triples begin with
   * @param table as large as there are triples; becomes where the documents of each end
   */
  constructor(kernel: Kernel, triples: KeysOfDocuments, pairs: Blocks, table: number) {
    const documents = triples.places.length - 1;
    this.#kernel = kernel;
    this.#documents = sortDocuments(kernel, triples, pairs, table);
    this.#ends = table;
    this.#thirds = kernel.take(ENDS_BYTES);
    this.#ordinals = new Uint32Array(documents);
    this.#list = new OrdinalSlice(this.#ordinals);
    this.#ofPair = new OrdinalSet(documents);
  }

  /**
   * Goes on to the next pair, all in the order in which they were given.
   *
   * @param writer gets the documents of the pair, of its triples and of their quads; null: the pair is only the end of a
   *   part
   */
  writeGroup(writer: SegmentWriter | null, pair: number, quads: QuadLists): void {
    const { run, words } = this.#kernel;
    const documents = this.#documents >>> 2;
    const from = this.#start;
    const first = pair * SYMBOLS;
    const to = words[(this.#ends >>> 2) + first + SYMBOLS - 1] ?? 0;
    this.#start = to;
    this.#ofPair.clear();
    this.#ofPair.addAll(words, documents + from, documents + to);
    this.#symbol(pair >>> 8).addSet(this.#ofPair);
    if (writer === null) return;
    writer.pairDocuments(this.#listOf(this.#ofPair));
    let start = from;
    const listed = run.listEnds(this.#ends + 4 * first, SYMBOLS, from, this.#thirds) >>> 2;
    for (let at = this.#thirds >>> 2; at < listed; at += 2) {
      const third = words[at] ?? 0;
      const end = words[at + 1] ?? 0;
      if (third === END) break;
      writer.tripleDocuments(third, this.#list.set(words, documents + start, documents + end));
      quads.write(writer, first + third, documents + start, documents + end);
      start = end;
    }
  }

  /** Writes the documents of single bytes, once all groups are written. */
  writeSymbols(writer: SegmentWriter): void {
    const ascending = [...this.#ofSymbol].sort(([a], [b]) => a - b);
    for (const [symbol, set] of ascending) writer.symbolDocuments(symbol, this.#listOf(set));
  }

  #listOf(set: OrdinalSet): OrdinalSlice {
    return this.#list.set(this.#ordinals, 0, set.list(this.#ordinals));
  }

  #symbol(symbol: number): OrdinalSet {
    const known = this.#ofSymbol.get(symbol);
    if (known !== undefined) return known;
    const made = new OrdinalSet(this.#ordinals.length);
    this.#ofSymbol.set(symbol, made);
    return made;
  }
}
