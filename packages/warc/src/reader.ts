// Reads the HTML pages out of a WARC, an ARC, a WACZ, a HAR or JSON. input.ts and zip-entries.ts bring the bytes, page-record.ts
// turns a record into a page or a reason why it is none, headers.ts and body.ts parse its parts, json/ reads what is JSON,
// page-rule.ts says what a page is, counts.ts counts.
import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { ByteReader } from './byte-reader.ts';
import {
  CLIPPED_PAGE,
  type CountsBefore,
  type OnProblem,
  Tally,
  type WarcCounts,
  type WarcProblem,
} from './counts.ts';
import { notWarc, NotWarcError } from './errors.ts';
import { isZip, mayBeZip, openInput, START_LOOK_BYTES, type Input } from './input.ts';
import { jsonFormatOf, linesFormatOf, type JsonFormat } from './json/json-format.ts';
import { piecesOf, readJsonPages } from './json/json-pages.ts';
import type { AttachedFiles } from './json/stated-content.ts';
import { Utf8Pieces } from './json/utf8-pieces.ts';
import { readRecord, type RecordLimits } from './page-record.ts';
import type { Statuses } from './page-rule.ts';
import { UNKNOWN_ORIGIN, type Origin } from './record-head.ts';
import { isArcStart, MAX_ARC_LINE_BYTES } from './arc-head.ts';
import {
  isRecordStart,
  isWarcStart,
  lineWithStartIn,
  peekLine,
  recordStartIn,
  START_BYTES,
  startsAfter,
  type RecordFormat,
} from './record-start.ts';
import { capturedPage, type WarcPage } from './warc-page.ts';
import type { ZipEntry } from './zip-entries.ts';

export interface WarcOptions {
  /** Maximum bytes of a page's decoded body; a longer one is truncated. Default 4 MiB. */
  readonly maxBodyBytes?: number;
  /** Which answers are pages: those with a 2xx status (default), or all. */
  readonly statuses?: Statuses;
  /** Shared by the readers of a crawl's files: it fetched a robots.txt once and may have filled several files. */
  readonly robotsTexts?: RobotsTexts;
  readonly onProblem?: OnProblem;
  /** Whether the input is known to be lines of JSON; else its first bytes say so. */
  readonly isJsonLines?: boolean;
  /** Set if the input is the rest of another one, from one of its entry points on. */
  readonly rest?: RestOfInput;
}

/** Statements about what stood before the rest of an input. */
export interface RestOfInput {
  /** Number of the record with which it begins. */
  readonly record: number;
  /** Offset of its first byte in the other input. */
  readonly offset: number;
  /** Statements of the last warcinfo record before it. */
  readonly origin: Origin;
  /** Counts of what stood before. */
  readonly counts: CountsBefore;
}

/** Can be iterated once. Leaving the loop early closes the input. */
export interface WarcReader extends AsyncIterable<WarcPage> {
  /** Counts so far. */
  readonly counts: WarcCounts;
  /** Counts without the page that was given last. */
  readonly countsBefore: WarcCounts;
  /** The first 100 problems so far. */
  readonly problems: readonly WarcProblem[];
  /** Bytes of the input read so far, before decompression. */
  readonly bytesRead: number;
}

const DEFAULT_LIMITS: RecordLimits = { maxBodyBytes: 4 * 1024 * 1024, statuses: 'success' };

/** An input without a record in its first bytes (decompressed), so many of them, is not a WARC. */
const MAX_LEADING_JUNK_BYTES = 1024 * 1024;

/**
 * Reads the HTML pages of a WARC (1.0, 1.1 and drafts) or an ARC (1, 2), a HAR or JSON, compressed with gzip or zstd by record,
 * as one, or not at all, or of a ZIP of those, whatever its name. What is damaged or not a page is skipped and counted. Memory
 * holds at most one page, up to its cap. A page comes with the robots.txt of its host if the input has it before the page, as
 * in captures of crawlers that store what they fetch.
 *
 * @param source path of a file, or a stream of its bytes, which can't be a ZIP
 * @throws NotWarcError while iterating, if the input holds no capture; the file system's errors
 */
