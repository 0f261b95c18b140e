// Reads the HTML pages out of a WARC. byte-reader.ts and gunzip.ts bring the bytes, page-record.ts turns a record into a
// page or a reason why it is none, headers.ts and body.ts parse its parts, counts.ts counts.
import type { Readable } from 'node:stream';
import type { Page } from '@sitegrep/site';
import { ByteReader, openInput, type Input } from './byte-reader.ts';
import { Tally, type WarcCounts, type WarcProblem } from './counts.ts';
import { NotWarcError } from './errors.ts';
import { isRecordStart, recordStartIn, UNKNOWN_ORIGIN } from './headers.ts';
import { readRecord, type RecordLimits } from './page-record.ts';

export interface WarcOptions {
  /** Maximum bytes of a page's decoded body; a longer one is truncated. Default 4 MiB. */
  readonly maxBodyBytes?: number;
  /** Which answers are pages: those with a 2xx status (default), or all. */
  readonly statuses?: 'success' | 'all';
  /** Shared by the readers of a crawl's files: it fetched a robots.txt once and may have filled several files. */
  readonly robotsTexts?: RobotsTexts;
}

/** A page and the offset of its record in the input. */
export interface WarcPage extends Page {
  /** Offset of the record's gzip member in the compressed input; if records are no members, in the decompressed bytes. */
  readonly offset: number;
  /** Whether sitegrep captured it in a crawl that left out pages which ask not to be indexed. An import does so too. */
  readonly obeysNoindex: boolean;
}

/** Can be iterated once. Leaving the loop early closes the input. */
export interface WarcReader extends AsyncIterable<WarcPage> {
  /** Counts so far. */
  readonly counts: WarcCounts;
  /** The first 100 problems so far. */
  readonly problems: readonly WarcProblem[];
  /** Bytes of the input read so far, before decompression. */
  readonly bytesRead: number;
}

const DEFAULT_LIMITS: RecordLimits = { maxBodyBytes: 4 * 1024 * 1024, statuses: 'success' };

/** An input without a record in its first bytes (decompressed), so many of them, is no WARC. */
const MAX_LEADING_JUNK_BYTES = 1024 * 1024;

/**
 * Reads the HTML pages of a WARC (1.0, 1.1), gzipped by record, as one, or not at all, whatever its name. Damaged records
 * and records without a page are skipped and counted. Memory holds at most one page, up to its cap. A page comes with the
 * robots.txt of its host if the input has it before the page, as in captures of crawlers that store what they fetch.
 *
 * @param source path of a file, or a stream of its bytes
 * @throws NotWarcError while iterating, if the input holds no WARC record; the file system's errors
 */
export function readWarc(source: string | Readable, options: WarcOptions = {}): WarcReader {
  const input = openInput(source);
  const tally = new Tally();
  const { robotsTexts = new RobotsTexts(), ...limits } = options;
  const pages = readPages(input, tally, { ...DEFAULT_LIMITS, ...limits }, robotsTexts);
  return {
    [Symbol.asyncIterator]: () => pages,
    get counts() {
      return tally.counts;
    },
    get problems() {
      return tally.problems;
    },
    get bytesRead() {
      return input.bytesRead();
    },
  };
}

async function* readPages(
  input: Input,
  tally: Tally,
  limits: RecordLimits,
  robotsTexts: RobotsTexts,
): AsyncGenerator<WarcPage> {
  const reader = new ByteReader(input.pieces);
  let origin = UNKNOWN_ORIGIN;
  try {
    const start = Buffer.from(await reader.peek(16));
    let found = await findRecord(reader, tally, { afterBroken: false, maxBytes: MAX_LEADING_JUNK_BYTES });
    if (!found) throw new NotWarcError(input.format(), start);
    while (found) {
      const { offset } = reader;
      const result = await readRecord(reader, limits, origin);
      if (result.kind === 'page') {
        tally.countPage(result.page.truncated);
        const robotsTxt = robotsTexts.of(result.page.url);
        const { obeysNoindex } = origin;
        yield { ...result.page, ...(robotsTxt === null ? {} : { robotsTxt }), offset, obeysNoindex };
      } else if (result.kind === 'robots') {
        robotsTexts.set(result.origin, result.text);
        tally.countSkip(offset, 'not_html', null);
      } else if (result.kind === 'origin') {
        ({ origin } = result);
        tally.countSkip(offset, 'other_type', null);
      } else {
        tally.countSkip(offset, result.why, result.problem);
      }
      const afterBroken = result.kind === 'skipped' && result.why === 'broken';
      found = await findRecord(reader, tally, { afterBroken, maxBytes: Infinity });
    }
  } finally {
    await reader.close();
  }
}

