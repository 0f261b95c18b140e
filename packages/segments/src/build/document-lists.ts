import type { SegmentWriter } from '../segment/segment-writer.ts';
import type { Counts } from './counts.ts';
import { OrdinalSet } from './ordinal-set.ts';
import type { QuadLists } from './quad-lists.ts';
import { sortDocuments } from './sort-documents.ts';

const SYMBOLS = 256;
const END = 0xff;

/** The documents of each triple, from which those of pairs and of single bytes follow. */
export class DocumentLists {
  /** Where the documents of each triple end among all of them, sorted by triple. */
  readonly ends: Uint32Array;
  readonly #documents: Uint32Array;
  readonly #list: Uint32Array;
  readonly #ofPair: OrdinalSet;
  readonly #ofSymbol = new Map<number, OrdinalSet>();
  #start = 0;

  /**
   * @param pairs that triples begin with, ascending
   * @param table as large as there are triples; is used up
   */
  constructor({ triples, tripleStarts }: Counts, pairs: Uint32Array, table: Uint32Array) {
    const documents = tripleStarts.length - 1;
    this.#documents = sortDocuments({ keys: triples, starts: tripleStarts }, pairs, table);
    this.ends = table;
    this.#list = new Uint32Array(documents);
    this.#ofPair = new OrdinalSet(documents);
  }

  /**
   * Goes on to the next pair, all in ascending order.
   *
   * @param writer gets the documents of the pair, of its triples and of their quads; null: the pair is only the end of a
   *   part
   */
  writeGroup(writer: SegmentWriter | null, pair: number, quads: QuadLists): void {
    const from = this.#start;
    const first = pair * SYMBOLS;
    const to = this.ends[first + SYMBOLS - 1] ?? 0;
    this.#start = to;
    this.#ofPair.clear();
    this.#ofPair.addAll(this.#documents, from, to);
    this.#symbol(pair >>> 8).addSet(this.#ofPair);
    if (writer === null) return;
    writer.pairDocuments(this.#list, 0, this.#ofPair.list(this.#list));
    let start = from;
    for (let third = 0; third < END; third++) {
      const end = this.ends[first + third] ?? 0;
      if (end > start) {
        writer.tripleDocuments(third, this.#documents, start, end);
        quads.write(writer, first + third, this.#documents, start, end);
      }
      start = end;
    }
  }

  /** Writes the documents of single bytes, once all groups are written. */
  writeSymbols(writer: SegmentWriter): void {
    for (const [symbol, set] of this.#ofSymbol)
      writer.symbolDocuments(symbol, this.#list, 0, set.list(this.#list));
  }

  #symbol(symbol: number): OrdinalSet {
    const known = this.#ofSymbol.get(symbol);
    if (known !== undefined) return known;
    const made = new OrdinalSet(this.#list.length);
    this.#ofSymbol.set(symbol, made);
    return made;
  }
}
