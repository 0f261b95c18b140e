// Bytes of the records that an archive writes (WARC 1.1; iipc.github.io/warc-specifications): a warcinfo record at the start
// of a file, then the response and the request of each exchange. If a server answers that a page has not changed, a revisit
// record replaces the response (WARC 1.1, 6.7.3).
import { createHash, randomUUID } from 'node:crypto';
import type { Field, Fields } from '@sitegrep/http';
import { CERTIFICATE, CERTIFICATE_ISSUER, NOINDEX } from './record-head.ts';

/** One request and its answer, as a crawler saw them. */
export interface CapturedExchange {
  /** Absolute http(s) URL without a fragment. */
  readonly url: string;
  readonly request: { readonly method: string; readonly target: string; readonly headers: Fields };
  readonly status: number;
  readonly statusText: string;
  /** Header fields as received; values in ISO 8859-1. */
  readonly headers: Fields;
  /** Body with its content-encoding, without a transfer-encoding. */
  readonly body: readonly Buffer[];
  /** Why the end of the body is missing (WARC 1.1, 5.13); null if it is complete. */
  readonly truncation: 'length' | 'time' | 'disconnect' | 'unspecified' | null;
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** IP address of the host; null if it is not known. */
  readonly address: string | null;
  /** Issuer of the host's certificate; null if it is not known. */
  readonly certIssuer: string | null;
  readonly certificate: string | null;
}

/** Prefix of the names of fields that described the framing of a body and no longer hold for the stored one. */
const RENAMED = 'X-Crawler-';

const NOT_MODIFIED = 'http://netpreserve.org/warc/1.1/revisit/server-not-modified';

/** Fields by which a request wants a page only if it has changed. */
const CONDITIONS: ReadonlySet<string> = new Set(['if-none-match', 'if-modified-since']);

/**
 * Both records of an exchange, uncompressed.
 *
 * @param warcinfoId of the record that the file begins with
 */
export function exchangeRecords(exchange: CapturedExchange, warcinfoId: string): readonly Buffer[] {
  const { url, fetchedAt, address, certIssuer, certificate, truncation, body } = exchange;
  const revisited = isRevisit(exchange);
  const shared = {
    date: fetchedAt,
    warcinfoId,
    fields: [['WARC-Target-URI', url], ...(address === null ? [] : [['WARC-IP-Address', address] as const])],
  } as const;
  const response = writeRecord({
    ...shared,
    type: revisited ? 'revisit' : 'response',
    contentType: 'application/http;msgtype=response',
    fields: [
      ...shared.fields,
      ...(revisited ? [['WARC-Profile', NOT_MODIFIED] as const] : []),
      ...(truncation === null ? [] : [['WARC-Truncated', truncation] as const]),
      ...(certIssuer === null ? [] : [[CERTIFICATE_ISSUER, certIssuer] as const]),
      ...(certificate === null ? [] : [[CERTIFICATE, certificate] as const]),
    ],
    head: responseHead(exchange),
    payload: revisited ? null : body,
  });
  const request = writeRecord({
    ...shared,
    type: 'request',
    contentType: 'application/http;msgtype=request',
    fields: [...shared.fields, ['WARC-Concurrent-To', response.id]],
    head: requestHead(exchange),
    payload: null,
  });
  return [response.bytes, request.bytes];
}

function isRevisit({ status, request, body }: CapturedExchange): boolean {
  const conditional = request.headers.some(([name]) => CONDITIONS.has(name.toLowerCase()));
  return status === 304 && conditional && body.length === 0;
}

function requestHead({ request: { method, target, headers } }: CapturedExchange): Buffer {
  return httpHead(`${method} ${target} HTTP/1.1`, headers);
}

/** The head as received, except for fields that do not hold for the stored body. */
function responseHead({ status, statusText, headers, body }: CapturedExchange): Buffer {
  const length = body.reduce((sum, chunk) => sum + chunk.length, 0);
  const fields: Field[] = [];
  let stated = false;
  for (const [name, value] of headers) {
    const known = name.toLowerCase();
    const holds: boolean =
      known === 'content-length' ? !stated && Number(value) === length : !TRANSFER.has(known);
    stated ||= known === 'content-length' && holds;
    fields.push([holds ? name : `${RENAMED}${name}`, value]);
  }
  // Answers with these statuses have no body, so they need not state its length.
  if (!stated && status !== 204 && status !== 304) fields.push(['Content-Length', String(length)]);
  return httpHead(`HTTP/1.1 ${status} ${statusText}`, fields);
}

