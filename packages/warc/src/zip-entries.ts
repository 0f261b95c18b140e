// Entries of a ZIP, read in place and never extracted. A WACZ is a ZIP with WARC files (specs.webrecorder.net/wacz/1.1.1); a
// multi-WACZ, in which collections are downloaded, is a ZIP of those. Playwright writes a ZIP of a HAR and the contents of its
// entries. A ZIP may be made to do harm, so entries that overlap
// are refused, and what an entry decompresses to is bounded and checked against its size and checksum.
import { read } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { fromRandomAccessReaderPromise, RandomAccessReader, type Entry, type ZipFile } from 'yauzl';
import { decompress, startDecompressor } from './decompressor.ts';
import { isGzip } from '@sitegrep/http';
import { NotWarcError } from './errors.ts';
import { isZip } from './input.ts';
import { isZstd } from './unzstd.ts';

/** An entry that is a file, in the order of the ZIP's directory. */
export interface ZipEntry {
  /** Name; of an entry of a ZIP within the ZIP, both names. */
  readonly name: string;
  /** Bytes of the entry, decompressed; null if it can't be read. They end early where it is damaged. */
  readonly chunks: AsyncGenerator<Buffer> | null;
  /** The first bytes of another entry in the same folder, or of this name, at most `max`; null if there is none of this name, or it can't be read. */
  readonly other: (name: string, max: number) => Promise<Buffer | null>;
  /** Why it can't be read, or only in part; '' as long as nothing is wrong. */
  problem: string;
}

/** Part of a file. */
export interface FileRange {
  readonly file: FileHandle;
  readonly start: number;
  readonly end: number;
  /** Called with the number of bytes of each read. */
  readonly onRead: (bytes: number) => void;
}

/** Maximum entries of a ZIP. A WACZ has dozens. */
const MAX_ENTRIES = 20_000;

/** A ZIP in a ZIP is read, for multi-WACZ; deeper ones are not. */
const MAX_DEPTH = 2;

/**
 * Reads the directory of a ZIP, then gives its entries. An entry must be read to its end, or left, before the next one.
 *
 * @throws NotWarcError if the ZIP can't be read, or its entries overlap
 */
export async function* zipEntries(range: FileRange, depth = 1, prefix = ''): AsyncGenerator<ZipEntry> {
  const reader = new RangeReader(range);
  const zip = await openZip(reader, range.end - range.start);
  try {
    const entries = await entriesOf(zip);
    const byName = new Map(entries.map((entry) => [nameOf(entry), entry]));
    for (const entry of entries) {
      const folder = nameOf(entry).replace(/[^/]*$/, '');
      const other = (name: string, max: number): Promise<Buffer | null> =>
        startOfEntry(zip, byName.get(folder + name.replace(/^\.\//, '')) ?? byName.get(name), range, max);
      yield* readEntry(zip, entry, { range, depth, prefix, other });
    }
  } finally {
    zip.close();
  }
}

/** Length of the record at the end of a ZIP without its comment, and the longest comment (APPNOTE 4.3.16). */
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
const END_MAGIC = Buffer.from('PK\x05\x06');
/** Stated in place of a number that needs 64 bits. */
const IN_ZIP64 = 0xffffffff;

/**
 * Start of a ZIP in a file that has other bytes before it, as those that extract themselves do.
 *
 * @returns null if the file does not end as a ZIP does
 */
export async function zipStart(range: FileRange): Promise<number | null> {
  const size = range.end - range.start;
  const from = Math.max(0, size - END_BYTES - MAX_COMMENT_BYTES);
  const tail = await readAt(range, from, size - from);
  for (
    let at = tail.lastIndexOf(END_MAGIC);
    at !== -1;
    at = at === 0 ? -1 : tail.lastIndexOf(END_MAGIC, at - 1)
  ) {
    if (tail.length - at < END_BYTES || at + END_BYTES + tail.readUInt16LE(at + 20) !== tail.length) continue;
    const [bytes, offset] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
    if (bytes === IN_ZIP64 || offset === IN_ZIP64) return 0;
    // Offsets count from the start of the ZIP, or from that of the file.
    const start = from + at - bytes - offset;
    return start >= 0 ? start : null;
  }
  return null;
}

async function openZip(reader: RandomAccessReader, size: number): Promise<ZipFile> {
  try {
    // Sizes are checked below; names are shown, and lead nowhere.
    const options = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: false };
    return await fromRandomAccessReaderPromise(reader, size, options);
  } catch (error) {
    throw zipError(error);
  }
}

async function entriesOf(zip: ZipFile): Promise<readonly Entry[]> {
  if (zip.entryCount > MAX_ENTRIES) {
    throw zipError(`it has ${zip.entryCount} entries, more than ${MAX_ENTRIES}`);
  }
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) entries.push(entry);
  } catch (error) {
    throw zipError(error);
  }
  refuseOverlaps(entries);
  return entries;
}

