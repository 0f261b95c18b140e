// Writes a log. Operations that are appended count once the caller has synced them and committed their sequence
// number elsewhere; until then they can be rolled back. A log has one writer; readers need no coordination with it
// (log-reader.ts).
import { crc32 } from 'node:zlib';
import type { Disk } from '../disk.ts';
import { SegmentsCorrupt } from '../errors.ts';
import { encodeZones, NO_ZONES } from '../segment/zones.ts';
import { createFile } from './index-files.ts';
import { filterOf } from './log-filter.ts';
import {
  checkOperation,
  encodeLogHeader,
  encodeRecordHeader,
  LOG_HEADER_BYTES,
  MAX_RUN_PIECES,
  MAX_TEXT_BYTES,
  PIECE_BYTES,
  piecesOf,
  textBytes,
  textChunks,
  type Operation,
  type RecordHeader,
} from './log-format.ts';
import { LogReader } from './log-reader.ts';

/** Extent of a log. */
interface Extent {
  /** Length of the file. */
  readonly bytes: number;
  /** Length of all texts in it. */
  readonly textBytes: number;
  readonly lastSequence: number;
}

/** Appends operations to a log. They are durable after `sync`, and safe from `rollback` after `commit`. */
export class LogWriter {
  readonly #disk: Disk;
  readonly #file: number;
  readonly #appender: Appender;
  #committed: Extent;
  #end: Extent;
  /** False from an append until its sync. */
  #isSynced = true;
  /** True after a failure that left the file in doubt. */
  #needsRollback = false;

  /**
   * Creates a log without operations. Its name is durable after the next `syncFolder`.
   * @param after sequence number of the last committed operation: all operations up to it are elsewhere
   */
  static create(disk: Disk, path: string, after: number): LogWriter {
    const file = createFile(disk, path, encodeLogHeader(after));
    return new LogWriter(disk, file, { bytes: LOG_HEADER_BYTES, textBytes: 0, lastSequence: after });
  }

  /**
   * Opens the newest log of a store: reads and verifies everything that was committed, and truncates the rest.
   * @param committed sequence number of the last operation that was committed, in this log or before it began
   * @throws SegmentsCorrupt if any committed operation is damaged or missing; SegmentsUnsupported
   */
  static open(disk: Disk, path: string, committed: number): LogWriter {
    const extent = verifiedExtent(disk, path, committed);
    const file = disk.open(path, 'change');
    try {
      if (disk.size(file) > extent.bytes) {
        disk.truncate(file, extent.bytes);
        disk.sync(file);
      }
      return new LogWriter(disk, file, extent);
    } catch (error) {
      disk.close(file);
      throw error;
    }
  }

  private constructor(disk: Disk, file: number, extent: Extent) {
    this.#disk = disk;
    this.#file = file;
    this.#appender = new Appender(disk, file);
    this.#committed = extent;
    this.#end = extent;
  }

  /** Length of the file. */
  get bytes(): number {
    return this.#end.bytes;
  }

  /** Length of all texts in the log. */
  get textBytes(): number {
    return this.#end.textBytes;
  }

  /** Sequence number of the last operation, or the one after which the log begins if it has none. */
  get lastSequence(): number {
    return this.#end.lastSequence;
  }

  /**
   * Writes operations after the last one; all of them or, if it throws, none.
   * @throws RangeError if one is malformed or not in order; the disk's error, e.g. ENOSPC
   */
  append(operations: readonly Operation[]): void {
    this.#refuseInDoubt();
    let last = this.#end.lastSequence;
    for (const operation of operations) {
      checkOperation(operation, last);
      last = operation.sequence;
    }
    this.#isSynced = false;
    let texts = 0;
    this.#appender.begin(this.#end.bytes);
    try {
      for (const operation of operations) texts += this.#write(operation);
      this.#appender.flush();
    } catch (error) {
      this.#needsRollback = true;
      this.#disk.truncate(this.#file, this.#end.bytes);
      this.#needsRollback = false;
      throw error;
    }
    this.#end = {
      bytes: this.#appender.position,
      textBytes: this.#end.textBytes + texts,
      lastSequence: last,
    };
  }

  /**
   * Makes everything that was appended durable. If it throws, only `rollback` is left: another sync does not bring
   * back what a failed one has lost.
   */
  sync(): void {
    this.#refuseInDoubt();
    if (this.#isSynced) return;
    this.#needsRollback = true;
    this.#disk.sync(this.#file);
    this.#needsRollback = false;
    this.#isSynced = true;
  }

  /** Reports that the caller has committed everything that was appended: `rollback` no longer removes it. */
  commit(): void {
    this.#refuseInDoubt();
    if (!this.#isSynced) throw new Error('a log must be synced before what was appended is committed');
    this.#committed = this.#end;
  }

  /** Truncates the log to the last `commit`. */
  rollback(): void {
    this.#needsRollback = true;
    this.#disk.truncate(this.#file, this.#committed.bytes);
    this.#needsRollback = false;
    this.#end = this.#committed;
    this.#isSynced = true;
  }

  close(): void {
    this.#disk.close(this.#file);
  }

  /** Writes an operation and returns the length of its text. */
  #write(operation: Operation): number {
    const { kind, sequence } = operation;
    if (kind === 'remove') {
      const header = {
        kind,
        sequence,
        earlier: operation.removes,
        filterBytes: 0,
        zoneBytes: 0,
        textBytes: 0,
        detailsChecksum: 0,
        owner: 0,
      };
      this.#appender.add(encodeRecordHeader(header));
      return 0;
    }
    const bytes = textBytes(operation.parts);
    if (bytes > MAX_TEXT_BYTES)
      throw new RangeError(
        `the text of document ${sequence} must be shorter than 4 GiB, but has ${bytes} bytes`,
      );
    const checksums = pieceChecksums(operation.parts, bytes);
    const filter = filterOf(operation.parts, bytes);
    const [part] = operation.parts;
    const zones = part === undefined ? NO_ZONES : encodeZones(operation.zones, part);
    const header: RecordHeader = {
      kind,
      sequence,
      earlier: operation.replaces ?? 0,
      filterBytes: filter.length,
      zoneBytes: zones.length,
      textBytes: bytes,
      detailsChecksum: crc32(zones, crc32(filter, crc32(checksums))),
      owner: operation.owner,
    };
    this.#appender.add(encodeRecordHeader(header));
    this.#appender.add(checksums);
    this.#appender.add(filter);
    this.#appender.add(zones);
    for (const chunk of textChunks(operation.parts)) this.#appender.add(chunk);
    return bytes;
  }

  #refuseInDoubt(): void {
    if (this.#needsRollback)
      throw new Error('a log must be rolled back after a failure that left its file in doubt');
  }
}

