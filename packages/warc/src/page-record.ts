import { binaryFormatOf, type Page } from '@sitegrep/site';
import { bodyKind, decodeBody, looksLikeHtml, SNIFF_BYTES } from './body.ts';
import type { ByteReader } from './byte-reader.ts';
import type { WarcSkip } from './counts.ts';
import {
  lastField,
  MAX_HEAD_BYTES,
  originOf,
  parseHttpHead,
  parseRecordHead,
  peekHead,
  recordStartIn,
  type Fields,
  type Origin,
  type RecordHead,
} from './headers.ts';

export type RecordResult =
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
  readonly statuses: 'success' | 'all';
}

/** Bytes by which a stored body may exceed its decoded form: chunk sizes, compression that compresses nothing. */
const RAW_EXTRA_BYTES = 1024 * 1024;

/** Maximum bytes of a robots.txt, as in `Page`; a warcinfo record is shorter. */
const MAX_ROBOTS_BYTES = 64 * 1024;

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
): Promise<RecordResult> {
  const bytes = await peekHead(reader);
  if (bytes === 'too_long') {
    await reader.skip(1);
    return skipped('broken', 'its header does not end');
  }
  if (bytes === 'stopped') {
    await reader.skip(MAX_HEAD_BYTES);
    return interrupted(reader, 'its header does not end');
  }
  const head = parseRecordHead(bytes);
  await reader.skip(bytes.length);
  if (head.length === null) return skipped('broken', 'its Content-Length is missing or no number');

  const answer = await readAnswer(reader, head, head.length, limits, origin);
  const left = head.length - answer.taken;
  const cap = answer.kind === 'page' ? limits.maxBodyBytes : MAX_ROBOTS_BYTES;
  const wanted = answer.kind === 'skipped' ? 0 : Math.min(left, cap + RAW_EXTRA_BYTES);
  const raw = await reader.take(wanted);
  const beyond = raw.length === wanted ? await reader.skip(left - wanted) : 0;
  const complete = raw.length + beyond === left;
  if (!complete || !(await endsHere(reader))) {
    // A Content-Length that is too large includes the next record: put that back where it is still possible.
    const next = beyond === 0 ? recordStartIn(raw, 0) : -1;
    if (next !== -1) reader.putBack(raw.subarray(next));
    return complete || next !== -1
      ? skipped('broken', 'its Content-Length is wrong')
      : interrupted(reader, 'its Content-Length is too large');
  }
  if (answer.kind === 'skipped') return answer;
  if (answer.kind === 'origin') return { kind: 'origin', origin: originOf(raw) };
  const body = await decodeBody(raw, answer.headers, cap);
  const { url, status, headers, fetchedAt } = answer;
  if (answer.kind === 'robots') {
    return { kind: 'robots', origin: new URL(url).origin, text: new TextDecoder().decode(body.bytes) };
  }
  const truncated = head.truncated || beyond > 0 || body.truncated;
  if (origin.bySitegrep && body.bytes.length === 0) return skipped('no_page', null);
  if (binaryFormatOf(body.bytes) !== null) return skipped('not_html', null);
  const peer = {
    ...(head.address === null ? {} : { address: head.address }),
    ...(head.certIssuer === null ? {} : { certIssuer: head.certIssuer }),
    ...(head.certificate === null ? {} : { certificate: head.certificate }),
  };
  return { kind: 'page', page: { url, status, headers, body: body.bytes, truncated, fetchedAt, ...peer } };
}

function skipped(why: WarcSkip, problem: string | null): Skipped {
  return { kind: 'skipped', why, problem };
}

/** The result of a record that a stop interrupts; the reader continues after the stop. */
function interrupted(reader: ByteReader, problemAtNextRecord: string): RecordResult {
  const { stop } = reader;
  reader.pass();
  if (stop?.kind === 'record') return skipped('broken', problemAtNextRecord);
  if (stop?.kind === 'gap' && !stop.atEnd) return skipped('broken', `it is damaged: ${stop.problem}`);
  return skipped('cut_off', 'the input ends in the middle of it');
}

/**
 * Whether a block ended where its length states: empty lines follow, or a record, or nothing. Two line ends are enough
 * (what follows them is junk between records); a single one could be in the middle of a page.
 */
async function endsHere(reader: ByteReader): Promise<boolean> {
  const after = (await reader.peek(4)).toString('latin1');
  return (
    /^(?:\r?\n){2}/.test(after) || /^[\r\n]*(?:WARC\/|$)/.test((await reader.peek(16)).toString('latin1'))
  );
}

/** Kind of a block by its start, and the number of bytes that were read to know it. */
type Answer = (
  | {
      readonly kind: 'page' | 'robots';
      readonly url: string;
      readonly fetchedAt: number;
      readonly status: number;
      readonly headers: Fields;
    }
  | { readonly kind: 'origin' }
  | Skipped
) & { readonly taken: number };

async function readAnswer(
  reader: ByteReader,
  { type, contentType, url, date, interrupted: answerInterrupted }: RecordHead,
  length: number,
  limits: RecordLimits,
  origin: Origin,
): Promise<Answer> {
  const skip = (why: WarcSkip, problem: string | null = null): Answer => ({
    ...skipped(why, problem),
    taken: 0,
  });
  if (type === 'warcinfo') return { kind: 'origin', taken: 0 };
  if (type === 'revisit') return skip('revisit');
  if (type !== 'response' && type !== 'resource') return skip('other_type');
  if (url === null) return skip('not_http');
  if (date === null) return skip('broken', 'its WARC-Date is missing or no date');
  const found = { kind: 'page', url, fetchedAt: date } as const;
  if (type === 'resource') {
    if (bodyKind(contentType) !== 'html') return skip('not_html');
    return { ...found, status: 200, headers: [['content-type', contentType]], taken: 0 };
  }
  if (contentType !== '' && !/^application\/http\b/i.test(contentType)) return skip('not_http');
  const bytes = await peekHead(reader, length);
  const http = typeof bytes === 'string' ? null : parseHttpHead(bytes);
  if (typeof bytes === 'string' || http === null) return skip('not_http', 'it holds no HTTP header');
  const taken = bytes.length;
  if (limits.statuses === 'success' && (http.status < 200 || http.status > 299)) return skip('not_success');
  const kind = bodyKind(lastField(http.headers, 'content-type') ?? '');
  const isRobots = kind === 'other' && isRobotsTxt(url) && http.status >= 200 && http.status <= 299;
  if (kind === 'other' && !isRobots) return skip('not_html');
  if (answerInterrupted && origin.bySitegrep && !isRobots) return skip('no_page');
  await reader.skip(taken);
  if (isRobots) return { ...found, ...http, kind: 'robots', taken };
  if (kind === 'unstated' && !looksLikeHtml(await reader.peek(Math.min(SNIFF_BYTES, length - taken)))) {
    return { ...skipped('not_html', null), taken };
  }
  return { ...found, ...http, taken };
}

function isRobotsTxt(url: string): boolean {
  const { pathname, search } = new URL(url);
  return pathname === '/robots.txt' && search === '';
}
