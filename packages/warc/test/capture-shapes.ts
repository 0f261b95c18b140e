// Captures in the shapes in which tools write them, put together of parts whose ends are known: a start, entries, an end.
import { arcRecord, versionBlock } from './arc-files.ts';
import { answer, pageRecord, record } from './warc-files.ts';

/** A capture in parts. Each entry stands for the page `pages[n]`, or for none. */
export interface Shape {
  readonly name: string;
  readonly start: Buffer;
  readonly entries: readonly Buffer[];
  readonly end: Buffer;
  /** Addresses of the pages of the entries; null of what is not a page. */
  readonly pages: readonly (string | null)[];
  /** Bytes at the end of an entry without which it is whole all the same, such as what separates it from the next one. */
  readonly spare: number;
}

/** All bytes of a capture. */
export function bytesOf({ start, entries, end }: Shape): Buffer {
  return Buffer.concat([start, ...entries, end]);
}

/** Offsets at which the entries of a capture are whole. */
export function endsOf({ start, entries, spare }: Shape): readonly number[] {
  let at = start.length;
  return entries.map((entry) => {
    at += entry.length;
    return at - spare;
  });
}

export const PAGE_TEXT = '<!doctype html><title>Gärtnerei "Tulpe"</title>\n<p>a\\b {[,]}';
const AT = '2026-11-26T08:00:00.000Z';
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** An entry with its parts in the order of the standard. */
function entry(url: string, response: object, more: object = {}, request: object = {}): object {
  return {
    startedDateTime: AT,
    time: 1,
    request: { method: 'GET', url, headers: [], ...request },
    response,
    ...more,
  };
}

const page = (more: object = {}, text = PAGE_TEXT): object => ({
  status: 200,
  statusText: 'OK',
  headers: [{ name: 'Content-Type', value: 'text/html; charset=utf-8' }],
  content: { size: text.length, mimeType: 'text/html', text },
  redirectURL: '',
  ...more,
});

interface Written {
  readonly entries: readonly (readonly [page: string | null, entry: object])[];
  readonly before?: object;
  readonly after?: object;
  readonly indent?: number;
}

/** A HAR whose entries are separated by a comma and, if it is indented, a line end. */
function harOf(
  name: string,
  { entries, before = { version: '1.2' }, after = {}, indent = 0 }: Written,
): Shape {
  const write = (value: unknown): string => JSON.stringify(value, null, indent);
  const gap = indent === 0 ? '' : '\n';
  const start = `{${gap}"log": ${write(before).replace(/\}$/, '')}${Object.keys(before).length > 0 ? ',' : ''}"entries": [${gap}`;
  const end = Object.entries(after)
    .map(([key, value]) => `, ${JSON.stringify(key)}: ${write(value)}`)
    .join('');
  return {
    name,
    start: Buffer.from(start),
    entries: entries.map(([, value], n) => Buffer.from((n === 0 ? '' : `,${gap}`) + write(value))),
    end: Buffer.from(`${gap}]${end}}}${gap}`),
    pages: entries.map(([url]) => url),
    spare: 0,
  };
}

const A = 'https://a.example/';
const B = 'https://b.example/';
const C = 'https://c.example/';

const CHROME = harOf('Chrome', {
  indent: 2,
  before: { version: '1.2', creator: { name: 'WebInspector', version: '537.36' }, pages: [] },
  entries: [
    [
      A,
      entry(A, page(), { _initiator: { type: 'other' }, _priority: 'VeryHigh', _resourceType: 'document' }),
    ],
    [
      null,
      entry(
        'https://ads.example/',
        {
          status: 0,
          statusText: '',
          headers: [],
          content: { size: 0, mimeType: 'x-unknown' },
          _transferSize: 0,
          _error: 'net::ERR_BLOCKED_BY_CLIENT',
        },
        { timings: { _blocked_queueing: -1 } },
      ),
    ],
    [B, entry(B, page(), { timings: { blocked: 1.5, _blocked_queueing: 0.5 } })],
  ],
});

const FIREFOX = harOf('Firefox', {
  before: { version: '1.2', creator: { name: 'Firefox', version: '146.0' }, browser: { name: 'Firefox' } },
  entries: [
    [A, entry(A, page(), { cache: {}, serverIPAddress: '192.0.2.7' })],
    [
      null,
      entry('https://t.example/', { status: 0, headers: [], content: { mimeType: '', size: 0, text: '' } }),
    ],
    [
      null,
      entry('https://f.example/', page({ content: { mimeType: 'text/html', size: 9, comment: 'Not kept' } })),
    ],
    [B, entry(B, page())],
  ],
});

const WEBKIT = harOf('WebKit', {
  entries: [
    [
      A,
      entry(
        A,
        page({ content: { size: 9, mimeType: 'text/html', text: base64(PAGE_TEXT), encoding: 'base64' } }),
        {
          _fetchType: 'Network Load',
        },
      ),
    ],
    [null, entry(B, { status: null, headers: [], content: {} })],
    [C, entry(C, page({ _transferSize: 9 }))],
  ],
});