export function readWarc(source: string | Readable, options: WarcOptions = {}): WarcReader {
  const { robotsTexts = new RobotsTexts(), onProblem, isJsonLines = false, rest = null, ...limits } = options;
  const tally = new Tally(onProblem, rest?.counts ?? null, rest?.offset ?? 0);
  let bytesRead = 0;
  const reading: Reading = {
    tally,
    limits: { ...DEFAULT_LIMITS, ...limits },
    robotsTexts,
    isJsonLines,
    rest,
  };
  const onRead = (bytes: number): void => {
    bytesRead += bytes;
  };
  const pages =
    typeof source === 'string'
      ? readFile(source, onRead, reading)
      : readOne(openInput(chunksOf(source, onRead)), reading);
  return {
    [Symbol.asyncIterator]: () => pages,
    get counts() {
      return tally.counts;
    },
    get countsBefore() {
      return tally.countsBefore;
    },
    get problems() {
      return tally.problems;
    },
    get bytesRead() {
      return bytesRead;
    },
  };
}

interface Reading {
  readonly tally: Tally;
  readonly limits: RecordLimits;
  readonly robotsTexts: RobotsTexts;
  readonly isJsonLines: boolean;
  readonly rest: RestOfInput | null;
}

const READ_BYTES = 256 * 1024;

async function* readFile(
  path: string,
  onRead: (bytes: number) => void,
  reading: Reading,
): AsyncGenerator<WarcPage> {
  await using file = await open(path);
  const found = await file.stat();
  if (found.isDirectory()) throw new NotWarcError('it is a folder; name the files in it');
  const start = found.isFile() ? await startOf(file) : Buffer.alloc(0);
  if (!reading.isJsonLines && mayBeZip(start)) {
    const { zipEntries, zipStart } = await import('./zip-entries.ts');
    const range = { file, start: 0, end: found.size, onRead };
    const from = isZip(start) ? 0 : await zipStart(range);
    if (from !== null) {
      yield* readZip(zipEntries({ ...range, start: from }), reading);
      return;
    }
  }
  // The path only shows in errors.
  const stream = createReadStream(path, { fd: file, autoClose: false, highWaterMark: READ_BYTES });
  yield* readOne(openInput(chunksOf(stream, onRead)), reading);
}

/** The first bytes of a file, whose position stays where it is. */
async function startOf(file: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(START_LOOK_BYTES), 0, START_LOOK_BYTES, 0);
  return buffer.subarray(0, bytesRead);
}

async function* chunksOf(stream: Readable, onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of stream) {
    const bytes = asBuffer(chunk);
    onRead(bytes.length);
    if (bytes.length > 0) yield bytes;
  }
}

function asBuffer(chunk: unknown): Buffer {
  if (Buffer.isBuffer(chunk)) return chunk;
  if (chunk instanceof Uint8Array) return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  throw new TypeError(
    `a WARC is read from a stream of bytes, not of ${typeof chunk}s: leave its encoding unset`,
  );
}

/** Entries of a ZIP in this folder, or with these names, are captures, and must be readable; others may be anything. */
const ARCHIVE_NAME = /(?:^|\/)archive\/|\.(?:w?arc|har)(?:\.gz|\.zst)?$/i;

async function* readZip(entries: AsyncGenerator<ZipEntry>, reading: Reading): AsyncGenerator<WarcPage> {
  const { tally } = reading;
  let seen = 0;
  for await (const entry of entries) {
    seen++;
    tally.entry = entry.name;
    if (entry.chunks !== null) {
      try {
        yield* readOne(openInput(entry.chunks), reading, {
          isEntry: true,
          mayBeOther: !ARCHIVE_NAME.test(entry.name),
          files: entry.other,
        });
      } catch (error) {
        if (!(error instanceof NotWarcError)) throw error;
        entry.problem ||= error.message;
      }
    }
    if (entry.problem !== '') await tally.countUnreadEntry(entry.problem);
  }
  tally.entry = null;
  const { records, unreadEntries } = tally.counts;
  if (records === 0 && unreadEntries === 0) {
    throw new NotWarcError(`none of the ${seen} entries of the ZIP is a WARC, an ARC or a HAR`);
  }
}

