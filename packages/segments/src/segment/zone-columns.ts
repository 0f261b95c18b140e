// How a segment stores zones: for each zone a column, the ranges of one document after another, in blocks of
// documents. So a search of a zone that is a small part of texts reads few granules, and a merge copies ranges as they
// are.
//
// A block begins with the bytes of each document's ranges, as varints; the ranges follow (`RangeCursor`). A block
// without ranges has no bytes. The table of zones has their number, and for each of them the bytes of each block.
import { VarintReader, VarintWriter } from '../codec/varint.ts';
import { element, f64 } from '../elements.ts';
import type { GranuleCache, GranuleFile } from './granule-cache.ts';
import type { GranuleWriter } from './granule-writer.ts';
import { RangeCursor } from './zones.ts';

/** Documents of a block; the last one of a zone may have fewer. */
export const ZONE_BLOCK = 64;

/** Maximum bytes at the beginning of a block: the bytes of each document's ranges are below 2^35. */
const MAX_HEAD_BYTES = 5 * ZONE_BLOCK;

/** Writes the columns of zones one after another. */
export class ZoneColumnWriter {
  readonly #out: GranuleWriter;
  readonly #documents: number;
  /** Bytes of each block of each zone. */
  readonly #blocks: number[][] = [];
  readonly #head = new VarintWriter();
  readonly #ranges = new VarintWriter();
  #inBlock = 0;
  #inZone = 0;

  /** @param documents number of documents of the segment */
  constructor(out: GranuleWriter, documents: number) {
    this.#out = out;
    this.#documents = documents;
  }

  /** Writes the ranges of the next document; after the last one, those of the next zone begin with the first one. */
  add(ranges: Uint8Array): void {
    if (this.#inZone === 0) this.#blocks.push([]);
    this.#head.push(ranges.length);
    this.#ranges.append(ranges);
    this.#inBlock++;
    this.#inZone++;
    const isLast = this.#inZone === this.#documents;
    if (this.#inBlock === ZONE_BLOCK || isLast) this.#endBlock();
    if (isLast) this.#inZone = 0;
  }

  /** The table of zones; those without any ranges at the end are left out. */
  table(): VarintWriter {
    const last = this.#blocks.findLastIndex((blocks) => blocks.some((bytes) => bytes > 0));
    const table = new VarintWriter();
    table.push(last + 1);
    for (const blocks of this.#blocks.slice(0, last + 1)) for (const bytes of blocks) table.push(bytes);
    return table;
  }

  #endBlock(): void {
    const bytes = this.#ranges.length === 0 ? 0 : this.#head.length + this.#ranges.length;
    if (bytes > 0) {
      this.#out.write(this.#head.bytes());
      this.#out.write(this.#ranges.bytes());
    }
    this.#blocks.at(-1)?.push(bytes);
    this.#head.length = 0;
    this.#ranges.length = 0;
    this.#inBlock = 0;
  }
}

/** Offsets in the file at which the blocks of each zone begin; the last element of each is where its last one ends. */
export type ZoneBlocks = readonly Float64Array[];

/**
 * @param table of zones
 * @param start offset of the first block
 */
export function readZoneBlocks(table: Uint8Array, documents: number, start: number): ZoneBlocks {
  const reader = new VarintReader(table, 0);
  const zones: Float64Array[] = [];
  let at = start;
  for (let left = reader.next(); left > 0; left--) {
    const blocks = new Float64Array(Math.ceil(documents / ZONE_BLOCK) + 1);
    blocks[0] = at;
    for (let block = 1; block < blocks.length; block++) {
      at += reader.next();
      blocks[block] = at;
    }
    zones.push(blocks);
  }
  return zones;
}

/** Location of the zones of a segment. */
interface StoredZones {
  readonly file: GranuleFile;
  readonly ids: Float64Array;
  readonly zones: ZoneBlocks;
}

/** Reads the ranges that documents have of a zone; documents in ascending order take least. */
export class ZoneColumn {
  readonly #cache: GranuleCache;
  readonly #file: GranuleFile;
  readonly #documents: number;
  readonly #blocks: Float64Array;
  /** Block whose beginning was read, and the offsets at which the ranges of its documents begin and end. */
  #block = -1;
  readonly #starts = new Float64Array(ZONE_BLOCK + 1);
  readonly #head = new Uint8Array(MAX_HEAD_BYTES);
  #bytes = new Uint8Array(1_024);
  #cursor = new RangeCursor(this.#bytes, 0, 0);

  /** @param zone a number that the segment has */
  constructor({ file, ids, zones }: StoredZones, cache: GranuleCache, zone: number) {
    this.#cache = cache;
    this.#file = file;
    this.#documents = ids.length;
    this.#blocks = element(zones, zone);
  }

  /** Ranges of a document, null if it has none; valid until the next call. */
  ranges(docId: number): RangeCursor | null {
    const bytes = this.#read(docId);
    if (bytes === 0) return null;
    this.#cursor.open(0, bytes);
    return this.#cursor;
  }

  /** Ranges of a document as they are stored; valid until the next call. */
  stored(docId: number): Uint8Array {
    const bytes = this.#read(docId);
    return this.#bytes.subarray(0, bytes);
  }

  /** @returns how many bytes were read */
  #read(docId: number): number {
    const block = Math.floor(docId / ZONE_BLOCK);
    if (block !== this.#block) this.#enter(block);
    const inBlock = docId % ZONE_BLOCK;
    const at = f64(this.#starts, inBlock);
    const bytes = f64(this.#starts, inBlock + 1) - at;
    if (bytes === 0) return 0;
    if (bytes > this.#bytes.length) {
      this.#bytes = new Uint8Array(2 * bytes);
      this.#cursor = new RangeCursor(this.#bytes, 0, 0);
    }
    this.#cache.copy(this.#file, at, bytes, this.#bytes);
    return bytes;
  }

  #enter(block: number): void {
    const at = f64(this.#blocks, block);
    const end = f64(this.#blocks, block + 1);
    this.#block = block;
    this.#starts.fill(0);
    if (end === at) return;
    this.#cache.copy(this.#file, at, Math.min(MAX_HEAD_BYTES, end - at), this.#head);
    const reader = new VarintReader(this.#head, 0);
    const count = Math.min(ZONE_BLOCK, this.#documents - block * ZONE_BLOCK);
    for (let index = 0, sum = 0; index < count; index++) {
      sum += reader.next();
      this.#starts[index + 1] = sum;
    }
    for (let index = 0; index <= count; index++)
      this.#starts[index] = at + reader.at + f64(this.#starts, index);
  }
}
