import type { Disk } from '../disk.ts';
import { Kernel } from '../kernel/kernel.ts';
import { MAX_SEGMENT_BYTES, pairKey } from '../segment/format.ts';
import { SegmentWriter, type WrittenSegment } from '../segment/segment-writer.ts';
import {
  countTables,
  countTrigrams,
  textBytes,
  type CountTables,
  type TextInMemory,
  type Text,
  sortPositions,
  ENDS_BYTES,
  type Blocks,
  type KeysOfDocuments,
} from './counting-sort.ts';
import { DocumentLists } from './document-lists.ts';
import { FourgramLists, fourgramTables, type FourgramTables } from './fourgram-lists.ts';
import { u32 } from '../elements.ts';

interface BuildOptions {
  /** Memory for positions, 4 bytes each, in most texts half as many as bytes. With less, the text is gone over again. */
  readonly positionBytes: number;
}

const SYMBOLS = 256;
const PAIRS = 2 ** 16;

/** The second byte of a pair that stands for the end of a part: of no use but for the documents of its first byte. */
const END = 0xff;

/**
 * Builds segments, one after the other. Of a text it counts trigrams, then sorts their documents and their even positions
 * by trigram (counting sorts), then encodes them pair by pair. Besides the text it needs four tables of 32 and 64 MiB, of
 * which the system gives what is touched, 4 bytes a trigram and a 4-gram of a document, as much again of either while it is
 * sorted, and `positionBytes`.
 */
export class SegmentBuilder {
  readonly #kernel = new Kernel();
  readonly #tables: CountTables = countTables(this.#kernel);
  readonly #fourgramTables: FourgramTables = fourgramTables(this.#kernel);
  /** Where the numbers of pairs are written down. */
  readonly #pairs = this.#kernel.take(4 * PAIRS);
  /** The address of what `listEnds` writes. */
  readonly #thirds = this.#kernel.take(ENDS_BYTES);
  /** Positions that are sorted at a time, at most. */
  readonly #maxPositions: number;
  /** What is taken of the kernel's memory for one text lies above. */
  readonly #bottom = this.#kernel.top;

  constructor({ positionBytes }: BuildOptions) {
    this.#maxPositions = Math.max(1, Math.floor(positionBytes / 4));
  }

  /**
   * @param path of the file, not there yet
   * @param ids of the documents of the text, ascending
   * @throws RangeError if the text is too long for a segment, or for the memory that can be addressed
   */
  build(disk: Disk, path: string, text: Text, ids: Float64Array): WrittenSegment {
    const kernel = this.#kernel;
    kernel.top = this.#bottom;
    const bytes = textBytes(text);
    if (bytes > MAX_SEGMENT_BYTES) throw new RangeError(`a text of ${bytes} bytes is too long for a segment`);
    const writer = new SegmentWriter(disk, path, { ids, starts: text.starts }, kernel);
    try {
      const address = kernel.take(bytes);
      text.write(kernel.bytes.subarray(address, address + bytes));
      this.#write(writer, { address, starts: text.starts });
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

  /** The pairs that trigrams begin with, in the order of groups. */
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

  /** @param positions the address of those of all pairs, sorted by trigram */
  #writeGroups(
    writer: SegmentWriter,
    pairs: Blocks,
    positions: number,
    documents: DocumentLists,
    fourgrams: FourgramLists,
  ): void {
    const { run, words } = this.#kernel;
    const { positions: counts } = this.#tables;
    let start = 0;
    for (let at = pairs.address >>> 2; at < pairs.end >>> 2; at++) {
      const pair = u32(words, at);
      const isEnd = (pair & 0xff) === END;
      if (isEnd) {
        documents.writeGroup(null, pair, fourgrams);
        continue;
      }
      const listed = run.listEnds(counts + 4 * pair * SYMBOLS, SYMBOLS, start, this.#thirds) >>> 2;
      for (let third = this.#thirds >>> 2; third < listed; third += 2) {
        const end = u32(words, third + 1);
        writer.trigramPositions(u32(words, third), positions + 4 * start, end - start);
        start = end;
      }
      documents.writeGroup(writer, pair, fourgrams);
      writer.endGroup(pair);
    }
  }

  /**
   * Cuts the pairs so that the positions of each piece fit into memory. One pair alone may need more than was given.
   *
   * @param positions where they will be
   */
  #rangesOf(pairs: Blocks, positions: number): readonly Blocks[] {
    const kernel = this.#kernel;
    const countOf = ({ address, end }: Blocks): number =>
      kernel.run.sumOf(address, end, this.#tables.positions) >>> 0;
    const maxPositions = Math.min(this.#maxPositions, Math.floor(kernel.room / 4));
    const all = countOf(pairs);
    if (all <= maxPositions) {
      kernel.reach(positions + 4 * all);
      return [pairs];
    }
    const ranges: Blocks[] = [];
    let [from, size, most] = [pairs.address, 0, 0];
    for (let address = pairs.address; address < pairs.end; address += 4) {
      const count = countOf({ address, end: address + 4 });
      if (size + count > maxPositions && address > from) {
        ranges.push({ address: from, end: address });
        [from, size] = [address, 0];
      }
      size += count;
      most = Math.max(most, size);
    }
    ranges.push({ address: from, end: pairs.end });
    kernel.reach(positions + 4 * most);
    return ranges;
  }
}

/**
 * Sets a word to zero for each trigram.
 *
 * @param pairs the pairs of all trigrams whose word is not zero; null: not known, so all words are cleared
 */
function clear({ run, words }: Kernel, table: number, pairs: Blocks | null): void {
  if (pairs !== null) run.clearBlocks(pairs.address, pairs.end, table);
  else words.fill(0, table >>> 2, (table >>> 2) + PAIRS * SYMBOLS);
}
