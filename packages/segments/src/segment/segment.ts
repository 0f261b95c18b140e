import { crc32 } from 'node:zlib';
import { MAX_CANDIDATES } from '../codec/doc-id-finder.ts';
import { findDocIds, isBitmap, rankDocIds, readDocIds } from '../codec/doc-ids.ts';
import { VarintReader } from '../codec/varint.ts';
import type { Disk } from '../disk.ts';
import { u32 } from '../elements.ts';
import { SegmentsCorrupt } from '../errors.ts';
import { NO_DOCUMENTS, type DocumentList } from './dictionary-entry.ts';
import { Dictionary } from './dictionary.ts';
import { FOOTER_BYTES, footerChecksum, readFooter, type Footer, type TableName } from './format.ts';
import { GranuleFile, MAX_RANGE_BYTES, type GranuleCache } from './granule-cache.ts';
import { readZoneBlocks, type ZoneBlocks } from './zone-columns.ts';

/** A segment that is open for reading. */
export class Segment {
  readonly path: string;
  readonly file: GranuleFile;
  readonly footer: Footer;
  /** Checksum that ends the footer: two segments share it only by chance. */
  readonly checksum: number;
  readonly bytes: number;
  readonly dictionary: Dictionary;
  /** External ids of the documents, ascending. */
  readonly ids: Float64Array;
  /** Owner of each document. */
  readonly owners: Uint32Array;
  /** Half position at which the text of each document begins; the last element is where the last text ends. */
  readonly starts: Uint32Array;
  /** Locations of the ranges of each zone: see `ZoneColumn`. */
  readonly zones: ZoneBlocks;
  readonly #disk: Disk;
  readonly #symbols: readonly DocumentList[];
  #scratch = new Uint8Array(0);
  #indexes = new Uint32Array(0);

  /**
   * Reads and checks the tables, but neither lists nor the dictionary.
   *
   * @throws SegmentsCorrupt, SegmentsUnsupported; errors of the disk
   */
  constructor(disk: Disk, path: string) {
    this.#disk = disk;
    this.path = path;
    const file = disk.open(path, 'read');
    try {
      this.bytes = disk.size(file);
      const footer = readAt(disk, path, file, 'footer', Math.max(0, this.bytes - FOOTER_BYTES), FOOTER_BYTES);
      this.footer = readFooter(path, footer);
      this.checksum = footerChecksum(footer);
      const { documents, groupsEnd, symbolsEnd, bodyEnd } = this.footer;
      const table = (name: TableName): Uint8Array => {
        const { at, bytes, checksum } = this.footer.tables[name];
        const read = readAt(disk, path, file, `table of ${name}`, at, bytes);
        if (crc32(read) !== checksum)
          throw new SegmentsCorrupt(path, `table of ${name}`, 'fails its checksum');
        return read;
      };
      this.file = new GranuleFile(path, file, bodyEnd, words(table('granules')));
      this.dictionary = new Dictionary(this.file, this.footer, table('pairs'));
      this.#symbols = symbolLists(table('symbols'), groupsEnd);
      this.zones = readZoneBlocks(table('zones'), documents, symbolsEnd);
      this.ids = new Float64Array(documents);
      this.owners = new Uint32Array(documents);
      this.starts = new Uint32Array(documents + 1);
      const reader = new VarintReader(table('documents'), 0);
      let [id, start] = [0, 0];
      for (let docId = 0; docId < documents; docId++) {
        id += reader.next();
        this.ids[docId] = id;
        start += reader.next();
        this.starts[docId + 1] = start;
        this.owners[docId] = reader.next();
      }
    } catch (error) {
      disk.close(file);
      throw error;
    }
  }

  /** Bytes of memory, without the cache. */
  get memoryBytes(): number {
    return (
      this.dictionary.memoryBytes +
      this.ids.byteLength +
      this.owners.byteLength +
      this.starts.byteLength +
      this.zones.reduce((sum, { byteLength }) => sum + byteLength, 0) +
      this.file.checksums.byteLength +
      this.file.slots.byteLength
    );
  }

  /** Documents that hold a byte. */
  symbol(symbol: number): DocumentList {
    return this.#symbols[symbol] ?? NO_DOCUMENTS;
  }

  /** Reads a list of documents, whose members count `ofDocuments`, into the start of `into`. */
  readDocuments(
    cache: GranuleCache,
    list: DocumentList,
    into: Uint32Array,
    ofDocuments = this.ids.length,
  ): void {
    const [bytes, at] = this.#piece(cache, list);
    readDocIds(bytes, at, list.count, ofDocuments, into);
  }

