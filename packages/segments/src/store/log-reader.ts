// Reads a log, also while another thread or process appends to it. Committed operations no longer change, so a reader
// goes on where it ended before. It never looks past the last committed record, which may be truncated again.
import { crc32 } from 'node:zlib';
import type { Disk } from '../disk.ts';
import { SegmentsCorrupt } from '../errors.ts';
import { GRANULE_BYTES } from '../segment/format.ts';
import { GranuleFile, type GranuleCache } from '../segment/granule-cache.ts';
import { openNamed } from './index-files.ts';
import {
  decodeLogHeader,
  decodeRecordHeader,
  detailsBytes,
  LOG_HEADER_BYTES,
  PIECE_BYTES,
  piecesOf,
  RECORD_HEADER_BYTES,
  type LoggedOperation,
  type LoggedPut,
  type LoggedText,
  type RecordHeader,
} from './log-format.ts';

/**
 * Reads the operations of a log. Every method may throw SegmentsCorrupt, or the disk's error; a damaged log has to be
 * given up.
 */
export class LogReader {
  readonly path: string;
  /** Sequence number after which the log begins: everything up to it is elsewhere. */
  readonly after: number;
  readonly #disk: Disk;
  readonly #file: number;
  readonly #header = Buffer.alloc(RECORD_HEADER_BYTES);
  #position = LOG_HEADER_BYTES;
  #lastSequence: number;

  /** @throws SegmentsCorrupt if the file is missing or its header is damaged; SegmentsUnsupported */
  static open(disk: Disk, path: string): LogReader {
    const file = openNamed(disk, path);
    try {
      const header = Buffer.alloc(LOG_HEADER_BYTES);
      const bytes = disk.read(file, header, 0);
      return new LogReader(disk, path, file, decodeLogHeader(header.subarray(0, bytes), path));
    } catch (error) {
      disk.close(file);
      throw error;
    }
  }

  private constructor(disk: Disk, path: string, file: number, after: number) {
    this.#disk = disk;
    this.path = path;
    this.#file = file;
    this.after = after;
    this.#lastSequence = after;
  }

  /** Sequence number of the last operation that was read; `after` before the first one. */
  get lastSequence(): number {
    return this.#lastSequence;
  }

  /** Offset of the next record: the length of the log up to the last operation that was read. */
  get position(): number {
    return this.#position;
  }

