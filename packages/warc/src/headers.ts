// Header blocks: of WARC records, of the answers in them, and the fields of a warcinfo record.
import { isIP } from 'node:net';
import type { ByteReader } from './byte-reader.ts';

/** A `Name: value` line of a header block. */
export type Field = readonly [name: string, value: string];
export type Fields = readonly Field[];

/**
 * Issuer of the certificate of the host that answered. This field is sitegrep's own: WARC 1.1 (4) lets writers add fields,
 * and readers ignore those that they don't know.
 */
export const CERTIFICATE_ISSUER = 'Sitegrep-Certificate-Issuer';
/** Verdict on that certificate, as in `Page`. */
export const CERTIFICATE = 'Sitegrep-Certificate';

/** Bound of a WARC or HTTP header block. */
export const MAX_HEAD_BYTES = 256 * 1024;
const FIRST_LOOK_BYTES = 4096;

/** Why there is no header block: a stop comes before its empty line, or it is longer than allowed. */
export type NoHead = 'stopped' | 'too_long';

/**
 * The bytes up to and with the next empty line, which stay in the reader.
 *
 * @param limit bytes that may belong to the head
 */
export async function peekHead(reader: ByteReader, limit = MAX_HEAD_BYTES): Promise<Buffer | NoHead> {
  const max = Math.min(limit, MAX_HEAD_BYTES);
  for (let look = Math.min(FIRST_LOOK_BYTES, max); ; look = Math.min(look * 4, max)) {
    const bytes = await reader.peek(look);
    const end = headEnd(bytes);
    if (end !== -1) return bytes.subarray(0, end);
    if (bytes.length < look) return 'stopped';
    if (look === max) return 'too_long';
  }
}

/** Offset after the empty line that ends a header block; -1 if it is not in `bytes`. Lines end in CRLF or LF. */
function headEnd(bytes: Buffer): number {
  for (let at = bytes.indexOf(0x0a); at !== -1; at = bytes.indexOf(0x0a, at + 1)) {
    if (bytes[at + 1] === 0x0a) return at + 2;
    if (bytes[at + 1] === 0x0d && bytes[at + 2] === 0x0a) return at + 3;
  }
  return -1;
}

/** Lines without their ends, including the empty one at the end. */
function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/);
}

/**
 * Header fields of these lines, in order, names in lower case. A line that begins with white space continues the one
 * before; a line without a colon or a name is ignored, as browsers do.
 */
function parseFields(lines: readonly string[]): Fields {
  const fields: [name: string, value: string][] = [];
  for (const line of lines) {
    const last = fields.at(-1);
    if (/^[ \t]/.test(line)) {
      if (last !== undefined) last[1] = `${last[1]} ${line.trim()}`.trim();
      continue;
    }
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    if (name !== '') fields.push([name, line.slice(colon + 1).trim()]);
  }
  return fields;
}

/** The last value of a field that is not empty, null if there is none. */
export function lastField(fields: Fields, name: string): string | null {
  return fields.findLast((field) => field[0] === name && field[1] !== '')?.[1] ?? null;
}

/** Fields of a WARC record from which a page is made. */
export interface RecordHead {
  /** WARC-Type in lower case. */
  readonly type: string;
  /** Content-Length in bytes; null if it is missing or no number. */
  readonly length: number | null;
  readonly contentType: string;
  /** WARC-Target-URI as an http(s) URL without a fragment; null if it is none. */
  readonly url: string | null;
  /** WARC-Date in milliseconds since the epoch; null if it is missing or no date. */
  readonly date: number | null;
  /** Whether the record states that its block was truncated (WARC-Truncated), or is the first of several segments. */
  readonly truncated: boolean;
  /** Whether it states that the answer was interrupted before it reached its writer's size limit. */
  readonly interrupted: boolean;
  /** WARC-IP-Address; null if there is none, or it is no address. */
  readonly address: string | null;
  /** Issuer as in `Page`; null if it is not stated. */
  readonly certIssuer: string | null;
  /** Verdict as in `Page`; null if it is not stated. */
  readonly certificate: string | null;
}

