import {
  bodyKind,
  codingsOf,
  endsLikeHtml,
  SNIFF_BYTES,
  startsLikeHtml,
  transferCodings,
  type Fields,
} from '@sitegrep/http';
import type { Page } from '@sitegrep/site';
import { readArcHead } from './arc-head.ts';
import { readBlock, type Block } from './block.ts';
import { decodeBody } from './body.ts';
import type { ByteReader } from './byte-reader.ts';
import type { WarcSkip, WarcSlip } from './counts.ts';
import { readHttpDate } from './dates.ts';
import { lastField, MAX_HEAD_BYTES, parseHttpHead, peekHead, type HttpHead } from './headers.ts';
import { skipByBody, skipByStatus, type Statuses } from './page-rule.ts';
import { originOf, parseRecordHead, type BareAnswer, type Origin, type RecordHead } from './record-head.ts';
import { isWarcStart, peekLine, START_BYTES } from './record-start.ts';

/** Content of a record, and reports about it. */
export interface ReadRecord {
  readonly result: RecordResult;
  /** WARC-Target-URI as it is written; null if it is not known. */
  readonly uri: string | null;
  /** Deviations from the standard that did not matter. */
  readonly slips: readonly WarcSlip[];
  /** Format of the record; null if its header could not be read. */
  readonly format: RecordHead['format'] | null;
  /** Whether the bytes up to the next record belong to this one. */
  readonly isAdrift: boolean;
}

type RecordResult =
  | { readonly kind: 'page'; readonly page: Page }
  /** A robots.txt, which goes with the pages of its origin. */
  | { readonly kind: 'robots'; readonly origin: string; readonly text: string }
  /** A warcinfo record, which describes the records after it. */
  | { readonly kind: 'origin'; readonly origin: Origin }
  | Skipped;

interface Skipped {
  readonly kind: 'skipped';
  readonly why: WarcSkip;
  readonly problem: string | null;
}

export interface RecordLimits {
  readonly maxBodyBytes: number;
  readonly statuses: Statuses;
}

/** Bytes by which a stored body may exceed its decoded form: chunk sizes, compression that compresses nothing. */
const RAW_EXTRA_BYTES = 1024 * 1024;

/** Maximum bytes of a robots.txt, as in `Page`; a warcinfo record is shorter. */
const MAX_ROBOTS_BYTES = 64 * 1024;

/** Missing bytes up to which a wrong length is a slip. If more are missing, so is the end of the page. */
const MAX_SLIP_BYTES = 1024;

/**
 * Reads the next record, and leaves the reader after its block, or at the stop that interrupted it. A record without a
 * page is skipped without being held in memory, however large it is.
 *
 * @param origin as the last warcinfo record of the file states it
 */
export async function readRecord(
  reader: ByteReader,
  limits: RecordLimits,
  origin: Origin,
): Promise<ReadRecord> {
  const head = await readHead(reader);
  if ('why' in head)
    return { result: head, uri: null, slips: [], format: null, isAdrift: head.why === 'broken' };
  const { uri, format } = head;
  const report = (
    result: RecordResult,
    slips: readonly WarcSlip[] = [],
    isAdrift = result.kind === 'skipped' && result.why === 'broken',
  ): ReadRecord => ({ result, uri, format, slips: [...head.slips, ...slips], isAdrift });
  if (head.length === null) {
    // The first record of an ARC describes the file; some writers did not count its bytes.
    return head.type === 'warcinfo'
      ? report(skipped('other_type', null), [], true)
      : report(skipped('broken', `its ${nameOfLength(head)} is missing or not a number`));
  }

  const answer = await readAnswer(reader, head, head.length, limits, origin);
  const cap = answer.kind === 'page' ? limits.maxBodyBytes : MAX_ROBOTS_BYTES;
  const wanted = answer.kind === 'skipped' ? 0 : cap + RAW_EXTRA_BYTES;
  const block = await readBlock(reader, head.length - answer.taken, wanted, format);
  const { end } = block;
  // How the length of an ARC's first record is counted differs from writer to writer.
  const isSlip = end.kind === 'found' || end.kind === 'unknown';
  const slips: WarcSlip[] = isSlip && !(format === 'arc' && head.type === 'warcinfo') ? ['length'] : [];
  if (answer.kind !== 'skipped' && answer.dateOf === 'answer') slips.push('date');
  if (end.kind === 'damaged') return report(skipped('broken', `it is damaged: ${end.problem}`));
  const isAdrift = end.kind === 'unknown';
  if (answer.kind === 'skipped') {
    return end.kind === 'clipped' && answer.why !== 'broken'
      ? report(skipped('cut_off', CLIPPED))
      : report(answer, slips, isAdrift || answer.why === 'broken');
  }
  if (isAdrift && !block.isLonger) {
    return report(skipped('broken', `its ${nameOfLength(head)} is wrong, and no record follows`));
  }
  if (answer.kind === 'origin')
    return report({ kind: 'origin', origin: originOf(block.bytes) }, slips, isAdrift);
  const result = await resultOf(answer, head, block, cap, origin);
  if (end.kind === 'clipped' && result.kind !== 'skipped') slips.push('clipped');
  return report(result, slips, isAdrift);
}