const SCAN_BYTES = 64 * 1024;

/** Bytes of a line feed and the start of a record, the longest sequence that one scan must see undivided. */
const OVERLAP_BYTES = '\nWARC/1'.length;

/**
 * Advances the reader to the next record: past the empty lines that end records, and past anything else before it.
 *
 * @param afterBroken the bytes before it are the rest of a record that was counted as broken, so they are not counted
 * @param maxBytes how far to search
 * @returns false if there is none
 */
async function findRecord(
  reader: ByteReader,
  tally: Tally,
  { afterBroken, maxBytes }: { readonly afterBroken: boolean; readonly maxBytes: number },
): Promise<boolean> {
  let counted = afterBroken;
  for (let seen = 0; seen <= maxBytes;) {
    let bytes = await reader.peek(OVERLAP_BYTES);
    if (bytes.length === 0) {
      const { stop } = reader;
      if (stop === null || stop.kind === 'end') return false;
      if (stop.kind === 'gap') {
        // A truncated member holds a record, even if none of its bytes could be decompressed.
        if (stop.atEnd) tally.countSkip(stop.offset, 'cut_off', stop.problem);
        else tally.countJunk(stop.offset, stop.problem);
      }
      reader.pass();
      continue;
    }
    if (isRecordStart(bytes)) return true;
    const lineEnds = counted ? 0 : leadingLineEnds(bytes);
    if (lineEnds > 0) {
      await reader.skip(lineEnds);
      continue;
    }
    bytes = await reader.peek(SCAN_BYTES);
    if (!counted) tally.countJunk(reader.offset, 'bytes between records that belong to none');
    counted = true;
    const next = recordStartIn(bytes, 0);
    const rest = bytes.length < SCAN_BYTES ? bytes.length : bytes.length - OVERLAP_BYTES;
    seen += await reader.skip(next === -1 ? rest : next);
  }
  return false;
}

function leadingLineEnds(bytes: Buffer): number {
  let count = 0;
  while (bytes[count] === 0x0a || bytes[count] === 0x0d) count++;
  return count;
}

/** Bound of all texts together, in characters. */
const MAX_CHARACTERS = 8 * 1024 * 1024;
/** Characters that an origin counts for besides its text. */
const ENTRY_CHARACTERS = 200;

/** The robots.txt of the origins that were read last: thousands of them, with texts of usual length. */
export class RobotsTexts {
  readonly #byOrigin = new Map<string, string>();
  #weight = 0;

  set(origin: string, text: string): void {
    this.#delete(origin);
    this.#byOrigin.set(origin, text);
    this.#weight += ENTRY_CHARACTERS + text.length;
    for (const oldest of this.#byOrigin.keys()) {
      if (this.#weight <= MAX_CHARACTERS) break;
      this.#delete(oldest);
    }
  }

  /** The text of a URL's origin; null if there was none, or it was dropped since. */
  of(url: string): string | null {
    return this.#byOrigin.get(new URL(url).origin) ?? null;
  }

  #delete(origin: string): void {
    const text = this.#byOrigin.get(origin);
    if (text === undefined) return;
    this.#byOrigin.delete(origin);
    this.#weight -= ENTRY_CHARACTERS + text.length;
  }
}
