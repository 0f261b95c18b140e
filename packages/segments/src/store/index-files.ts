// Reading and writing of the files that a manifest names. Every binary file of the store, in every version, begins
// with 16 bytes:
//   0  magic, 8 characters
//   8  u32  version of the format of this kind of file
//  12  u32  CRC-32 of the bytes before
import { crc32 } from 'node:zlib';
import type { Disk } from '../disk.ts';
import { SegmentsCorrupt, SegmentsUnsupported } from '../errors.ts';

export const FILE_HEADER_BYTES = 16;

/** A kind of file: `magic` has 8 ASCII characters; `version` is the only one that is written and read. */
export interface FileFormat {
  readonly magic: string;
  readonly version: number;
}

/** Writes the header to the first 16 bytes of `into`. */
export function encodeFileHeader(format: FileFormat, into: Buffer): void {
  into.write(format.magic, 0, 8, 'latin1');
  into.writeUInt32LE(format.version, 8);
  into.writeUInt32LE(crc32(into.subarray(0, 12)), 12);
}

/** @throws SegmentsCorrupt, SegmentsUnsupported, if `bytes` do not begin with the header of a file of this format */
export function checkFileHeader(format: FileFormat, bytes: Buffer, path: string): void {
  const damaged = (problem: string): SegmentsCorrupt => new SegmentsCorrupt(path, 'file header', problem);
  if (bytes.length < FILE_HEADER_BYTES) throw damaged('is truncated');
  if (bytes.toString('latin1', 0, 8) !== format.magic) throw damaged(`does not begin with ${format.magic}`);
  if (crc32(bytes.subarray(0, 12)) !== bytes.readUInt32LE(12)) throw damaged('does not match its checksum');
  const version = bytes.readUInt32LE(8);
  if (version !== format.version) throw new SegmentsUnsupported(path, version, format.version);
}

/**
 * Opens a file that the manifest names, for reading.
 * @throws SegmentsCorrupt if it is missing
 */
export function openNamed(disk: Disk, path: string): number {
  try {
    return disk.open(path, 'read');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new SegmentsCorrupt(path, 'file', 'is missing');
    throw error;
  }
}

/**
 * Creates a file that must not exist yet, with these bytes, and syncs it; its name is durable after the next
 * `syncFolder`. If that fails, the file is removed again, if possible.
 * @returns the file, open for reading and writing
 */
export function createFile(disk: Disk, path: string, bytes: Uint8Array): number {
  const file = disk.open(path, 'create');
  try {
    disk.write(file, bytes, 0);
    disk.sync(file);
  } catch (error) {
    disk.close(file);
    removeUnfinished(disk, path);
    throw error;
  }
  return file;
}

/** Removes a file whose writing failed, if it exists and the disk allows it: the caller reports that failure. */
export function removeUnfinished(disk: Disk, path: string): void {
  try {
    if (disk.stat(path) !== null) disk.remove(path);
  } catch {
    // A file that nothing names is removed when the folder is opened for writing.
  }
}