const CLIPPED = 'the input ends in the middle of it';

function nameOfLength({ format }: RecordHead): string {
  return format === 'warc' ? 'Content-Length' : 'length';
}

/** Reads the header of the record that starts here. */
async function readHead(reader: ByteReader): Promise<RecordHead | Skipped> {
  if (!isWarcStart(await reader.peek(START_BYTES))) {
    const line = readArcHead(await peekLine(reader));
    if (line !== null) {
      await reader.skip(line.bytes);
      return line.head;
    }
  }
  const bytes = await peekHead(reader);
  if (bytes === 'too_long') {
    await reader.skip(1);
    return skipped('broken', 'its header does not end');
  }
  if (bytes === 'stopped') {
    await reader.skip(MAX_HEAD_BYTES);
    const { stop } = reader;
    reader.pass();
    if (stop?.kind === 'record') return skipped('broken', 'its header does not end');
    if (stop?.kind === 'gap' && !stop.atEnd) return skipped('broken', `it is damaged: ${stop.problem}`);
    return skipped('cut_off', CLIPPED);
  }
  const head = parseRecordHead(bytes);
  await reader.skip(bytes.length);
  return head;
}

async function resultOf(
  answer: HeldAnswer,
  head: RecordHead,
  block: Block,
  cap: number,
  origin: Origin,
): Promise<RecordResult> {
  const { url, status, headers, fetchedAt, isBare = false } = answer;
  const isClipped = block.end.kind === 'clipped';
  const isShort = block.end.kind === 'found' && block.end.missing > MAX_SLIP_BYTES;
  const body = await decodeBody(block.bytes, headers, cap);
  if (body === null) return skipped('broken', UNDECODABLE);
  if (answer.kind === 'robots') {
    if (isClipped) return skipped('cut_off', CLIPPED);
    if (isShort) return skipped('broken', `its ${nameOfLength(head)} is wrong`);
    return { kind: 'robots', origin: new URL(url).origin, text: new TextDecoder().decode(body.bytes) };
  }
  // The crawl that was interrupted here fetched the page again.
  if (isClipped && (origin.bySitegrep || body.bytes.length === 0)) return skipped('cut_off', CLIPPED);
  // As a crawl does, which keeps what came too slowly only if it is the whole page.
  const isGivenUp = head.interruption === 'time' && !endsLikeHtml(body.bytes);
  if (origin.bySitegrep && isGivenUp) return skipped('no_answer', null);
  const why = skipByBody(body.bytes, headers);
  if (why !== null) return skipped(why, null);
  const truncated = head.truncated || block.isLonger || isClipped || isShort || body.truncated;
  const peer = {
    ...(head.address === null ? {} : { address: head.address }),
    ...(head.certIssuer === null ? {} : { certIssuer: head.certIssuer }),
    ...(head.certificate === null ? {} : { certificate: head.certificate }),
    ...(isBare
      ? { received: null }
      : receivedFields(headers, origin.bySitegrep ? RENAMED : RENAMED_BY_NUTCH)),
  };
  return { kind: 'page', page: { url, status, headers, body: body.bytes, truncated, fetchedAt, ...peer } };
}

/**
 * Fields as they were received, of a record whose writer renamed those that do not hold for the stored body, and stated its
 * length besides.
 */
function receivedFields(headers: Page['headers'], prefix: string): Pick<Page, 'received'> {
  if (!headers.some(([name]) => name.startsWith(prefix))) return {};
  const written = headers.findLastIndex(([name]) => name === 'content-length');
  const received = headers
    .filter((_, index) => index !== written)
    .map(([name, value]) => [name.startsWith(prefix) ? name.slice(prefix.length) : name, value] as const);
  return { received };
}

/** Prefix of names as `written-records.ts` writes it, in lower case. */
const RENAMED = 'x-crawler-';
/** Prefix of names as Common Crawl's writer has it, in lower case. */
const RENAMED_BY_NUTCH = 'x-crawl-';

function skipped(why: WarcSkip, problem: string | null): Skipped {
  return { kind: 'skipped', why, problem };
}

/** An answer that is wanted, without its body. */
interface HeldAnswer {
  readonly kind: 'page' | 'robots';
  readonly url: string;
  readonly fetchedAt: number;
  /** Whether the record states that time, or only the answer does, in its Date. */
  readonly dateOf: 'record' | 'answer';
  readonly status: number;
  readonly headers: Fields;
  /** Present if the answer has no HTTP header, so that nothing else is known of it. */
  readonly isBare?: true;
}

/** Kind of a block by its start, and the number of bytes that were read to know it. */
type Answer = (HeldAnswer | { readonly kind: 'origin'; readonly dateOf: 'record' } | Skipped) & {
  readonly taken: number;
};

function skip(why: WarcSkip, problem: string | null = null, taken = 0): Answer {
  return { ...skipped(why, problem), taken };
}