/** Fields of the transfer-encoding, which is undone before the body is stored. */
const TRANSFER: ReadonlySet<string> = new Set(['transfer-encoding', 'trailer']);

function httpHead(firstLine: string, fields: Fields): Buffer {
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${firstLine}\r\n${lines.join('')}\r\n`, 'latin1');
}

/** Statements of a file's first record about the crawl that wrote it. */
export interface WarcInfo {
  /** Program and version. */
  readonly software: string;
  /** User-Agent that the hosts got. */
  readonly userAgent: string;
  /** Whether robots.txt was obeyed. */
  readonly robots: 'obey' | 'ignore';
  /** Whether pages were left out that ask not to be indexed. */
  readonly noindex: 'obey' | 'ignore';
}

const CONFORMS_TO = 'http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/';

/** @param name of the file */
export function warcinfoRecord(name: string, info: WarcInfo): WrittenRecord {
  const fields = [
    ['software', info.software],
    ['format', 'WARC File Format 1.1'],
    ['conformsTo', CONFORMS_TO],
    ['robots', info.robots],
    [NOINDEX, info.noindex],
    ['http-header-user-agent', info.userAgent],
  ];
  return writeRecord({
    type: 'warcinfo',
    contentType: 'application/warc-fields',
    date: Date.now(),
    warcinfoId: null,
    fields: [['WARC-Filename', name]],
    head: Buffer.from(fields.map(([key, value]) => `${key}: ${value}\r\n`).join('')),
    payload: null,
  });
}

/** A record to be written. */
interface NewRecord {
  readonly type: 'warcinfo' | 'request' | 'response' | 'revisit';
  readonly contentType: string;
  /** Milliseconds since the epoch. */
  readonly date: number;
  /** Id of the file's warcinfo record; null in that record itself. */
  readonly warcinfoId: string | null;
  /** Fields besides those that every record has. */
  readonly fields: Fields;
  /** The block up to the payload. */
  readonly head: Buffer;
  /** The rest of the block, which has a digest of its own; null if there is none. */
  readonly payload: readonly Buffer[] | null;
}

interface WrittenRecord {
  /** WARC-Record-ID, `<urn:uuid:…>`. */
  readonly id: string;
  readonly bytes: Buffer;
}

/** A record of WARC 1.1 under a new id, uncompressed. */
function writeRecord(record: NewRecord): WrittenRecord {
  const { type, contentType, date, warcinfoId, fields, head, payload } = record;
  const id = `<urn:uuid:${randomUUID()}>`;
  const block = [head, ...(payload ?? [])];
  const all: Fields = [
    ['WARC-Type', type],
    ['WARC-Record-ID', id],
    ['WARC-Date', new Date(date).toISOString()],
    ...(warcinfoId === null ? [] : [['WARC-Warcinfo-ID', warcinfoId] as const]),
    ...fields,
    ['WARC-Block-Digest', digestOf(block)],
    ...(payload === null ? [] : [['WARC-Payload-Digest', digestOf(payload)] as const]),
    ['Content-Type', contentType],
    ['Content-Length', String(block.reduce((sum, part) => sum + part.length, 0))],
  ];
  const lines = all.map(([name, value]) => `${name}: ${onOneLine(value)}\r\n`);
  return {
    id,
    bytes: Buffer.concat([
      Buffer.from(`WARC/1.1\r\n${lines.join('')}\r\n`),
      ...block,
      Buffer.from('\r\n\r\n'),
    ]),
  };
}

/** SHA-1 in base32, the form that WARC tools compare and index. It gives no protection against forgery. */
function digestOf(parts: readonly Buffer[]): string {
  const hash = createHash('sha1');
  for (const part of parts) hash.update(part);
  return `sha1:${base32(hash.digest())}`;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 of RFC 4648, section 6, without the padding. */
function base32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let pending = 0;
  for (const byte of bytes) {
    pending = (pending << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET[(pending >>> (bits - 5)) & 31];
    pending &= 255;
  }
  return bits === 0 ? text : text + ALPHABET[(pending << (5 - bits)) & 31];
}

/** Replaces control characters: a value from outside can't begin a field of its own. */
function onOneLine(value: string): string {
  return value.replace(/\p{Cc}+/gu, ' ');
}
