// The dead documents of the manifest's segments: of a segment that is open, and in a file of their own. Version 1 of
// the file, little-endian:
//    0  file header (16 bytes, index-files.ts)
//   16  u32  CRC-32 of all bytes from 20 on
//   20  u32  0
//   24  f64  number of ids
//   32  f64  ids, ascending
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { BitSet } from '../codec/bit-sets.ts';
import type { Disk } from '../disk.ts';
import { f64 } from '../elements.ts';
import { SegmentsCorrupt } from '../errors.ts';
import { GranuleCache } from '../segment/granule-cache.ts';
import { Segment } from '../segment/segment.ts';
import {
  checkFileHeader,
  createFile,
  encodeFileHeader,
  FILE_HEADER_BYTES,
  openNamed,
  type FileFormat,
} from './index-files.ts';
import { fileName, type SegmentEntry, type TombstonesEntry } from './manifest.ts';
import { lowerBound } from './sorted-ids.ts';

const FORMAT: FileFormat = { magic: 'sitegDED', version: 1 };
const CHECKED_FROM = FILE_HEADER_BYTES + 4;
const IDS_FROM = 32;

/**
 * Writes a new file with these ids (ascending, one or more) and syncs it.
 * @returns the manifest's entry for the file, without its number
 */
export function writeTombstones(
  disk: Disk,
  path: string,
  ids: Float64Array,
): Omit<TombstonesEntry, 'number'> {
  const bytes = Buffer.alloc(IDS_FROM + ids.length * 8);
  encodeFileHeader(FORMAT, bytes);
  bytes.writeDoubleLE(ids.length, IDS_FROM - 8);
  ids.forEach((id, at) => bytes.writeDoubleLE(id, IDS_FROM + at * 8));
  const checksum = crc32(bytes.subarray(CHECKED_FROM));
  bytes.writeUInt32LE(checksum, FILE_HEADER_BYTES);
  disk.close(createFile(disk, path, bytes));
  return { bytes: bytes.length, checksum, documents: ids.length };
}

/**
 * Reads the ids in a file of tombstones, ascending.
 * @throws SegmentsCorrupt if the file is missing or not the one that the manifest names; SegmentsUnsupported
 */
export function readTombstones(disk: Disk, path: string, entry: TombstonesEntry): Float64Array {
  const bytes = readBytes(disk, path, entry.bytes);
  checkFileHeader(FORMAT, bytes, path);
  const damaged = (problem: string): SegmentsCorrupt => new SegmentsCorrupt(path, 'tombstones', problem);
  if (bytes.length < entry.bytes || bytes.length < IDS_FROM) throw damaged('are truncated');
  const checksum = bytes.readUInt32LE(FILE_HEADER_BYTES);
  if (checksum !== crc32(bytes.subarray(CHECKED_FROM))) throw damaged('do not match their checksum');
  const count = bytes.readDoubleLE(IDS_FROM - 8);
  if (checksum !== entry.checksum || count !== entry.documents || bytes.length !== IDS_FROM + count * 8)
    throw damaged('are not those that the manifest names');
  return Float64Array.from({ length: count }, (_, at) => bytes.readDoubleLE(IDS_FROM + at * 8));
}

/** Bytes of the file, as many as it should have, or fewer if it is shorter. */
function readBytes(disk: Disk, path: string, length: number): Buffer {
  const file = openNamed(disk, path);
  try {
    if (disk.size(file) > length) throw new SegmentsCorrupt(path, 'file', `is longer than ${length} bytes`);
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, disk.read(file, bytes, 0));
  } finally {
    disk.close(file);
  }
}

/** Ids of a segment's dead documents, ascending. */
export function deadOf(disk: Disk, folder: string, { dead }: SegmentEntry): Float64Array {
  return dead === null
    ? new Float64Array()
    : readTombstones(disk, join(folder, fileName(dead.number, 'dead')), dead);
}

/**
 * Opens a segment that the manifest names.
 *
 * @throws SegmentsCorrupt if it is damaged or missing, or not the one that was written
 */
export function openEntry(disk: Disk, folder: string, entry: SegmentEntry): Segment {
  const segment = openFile(disk, join(folder, fileName(entry.number, 'segment')));
  if (segment.bytes === entry.bytes && segment.checksum === entry.checksum) return segment;
  segment.close(new GranuleCache(disk, 0));
  throw new SegmentsCorrupt(segment.path, 'file', 'is not the one that the manifest names');
}