/** Length of a local header without the name (APPNOTE 4.3.7). */
const LOCAL_HEADER_BYTES = 30;

/** Entries that share bytes multiply what a small file decompresses to. */
function refuseOverlaps(entries: readonly Entry[]): void {
  const sorted = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  for (const [at, entry] of sorted.entries()) {
    const next = sorted[at + 1];
    const end =
      entry.relativeOffsetOfLocalHeader + LOCAL_HEADER_BYTES + entry.fileNameLength + entry.compressedSize;
    if (next === undefined || next.relativeOffsetOfLocalHeader >= end) continue;
    throw zipError(`its entries ${nameOf(entry)} and ${nameOf(next)} overlap, as in a decompression bomb`);
  }
}

function zipError(problem: unknown): NotWarcError {
  const text = problem instanceof Error ? problem.message : String(problem);
  return new NotWarcError(`can't be read as a ZIP: ${text}`);
}

function nameOf(entry: Entry): string {
  return entry.fileNameRaw.toString('utf8');
}

/** The ZIP that an entry is in. */
interface Outer {
  readonly range: FileRange;
  readonly depth: number;
  /** Prefix of the names of its entries. */
  readonly prefix: string;
  readonly other: ZipEntry['other'];
}

async function startOfEntry(
  zip: ZipFile,
  entry: Entry | undefined,
  outer: FileRange,
  max: number,
): Promise<Buffer | null> {
  const range = entry === undefined ? null : await dataOf(zip, entry, outer);
  if (entry === undefined || range === null || typeof range === 'string') return null;
  let problem = '';
  const parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of checked(entry, range, (found) => (problem = found))) {
    parts.push(chunk);
    length += chunk.length;
    if (length >= max) break;
  }
  return problem === '' ? Buffer.concat(parts).subarray(0, max) : null;
}

async function* readEntry(zip: ZipFile, entry: Entry, outer: Outer): AsyncGenerator<ZipEntry> {
  const name = `${outer.prefix}${nameOf(entry)}`;
  if (name.endsWith('/')) return;
  const range = await dataOf(zip, entry, outer.range);
  const { other } = outer;
  if (typeof range === 'string') {
    yield { name, chunks: null, other, problem: range };
  } else if (entry.compressionMethod !== STORED || !isZip(await readAt(range, 0, 4))) {
    const chunks = checked(entry, range, (problem) => {
      found.problem ||= problem;
    });
    const found: ZipEntry = { name, chunks, other, problem: '' };
    yield found;
  } else if (outer.depth === MAX_DEPTH) {
    yield {
      name,
      chunks: null,
      other,
      problem: 'it is a ZIP within a ZIP within the ZIP, which is not read: unpack it first',
    };
  } else {
    try {
      yield* zipEntries(range, outer.depth + 1, `${name}/`);
    } catch (error) {
      if (!(error instanceof NotWarcError)) throw error;
      yield { name, chunks: null, other, problem: error.message };
    }
  }
}