interface EntryOptions {
  /** Whether it is an entry of a ZIP, whose JSON describes the archive unless it is a HAR. */
  readonly isEntry?: boolean;
  /** Whether an input without a record is passed over in silence. */
  readonly mayBeOther?: boolean;
  /** Files beside it. */
  readonly files?: AttachedFiles;
}

const NO_FILES: AttachedFiles = () => Promise.resolve(null);

/** Reads an input that is not a ZIP. */
async function* readOne(
  input: Input,
  reading: Reading,
  { isEntry = false, mayBeOther = false, files = NO_FILES }: EntryOptions = {},
): AsyncGenerator<WarcPage> {
  const { tally, limits, robotsTexts, isJsonLines } = reading;
  const reader = new ByteReader(input.pieces, isRecordStart);
  let origin: Origin = reading.rest?.origin ?? UNKNOWN_ORIGIN;
  let format: RecordFormat = 'unknown';
  try {
    const json = isJsonLines ? await linesFormatOf(reader) : await jsonFormatOf(reader);
    if (json !== null && (!isEntry || json.kind === 'har')) {
      yield* readJson(reader, json, reading, { files, isPlain: !isEntry && input.format() === 'plain' });
      return;
    }
    const start = Buffer.from(await reader.peek(START_LOOK_BYTES));
    tally.unit = 'record';
    if (mayBeOther && !(await startsAfter(reader, 0))) return;
    const before = await findRecord(reader, tally, {
      isAdrift: true,
      isFirst: true,
      format,
      maxBytes: MAX_LEADING_JUNK_BYTES,
    });
    if (before === null) throw notWarc(input.format(), start);
    if (before > 0) await tally.countJunk(0, 'bytes before the first record');
    for (let found: number | null = before; found !== null;) {
      const { offset } = reader;
      const stored = input.format();
      const isEntryPoint = !isEntry && (stored === 'plain' || (stored === 'gzip' && reader.isAtMember));
      const record = await readRecord(reader, limits, origin);
      const { result, uri } = record;
      format = record.format ?? format;
      await tally.countSlips(offset, uri, record.slips);
      if (result.kind === 'page') {
        const robotsTxt = robotsTexts.of(result.page.url);
        const page = robotsTxt === null ? result.page : { ...result.page, robotsTxt };
        const notice = record.slips.includes('clipped') ? CLIPPED_PAGE : null;
        yield await capturedPage(page, tally, {
          offset,
          uri,
          isEntryPoint,
          ...origin,
          isDated: true,
          notice,
        });
      } else if (result.kind === 'robots') {
        robotsTexts.set(result.origin, result.text);
        await tally.countSkip(offset, uri, 'not_html', null);
      } else if (result.kind === 'origin') {
        ({ origin } = result);
        await tally.countSkip(offset, uri, 'other_type', null);
      } else {
        await tally.countSkip(offset, uri, result.why, result.problem);
      }
      const { isAdrift } = record;
      found = await findRecord(reader, tally, { isAdrift, format, maxBytes: Infinity });
    }
  } finally {
    await reader.close();
  }
}

async function* readJson(
  reader: ByteReader,
  { kind, charset }: JsonFormat,
  { tally, limits, rest }: Reading,
  { files, isPlain }: { readonly files: AttachedFiles; readonly isPlain: boolean },
): AsyncGenerator<WarcPage> {
  const options = { ...limits, kind, files, firstLine: rest?.record ?? 1 };
  if (charset === 'utf-8') {
    yield* readJsonPages(reader, tally, { ...options, isPlain, originOf: (at) => at });
    return;
  }
  const pieces = new Utf8Pieces(piecesOf(reader), charset);
  const originOf = pieces.originOf.bind(pieces);
  yield* readJsonPages(new ByteReader(pieces, isRecordStart), tally, {
    ...options,
    isPlain: false,
    originOf,
  });
}

const SCAN_BYTES = 64 * 1024;