function openFile(disk: Disk, path: string): Segment {
  try {
    return new Segment(disk, path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new SegmentsCorrupt(path, 'file', 'is missing');
    throw error;
  }
}

/** A segment that a reader has open, and which of its documents are dead. */
export class OpenSegment {
  readonly segment: Segment;
  readonly #dead: BitSet;
  /** Number of dead documents. */
  deadCount = 0;

  /** @param before the same segment as an earlier manifest had it: its file stays open */
  constructor(disk: Disk, folder: string, entry: SegmentEntry, before: OpenSegment | undefined) {
    this.segment = before?.segment ?? openEntry(disk, folder, entry);
    this.#dead = new BitSet(entry.documents);
    for (const id of deadOf(disk, folder, entry)) this.remove(id);
  }

  /** Marks a document as dead. @returns false if this is not its segment */
  remove(id: number): boolean {
    const docId = lowerBound(this.segment.ids, id);
    if (this.segment.ids[docId] !== id) return false;
    if (!this.#dead.has(docId)) {
      this.#dead.add(docId);
      this.deadCount++;
    }
    return true;
  }

  /** Returns a test whether a document is alive and its id above `since`; null if that is so for all. */
  liveAfter(since: number): ((docId: number) => boolean) | null {
    const first = lowerBound(this.segment.ids, since + 1);
    if (this.deadCount === 0 && first === 0) return null;
    return (docId) => docId >= first && !this.#dead.has(docId);
  }

  /** Those of some ids, ascending, that belong to live documents of this segment. */
  alive(ids: Float64Array): Float64Array {
    const own = this.segment.ids;
    const from = lowerBound(ids, f64(own, 0));
    const end = lowerBound(ids, f64(own, own.length - 1) + 1, from);
    let docId = 0;
    return ids.subarray(from, end).filter((id) => {
      docId = lowerBound(own, id, docId);
      return own[docId] === id && !this.#dead.has(docId);
    });
  }

  close(cache: GranuleCache): void {
    this.segment.close(cache);
  }
}

export interface MergeInputEntry {
  readonly entry: SegmentEntry;
  /** Ids of its dead documents, ascending. */
  readonly dead: Float64Array;
}

/** Records which documents of a manifest's segments have died. */
export class DeadDocuments {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #takeNumber: () => number;

  /** @param takeNumber takes a number for a file that no other has */
  constructor(disk: Disk, folder: string, takeNumber: () => number) {
    this.#disk = disk;
    this.#folder = folder;
    this.#takeNumber = takeNumber;
  }

  /**
   * Entry of a segment after some of its documents were removed; null if all of them are dead.
   *
   * @param removed ids, ascending; of any segment
   * @param isMerging the segment then stays in any case, as the merge reads it
   */
  withRemoved(segment: SegmentEntry, removed: Float64Array, isMerging: boolean): SegmentEntry | null {
    const near = removed.filter((id) => id >= segment.firstId && id <= segment.lastId);
    const here = near.length === 0 ? near : this.#ownIds(segment, near);
    if (here.length === 0) return segment;
    const before = deadOf(this.#disk, this.#folder, segment);
    const dead = new Float64Array(before.length + here.length);
    dead.set(before);
    dead.set(here, before.length);
    dead.sort();
    return isMerging ? this.#noted(segment, dead) : this.withDead(segment, dead);
  }

  /**
   * Entry of a segment whose dead documents are these; null if that is all of them.
   *
   * @param dead ids, ascending
   */
  withDead(segment: SegmentEntry, dead: Float64Array): SegmentEntry | null {
    if (dead.length === 0) return segment;
    return dead.length === segment.documents ? null : this.#noted(segment, dead);
  }

  /**
   * Ids of documents that died in the inputs of a merge while it ran.
   *
   * @param segments the inputs as the manifest has them now
   */
  since(inputs: readonly MergeInputEntry[], segments: readonly SegmentEntry[]): Float64Array {
    const known = new Set(inputs.flatMap(({ dead }) => [...dead]));
    const late = segments.flatMap((segment) =>
      [...deadOf(this.#disk, this.#folder, segment)].filter((id) => !known.has(id)),
    );
    return Float64Array.from(late).sort();
  }

  #noted(segment: SegmentEntry, dead: Float64Array): SegmentEntry {
    const number = this.#takeNumber();
    const path = join(this.#folder, fileName(number, 'dead'));
    return { ...segment, dead: { number, ...writeTombstones(this.#disk, path, dead) } };
  }

  /** Those of some ids that a segment has. */
  #ownIds(segment: SegmentEntry, ids: Float64Array): Float64Array {
    const open = openEntry(this.#disk, this.#folder, segment);
    try {
      const own = new Set(open.ids);
      return ids.filter((id) => own.has(id));
    } finally {
      open.close(new GranuleCache(this.#disk, 0));
    }
  }
}