const MITMPROXY = harOf('mitmproxy', {
  indent: 4,
  before: { version: '1.2', creator: { name: 'mitmproxy', version: '12', comment: '' }, pages: [] },
  entries: [
    [
      A,
      entry(
        A,
        page({
          headers: [
            ['Content-Type', 'text/html'],
            ['Content-Encoding', 'br'],
          ].map(([name, value]) => ({ name, value })),
        }),
      ),
    ],
    [null, entry(B, { status: 0, statusText: '', headers: [], content: {}, bodySize: -1, _error: null })],
    [C, entry(C, page({ content: { mimeType: 'text/html', text: base64(PAGE_TEXT), encoding: 'base64' } }))],
  ],
});

const CHARLES = harOf('Charles', {
  before: { creator: { name: 'Charles Proxy' }, version: '1.2' },
  entries: [
    [
      A,
      entry(
        A,
        page({
          content: {
            mimeType: 'text/html',
            text: base64(PAGE_TEXT).replace(/.{40}/g, '$&\r\n'),
            encoding: 'base64',
          },
        }),
        { response2: {} },
      ),
    ],
    [null, entry(B, page({ status: 204, content: { size: 0, mimeType: 'text/html' } }))],
  ],
  after: { pages: [] },
});

const SITESPEED = harOf('sitespeed and PerfCascade', {
  before: {},
  entries: [
    [
      A,
      entry(A, page({ status: '200', headersSize: -1 }), { pageref: 'page_1', _initialPriority: 'VeryHigh' }),
    ],
    [
      null,
      entry('https://platform.example/widget', {
        status: 200,
        headers: [],
        content: { mimeType: 'text/html', text: '' },
      }),
    ],
    [null, entry(C, page(), { _wasAborted: true })],
    [
      C,
      entry(
        C,
        page({
          headers: [
            { name: 'Content-Length', value: 61 },
            { name: 'X', value: null },
          ],
        }),
      ),
    ],
  ],
  after: { version: '1.2', _meta: { connectivity: 'native' } },
});

const K6 = harOf('k6', {
  entries: [
    [A, { response: page(), request: { url: A, method: 'GET' }, startedDateTime: '' }],
    [null, { response: page(), request: { url: B, method: 'POST' }, startedDateTime: AT }],
    [C, { response: page(), request: { method: 'get', url: ` ${C}\n` }, startedDateTime: 1_764_144_000_000 }],
  ],
});

/** Lines, each of which is whole without its end. */
function linesOf(
  name: string,
  lines: readonly (readonly [page: string | null, line: string])[],
  lineEnd = '\n',
): Shape {
  return {
    name,
    start: Buffer.alloc(0),
    entries: lines.map(([, line]) => Buffer.from(line + lineEnd)),
    end: Buffer.alloc(0),
    pages: lines.map(([url]) => url),
    spare: lineEnd.length,
  };
}

const line = (url: string, more: object = {}): string =>
  JSON.stringify({ url, html: PAGE_TEXT, fetched_at: AT, ...more });

const SCRAPY = linesOf('Scrapy, lines', [
  [A, line(A, { headers: { 'Content-Type': ['text/html'] }, fetched_at: 1_764_144_000.25 })],
  [null, line(B, { html: ' \r\n' })],
  [C, line(C, { html: undefined, body_base64: base64(PAGE_TEXT), status: 200 })],
]);

const HTTPX = linesOf(
  'httpx, lines that end in CR LF',
  [
    [A, line(A, { headers: { content_length: 61 }, body_base64: null })],
    [null, line(B, { html: null, status: 0 })],
    [C, line(C)],
  ],
  '\r\n',
);

const LIST: Shape = {
  name: 'Scrapy, a list',
  start: Buffer.from('[\n'),
  entries: [line(A), line(B, { html: '' }), line(C)].map((text, n) =>
    Buffer.from((n === 0 ? '' : ',\n') + text),
  ),
  end: Buffer.from('\n]\n'),
  pages: [A, null, C],
  spare: 0,
};

const PRETTY: Shape = {
  name: 'jq, objects of several lines',
  start: Buffer.alloc(0),
  entries: [A, B].map((url) => Buffer.from(`${JSON.stringify(JSON.parse(line(url)), null, 2)}\n`)),
  end: Buffer.alloc(0),
  pages: [A, B],
  spare: 1,
};

const WARC: Shape = {
  name: 'browsertrix, a WARC',
  start: record('software: Browsertrix\r\n', {
    'WARC-Type': 'warcinfo',
    'Content-Type': 'application/warc-fields',
  }),
  entries: [
    pageRecord(A, PAGE_TEXT),
    record(answer('', 'HTTP/1.1 204 No Content\r\nContent-Type: text/html\r\n')),
    record(
      Buffer.concat([Buffer.from('HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n'), answer(PAGE_TEXT)]),
      { 'WARC-Target-URI': B },
    ),
    record(answer('\r\n'), { 'WARC-Target-URI': C }),
  ],
  end: Buffer.alloc(0),
  pages: [A, null, B, null],
  spare: 4,
};

const ARC: Shape = {
  name: 'an ARC',
  start: Buffer.from(versionBlock(1)),
  entries: [arcRecord(A, answer(PAGE_TEXT)), arcRecord(B, answer('')), arcRecord(C, answer(PAGE_TEXT))],
  end: Buffer.alloc(0),
  pages: [A, null, C],
  spare: 1,
};

export const SHAPES: readonly Shape[] = [
  CHROME,
  FIREFOX,
  WEBKIT,
  MITMPROXY,
  CHARLES,
  SITESPEED,
  K6,
  SCRAPY,
  HTTPX,
  LIST,
  PRETTY,
  WARC,
  ARC,
];