/** Extent of the log up to `committed`, with everything up to there read and verified. */
function verifiedExtent(disk: Disk, path: string, committed: number): Extent {
  const reader = LogReader.open(disk, path);
  try {
    if (committed < reader.after) {
      const problem = `says that operations up to ${reader.after} were committed before it began, but only those up to ${committed} were`;
      throw new SegmentsCorrupt(path, 'log header', problem);
    }
    const run = Buffer.allocUnsafe(MAX_RUN_PIECES * PIECE_BYTES);
    let texts = 0;
    for (const operation of reader.read(committed)) {
      if (operation.kind === 'remove') continue;
      const { text } = operation;
      for (let at = 0; at < text.checksums.length; at += MAX_RUN_PIECES) {
        reader.readPieces(text, at, MAX_RUN_PIECES, run);
      }
      texts += text.bytes;
    }
    return { bytes: reader.position, textBytes: texts, lastSequence: reader.lastSequence };
  } finally {
    reader.close();
  }
}

/** CRC-32 of each piece of the text, as the log stores them. */
function pieceChecksums(parts: readonly Uint8Array[], bytes: number): Buffer {
  const checksums = Buffer.alloc(piecesOf(bytes) * 4);
  let piece = 0;
  let inPiece = 0;
  let checksum = 0;
  const endPiece = (): void => {
    checksums.writeUInt32LE(checksum, piece * 4);
    piece++;
    inPiece = 0;
    checksum = 0;
  };
  for (const chunk of textChunks(parts)) {
    for (let at = 0; at < chunk.length;) {
      const next = chunk.subarray(at, at + PIECE_BYTES - inPiece);
      checksum = crc32(next, checksum);
      at += next.length;
      inPiece += next.length;
      if (inPiece === PIECE_BYTES) endPiece();
    }
  }
  if (inPiece > 0) endPiece();
  return checksums;
}

/** Bytes of the buffer: enough for a batch of small documents in one write. */
const BUFFER_BYTES = 2 ** 18;

/** Combines small consecutive writes into large ones; large ones are written at once. */
class Appender {
  readonly #disk: Disk;
  readonly #file: number;
  readonly #buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  #filled = 0;
  #written = 0;

  constructor(disk: Disk, file: number) {
    this.#disk = disk;
    this.#file = file;
  }

  /** Offset of the next byte. */
  get position(): number {
    return this.#written + this.#filled;
  }

  /** Discards bytes that were not flushed, and goes on at `position`. */
  begin(position: number): void {
    this.#filled = 0;
    this.#written = position;
  }

  /** Appends bytes. They may be buffered, as a copy, until `flush`. */
  add(bytes: Uint8Array): void {
    if (this.#filled + bytes.length > BUFFER_BYTES) this.flush();
    if (bytes.length > BUFFER_BYTES) {
      this.#disk.write(this.#file, bytes, this.#written);
      this.#written += bytes.length;
    } else {
      this.#buffer.set(bytes, this.#filled);
      this.#filled += bytes.length;
    }
  }

  flush(): void {
    if (this.#filled === 0) return;
    this.#disk.write(this.#file, this.#buffer.subarray(0, this.#filled), this.#written);
    this.#written += this.#filled;
    this.#filled = 0;
  }
}