/** Bytes of a line feed and the start of a WARC record, the longest sequence that one scan must see undivided. */
const OVERLAP_BYTES = START_BYTES + 1;

/**
 * Advances the reader to the next record: past the empty lines that end records, and past anything else before it.
 *
 * @param isAdrift the bytes before it belong to a record that was counted, so they are not counted
 * @param isFirst no record was found yet, so that it may begin in the middle of a line
 * @param format of the records so far
 * @param maxBytes how far to search
 * @returns how many bytes it passed that are not empty lines; null if there is no record
 */
async function findRecord(
  reader: ByteReader,
  tally: Tally,
  {
    isAdrift,
    isFirst = false,
    format,
    maxBytes,
  }: {
    readonly isAdrift: boolean;
    readonly isFirst?: boolean;
    readonly format: RecordFormat;
    readonly maxBytes: number;
  },
): Promise<number | null> {
  let counted = isAdrift;
  let seen = 0;
  while (seen <= maxBytes) {
    let bytes = await reader.peek(OVERLAP_BYTES);
    if (bytes.length === 0) {
      const { stop } = reader;
      if (stop === null || stop.kind === 'end') return null;
      if (stop.kind === 'gap') {
        // A truncated member holds a record, even if none of its bytes could be decompressed.
        if (stop.atEnd) await tally.countSkip(stop.offset, null, 'cut_off', stop.problem);
        else await tally.countJunk(stop.offset, stop.problem);
      }
      reader.pass();
      continue;
    }
    if (isWarcStart(bytes)) return seen;
    const lineEnds = counted && seen > 0 ? 0 : leadingLineEnds(bytes);
    if (lineEnds > 0) {
      await reader.skip(lineEnds);
      continue;
    }
    if (isArcStart(await peekLine(reader))) return seen;
    bytes = await reader.peek(SCAN_BYTES);
    if (!counted) await tally.countJunk(reader.offset, 'bytes between records that belong to none');
    counted = true;
    const next = isFirst ? firstIn(bytes) : recordStartIn(bytes, 0, format);
    const rest = bytes.length < SCAN_BYTES ? bytes.length : bytes.length - overlapIn(bytes, format);
    seen += await reader.skip(next === -1 ? rest : next);
  }
  return null;
}

function firstIn(bytes: Buffer): number {
  const [line, within] = [recordStartIn(bytes, 0, 'unknown'), lineWithStartIn(bytes)];
  return line === -1 || within === -1 ? Math.max(line, within) : Math.min(line, within);
}

/** Bytes at the end of a scan in which a record may begin that is only recognised with what follows. */
function overlapIn(bytes: Buffer, format: RecordFormat): number {
  if (format === 'warc') return OVERLAP_BYTES;
  // A line of an ARC is recognised as a whole.
  const line = bytes.length - Math.max(0, bytes.lastIndexOf(0x0a));
  return line <= MAX_ARC_LINE_BYTES ? Math.max(line, OVERLAP_BYTES) : OVERLAP_BYTES;
}

function leadingLineEnds(bytes: Buffer): number {
  let count = 0;
  while (bytes[count] === 0x0a || bytes[count] === 0x0d) count++;
  return count;
}

/** Usual bound of all texts together, in characters. */
const MAX_CHARACTERS = 8 * 1024 * 1024;
/** Characters that an origin counts for besides its text. */
const ENTRY_CHARACTERS = 200;

/** The robots.txt of the origins that were read last: thousands of them, with texts of usual length. */
export class RobotsTexts {
  readonly #byOrigin: LRUCache<string, string>;

  /** @param maxCharacters bound of all texts together, in characters */
  constructor(maxCharacters = MAX_CHARACTERS) {
    this.#byOrigin = new LRUCache({
      maxSize: maxCharacters,
      sizeCalculation: ({ length }) => ENTRY_CHARACTERS + length,
    });
  }

  set(origin: string, text: string): void {
    this.#byOrigin.set(origin, text);
  }

  /** The text of a URL's origin; null if there was none, or it was dropped since. */
  of(url: string): string | null {
    return this.#byOrigin.get(new URL(url).origin) ?? null;
  }
}
