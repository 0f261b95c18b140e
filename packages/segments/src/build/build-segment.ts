// Builds a segment of a text: counting-sort.ts counts and sorts trigrams and positions in the kernel,
// `DocumentLists` and fourgram-lists.ts make the lists of documents, and segment/segment-writer.ts writes the file.
import { BitSet } from '../codec/bit-sets.ts';
import { DocIdSlice } from '../codec/doc-ids.ts';
import type { Disk } from '../disk.ts';
import { u32 } from '../elements.ts';
import { Kernel } from '../kernel/kernel.ts';
import { MAX_SEGMENT_BYTES, pairKey } from '../segment/format.ts';
import { SegmentWriter, type WrittenSegment } from '../segment/segment-writer.ts';
import { ZoneCursor } from '../segment/zones.ts';
import {
  countTables,
  countTrigrams,
  ENDS_BYTES,
  sortDocuments,
  sortPositions,
  textBytes,
  type Blocks,
  type CountTables,
  type KeysOfDocuments,
  type Text,
  type TextInMemory,
} from './counting-sort.ts';
import { FourgramLists, fourgramTables, type FourgramTables } from './fourgram-lists.ts';

interface BuildOptions {
  /**
   * Memory for positions, in bytes: 4 for each, and most texts have half as many positions as bytes. With less memory
   * the text is gone through several times.
   */
  readonly positionBytes: number;
}

/** Documents of a text, besides what is in it. */
export interface DocumentNames {
  readonly ids: Float64Array;
  readonly owners: Uint32Array;
  /** Encoded zones of each document (`encodeZones`). */
  readonly zones: readonly Uint8Array[];
}

const SYMBOLS = 256;
const PAIRS = 2 ** 16;

/**
 * Second byte of a pair that stands for the end of a part: it serves only for the documents of the pair's first byte.
 */
const END = 0xff;

/**
 * Builds segments, one after another. It counts the trigrams of a text, then sorts their documents and their even
 * positions by trigram (counting sorts), then encodes them pair by pair. Besides the text it needs four tables of 32
 * and 64 MiB, of which the system provides what is touched, 4 bytes for each trigram and each 4-gram of a document,
 * as much again while either are sorted, and `positionBytes`.
 */
export class SegmentBuilder {
  readonly #kernel = new Kernel();
  readonly #tables: CountTables = countTables(this.#kernel);
  readonly #fourgramTables: FourgramTables = fourgramTables(this.#kernel);
  /** Address of the numbers of pairs. */
  readonly #pairs = this.#kernel.take(4 * PAIRS);
  /** Address of the output of `listEnds`. */
  readonly #thirds = this.#kernel.take(ENDS_BYTES);
  /** Maximum positions that are sorted at a time. */
  readonly #maxPositions: number;
  /** Start of the kernel's memory that one text uses. */
  readonly #bottom = this.#kernel.top;

  constructor({ positionBytes }: BuildOptions) {
    this.#maxPositions = Math.max(1, Math.floor(positionBytes / 4));
  }

  /**
   * @param path of the file, which does not exist yet
   * @param documents external ids of the documents of the text, ascending, with the owner and the zones of each
   * @throws RangeError if the text is too long for a segment, or for the memory that can be addressed
   */
  build(disk: Disk, path: string, text: Text, documents: DocumentNames): WrittenSegment {
    const kernel = this.#kernel;
    kernel.top = this.#bottom;
    const bytes = textBytes(text);
    if (bytes > MAX_SEGMENT_BYTES) throw new RangeError(`a text of ${bytes} bytes is too long for a segment`);
    const writer = new SegmentWriter(disk, path, { ...documents, starts: text.starts }, kernel);
    try {
      const address = kernel.take(bytes);
      text.write(kernel.bytes.subarray(address, address + bytes));
      this.#write(writer, { address, starts: text.starts });
      writeZones(writer, documents.zones);
      return writer.finish();
    } catch (error) {
      writer.abandon();
      throw error;
    }
  }