/** Values of WARC-Truncated (WARC 1.1, 5.13) without `length`, which only means that the page reached a size limit. */
const INTERRUPTED: ReadonlySet<string> = new Set(['time', 'disconnect', 'unspecified']);

export function isRecordStart(bytes: Buffer): boolean {
  return /^WARC\/\d/.test(bytes.toString('latin1', 0, 6));
}

/** Offset of the next line, from `from` on, that starts a record; -1 if there is none. */
export function recordStartIn(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf('\nWARC/', from); at !== -1; at = bytes.indexOf('\nWARC/', at + 1)) {
    if (isRecordStart(bytes.subarray(at + 1))) return at + 1;
  }
  return -1;
}

/** @param head version line to empty line; values are UTF-8 (WARC 1.1, 4) */
export function parseRecordHead(head: Buffer): RecordHead {
  const fields = parseFields(linesOf(head.toString('utf8')).slice(1));
  const length = lastField(fields, 'content-length') ?? '';
  const truncation = lastField(fields, 'warc-truncated');
  return {
    type: (lastField(fields, 'warc-type') ?? '').toLowerCase(),
    length: /^\d{1,15}$/.test(length) ? Number(length) : null,
    contentType: lastField(fields, 'content-type') ?? '',
    url: targetUrl(fields),
    date: dateOf(fields),
    truncated: truncation !== null || lastField(fields, 'warc-segment-number') !== null,
    interrupted: INTERRUPTED.has(truncation?.toLowerCase() ?? ''),
    address: addressOf(fields),
    certIssuer: lastField(fields, CERTIFICATE_ISSUER.toLowerCase()),
    certificate: lastField(fields, CERTIFICATE.toLowerCase()),
  };
}

function targetUrl(fields: Fields): string | null {
  // Some writers of WARC 1.0 put angle brackets around it.
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

/** Statements of a warcinfo record about the records after it, as far as a reader of pages needs them. */
export interface Origin {
  /** Whether sitegrep wrote them. A crawl by sitegrep takes no page from an interrupted answer. */
  readonly bySitegrep: boolean;
  /** Whether that crawl left out pages that ask not to be indexed. */
  readonly obeysNoindex: boolean;
}

export const UNKNOWN_ORIGIN: Origin = { bySitegrep: false, obeysNoindex: false };

/** Name of the warcinfo field, sitegrep's own, that goes with the well-known `robots`. */
export const NOINDEX = 'noindex';

/** @param block of the warcinfo record, `application/warc-fields` */
export function originOf(block: Buffer): Origin {
  const fields = parseFields(linesOf(block.toString('utf8')));
  const bySitegrep = (lastField(fields, 'software') ?? '').startsWith('sitegrep/');
  return { bySitegrep, obeysNoindex: bySitegrep && lastField(fields, NOINDEX) === 'obey' };
}

/** Status and header fields of a stored HTTP answer. */
export interface HttpHead {
  /** Status, 100–599. */
  readonly status: number;
  readonly headers: Fields;
}

/**
 * Reads as tolerantly as browsers do: any version, any reason or none, lines that end in LF, lines that are no fields.
 *
 * @param bytes status line to empty line; header values are taken as ISO 8859-1
 * @returns null if there is no status line
 */
export function parseHttpHead(bytes: Buffer): HttpHead | null {
  const [statusLine = '', ...rest] = linesOf(bytes.toString('latin1').replace(/^[\r\n]+/, ''));
  const status = Number(/^HTTP\/\d+(?:\.\d+)?[ \t]+([1-5]\d\d)(?!\d)/i.exec(statusLine)?.[1] ?? 0);
  return status === 0 ? null : { status, headers: parseFields(rest) };
}
