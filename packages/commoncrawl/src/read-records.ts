// Reads the records of a plan: range by range, and in it record by record. A record that is damaged never stops the rest.
import { Readable } from 'node:stream';
import { readWarc, RobotsTexts, type WarcPage } from '@sitegrep/warc';
import { type CrawlFiles, type FileError, isOfFile } from './files.ts';
import type { FoundRecord } from './found-record.ts';
import type { PlannedRead, ReadPlan } from './read-plan.ts';

/** End of the reading of a record. */
export type RecordOutcome =
  /** It gave a page. */
  | 'page'
  /** It gave the robots.txt of a host, which comes with the pages of that host. */
  | 'robots'
  /** It is whole, but holds no page. */
  | 'no_page'
  /** The record at its range is damaged or cut. */
  | 'damaged'
  /** No record begins at its range. */
  | 'wrong_range'
  /** Its range holds the record of another URL. */
  | 'other_url'
  /** Its WARC file can't be read. */
  | 'unreadable';

/** A record that was read. */
export interface ReadRecord {
  /** Number in the plan. The reading goes on with the next one. */
  readonly number: number;
  readonly record: FoundRecord;
  readonly outcome: RecordOutcome;
  /** Its page; null unless the outcome says that there is one. */
  readonly page: WarcPage | null;
  /** Why there is no page, with the WARC file and the offset; null if there is one. */
  readonly problem: string | null;
}

export interface ReadOptions {
  /** Number of the record to begin with. */
  readonly first?: number;
  readonly signal: AbortSignal;
  /** Texts of robots.txt, shared by the plans of a crawl (`robotsTextsOfCrawl`): pages come with the one that was read before. */
  readonly robotsTexts?: RobotsTexts;
}

/** Bound of the texts of robots.txt, in characters: those of a hundred thousand hosts. A plan has all of them before its pages. */
const MAX_ROBOTS_CHARACTERS = 128 * 1024 * 1024;

/** Holds what robots.txt of the hosts of a crawl say. */
export function robotsTextsOfCrawl(): RobotsTexts {
  return new RobotsTexts(MAX_ROBOTS_CHARACTERS);
}

/** Bound of a record, compressed: Common Crawl cuts pages at some MiB. */
const MAX_RECORD_BYTES = 64 * 1024 * 1024;

/** @throws what the files throw */
export async function* readPlanned(
  files: CrawlFiles,
  plan: ReadPlan,
  { first = 0, signal, robotsTexts = robotsTextsOfCrawl() }: ReadOptions,
): AsyncGenerator<ReadRecord> {
  for (const read of plan.reads(first)) {
    signal.throwIfAborted();
    let next = read.first;
    try {
      for await (const { number, record, bytes } of recordsIn(files, plan, read, signal)) {
        yield { number, record, ...(await readRecord(record, bytes, robotsTexts)) };
        next = number + 1;
      }
    } catch (error) {
      if (!isOfFile(error)) throw error;
      for (; next < read.end; next++) yield { number: next, ...unreadable(plan.recordAt(next), error) };
    }
  }
}

/** The result of a record whose bytes did not come. */
function unreadable(record: FoundRecord, error: FileError): Omit<ReadRecord, 'number'> {
  const isOutside = error.fault === 'outside';
  const problem = isOutside ? 'the file ends before it' : error.message;
  return { record, ...withoutPage(record, isOutside ? 'wrong_range' : 'unreadable', problem) };
}

function withoutPage(record: FoundRecord, outcome: RecordOutcome, problem: string): RecordResult {
  return { outcome, page: null, problem: `${record.file} at ${record.offset}: ${problem}` };
}

interface RecordBytes {
  readonly number: number;
  readonly record: FoundRecord;
  /** Bytes of its range, fewer if the file ends before; null if the range is too long for a record. */
  readonly bytes: Buffer | null;
}

/** Cuts what a range gives into its records, which may overlap. */
async function* recordsIn(
  files: CrawlFiles,
  plan: ReadPlan,
  read: PlannedRead,
  signal: AbortSignal,
): AsyncGenerator<RecordBytes> {
  const chunks = files.stream(read.file, { from: read.from, to: read.to }, signal)[Symbol.asyncIterator]();
  const held = new HeldBytes(read.from);
  let isOver = false;
  try {
    for (let number = read.first; number < read.end; number++) {
      const record = plan.recordAt(number);
      const isTooLong = record.length > MAX_RECORD_BYTES;
      const end = isTooLong ? record.offset : record.offset + record.length;
      held.dropBefore(record.offset);
      while (!isOver && held.end < end) {
        const { done, value } = await chunks.next();
        isOver = done === true;
        if (done !== true) held.add(value, record.offset);
      }
      yield { number, record, bytes: isTooLong ? null : held.slice(record.offset, record.length) };
    }
    // The last bytes end the request, so that its connection can be used again.
    while (!isOver) isOver = (await chunks.next()).done === true;
  } finally {
    if (!isOver) await chunks.return?.();
  }
}

