import type { Disk } from '../disk.ts';
import { MAX_TEXT_BYTES } from '../segment/format.ts';
import { SegmentWriter, type WrittenSegment } from '../segment/segment-writer.ts';
import { countTables, countTriples, type CountTables, type Text } from './counts.ts';
import { DocumentLists } from './document-lists.ts';
import { QuadLists, quadTables, type QuadTables } from './quad-lists.ts';
import { scatterPositions } from './scatter.ts';
import { Scratch } from './scratch.ts';

export interface BuildOptions {
  /** Memory for positions, 4 bytes each, half as many as the text has bytes. With less, the text is gone over again. */
  readonly positionBytes: number;
}

const SYMBOLS = 256;
const PAIRS = 2 ** 16;

/** The second byte of a pair that stands for the end of a part: of no use but for the documents of its first byte. */
const END = 0xff;

/**
 * Builds segments, one after the other. Of a text it counts triples, then sorts their documents and their even positions
 * by triple (counting sorts), then encodes them pair by pair. Besides the text it needs four tables of 32 and 64 MiB, of
 * which the system gives what is touched, 4 bytes a triple of a document, as much for its quads, and `positionBytes`.
 */
export class SegmentBuilder {
  readonly #tables: CountTables = countTables();
  readonly #quadTables: QuadTables = quadTables();
  /** Positions that are sorted at a time, at most. */
  readonly #mostPositions: number;
  /** Triples, quads, then positions, each until they are sorted or written. */
  readonly #scratch: Scratch;

  constructor({ positionBytes }: BuildOptions) {
    this.#mostPositions = Math.max(1, Math.floor(positionBytes / 4));
    this.#scratch = new Scratch(this.#mostPositions);
  }

  /**
   * @param path of the file, not there yet
   * @param ids of the documents of the text, ascending
   */
  build(disk: Disk, path: string, text: Text, ids: Float64Array): WrittenSegment {
    if (text.bytes.length > MAX_TEXT_BYTES) {
      throw new RangeError(`a text of ${text.bytes.length} bytes is too long for a segment`);
    }
    const writer = new SegmentWriter(disk, path, { ids, starts: text.starts });
    const counts = countTriples(text, this.#tables, this.#scratch);
    const pairs = pairsOf(counts.triples);
    try {
      const documents = new DocumentLists(counts, pairs, this.#tables.lastDocument);
      const quads = new QuadLists(text, pairs, documents.ends, this.#quadTables, this.#scratch);
      for (const range of this.#rangesOf(pairs)) {
        scatterPositions(text, range, this.#tables.positions, this.#scratch.words);
        this.#writeGroups(writer, range, documents, quads);
      }
      documents.writeSymbols(writer);
      return writer.finish();
    } catch (error) {
      writer.abandon();
      throw error;
    } finally {
      for (const pair of pairs) {
        this.#tables.positions.fill(0, pair * SYMBOLS, (pair + 1) * SYMBOLS);
        this.#tables.lastDocument.fill(0, pair * SYMBOLS, (pair + 1) * SYMBOLS);
      }
    }
  }

  #writeGroups(writer: SegmentWriter, pairs: Uint32Array, documents: DocumentLists, quads: QuadLists): void {
    const ends = this.#tables.positions;
    let start = 0;
    for (const pair of pairs) {
      const isEnd = (pair & 0xff) === END;
      documents.writeGroup(isEnd ? null : writer, pair, quads);
      if (isEnd) continue;
      for (let third = 0; third < SYMBOLS; third++) {
        const end = ends[pair * SYMBOLS + third] ?? 0;
        if (end > start) writer.triplePositions(third, this.#scratch.words, start, end);
        start = Math.max(start, end);
      }
      writer.endGroup(pair);
    }
  }

  /** Cuts the pairs so that the positions of each piece fit into memory. One pair alone may need more than was given. */
  #rangesOf(pairs: Uint32Array): readonly Uint32Array[] {
    const counts = this.#tables.positions;
    const ranges: Uint32Array[] = [];
    let [from, size] = [0, 0];
    for (const [index, pair] of pairs.entries()) {
      let count = 0;
      for (let triple = pair * SYMBOLS; triple < (pair + 1) * SYMBOLS; triple++) count += counts[triple] ?? 0;
      if (size + count > this.#mostPositions && index > from) {
        ranges.push(pairs.subarray(from, index));
        [from, size] = [index, 0];
      }
      size += count;
      this.#scratch.reserve(size, 0);
    }
    ranges.push(pairs.subarray(from));
    return ranges;
  }
}

/** The pairs that triples begin with, ascending. */
function pairsOf(triples: Uint32Array): Uint32Array {
  const seen = new Uint8Array(PAIRS);
  for (let index = 0; index < triples.length; index++) seen[(triples[index] ?? 0) >>> 8] = 1;
  const pairs = new Uint32Array(PAIRS);
  let count = 0;
  for (let pair = 0; pair < PAIRS; pair++) if (seen[pair] === 1) pairs[count++] = pair;
  return pairs.slice(0, count);
}
