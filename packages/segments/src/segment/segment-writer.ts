import { crc32 } from 'node:zlib';
import { largestDocIdsBytes, maxDocIdsBytes, type DocIdList } from '../codec/doc-ids.ts';
import { VarintReader, VarintWriter } from '../codec/varint.ts';
import type { Disk } from '../disk.ts';
import { u32 } from '../elements.ts';
import { Kernel } from '../kernel/kernel.ts';
import { GroupSizes, isOnlyDocument } from './dictionary-entry.ts';
import {
  footerChecksum,
  HEADER_BYTES,
  pairKey,
  writeFooter,
  writeHeader,
  type TableLocation,
  type TableName,
} from './format.ts';
import type { FourgramsWriter } from './fourgrams.ts';
import { GranuleWriter } from './granule-writer.ts';
import { littleEndian, PositionsWriter } from './positions-writer.ts';
import { ZoneColumnWriter } from './zone-columns.ts';

const SYMBOLS = 256;

/**
 * Documents of a segment: external ids ascending, their owners, and where the text of each begins, in half positions; the last
 * start is the end of the text.
 */
interface DocumentTable {
  readonly ids: Float64Array;
  readonly owners: Uint32Array;
  readonly starts: Uint32Array;
}

export interface WrittenSegment {
  readonly bytes: number;
  /** Checksum of the footer, which holds those of everything else. */
  readonly checksum: number;
}

/**
 * Writes a segment from start to end: the groups of pairs in the order of their keys (`pairKey`). A group is the
 * positions of its trigrams by third byte, the documents of the pair, then the documents of each trigram, with its
 * 4-grams if there are any. The documents of single bytes follow the last group, then the zones.
 */
export class SegmentWriter {
  readonly #disk: Disk;
  readonly #file: number;
  readonly #out: GranuleWriter;
  readonly #documents: DocumentTable;
  readonly #sizes = new GroupSizes();
  readonly #dictionary = new VarintWriter();
  readonly #pairs = new VarintWriter();
  readonly #symbols = new VarintWriter();
  readonly #positions: PositionsWriter;
  #pairCount = 0;
  #symbolCount = 0;
  #lastKey = -1;
  #groupStart = HEADER_BYTES;
  /** Trigrams of the group whose skip tables have not been written yet. */
  readonly #skips: { readonly third: number; readonly blocks: number }[] = [];
  #groupsEnd = 0;
  readonly #zones: ZoneColumnWriter;
  #symbolsEnd: number | null = null;

  /**
   * @param path of a file that does not exist yet
   * @param kernel whose memory lists are written from and in; some is taken
   */
  constructor(disk: Disk, path: string, documents: DocumentTable, kernel = new Kernel()) {
    this.#disk = disk;
    this.#documents = documents;
    this.#file = disk.open(path, 'create');
    this.#out = new GranuleWriter(disk, this.#file, kernel, largestDocIdsBytes(documents.ids.length));
    this.#positions = new PositionsWriter(this.#out, kernel);
    this.#zones = new ZoneColumnWriter(this.#out, documents.ids.length);
    this.#out.write(writeHeader());
  }

  /** Writes the half positions of a trigram: `count` at an address of the kernel. */
  trigramPositions(third: number, address: number, count: number): void {
    this.#positions.writeList(address, count);
    this.#setPositions(third);
  }