async function readAnswer(
  reader: ByteReader,
  { type, contentType, url, date, bare, interruption }: RecordHead,
  length: number,
  limits: RecordLimits,
  origin: Origin,
): Promise<Answer> {
  if (type === 'warcinfo') return { kind: 'origin', dateOf: 'record', taken: 0 };
  if (type === 'revisit') return skip('revisit');
  if (type !== 'response' && type !== 'resource') return skip('other_type');
  if (url === null) return skip('not_http');
  if (type === 'resource') return bareAnswer(url, date, { status: 200, contentType }, limits);
  if (contentType !== '' && !/^application\/http\b/i.test(contentType)) return skip('not_http');
  if (bare !== null && (await reader.peek(Math.min(length, 5))).toString('latin1') !== 'HTTP/')
    return bareAnswer(url, date, bare, limits);
  return readHttpAnswer(reader, { url, date, interruption }, length, limits, origin);
}

/** Skips empty lines before a status line, which stand for nothing (RFC 9112, 2.2). @returns their bytes */
async function skipEmptyLines(reader: ByteReader, length: number): Promise<number> {
  const start = await reader.peek(Math.min(length, MAX_EMPTY_BYTES));
  let bytes = 0;
  while (start[bytes] === 0x0d || start[bytes] === 0x0a) bytes++;
  await reader.skip(bytes);
  return bytes;
}

const MAX_EMPTY_BYTES = 16;

async function readHttpAnswer(
  reader: ByteReader,
  { url, date, interruption }: { readonly url: string } & Pick<RecordHead, 'date' | 'interruption'>,
  length: number,
  limits: RecordLimits,
  origin: Origin,
): Promise<Answer> {
  const read = await readHttpHead(reader, length);
  const { http, before } = read;
  if (http === null) return skip('not_http', 'it holds no HTTP header', before);
  const why = skipByStatus(http.status, http.headers, limits.statuses);
  if (why !== null) return skip(why, null, before);
  const fetchedAt = date ?? readHttpDate(lastField(http.headers, 'date') ?? '');
  if (fetchedAt === null) return skip('broken', NO_DATE, before);
  const found = { kind: 'page', url, fetchedAt, dateOf: date === null ? 'answer' : 'record' } as const;
  const kind = bodyKind(http.headers);
  const isRobots = kind === 'other' && isRobotsTxt(url) && http.status >= 200 && http.status <= 299;
  if (kind === 'other' && !isRobots) return skip('not_html', null, before);
  if (interruption === 'unspecified' && origin.bySitegrep && !isRobots)
    return skip('no_answer', null, before);
  await reader.skip(read.bytes);
  const taken = before + read.bytes;
  if (isRobots) return { ...found, ...http, kind: 'robots', taken };
  if (kind === 'unstated' && !isCoded(http.headers)) {
    const start = await reader.peek(Math.min(SNIFF_BYTES, length - taken));
    if (start.length > 0 && !startsLikeHtml(start)) return skip('not_html', null, taken);
  }
  return { ...found, ...http, taken };
}

/** The header of an answer, which stays in the reader. */
interface StoredHead {
  /** Null: there is none. */
  readonly http: HttpHead | null;
  readonly bytes: number;
  /** Bytes before it, which were skipped. */
  readonly before: number;
}

/** Maximum interim answers of a record; a server sends one or two. */
const MAX_INTERIM = 16;

/** Reads the header of the answer, after interim ones (RFC 9110, 15.2), which stand before it in the same block. */
async function readHttpHead(reader: ByteReader, length: number): Promise<StoredHead> {
  let before = 0;
  let interim: StoredHead | null = null;
  for (let count = 0; ; count++) {
    before += await skipEmptyLines(reader, length - before);
    const bytes = await peekHead(reader, length - before);
    const http = typeof bytes === 'string' ? null : parseHttpHead(bytes);
    // An interim answer that is the last one is what the record holds.
    if (http === null) return interim ?? { http, bytes: 0, before };
    const found = { http, bytes: bytes.length, before };
    if (http.status > 199 || http.status === 101 || count === MAX_INTERIM) return found;
    before += await reader.skip(bytes.length);
    interim = { http, bytes: 0, before };
  }
}

/** Whether the first bytes of a body are not those of its content. */
function isCoded(headers: Fields): boolean {
  const { codings, unread } = codingsOf(headers);
  return codings.length > 0 || unread !== null || transferCodings(headers).includes('chunked');
}

const NO_DATE = 'its date is missing or no date, and so is that of the answer';

const UNDECODABLE = 'its body is not in the content-encoding that it states';

/** An answer without an HTTP header. */
function bareAnswer(
  url: string,
  date: number | null,
  { status, contentType }: BareAnswer,
  limits: RecordLimits,
): Answer {
  if (date === null) return skip('broken', NO_DATE);
  const headers: Fields = [['content-type', contentType]];
  const why = skipByStatus(status, headers, limits.statuses);
  if (why !== null) return skip(why);
  // A type that is not stated would be that of an HTTP header.
  if (bodyKind(headers) !== 'html') return skip('not_html');
  return { kind: 'page', url, fetchedAt: date, dateOf: 'record', status, headers, isBare: true, taken: 0 };
}

function isRobotsTxt(url: string): boolean {
  const { pathname, search } = new URL(url);
  return pathname === '/robots.txt' && search === '';
}