  /** Keeps those of the first `count` candidates, ascending, that are in a list. @returns how many are left */
  intersect(cache: GranuleCache, list: DocumentList, candidates: Uint32Array, count: number): number {
    if (this.#indexes.length < count) this.#indexes = new Uint32Array(2 * count);
    const indexes = this.#indexes;
    const left = this.find(cache, list, candidates, count, indexes);
    for (let index = 0; index < left; index++) candidates[index] = u32(candidates, u32(indexes, index));
    return left;
  }

  /**
   * Finds which of the first `count` candidates, ascending, are in a list, whose members count `ofDocuments`.
   *
   * @param indexes gets their indexes among the candidates, ascending
   * @returns how many there are
   */
  find(
    cache: GranuleCache,
    list: DocumentList,
    candidates: Uint32Array,
    count: number,
    indexes: Uint32Array,
    ofDocuments = this.ids.length,
  ): number {
    if (list.count === 0) return 0;
    const [bytes, at] = this.#piece(cache, list);
    if (isForKernel(cache, bytes, count) && !isBitmap(list.count, ofDocuments))
      return cache.docIds.find(at, list.count, ofDocuments, candidates, count, indexes);
    return findDocIds(bytes, at, list.count, ofDocuments, candidates, count, indexes);
  }

  /**
   * Finds the same as `find`, and how many of the list come before each.
   *
   * @param ranks gets these numbers
   */
  rank(
    cache: GranuleCache,
    list: DocumentList,
    candidates: Uint32Array,
    count: number,
    indexes: Uint32Array,
    ranks: Uint32Array,
  ): number {
    const [bytes, at] = this.#piece(cache, list);
    if (isForKernel(cache, bytes, count) && list.count < this.ids.length)
      return cache.docIds.rank(at, list.count, this.ids.length, candidates, count, indexes, ranks);
    return rankDocIds(bytes, at, list.count, this.ids.length, candidates, count, indexes, ranks);
  }

  close(cache: GranuleCache): void {
    cache.forget(this.file);
    this.#disk.close(this.file.file);
  }

  /** Bytes of a list in one piece. */
  #piece(cache: GranuleCache, { at, bytes }: DocumentList): readonly [bytes: Uint8Array, at: number] {
    if (bytes === 0) return [this.#scratch, 0];
    if (bytes <= MAX_RANGE_BYTES) return [cache.bytes, cache.range(this.file, at, bytes)];
    if (this.#scratch.length < bytes) this.#scratch = new Uint8Array(bytes);
    cache.copy(this.file, at, bytes, this.#scratch);
    return [this.#scratch, 0];
  }
}

/** Whether a list is in one piece in the kernel's memory, and there is space for so many candidates. */
function isForKernel(cache: GranuleCache, bytes: Uint8Array, candidates: number): boolean {
  return bytes === cache.bytes && candidates <= MAX_CANDIDATES;
}

function readAt(
  disk: Disk,
  path: string,
  file: number,
  section: string,
  at: number,
  length: number,
): Uint8Array {
  const bytes = new Uint8Array(length);
  if (disk.read(file, bytes, at) !== length) throw new SegmentsCorrupt(path, section, 'is truncated');
  return bytes;
}

function words(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: bytes.length >>> 2 }, (_, index) => view.getUint32(4 * index, true));
}

function symbolLists(table: Uint8Array, start: number): readonly DocumentList[] {
  const lists: DocumentList[] = [];
  const reader = new VarintReader(table, 0);
  let at = start;
  for (let left = reader.next(); left > 0; left--) {
    const symbol = reader.next();
    const [count, bytes] = [reader.next(), reader.next()];
    lists[symbol] = { count, at, bytes };
    at += bytes;
  }
  return lists;
}

/** Finds which of some candidates are in lists whose members are indexes in another list. */
export class PartFinder {
  readonly #segment: Segment;
  readonly #cache: GranuleCache;
  readonly #candidates: Uint32Array;
  /** The list that was ranked last; the candidates that are in it, and how many of the list come before each. */
  #whole: DocumentList | null = null;
  #count = 0;
  readonly #indexes: Uint32Array;
  readonly #ranks: Uint32Array;

  /** @param candidates document ids, ascending */
  constructor(segment: Segment, cache: GranuleCache, candidates: Uint32Array) {
    this.#segment = segment;
    this.#cache = cache;
    this.#candidates = candidates;
    this.#indexes = new Uint32Array(candidates.length);
    this.#ranks = new Uint32Array(candidates.length);
  }

  /**
   * @param indexes gets the indexes of the candidates that are in `part`, ascending
   * @returns how many there are
   */
  find(whole: DocumentList, part: DocumentList, indexes: Uint32Array): number {
    if (part.count === 0) return 0;
    if (whole !== this.#whole) {
      const candidates = this.#candidates;
      this.#whole = whole;
      this.#count = this.#segment.rank(
        this.#cache,
        whole,
        candidates,
        candidates.length,
        this.#indexes,
        this.#ranks,
      );
    }
    const found = this.#segment.find(this.#cache, part, this.#ranks, this.#count, indexes, whole.count);
    for (let index = 0; index < found; index++) indexes[index] = u32(this.#indexes, u32(indexes, index));
    return found;
  }
}
