// Answers in forms that occur, each with what a reader makes of it, worked out from RFC 9112 and RFC 9110, or from what
// browsers and curl do where these leave a choice.
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** Page of every answer; its last bytes end it, so that a reader sees that it is whole. */
export const PAGE = `<!doctype html><title>Gärtnerei</title>${'<p>Tulpen, Nelken</p>'.repeat(20)}</body></html>\n`;

export interface AnswerForm {
  readonly name: string;
  /** Bytes of the answer, after which the connection is closed. */
  readonly bytes: Buffer;
  /** Result: the page, the page without certainty that it is complete, or none. */
  readonly result: 'page' | 'truncated' | 'none';
}

const page = Buffer.from(PAGE);
const zipped = gzipSync(page);
const TYPE = 'Content-Type: text/html; charset=utf-8\r\n';
const LENGTH = `Content-Length: ${page.length}\r\n`;

function form(
  name: string,
  head: string,
  body: Uint8Array | string = page,
  result: AnswerForm['result'] = 'page',
): AnswerForm {
  return { name, bytes: Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)]), result };
}

const ok = (fields: string): string => `HTTP/1.1 200 OK\r\n${TYPE}${fields}\r\n`;

function chunked(size: (bytes: number) => string, last = '0\r\n\r\n', end = '\r\n'): Buffer {
  const parts = [page.subarray(0, 20), page.subarray(20)];
  return Buffer.concat([
    ...parts.flatMap((part) => [Buffer.from(size(part.length)), part, Buffer.from(end)]),
    Buffer.from(last),
  ]);
}

const hex = (bytes: number): string => `${bytes.toString(16)}\r\n`;
const CHUNKED = 'Transfer-Encoding: chunked\r\n';

export const HEAD_FORMS: readonly AnswerForm[] = [
  form('strict', ok(LENGTH)),
  form('lines that end in LF (RFC 9112, 2.2)', `HTTP/1.1 200 OK\n${TYPE}${LENGTH}\n`.replaceAll('\r', '')),
  form('some lines that end in LF', `HTTP/1.1 200 OK\r\nX-A: 1\n${TYPE}X-B: 2\n${LENGTH}\n`),
  form('two CRs before an LF', `HTTP/1.1 200 OK\r\r\n${TYPE}${LENGTH}\r\n`),
  form('an empty line before the status (2.2)', `\r\n\r\n${ok(LENGTH)}`),
  form('no reason and no blank (4)', `HTTP/1.1 200\r\n${TYPE}${LENGTH}\r\n`),
  form('a reason of other octets (4)', `HTTP/1.1 200 d\xe9j\xe0 vu\r\n${TYPE}${LENGTH}\r\n`),
  form('several blanks in the status line (4)', `HTTP/1.1  200   OK\r\n${TYPE}${LENGTH}\r\n`),
  form('a control character in a reason', `HTTP/1.1 200 O\x01K\r\n${TYPE}${LENGTH}\r\n`),
  form('HTTP/1.0 up to the end of the connection (6.3)', `HTTP/1.0 200 OK\r\n${TYPE}\r\n`),
  form('another version, as old streaming servers state', `HTTP/1.2 200 OK\r\n${TYPE}${LENGTH}\r\n`),
  form(
    'control characters in a value (RFC 9110, 5.5)',
    ok(`${LENGTH}Set-Cookie: visid=\x01\x02\x7f; path=/\r\n`),
  ),
  form('a NUL in a value', ok(`${LENGTH}X-Trace: a\0b\r\n`)),
  form('a CR in a value', ok(`${LENGTH}X-Trace: a\rb\r\n`)),
  form(
    'octets of UTF-8 in a value (5.5)',
    ok(`${LENGTH}X-Shop: ${Buffer.from('Gärtnerei').toString('latin1')}\r\n`),
  ),
  form('blanks before a colon (RFC 9112, 5.1)', ok(LENGTH.replace(':', ' \t:'))),
  form('a line without a colon', ok(`${LENGTH}PHP Warning in line 3\r\n`)),
  form('a name with blanks', ok(`${LENGTH}Server Name: x\r\n`)),
  form('an empty name', ok(`${LENGTH}: x\r\n`)),
  form('a folded field (5.2)', ok(`${LENGTH}X-Long: a\r\n  b\r\n\tc\r\n`)),
  form(
    'a folded content type (5.2)',
    `HTTP/1.1 200 OK\r\nContent-Type: text/html;\r\n charset=utf-8\r\n${LENGTH}\r\n`,
  ),
  form('a first line that is folded (2.2)', `HTTP/1.1 200 OK\r\n folded\r\n${TYPE}${LENGTH}\r\n`),
];