/** Place of an entry's bytes in the file, or why it is not read. */
async function dataOf(zip: ZipFile, entry: Entry, outer: FileRange): Promise<FileRange | string> {
  const refusal = refusalOf(entry);
  if (refusal !== null) return refusal;
  try {
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
    const start = outer.start + fileDataStart;
    return { ...outer, start, end: start + entry.compressedSize };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

// Compression methods (APPNOTE 4.4.5).
const STORED = 0;
const DEFLATED = 8;

/** Why an entry is not read; null if it is. */
function refusalOf(entry: Entry): string | null {
  if (entry.isEncrypted()) return 'it is encrypted';
  if (entry.compressionMethod === DEFLATED) return null;
  if (entry.compressionMethod !== STORED) {
    return `its compression method, number ${entry.compressionMethod}, is not supported: unpack the ZIP first`;
  }
  return entry.compressedSize === entry.uncompressedSize
    ? null
    : 'its two sizes differ, though it is not compressed';
}

type OnProblem = (problem: string) => void;

/** Bytes of an entry, which are checked against its size and checksum. */
async function* checked(entry: Entry, range: FileRange, onProblem: OnProblem): AsyncGenerator<Buffer> {
  const content = entry.compressionMethod === STORED ? rangeChunks(range) : inflated(range, onProblem);
  let length = 0;
  let checksum = 0;
  for await (const chunk of content) {
    length += chunk.length;
    checksum = crc32(chunk, checksum);
    if (length > entry.uncompressedSize) {
      onProblem('it is longer than the ZIP says');
      return;
    }
    yield chunk;
  }
  if (length < entry.uncompressedSize) onProblem('it is shorter than the ZIP says');
  else if (checksum !== entry.crc32) onProblem('its checksum is incorrect');
}

/** Bytes of a compressed archive up to which its own compression in the ZIP is not looked at. */
const UNSUSPICIOUS_BYTES = 1024 * 1024;

/** Compressed data hardly gets smaller by compressing it again; a bomb in a bomb does. */
const MAX_RATIO_OF_COMPRESSED = 20;

async function* inflated(range: FileRange, onProblem: OnProblem): AsyncGenerator<Buffer> {
  const decompressor = startDecompressor(createInflateRaw());
  let output = 0;
  let isCompressed: boolean | null = null;
  try {
    for await (const bytes of rangeChunks(range)) {
      for await (const chunk of decompress(decompressor, bytes)) {
        isCompressed ??= isGzip(chunk) || isZstd(chunk);
        output += chunk.length;
        const isBomb = output > MAX_RATIO_OF_COMPRESSED * decompressor.stream.bytesWritten;
        if (isCompressed && output > UNSUSPICIOUS_BYTES && isBomb) {
          onProblem('it is a decompression bomb: compressed data that shrinks once more');
          return;
        }
        yield chunk;
      }
      if (decompressor.failure !== null) {
        onProblem(`its compression is damaged: ${decompressor.failure.message}`);
        return;
      }
    }
  } finally {
    decompressor.stream.destroy();
  }
}

const READ_BYTES = 256 * 1024;

async function* rangeChunks(range: FileRange): AsyncGenerator<Buffer> {
  const length = range.end - range.start;
  for (let at = 0; at < length;) {
    const chunk = await readAt(range, at, Math.min(READ_BYTES, length - at));
    if (chunk.length === 0) return;
    at += chunk.length;
    yield chunk;
  }
}

/** Bytes of a range; fewer where the file ends. */
async function readAt({ file, start, onRead }: FileRange, at: number, count: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(count), 0, count, start + at);
  onRead(bytesRead);
  return buffer.subarray(0, bytesRead);
}

/** A range of a file as yauzl reads it. */
class RangeReader extends RandomAccessReader {
  readonly #range: FileRange;

  constructor(range: FileRange) {
    super();
    this.#range = range;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    const { file, start, onRead } = this.#range;
    read(file.fd, buffer, offset, length, start + position, (error, bytesRead) => {
      onRead(bytesRead);
      callback(error, bytesRead);
    });
  }
}
