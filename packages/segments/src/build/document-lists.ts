import { BitSet } from '../codec/bit-sets.ts';
import { DocIdSlice } from '../codec/doc-ids.ts';
import { u32 } from '../elements.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { SegmentWriter } from '../segment/segment-writer.ts';
import { ENDS_BYTES, sortDocuments, type Blocks, type KeysOfDocuments } from './counting-sort.ts';
import type { FourgramLists } from './fourgram-lists.ts';

const SYMBOLS = 256;
const END = 0xff;

/** Documents of each trigram, from which those of pairs and of single bytes follow. */
export class DocumentLists {
  readonly #kernel: Kernel;
  /** Address of a table: where the documents of each trigram end, in words from `#documents` on. */
  readonly #ends: number;
  /** Address of all documents, sorted by trigram. */
  readonly #documents: number;
  /** Address of the output of `listEnds`. */
  readonly #thirds: number;
  readonly #docIds: Uint32Array;
  readonly #list: DocIdSlice;
  readonly #ofPair: BitSet;
  readonly #ofSymbol = new Map<number, BitSet>();
  #start = 0;

  /**
   * @param trigrams are replaced by the documents
   * @param pairs that trigrams begin with
   * @param table a word for each trigram; becomes where the documents of each end
   */
  constructor(kernel: Kernel, trigrams: KeysOfDocuments, pairs: Blocks, table: number) {
    const documents = trigrams.addresses.length - 1;
    this.#kernel = kernel;
    this.#documents = sortDocuments(kernel, trigrams, pairs, table);
    this.#ends = table;
    this.#thirds = kernel.take(ENDS_BYTES);
    this.#docIds = new Uint32Array(documents);
    this.#list = new DocIdSlice(this.#docIds);
    this.#ofPair = new BitSet(documents);
  }

  /**
   * Writes the lists of the next pair, in the order of the pairs that the constructor got.
   *
   * @param writer gets the documents of the pair, of its trigrams and of their 4-grams; null: the pair is only the
   * end of a part
   */
  writeGroup(writer: SegmentWriter | null, pair: number, fourgrams: FourgramLists): void {
    const { run, words } = this.#kernel;
    const documents = this.#documents >>> 2;
    const from = this.#start;
    const first = pair * SYMBOLS;
    const to = u32(words, (this.#ends >>> 2) + first + SYMBOLS - 1);
    this.#start = to;
    this.#ofPair.clear();
    this.#ofPair.addAll(words, documents + from, documents + to);
    this.#symbol(pair >>> 8).addSet(this.#ofPair);
    if (writer === null) return;
    writer.pairDocuments(this.#listOf(this.#ofPair));
    let start = from;
    const listed = run.listEnds(this.#ends + 4 * first, SYMBOLS, from, this.#thirds) >>> 2;
    for (let at = this.#thirds >>> 2; at < listed; at += 2) {
      const third = u32(words, at);
      const end = u32(words, at + 1);
      if (third === END) break;
      writer.trigramDocuments(third, this.#list.set(words, documents + start, documents + end));
      fourgrams.write(writer, first + third, documents + start, documents + end);
      start = end;
    }
  }

  /** Writes the documents of single bytes, after all groups. */
  writeSymbols(writer: SegmentWriter): void {
    const ascending = [...this.#ofSymbol].sort(([a], [b]) => a - b);
    for (const [symbol, set] of ascending) writer.symbolDocuments(symbol, this.#listOf(set));
  }

  #listOf(set: BitSet): DocIdSlice {
    return this.#list.set(this.#docIds, 0, set.list(this.#docIds));
  }

  #symbol(symbol: number): BitSet {
    const known = this.#ofSymbol.get(symbol);
    if (known !== undefined) return known;
    const made = new BitSet(this.#docIds.length);
    this.#ofSymbol.set(symbol, made);
    return made;
  }
}