/** Forms with interim answers, which archives of some tools hold, too. */
export const INTERIM_FORMS: readonly AnswerForm[] = [
  form('100 that nobody expects (RFC 9110, 15.2)', `HTTP/1.1 100 Continue\r\n\r\n${ok(LENGTH)}`),
  form(
    '102 and 103',
    `HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n${ok(LENGTH)}`,
  ),
  form('100 with lines that end in LF', `HTTP/1.1 100 Continue\n\n${ok(LENGTH)}`),
];

export const FRAMING_FORMS: readonly AnswerForm[] = [
  form('a length twice (RFC 9112, 6.3)', ok(LENGTH + LENGTH)),
  form('a length as a list of the same (6.3)', ok(`Content-Length: ${page.length}, ${page.length}\r\n`)),
  form('an empty length', ok('Content-Length: \r\nConnection: close\r\n')),
  form('a length that is not a number', ok('Content-Length: unknown\r\nConnection: close\r\n')),
  form('a length with a sign', ok(`Content-Length: +${page.length}\r\nConnection: close\r\n`)),
  form('the coding identity of RFC 2616', ok('Transfer-Encoding: identity\r\nConnection: close\r\n')),
  form('chunks', ok(CHUNKED), chunked(hex)),
  form('chunks beside a length (6.3)', ok(`Content-Length: 9999\r\n${CHUNKED}`), chunked(hex)),
  form('chunks beside a length that is too short', ok(`${CHUNKED}Content-Length: 3\r\n`), chunked(hex)),
  form('chunked twice', ok(CHUNKED + CHUNKED), chunked(hex)),
  form(
    'sizes with blanks around them',
    ok(CHUNKED),
    chunked((n) => ` ${n.toString(16)}  \r\n`),
  ),
  form(
    'sizes with zeros before them',
    ok(CHUNKED),
    chunked((n) => `0000${n.toString(16).toUpperCase()}\r\n`),
  ),
  form(
    'chunk extensions (7.1.1)',
    ok(CHUNKED),
    chunked((n) => `${n.toString(16)};a=b;c="d"\r\n`),
  ),
  form('a last size with words after it', ok(CHUNKED), chunked(hex, '0 end of page\r\n\r\n')),
  form(
    'chunk lines that end in LF',
    ok(CHUNKED),
    chunked((n) => `${n.toString(16)}\n`, '0\n\n', '\n'),
  ),
  form('chunks without a line end after them', ok(CHUNKED), chunked(hex, '0\r\n\r\n', '')),
  form('trailer fields (7.1.2)', ok(CHUNKED), chunked(hex, '0\r\nX-Sum: 1\r\n\r\n')),
];