  /** Writes the half positions of a trigram that `write` gives; without any, nothing is written. */
  writePositions(third: number, write: (list: PositionsWriter) => void): void {
    this.#positions.begin();
    write(this.#positions);
    this.#positions.end();
    this.#setPositions(third);
  }

  /** Writes the documents that hold the two bytes in a row; this ends the group's positions. */
  pairDocuments(list: DocIdList): void {
    this.#sizes.positionBytes = this.#out.position - this.#groupStart;
    this.#sizes.pair = { count: list.count, bytes: this.#docIds(list) };
  }

  /** Writes the documents that hold the group's pair followed by this byte. */
  trigramDocuments(third: number, list: DocIdList): void {
    this.#writeSkips(third);
    const bytes = this.#docIds(list);
    const isOnly = isOnlyDocument(list.count, this.#documents.ids.length);
    // The dictionary has it instead, so it is taken back here.
    if (isOnly) this.#out.at -= bytes;
    this.#sizes.setDocuments(
      third,
      list.count,
      isOnly ? new VarintReader(this.#out.bytes, this.#out.at).next() : bytes,
    );
  }

  /** Writes the 4-grams of the trigram whose documents were written last. */
  trigramFourgrams(third: number, fourgrams: FourgramsWriter): void {
    this.#sizes.setFourgrams(third, fourgrams.write(this.#out), fourgrams.unlisted);
  }

  /**
   * Writes the 4-grams of the trigram whose documents were written last, from the kernel's memory.
   *
   * @param head, headEnd, lists, listsEnd addresses; both ranges are written in this order
   * @param unlisted number of unlisted documents
   */
  trigramFourgramsAt(
    third: number,
    head: number,
    headEnd: number,
    lists: number,
    listsEnd: number,
    unlisted: number,
  ): void {
    this.#out.copy(head, headEnd);
    this.#out.copy(lists, listsEnd);
    this.#sizes.setFourgrams(third, headEnd - head + listsEnd - lists, unlisted);
  }

  endGroup(pair: number): void {
    this.#writeSkips(SYMBOLS);
    const before = this.#dictionary.length;
    this.#sizes.write(this.#dictionary, this.#documents.ids.length);
    this.#sizes.clear();
    const key = pairKey(pair);
    this.#pairs.push(key - this.#lastKey - 1);
    this.#pairs.push(this.#dictionary.length - before);
    this.#pairs.push(this.#out.position - this.#groupStart);
    this.#lastKey = key;
    this.#groupStart = this.#out.position;
    this.#pairCount++;
  }

  /** Writes the documents that hold a byte, ascending by byte, after the last group. */
  symbolDocuments(symbol: number, list: DocIdList): void {
    if (this.#symbolCount === 0) this.#groupsEnd = this.#out.position;
    this.#symbols.push(symbol);
    this.#symbols.push(list.count);
    this.#symbols.push(this.#docIds(list));
    this.#symbolCount++;
  }

  /** Writes the ranges that the next document has of a zone, after the documents of bytes: zone by zone, of all documents. */
  zoneRanges(ranges: Uint8Array): void {
    this.#symbolsEnd ??= this.#out.position;
    this.#zones.add(ranges);
  }

  /**
   * Writes the rest and waits until everything is on the disk. The folder must be synced for the name to be durable.
   */
  finish(): WrittenSegment {
    const out = this.#out;
    const { ids, starts } = this.#documents;
    if (this.#symbolCount === 0) this.#groupsEnd = this.#symbolsEnd ?? out.position;
    const zonesEnd = out.position;
    const symbolsEnd = this.#symbolsEnd ?? zonesEnd;
    out.write(this.#dictionary.bytes());
    const bodyEnd = out.position;
    const checksums = out.endBody();
    const tables: Record<TableName, TableLocation> = {
      pairs: this.#table(withCount(this.#pairCount, this.#pairs)),
      symbols: this.#table(withCount(this.#symbolCount, this.#symbols)),
      documents: this.#table(documentTable(this.#documents)),
      zones: this.#table(this.#zones.table().bytes()),
      granules: this.#table(littleEndian(checksums)),
    };
    const footer = writeFooter({
      documents: ids.length,
      groupsEnd: this.#groupsEnd,
      symbolsEnd,
      zonesEnd,
      bodyEnd,
      textBytes: 2 * u32(starts, ids.length),
      tables,
    });
    out.write(footer);
    out.flush();
    this.#disk.sync(this.#file);
    this.#disk.close(this.#file);
    return { bytes: out.position, checksum: footerChecksum(footer) };
  }

  /** Closes the file as it is; the caller removes it. */
  abandon(): void {
    this.#disk.close(this.#file);
  }

  #setPositions(third: number): void {
    const { blocks } = this.#positions;
    this.#sizes.setPositions(third, this.#positions);
    if (blocks > 0) this.#skips.push({ third, blocks });
  }

  /** Writes the skip tables of the trigrams up to a third byte. */
  #writeSkips(last: number): void {
    for (let next = this.#skips[0]; next !== undefined && next.third <= last; next = this.#skips[0]) {
      this.#positions.writeSkips(next.blocks);
      this.#skips.shift();
    }
  }

  /** @returns how many bytes were written */
  #docIds(list: DocIdList): number {
    const out = this.#out;
    const documents = this.#documents.ids.length;
    out.reserve(maxDocIdsBytes(list.count, documents));
    const start = out.at;
    out.at = list.write(out.bytes, start, documents);
    return out.at - start;
  }

  #table(bytes: Uint8Array): TableLocation {
    const at = this.#out.position;
    this.#out.write(bytes);
    return { at, bytes: bytes.length, checksum: crc32(bytes) };
  }
}

function withCount(count: number, table: VarintWriter): Uint8Array {
  const head = new VarintWriter();
  head.push(count);
  return Buffer.concat([head.bytes(), table.bytes()]);
}

/**
 * Table of documents: for each how far its external id is above the one before, the length of its text in half
 * positions, and its owner.
 */
function documentTable({ ids, owners, starts }: DocumentTable): Uint8Array {
  const table = new VarintWriter();
  let last = 0;
  for (const [docId, id] of ids.entries()) {
    table.push(id - last);
    table.push(u32(starts, docId + 1) - u32(starts, docId));
    table.push(u32(owners, docId));
    last = id;
  }
  return table.bytes();
}
