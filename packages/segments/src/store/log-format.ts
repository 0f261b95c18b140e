// Operations on documents, and the bytes of a log, version 1, that stores them. Numbers are little-endian, f64 where
// they may exceed 2^32.
//
// File:   file header (16 bytes, index-files.ts)
//         16  f64  the sequence number after which the log begins
//         24  u32  CRC-32 of the bytes before
//         28  records, one after another
// Record:  0  u32  CRC-32 of the bytes 4 to 43
//          4  u32  kind: 1 put, 2 remove
//          8  f64  sequence number
//         16  f64  id of the document that it replaces or removes, 0: none
//         24  u32  bytes of the filter (0 in a removal)
//         28  u32  bytes of the text (0 in a removal)
//         32  u32  CRC-32 of checksums, filter and zones
//         36  u32  owner of the document (0 in a removal)
//         40  u32  bytes of the zones (0 in a removal)
//         44       checksums: a u32 for each piece of 16 KiB of the text, the last one may be shorter: its CRC-32
//                  filter (log-filter.ts), zones (`encodeZones`), text (`textChunks`)
import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { SegmentsCorrupt } from '../errors.ts';
import { GRANULE_BYTES } from '../segment/format.ts';
import { faultOf, type Zones } from '../segment/zones.ts';
import { checkFileHeader, encodeFileHeader, FILE_HEADER_BYTES, type FileFormat } from './index-files.ts';
import { isFilterLength } from './log-filter.ts';

export const LOG_HEADER_BYTES = FILE_HEADER_BYTES + 12;
export const RECORD_HEADER_BYTES = 44;
/**
 * Bytes of a piece, the least of a text that can be read and verified; the last piece may be shorter. It equals a
 * granule, so that caches of granules may hold texts.
 */
export const PIECE_BYTES = GRANULE_BYTES;
/** Maximum pieces that are read at once: 256 KiB. */
export const MAX_RUN_PIECES = 16;
/** Maximum bytes of a text, whose length is a u32. */
export const MAX_TEXT_BYTES = 2 ** 32 - 1;

const FORMAT: FileFormat = { magic: 'sitegLOG', version: 1 };
const KINDS = { put: 1, remove: 2 } as const;

/** A record without its checksums, filter, zones and text. */
export interface RecordHeader {
  readonly kind: 'put' | 'remove';
  readonly sequence: number;
  /** Id of the document that is replaced or removed, or 0. */
  readonly earlier: number;
  readonly filterBytes: number;
  readonly zoneBytes: number;
  readonly textBytes: number;
  /** CRC-32 of checksums, filter and zones. */
  readonly detailsChecksum: number;
  /** Owner of the document that is put, else 0. */
  readonly owner: number;
}

/** @param after the sequence number after which the log begins */
export function encodeLogHeader(after: number): Buffer {
  const bytes = Buffer.alloc(LOG_HEADER_BYTES);
  encodeFileHeader(FORMAT, bytes);
  bytes.writeDoubleLE(after, FILE_HEADER_BYTES);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, LOG_HEADER_BYTES - 4)), LOG_HEADER_BYTES - 4);
  return bytes;
}

/**
 * Sequence number after which the log begins.
 * @param bytes the first 28 of the file, or fewer if it has no more
 * @throws SegmentsCorrupt, SegmentsUnsupported
 */
export function decodeLogHeader(bytes: Buffer, path: string): number {
  checkFileHeader(FORMAT, bytes, path);
  if (bytes.length < LOG_HEADER_BYTES) throw new SegmentsCorrupt(path, 'log header', 'is truncated');
  if (crc32(bytes.subarray(0, LOG_HEADER_BYTES - 4)) !== bytes.readUInt32LE(LOG_HEADER_BYTES - 4))
    throw new SegmentsCorrupt(path, 'log header', 'does not match its checksum');
  return bytes.readDoubleLE(FILE_HEADER_BYTES);
}

export function encodeRecordHeader(header: RecordHeader): Buffer {
  const bytes = Buffer.alloc(RECORD_HEADER_BYTES);
  bytes.writeUInt32LE(KINDS[header.kind], 4);
  bytes.writeDoubleLE(header.sequence, 8);
  bytes.writeDoubleLE(header.earlier, 16);
  bytes.writeUInt32LE(header.filterBytes, 24);
  bytes.writeUInt32LE(header.textBytes, 28);
  bytes.writeUInt32LE(header.detailsChecksum, 32);
  bytes.writeUInt32LE(header.owner, 36);
  bytes.writeUInt32LE(header.zoneBytes, 40);
  bytes.writeUInt32LE(crc32(bytes.subarray(4)), 0);
  return bytes;
}