  #write(writer: SegmentWriter, text: TextInMemory): void {
    const kernel = this.#kernel;
    const { positions: counts, lastDocuments } = this.#tables;
    let pairs: Blocks | null = null;
    try {
      const trigrams = countTrigrams(kernel, text, this.#tables);
      pairs = this.#pairsOf(trigrams);
      const documents = new DocumentLists(kernel, trigrams, pairs, lastDocuments);
      const fourgrams = new FourgramLists(kernel, text, pairs, lastDocuments, this.#fourgramTables);
      const positions = kernel.top;
      for (const range of this.#rangesOf(pairs, positions)) {
        sortPositions(kernel, text, range, counts, positions);
        this.#writeGroups(writer, range, positions, documents, fourgrams);
      }
      documents.writeSymbols(writer);
    } finally {
      for (const table of [counts, lastDocuments]) clear(kernel, table, pairs);
    }
  }

  /** Pairs that trigrams begin with, in the order of groups. */
  #pairsOf({ addresses }: KeysOfDocuments): Blocks {
    const { words } = this.#kernel;
    const seen = new Uint8Array(PAIRS);
    const end = u32(addresses, addresses.length - 1) >>> 2;
    for (let at = u32(addresses, 0) >>> 2; at < end; at++) seen[u32(words, at) >>> 8] = 1;
    let to = this.#pairs >>> 2;
    for (let key = 0; key < PAIRS; key++) {
      const pair = pairKey(key);
      if (seen[pair] === 1) words[to++] = pair;
    }
    return { address: this.#pairs, end: 4 * to };
  }

  /** @param positions address of the positions of all pairs, sorted by trigram */
  #writeGroups(
    writer: SegmentWriter,
    pairs: Blocks,
    positions: number,
    documents: DocumentLists,
    fourgrams: FourgramLists,
  ): void {
    const { words } = this.#kernel;
    let start = 0;
    for (let at = pairs.address >>> 2; at < pairs.end >>> 2; at++) {
      const pair = u32(words, at);
      const isEnd = (pair & 0xff) === END;
      if (isEnd) {
        documents.writeGroup(null, pair, fourgrams);
        continue;
      }
      start = this.#writePositions(writer, pair, positions, start);
      documents.writeGroup(writer, pair, fourgrams);
      writer.endGroup(pair);
    }
  }

  /**
   * Writes the positions of the trigrams of a pair. A function of its own: V8 would leave the compiled loop of a function that
   * is called once a build for the interpreter after every pair.
   *
   * @param start number of positions before them
   * @returns number of positions up to their end
   */
  #writePositions(writer: SegmentWriter, pair: number, positions: number, start: number): number {
    const { run, words } = this.#kernel;
    const counts = this.#tables.positions + 4 * pair * SYMBOLS;
    const listed = run.listEnds(counts, SYMBOLS, start, this.#thirds) >>> 2;
    let from = start;
    for (let third = this.#thirds >>> 2; third < listed; third += 2) {
      const end = u32(words, third + 1);
      writer.trigramPositions(u32(words, third), positions + 4 * from, end - from);
      from = end;
    }
    return from;
  }

  /**
   * Divides the pairs so that the positions of each range fit into memory. A single pair may need more than was
   * allowed.
   *
   * @param positions address of the positions
   */
  #rangesOf(pairs: Blocks, positions: number): readonly Blocks[] {
    const kernel = this.#kernel;
    const countOf = ({ address, end }: Blocks): number =>
      kernel.run.sumOf(address, end, this.#tables.positions) >>> 0;
    const maxPositions = Math.min(this.#maxPositions, Math.floor(kernel.available / 4));
    const all = countOf(pairs);
    if (all <= maxPositions) {
      kernel.reach(positions + 4 * all);
      return [pairs];
    }
    const ranges: Blocks[] = [];
    let [from, size, largest] = [pairs.address, 0, 0];
    for (let address = pairs.address; address < pairs.end; address += 4) {
      const count = countOf({ address, end: address + 4 });
      if (size + count > maxPositions && address > from) {
        ranges.push({ address: from, end: address });
        [from, size] = [address, 0];
      }
      size += count;
      largest = Math.max(largest, size);
    }
    ranges.push({ address: from, end: pairs.end });
    kernel.reach(positions + 4 * largest);
    return ranges;
  }
}

function writeZones(writer: SegmentWriter, encoded: readonly Uint8Array[]): void {
  const documents = encoded.map((zones) => new ZoneCursor(zones));
  for (;;) {
    let isLast = true;
    for (const zones of documents) if (zones.next()) isLast = false;
    if (isLast) return;
    for (const { bytes, from, to } of documents) writer.zoneRanges(bytes.subarray(from, to));
  }
}

/**
 * Sets the word of each trigram to zero.
 *
 * @param pairs pairs of all trigrams whose word is not zero; null: not known, so all words are cleared
 */
function clear({ run, words }: Kernel, table: number, pairs: Blocks | null): void {
  if (pairs !== null) run.clearBlocks(pairs.address, pairs.end, table);
  else words.fill(0, table >>> 2, (table >>> 2) + PAIRS * SYMBOLS);
}

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
