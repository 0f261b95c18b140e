// The dead documents of a segment, in a file of their own. Version 1, little-endian:
//    0  file header (16 bytes, file-header.ts)
//   16  u32  CRC-32 of all bytes from 20 on
//   20  u32  0
//   24  f64  how many
//   32  f64  their ids, ascending
import { crc32 } from 'node:zlib';
import type { Disk } from '../disk.ts';
import { SegmentsCorrupt } from '../errors.ts';
import {
  FILE_HEADER_BYTES,
  checkFileHeader,
  encodeFileHeader,
  openNamed,
  type FileFormat,
} from './file-header.ts';
import type { TombstonesEntry } from './manifest.ts';
import { createFile } from './new-file.ts';

const FORMAT: FileFormat = { magic: 'sitegDED', version: 1 };
const CHECKED_FROM = FILE_HEADER_BYTES + 4;
const IDS_FROM = 32;

/**
 * Writes a new file with these ids (ascending, one or more) and syncs it.
 * @returns what the manifest has to say of the file, besides its number
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
 * The ids in a file of tombstones, ascending.
 * @throws SegmentsCorrupt if the file is missing or not the one that the manifest names; SegmentsUnsupported
 */
export function readTombstones(disk: Disk, path: string, entry: TombstonesEntry): Float64Array {
  const bytes = readBytes(disk, path, entry.bytes);
  checkFileHeader(FORMAT, bytes, path);
  const damaged = (problem: string): SegmentsCorrupt => new SegmentsCorrupt(path, 'tombstones', problem);
  if (bytes.length < entry.bytes || bytes.length < IDS_FROM) throw damaged('are cut off');
  const checksum = bytes.readUInt32LE(FILE_HEADER_BYTES);
  if (checksum !== crc32(bytes.subarray(CHECKED_FROM))) throw damaged('do not match their checksum');
  const count = bytes.readDoubleLE(IDS_FROM - 8);
  if (checksum !== entry.checksum || count !== entry.documents || bytes.length !== IDS_FROM + count * 8)
    throw damaged('are not those that the manifest names');
  return Float64Array.from({ length: count }, (_, at) => bytes.readDoubleLE(IDS_FROM + at * 8));
}

/** As many bytes as the file should have, or fewer if it is shorter. */
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