/** Header that these 44 bytes hold, or null if they hold none. */
export function decodeRecordHeader(bytes: Buffer): RecordHeader | null {
  if (crc32(bytes.subarray(4, RECORD_HEADER_BYTES)) !== bytes.readUInt32LE(0)) return null;
  const kind = bytes.readUInt32LE(4);
  const header: RecordHeader = {
    kind: kind === KINDS.put ? 'put' : 'remove',
    sequence: bytes.readDoubleLE(8),
    earlier: bytes.readDoubleLE(16),
    filterBytes: bytes.readUInt32LE(24),
    textBytes: bytes.readUInt32LE(28),
    detailsChecksum: bytes.readUInt32LE(32),
    owner: bytes.readUInt32LE(36),
    zoneBytes: bytes.readUInt32LE(40),
  };
  const lengthsFit =
    header.kind === 'put'
      ? isFilterLength(header.filterBytes)
      : header.filterBytes === 0 && header.zoneBytes === 0 && header.textBytes === 0 && header.owner === 0;
  const isKnown = kind === KINDS.put || kind === KINDS.remove;
  return isKnown && lengthsFit && Number.isSafeInteger(header.sequence) ? header : null;
}

/** Number of pieces of a text of so many bytes. */
export function piecesOf(textBytes: number): number {
  return Math.ceil(textBytes / PIECE_BYTES);
}

/** Length of checksums, filter and zones, which stand between a record's header and its text. */
export function detailsBytes(header: RecordHeader): number {
  return piecesOf(header.textBytes) * 4 + header.filterBytes + header.zoneBytes;
}

/**
 * A document is stored, or one is removed. `sequence` is an integer from 1 to 2^53 - 1, larger than that of every
 * operation before; it is the external id of the document that is put. `replaces` and `removes` are ids of earlier
 * documents. `owner`, an integer from 0 to 2^32 - 1, tells which documents belong together. A part holds folded UTF-8, so no byte 0xFF; a match never spans two parts.
 * `zones` are ranges of the part; only a document of a single part has any.
 */
export type Operation =
  | {
      readonly kind: 'put';
      readonly sequence: number;
      readonly replaces: number | null;
      readonly owner: number;
      readonly parts: readonly Uint8Array[];
      readonly zones: Zones;
    }
  | { readonly kind: 'remove'; readonly sequence: number; readonly removes: number };

/** An operation as a log stores it. */
export type LoggedOperation = LoggedPut | LoggedRemoval;

export interface LoggedPut {
  readonly kind: 'put';
  readonly sequence: number;
  readonly replaces: number | null;
  readonly owner: number;
  /** Filter of the terms that the document may hold: see log-filter.ts. */
  readonly filter: Uint8Array;
  /** See `encodeZones`. */
  readonly zones: Uint8Array;
  readonly text: LoggedText;
}

interface LoggedRemoval {
  readonly kind: 'remove';
  readonly sequence: number;
  readonly removes: number;
}

/**
 * Position and length of a document's text in the log's file, in bytes, and the CRC-32 of each of its pieces (16
 * KiB).
 */
export interface LoggedText {
  readonly position: number;
  readonly bytes: number;
  readonly checksums: Uint32Array;
}

/** @throws RangeError if an operation is malformed, or does not come after `last`, the sequence number before it */
export function checkOperation(operation: Operation, last: number): void {
  const { sequence } = operation;
  if (!Number.isSafeInteger(sequence) || sequence <= last)
    throw new RangeError(`sequence must be an integer above ${last} and below 2^53, but is ${sequence}`);
  const earlier = operation.kind === 'put' ? operation.replaces : operation.removes;
  if (earlier !== null && !(Number.isSafeInteger(earlier) && earlier > 0 && earlier < sequence)) {
    const field = operation.kind === 'put' ? 'replaces' : 'removes';
    throw new RangeError(`${field} must be the id of a document before ${sequence}, but is ${earlier}`);
  }
  if (operation.kind === 'remove') return;
  if (operation.owner >>> 0 !== operation.owner)
    throw new RangeError(
      `owner of document ${sequence} must be an integer below 2^32, but is ${operation.owner}`,
    );
  if (!operation.parts.every((part) => isUtf8(part)))
    throw new RangeError(`parts of document ${sequence} must be UTF-8, but one is not`);
  const fault = zonesFault(operation);
  if (fault !== null) throw new RangeError(`zones of document ${sequence} ${fault}`);
}

function zonesFault({ parts, zones }: Extract<Operation, { kind: 'put' }>): string | null {
  const [part] = parts;
  if (zones.every(({ length }) => length === 0)) return null;
  if (part === undefined || parts.length > 1) return `must be of a single part, but it has ${parts.length}`;
  return faultOf(zones, part.length);
}

// Separator of the parts of a document, in logs and segments. Each part is followed by two or three bytes 0xFF, which
// UTF-8 never has, so that the next one begins at an even offset, and a match never spans two parts.

const SEPARATOR = Uint8Array.of(0xff, 0xff, 0xff);

/** Length of the text of a document with these parts, with separators: even, and 0 if there are no parts. */
export function textBytes(parts: readonly Uint8Array[]): number {
  return parts.reduce((bytes, part) => bytes + part.length + separatorBytes(part), 0);
}

/** The text of a document, chunk by chunk: its parts and their separators. */
export function* textChunks(parts: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const part of parts) {
    if (part.length > 0) yield part;
    yield SEPARATOR.subarray(0, separatorBytes(part));
  }
}

function separatorBytes(part: Uint8Array): number {
  return 2 + (part.length % 2);
}

/** Id of the document that an operation replaces or removes. */
export function earlierOf(operation: LoggedOperation): number | null {
  return operation.kind === 'put' ? operation.replaces : operation.removes;
}
