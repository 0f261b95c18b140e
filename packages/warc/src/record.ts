import { isIP } from 'node:net';
import { CERTIFICATE_ISSUER, type Fields, headEnd, lastField, linesOf, parseFields } from './fields.ts';
import type { Tape } from './tape.ts';

/** Bound of a WARC or HTTP header block. */
export const MAX_HEAD_BYTES = 256 * 1024;
const FIRST_LOOK_BYTES = 4096;

/** The named fields a page is made from. */
export interface RecordHead {
  /** Lower case. */
  readonly type: string;
  /** Content-Length in bytes; null if it is missing or no number. */
  readonly length: number | null;
  readonly contentType: string;
  /** WARC-Target-URI as an http(s) URL without a fragment; null if it is none. */
  readonly url: string | null;
  /** WARC-Date in milliseconds since the epoch; null if it is missing or no date. */
  readonly date: number | null;
  /** The record says itself that its block was cut (WARC-Truncated), or is the first of several segments. */
  readonly truncated: boolean;
  /** It says that the answer broke off, or was given up, before it was as long as its writer would have kept. */
  readonly incomplete: boolean;
  /** As in `Page`; null if it isn't said. */
  /** `WARC-IP-Address`; null if there is none, or it is no address. */
  readonly address: string | null;
  readonly certIssuer: string | null;
}

/** Of WARC-Truncated (WARC 1.1, 5.13); `length` alone is left out, with which a page is merely cut at a cap. */
const INCOMPLETE: ReadonlySet<string> = new Set(['time', 'disconnect', 'unspecified']);

export function isRecordStart(bytes: Buffer): boolean {
  return /^WARC\/\d/.test(bytes.toString('latin1', 0, 6));
}

/** Where the next line begins that starts a record, from `from` on; -1 if there is none. */
export function recordStartIn(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf('\nWARC/', from); at !== -1; at = bytes.indexOf('\nWARC/', at + 1)) {
    if (isRecordStart(bytes.subarray(at + 1))) return at + 1;
  }
  return -1;
}

/** A header block that is not there: a stop comes before its empty line, or it is longer than allowed. */
export type NoHead = 'stopped' | 'too_long';

/**
 * The bytes up to and with the next empty line, not yet taken from the tape.
 *
 * @param limit bytes of the tape that may belong to the head
 */
export async function peekHead(tape: Tape, limit = MAX_HEAD_BYTES): Promise<Buffer | NoHead> {
  const most = Math.min(limit, MAX_HEAD_BYTES);
  for (let look = Math.min(FIRST_LOOK_BYTES, most); ; look = Math.min(look * 4, most)) {
    const bytes = await tape.peek(look);
    const end = headEnd(bytes);
    if (end !== -1) return bytes.subarray(0, end);
    if (bytes.length < look) return 'stopped';
    if (look === most) return 'too_long';
  }
}

/** @param head version line to empty line; values are UTF-8 (WARC 1.1, 4) */
export function parseRecordHead(head: Buffer): RecordHead {
  const fields = parseFields(linesOf(head.toString('utf8')).slice(1));
  const length = lastField(fields, 'content-length') ?? '';
  const cut = lastField(fields, 'warc-truncated');
  return {
    type: (lastField(fields, 'warc-type') ?? '').toLowerCase(),
    length: /^\d{1,15}$/.test(length) ? Number(length) : null,
    contentType: lastField(fields, 'content-type') ?? '',
    url: targetUrl(fields),
    date: dateOf(fields),
    truncated: cut !== null || lastField(fields, 'warc-segment-number') !== null,
    incomplete: INCOMPLETE.has(cut?.toLowerCase() ?? ''),
    address: addressOf(fields),
    certIssuer: lastField(fields, CERTIFICATE_ISSUER.toLowerCase()),
  };
}

function targetUrl(fields: Fields): string | null {
  // WARC 1.0 was read by some writers as asking for angle brackets around it.
  const url = URL.parse((lastField(fields, 'warc-target-uri') ?? '').replace(/^<(.*)>$/, '$1'));
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  url.hash = '';
  return url.href;
}

function addressOf(fields: Fields): string | null {
  const address = lastField(fields, 'warc-ip-address') ?? '';
  return isIP(address) === 0 ? null : address;
}

function dateOf(fields: Fields): number | null {
  const time = Date.parse(lastField(fields, 'warc-date') ?? '');
  return Number.isNaN(time) || time < 0 ? null : time;
}
