// An HTTP exchange as two WARC records (WARC 1.1; iipc.github.io/warc-specifications): response first, then the request.
// Of a page that its server says has not changed, a revisit stands for the response (WARC 1.1, 6.7.3).
import { CERTIFICATE_ISSUER, type Field, type Fields } from './fields.ts';
import { writeRecord, type NewRecord } from './write-record.ts';

/** One request and its answer, as a crawler saw them. */
export interface CapturedExchange {
  /** Absolute http(s) URL without a fragment. */
  readonly url: string;
  readonly request: { readonly method: string; readonly target: string; readonly headers: Fields };
  readonly status: number;
  readonly statusText: string;
  /** As received; values in ISO 8859-1. */
  readonly headers: Fields;
  /** With its content-encoding, without a transfer-encoding. */
  readonly body: readonly Buffer[];
  /** Why the end of the body is missing (WARC 1.1, 5.13); null if it is whole. */
  readonly cut: 'length' | 'time' | 'disconnect' | 'unspecified' | null;
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** IP address of the host; null if it is not known. */
  readonly address: string | null;
  /** Who issued the host's certificate; null if that is not known. */
  readonly certIssuer: string | null;
}

/** What describes how a body was framed, and is no longer so here, is kept under this prefix. */
const RENAMED = 'X-Crawler-';

const NOT_MODIFIED = 'http://netpreserve.org/warc/1.1/revisit/server-not-modified';

/** With which a request asks for a page only if it has changed. */
const CONDITIONS: ReadonlySet<string> = new Set(['if-none-match', 'if-modified-since']);

/**
 * Both records, uncompressed.
 *
 * @param warcinfoId of the record that the file begins with
 */
export function exchangeRecords(exchange: CapturedExchange, warcinfoId: string): readonly Buffer[] {
  const { url, fetchedAt, address, certIssuer, cut, body } = exchange;
  const revisited = isRevisit(exchange);
  const shared = {
    date: fetchedAt,
    warcinfoId,
    fields: [['WARC-Target-URI', url], ...(address === null ? [] : [['WARC-IP-Address', address] as const])],
  } as const;
  const response: NewRecord = {
    ...shared,
    type: revisited ? 'revisit' : 'response',
    contentType: 'application/http;msgtype=response',
    fields: [
      ...shared.fields,
      ...(revisited ? [['WARC-Profile', NOT_MODIFIED] as const] : []),
      ...(cut === null ? [] : [['WARC-Truncated', cut] as const]),
      ...(certIssuer === null ? [] : [[CERTIFICATE_ISSUER, certIssuer] as const]),
    ],
    head: responseHead(exchange),
    payload: revisited ? null : body,
  };
  const written = writeRecord(response);
  const request = writeRecord({
    ...shared,
    type: 'request',
    contentType: 'application/http;msgtype=request',
    fields: [...shared.fields, ['WARC-Concurrent-To', written.id]],
    head: requestHead(exchange),
    payload: null,
  });
  return [written.bytes, request.bytes];
}

function isRevisit({ status, request, body }: CapturedExchange): boolean {
  const conditional = request.headers.some(([name]) => CONDITIONS.has(name.toLowerCase()));
  return status === 304 && conditional && body.length === 0;
}

function requestHead({ request: { method, target, headers } }: CapturedExchange): Buffer {
  return httpHead(`${method} ${target} HTTP/1.1`, headers);
}

/** The head as it came, except for what no longer holds of the stored body. */
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
  // Answers of which this is the rule have no body and need state none.
  if (!stated && status !== 204 && status !== 304) fields.push(['Content-Length', String(length)]);
  return httpHead(`HTTP/1.1 ${status} ${statusText}`, fields);
}

/** Undone before the body was stored. */
const TRANSFER: ReadonlySet<string> = new Set(['transfer-encoding', 'trailer']);

function httpHead(firstLine: string, fields: Fields): Buffer {
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${firstLine}\r\n${lines.join('')}\r\n`, 'latin1');
}