/** Bytes of a range that were read and are still needed. */
class HeldBytes {
  #chunks: Uint8Array[] = [];
  /** Offset in the file of the first of them. */
  #start: number;
  /** Offset in the file of the first byte that was not read. */
  end: number;

  constructor(start: number) {
    this.#start = start;
    this.end = start;
  }

  add(chunk: Uint8Array, needed: number): void {
    this.#chunks.push(chunk);
    this.end += chunk.length;
    this.dropBefore(needed);
  }

  /** Forgets chunks that end before an offset. */
  dropBefore(offset: number): void {
    let dropped = 0;
    for (const chunk of this.#chunks) {
      if (this.#start + chunk.length > offset) break;
      this.#start += chunk.length;
      dropped++;
    }
    if (dropped > 0) this.#chunks = this.#chunks.slice(dropped);
  }

  slice(offset: number, length: number): Buffer {
    const all =
      this.#chunks.length === 1 && this.#chunks[0] !== undefined
        ? this.#chunks[0]
        : Buffer.concat(this.#chunks);
    const from = Math.max(0, offset - this.#start);
    return Buffer.from(all.buffer, all.byteOffset, all.byteLength).subarray(from, from + length);
  }
}

type RecordResult = Pick<ReadRecord, 'outcome' | 'page' | 'problem'>;

async function readRecord(
  record: FoundRecord,
  bytes: Buffer | null,
  robotsTexts: RobotsTexts,
): Promise<RecordResult> {
  const without = (outcome: RecordOutcome, problem: string): RecordResult =>
    withoutPage(record, outcome, problem);
  if (bytes === null)
    return without('wrong_range', `a record of ${record.length} bytes is too long for a page`);
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) {
    return without('wrong_range', 'no record begins there, as the index says');
  }
  if (bytes.length < record.length) return without('damaged', 'the file ends in the middle of the record');
  const reader = readWarc(Readable.from([bytes], { objectMode: false }), { robotsTexts });
  let page: WarcPage | null = null;
  try {
    for await (page of reader) break;
  } catch (error) {
    // Only what is no WARC throws: the bytes are in memory.
    return without('damaged', error instanceof Error ? error.message : String(error));
  }
  const { skipped, slips, records } = reader.counts;
  if (skipped.broken + skipped.cut_off + slips.clipped > 0 || (page === null && reader.counts.junk > 0)) {
    return without('damaged', reader.problems[0]?.problem ?? 'it is cut');
  }
  if (page === null) {
    return record.subset === 'robotstxt' && records > 0
      ? { outcome: 'robots', page: null, problem: null }
      : without('no_page', `it holds ${skipsOf(skipped)}`);
  }
  if (!isSameUrl(page.url, record.url)) {
    return without('other_url', `it is the record of ${page.url}, not of ${record.url}`);
  }
  return { outcome: 'page', problem: null, page: placed(page, record) };
}

/** Bytes at which crawls up to CC-MAIN-2019-43 cut pages, which they do not state. */
const UNSTATED_CUT_BYTES = 1024 * 1024;

/** The page as a record of its WARC file. */
function placed(page: WarcPage, record: FoundRecord): WarcPage {
  const isCut = record.isTruncated || page.body.length === UNSTATED_CUT_BYTES;
  return { ...page, offset: record.offset, truncated: page.truncated || isCut };
}

function skipsOf(skipped: Readonly<Record<string, number>>): string {
  const reasons = Object.entries(skipped).filter(([, count]) => count > 0);
  return reasons.length === 0 ? 'no record' : reasons.map(([why]) => why.replaceAll('_', ' ')).join(', ');
}

function isSameUrl(one: string, other: string): boolean {
  return one === other || (URL.parse(one)?.href ?? one) === withoutFragment(URL.parse(other)?.href ?? other);
}

function withoutFragment(url: string): string {
  const at = url.indexOf('#');
  return at === -1 ? url : url.slice(0, at);
}
