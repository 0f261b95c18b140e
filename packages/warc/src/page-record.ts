import { opensLikeOther, type Page } from '@sitegrep/site';
import { decodeBody } from './body.ts';
import type { WarcSkip } from './counts.ts';
import { type Fields, lastField } from './fields.ts';
import { bodyKind, looksLikeHtml, parseHttpHead, SNIFF_BYTES } from './http.ts';
import { originOf, type Origin } from './origin.ts';
import { MAX_HEAD_BYTES, parseRecordHead, peekHead, type RecordHead, recordStartIn } from './record.ts';
import type { Tape } from './tape.ts';

export type RecordResult =
  | { readonly kind: 'page'; readonly page: Page }
  /** No page, but what the pages of its origin come with. */
  | { readonly kind: 'robots'; readonly origin: string; readonly text: string }
  /** How the records that follow came about. */
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

/** A stored body may be this much longer than its decoded form: chunk sizes, compression that compresses nothing. */
const RAW_EXTRA_BYTES = 1024 * 1024;

/** Of a robots.txt, as much as a `Page` holds; a warcinfo record is shorter. */
const MAX_ROBOTS_BYTES = 64 * 1024;

/**
 * Reads the record the tape stands at, and leaves the tape behind its block, or where it broke off. A record that is no
 * page, however large, passes by without being kept.
 *
 * @param origin as the file's last warcinfo record told it
 */
export async function readRecord(tape: Tape, limits: RecordLimits, origin: Origin): Promise<RecordResult> {
  const bytes = await peekHead(tape);
  if (bytes === 'too_long') {
    await tape.skip(1);
    return skipped('broken', 'its header does not end');
  }
  if (bytes === 'stopped') {
    await tape.skip(MAX_HEAD_BYTES);
    return brokenOff(tape, 'its header does not end');
  }
  const head = parseRecordHead(bytes);
  await tape.skip(bytes.length);
  if (head.length === null) return skipped('broken', 'its Content-Length is missing or no number');

  const answer = await readAnswer(tape, head, head.length, limits, origin);
  const left = head.length - answer.taken;
  const cap = answer.kind === 'page' ? limits.maxBodyBytes : MAX_ROBOTS_BYTES;
  const wanted = answer.kind === 'skipped' ? 0 : Math.min(left, cap + RAW_EXTRA_BYTES);
  const raw = await tape.take(wanted);
  const beyond = raw.length === wanted ? await tape.skip(left - wanted) : 0;
  const whole = raw.length + beyond === left;
  if (!whole || !(await endsHere(tape))) {
    // A Content-Length that is too large swallowed the next record: give it back where that is still possible.
    const next = beyond === 0 ? recordStartIn(raw, 0) : -1;
    if (next !== -1) tape.putBack(raw.subarray(next));
    return whole || next !== -1
      ? skipped('broken', 'its Content-Length is wrong')
      : brokenOff(tape, 'its Content-Length is too large');
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
  if (opensLikeOther(body.bytes) !== null) return skipped('not_html', null);
  const peer = {
    ...(head.address === null ? {} : { address: head.address }),
    ...(head.certIssuer === null ? {} : { certIssuer: head.certIssuer }),
  };
  return { kind: 'page', page: { url, status, headers, body: body.bytes, truncated, fetchedAt, ...peer } };
}

function skipped(why: WarcSkip, problem: string | null): Skipped {
  return { kind: 'skipped', why, problem };
}

/** The result of a record that a stop came in the middle of; the tape goes on behind it. */
function brokenOff(tape: Tape, atNextRecord: string): RecordResult {
  const { stop } = tape;
  tape.pass();
  if (stop?.kind === 'record') return skipped('broken', atNextRecord);
  if (stop?.kind === 'gap' && !stop.cut) return skipped('broken', `it is damaged: ${stop.problem}`);
  return skipped('cut_off', 'the input ends in the middle of it');
}

/**
 * Whether a block ended where its length says: empty lines follow, or a record or nothing does. Two line ends are enough
 * (what comes behind them is junk between records); one could be in the middle of a page.
 */
async function endsHere(tape: Tape): Promise<boolean> {
  const after = (await tape.peek(4)).toString('latin1');
  return /^(?:\r?\n){2}/.test(after) || /^[\r\n]*(?:WARC\/|$)/.test((await tape.peek(16)).toString('latin1'));
}

/** What a block's beginning says, and how many bytes of the block were taken to know it. */
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
  tape: Tape,
  { type, contentType, url, date, incomplete }: RecordHead,
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
  const bytes = await peekHead(tape, length);
  const http = typeof bytes === 'string' ? null : parseHttpHead(bytes);
  if (typeof bytes === 'string' || http === null) return skip('not_http', 'it holds no HTTP header');
  const taken = bytes.length;
  if (limits.statuses === 'success' && (http.status < 200 || http.status > 299)) return skip('not_success');
  const kind = bodyKind(lastField(http.headers, 'content-type') ?? '');
  const isRobots = kind === 'other' && isRobotsTxt(url) && http.status >= 200 && http.status <= 299;
  if (kind === 'other' && !isRobots) return skip('not_html');
  if (incomplete && origin.bySitegrep && !isRobots) return skip('no_page');
  await tape.skip(taken);
  if (isRobots) return { ...found, ...http, kind: 'robots', taken };
  if (kind === 'unstated' && !looksLikeHtml(await tape.peek(Math.min(SNIFF_BYTES, length - taken)))) {
    return { ...skipped('not_html', null), taken };
  }
  return { ...found, ...http, taken };
}

function isRobotsTxt(url: string): boolean {
  const { pathname, search } = new URL(url);
  return pathname === '/robots.txt' && search === '';
}