  /**
   * Reads the operations up to `committed` that were not read before, in the order of their sequence numbers. It
   * neither reads nor verifies their texts: `readPieces` does that, and a cache that is given `granulesOf`.
   * @param committed sequence number of the last committed operation of this log. A smaller number than in a call
   * before, or than that of the log's first operation, gives nothing.
   * @throws SegmentsCorrupt also if the operation `committed` is missing
   */
  read(committed: number): LoggedOperation[] {
    const operations: LoggedOperation[] = [];
    const end = this.#disk.size(this.#file);
    while (this.#lastSequence < committed) operations.push(this.#next(committed, end));
    return operations;
  }

  /**
   * Reads and verifies some of a text's pieces (16 KiB each, the last one may be shorter).
   * @param into gets `count` pieces, or as many as there are from `first` on
   * @returns how many bytes were read
   */
  readPieces(text: LoggedText, first: number, count: number, into: Uint8Array): number {
    const from = first * PIECE_BYTES;
    const wanted = into.subarray(0, Math.min(count * PIECE_BYTES, text.bytes - from));
    const read = this.#disk.read(this.#file, wanted, text.position + from);
    if (read < wanted.length) throw this.#damaged('text', text.position, 'is truncated');
    for (let at = 0, piece = first; at < read; at += PIECE_BYTES, piece++) {
      if (crc32(wanted.subarray(at, at + PIECE_BYTES)) !== text.checksums[piece])
        throw this.#damaged('text', text.position + piece * PIECE_BYTES, 'does not match its checksum');
    }
    return read;
  }

  /** A text whose pieces are the granules of a cache. */
  granulesOf({ sequence, text: { position, bytes, checksums } }: LoggedPut): GranuleFile {
    const range = { start: position, name: `text of document ${sequence}` };
    return new GranuleFile(this.path, this.#file, bytes, checksums, range);
  }

  close(): void {
    this.#disk.close(this.#file);
  }

  /** Reads one record, which must exist and must not come after `committed`. @param end length of the file */
  #next(committed: number, end: number): LoggedOperation {
    const at = this.#position;
    const header = this.#readHeader(at);
    if (header.sequence <= this.#lastSequence || header.sequence > committed) {
      const problem = `has sequence number ${header.sequence}, where one from ${this.#lastSequence + 1} to ${committed} was committed`;
      throw this.#damaged('record', at, problem);
    }
    const details = this.#readDetails(at + RECORD_HEADER_BYTES, header);
    const position = at + RECORD_HEADER_BYTES + details.length;
    if (position + header.textBytes > end) throw this.#damaged('text', position, 'is truncated');
    this.#position = position + header.textBytes;
    this.#lastSequence = header.sequence;
    if (header.kind === 'remove')
      return { kind: 'remove', sequence: header.sequence, removes: header.earlier };
    const checksums = Uint32Array.from({ length: piecesOf(header.textBytes) }, (_, piece) =>
      details.readUInt32LE(piece * 4),
    );
    const zonesAt = details.length - header.zoneBytes;
    return {
      kind: 'put',
      sequence: header.sequence,
      replaces: header.earlier === 0 ? null : header.earlier,
      owner: header.owner,
      filter: details.subarray(checksums.length * 4, zonesAt),
      zones: details.subarray(zonesAt),
      text: { position, bytes: header.textBytes, checksums },
    };
  }

  #readHeader(at: number): RecordHeader {
    const read = this.#disk.read(this.#file, this.#header, at);
    if (read < RECORD_HEADER_BYTES) {
      const problem = `is missing: operations after ${this.#lastSequence} were committed, but the file ends here`;
      throw this.#damaged('record', at, problem);
    }
    const header = decodeRecordHeader(this.#header);
    if (header === null) throw this.#damaged('record header', at, 'does not match its checksum');
    return header;
  }

  #readDetails(at: number, header: RecordHeader): Buffer {
    const details = Buffer.alloc(detailsBytes(header));
    if (this.#disk.read(this.#file, details, at) < details.length)
      throw this.#damaged('filter', at, 'is truncated');
    if (crc32(details) !== header.detailsChecksum)
      throw this.#damaged('filter', at, 'does not match its checksum');
    return details;
  }

  #damaged(section: string, position: number, problem: string): SegmentsCorrupt {
    return new SegmentsCorrupt(this.path, `${section} at byte ${position}`, problem);
  }
}

/** Sequence number after which a log begins. */
export function logStart(disk: Disk, path: string): number {
  const log = LogReader.open(disk, path);
  log.close();
  return log.after;
}

/**
 * Texts of a log that were searched, in the memory of a cache. Each term of each search goes through the newest
 * texts, and reading and checking them again from the system's page cache would take as long as searching them.
 */
export class LogTexts {
  readonly #log: LogReader;
  readonly #cache: GranuleCache;
  readonly #bytes: Buffer;
  /** Files by sequence number. */
  readonly #files = new Map<number, GranuleFile>();

  constructor(log: LogReader, cache: GranuleCache) {
    this.#log = log;
    this.#cache = cache;
    this.#bytes = Buffer.from(cache.bytes.buffer);
  }

  /** Bytes of a text from an offset at which a granule begins, up to the granule's end; valid until the next call. */
  granule(operation: LoggedPut, from: number): Buffer {
    const address = this.#cache.addressOf(this.#fileOf(operation), from);
    return this.#bytes.subarray(address, address + Math.min(GRANULE_BYTES, operation.text.bytes - from));
  }

  /** Drops the texts from the cache. */
  close(): void {
    for (const file of this.#files.values()) this.#cache.forget(file);
  }

  #fileOf(operation: LoggedPut): GranuleFile {
    const known = this.#files.get(operation.sequence);
    if (known !== undefined) return known;
    const file = this.#log.granulesOf(operation);
    this.#files.set(operation.sequence, file);
    return file;
  }
}