export const CODING_FORMS: readonly AnswerForm[] = [
  form('gzip', ok(`Content-Encoding: gzip\r\nContent-Length: ${zipped.length}\r\n`), zipped),
  form('gzip, a field in capitals twice', ok('Content-Encoding: GZIP\r\nConnection: close\r\n'), zipped),
  ...['utf-8', 'none', 'aws-chunked', '', 'identity', 'binary', 'UTF8, none'].map((coding) =>
    form(`content-encoding "${coding}"`, ok(`Content-Encoding: ${coding}\r\n${LENGTH}`)),
  ),
  ...['gzip', 'deflate', 'br', 'zstd', 'compress', 'gzip, gzip, gzip'].map((coding) =>
    form(`a plain page that is said to be ${coding}`, ok(`Content-Encoding: ${coding}\r\n${LENGTH}`)),
  ),
  form('aws-chunked beside gzip', ok('Content-Encoding: aws-chunked, gzip\r\nConnection: close\r\n'), zipped),
  form(
    'junk after gzip',
    ok('Content-Encoding: gzip\r\nConnection: close\r\n'),
    Buffer.concat([zipped, Buffer.from('<!-- served by 7 -->')]),
  ),
  form(
    'zeros after gzip',
    ok('Content-Encoding: gzip\r\nConnection: close\r\n'),
    Buffer.concat([zipped, Buffer.alloc(512)]),
  ),
  form(
    'two members of gzip (RFC 1952, 2.2)',
    ok('Content-Encoding: gzip\r\nConnection: close\r\n'),
    Buffer.concat([gzipSync(page.subarray(0, 30)), gzipSync(page.subarray(30))]),
  ),
  form(
    'junk after brotli',
    ok('Content-Encoding: br\r\nConnection: close\r\n'),
    Buffer.concat([brotliCompressSync(page), Buffer.from('junk')]),
  ),
  form(
    'gzip as a transfer coding (7.2)',
    ok('Transfer-Encoding: gzip, chunked\r\n'),
    [Buffer.from(hex(zipped.length)), zipped, Buffer.from('\r\n0\r\n\r\n')].reduce((all, part) =>
      Buffer.concat([all, part]),
    ),
  ),
  form('a length of the unpacked page', ok(`Content-Encoding: gzip\r\n${LENGTH}`), zipped),
];

/** Types that are not MIME type, so that the start of the body decides (WHATWG MIME Sniffing, 7). */
export const TYPE_FORMS: readonly AnswerForm[] = [
  ...['html', '"text/html"', 'text/html: charset=utf-8', 'text/', '/', 'utf-8', 'charset=utf-8', '*/*'].map(
    (type) => form(`content type ${type}`, `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\n${LENGTH}\r\n`),
  ),
  form('no content type', `HTTP/1.1 200 OK\r\n${LENGTH}\r\n`),
  form(
    'html in capitals with blanks',
    `HTTP/1.1 200 OK\r\nContent-Type:  TEXT/HTML ;charset=UTF-8\r\n${LENGTH}\r\n`,
  ),
  form(
    'two content types, the last one html',
    `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n${TYPE}${LENGTH}\r\n`,
  ),
  form('html and a type that is none', `HTTP/1.1 200 OK\r\n${TYPE}Content-Type: foo\r\n${LENGTH}\r\n`),
  form('another type', `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n${LENGTH}\r\n`, page, 'none'),
  form('no type and no page', `HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n`, '{}', 'none'),
];

/** Answers whose end never comes. */
export const CUT_FORMS: readonly AnswerForm[] = [
  form('a length that never comes', ok(`Content-Length: ${page.length + 500}\r\n`), page, 'truncated'),
  form('a last chunk that never comes', ok(CHUNKED), chunked(hex, ''), 'truncated'),
  form('a last chunk without the empty line', ok(CHUNKED), chunked(hex, '0\r\n'), 'truncated'),
  form('a chunk that is cut', ok(CHUNKED), `1000\r\n${PAGE}`, 'truncated'),
];

/** Answers whose framing breaks within the body. */
export const BROKEN_FORMS: readonly AnswerForm[] = [
  form('a chunk size that is none', ok(CHUNKED), chunked(hex, 'x\r\n'), 'truncated'),
];

/** Answers that are refused on a connection; an archive has stored their bodies. */
export const REFUSED_FORMS: readonly AnswerForm[] = [
  form('two lengths (6.3)', ok(`${LENGTH}Content-Length: 3\r\n`), page, 'none'),
  form('no status line', `${TYPE}${LENGTH}\r\n`, page, 'none'),
];
