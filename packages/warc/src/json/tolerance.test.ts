// What can mean one thing only is taken; what can't be understood is refused in the words of the format; and bytes that can't be
// decoded are never taken for text.
import { readFile } from 'node:fs/promises';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { readAll, type Read } from '../../test/warc-files.ts';
import { readWarc } from '../reader.ts';

const URL = 'https://a.example/';
const AT = '2026-11-26T08:00:00Z';
const TEXT = '<!doctype html><title>Grüße</title>??>>~~';
const BASE64 = Buffer.from(TEXT).toString('base64');

interface Given {
  readonly url?: unknown;
  readonly status?: unknown;
  readonly time?: unknown;
  readonly headers?: unknown;
  readonly text?: unknown;
  readonly base64?: unknown;
  readonly more?: object;
}

/** The same answer as an entry of a HAR and as a page in JSON. */
const FORMATS: readonly (readonly [name: string, write: (given: Given) => unknown])[] = [
  [
    'HAR',
    ({ url = URL, status = 200, time = AT, headers = [], text, base64, more }) => ({
      log: {
        entries: [
          {
            startedDateTime: time,
            request: { method: 'GET', url },
            response: {
              status,
              headers,
              content: {
                mimeType: 'text/html',
                ...(base64 === undefined
                  ? { text: text === undefined ? TEXT : text }
                  : { text: base64, encoding: 'base64' }),
              },
            },
            ...more,
          },
        ],
      },
    }),
  ],
  [
    'lines',
    ({ url = URL, status = 200, time = AT, headers = [], text, base64, more }) => ({
      url,
      status,
      fetched_at: time,
      headers: headers === null ? { 'content-type': 'text/html' } : headers,
      html: text === undefined && base64 === undefined ? TEXT : text,
      body_base64: base64,
      ...more,
    }),
  ],
];

function read(value: unknown): Promise<Read> {
  return readAll(Buffer.from(`${JSON.stringify(value)}\n`));
}

const gzipped = gzipSync(TEXT);
const coded = (coding: string): object[] => [
  { name: 'content-type', value: 'text/html' },
  { name: 'Content-Encoding', value: coding },
];
const typed = [{ name: 'content-type', value: 'text/html' }];

describe.each(FORMATS)('in %s', (format, write) => {
  test.each<readonly [string, Given]>([
    ['base64', { base64: BASE64 }],
    ['base64 with line ends', { base64: BASE64.replace(/.{19}/g, '$&\r\n') }],
    ['base64 with blanks', { base64: ` ${BASE64.replace(/.{7}/g, '$& \t')}\n` }],
    ['base64 of the url form', { base64: Buffer.from(TEXT).toString('base64url') }],
    ['base64 without padding', { base64: BASE64.replace(/=+$/, '') }],
    ['base64 as a data URL', { base64: `data:text/html;charset=utf-8;base64,${BASE64}` }],
    ['text that is said to be base64', { base64: TEXT }],
    ['base64 of which nothing tells', { text: BASE64 }],
    ['gzip in base64 of which nothing tells', { text: gzipped.toString('base64'), headers: typed }],
    ['gzip in base64', { base64: gzipped.toString('base64'), headers: coded('gzip') }],
    ['gzip in base64, of which no field tells', { base64: gzipped.toString('base64'), headers: typed }],
    [
      'zstd in base64, of which no field tells',
      { base64: zstdCompressSync(TEXT).toString('base64'), headers: typed },
    ],
    ['br in base64', { base64: brotliCompressSync(TEXT).toString('base64'), headers: coded('br') }],
    ['zstd in base64', { base64: zstdCompressSync(TEXT).toString('base64'), headers: coded('zstd') }],
    ['deflate in base64', { base64: deflateSync(TEXT).toString('base64'), headers: coded('deflate') }],
    ['an encoding that was undone', { base64: BASE64, headers: coded('br') }],
    ['text of an answer that was encoded', { headers: coded('gzip') }],
    ['an address with blanks around it', { url: `\n ${URL}\t` }],
    ['an address with a login', { url: 'https://user:secret@a.example/' }],
    ['an address with a user', { url: 'https://user@a.example/#top' }],
    ['a status as text', { status: '200' }],
    ['a status with its words', { status: ' 200 OK' }],
    ['a number as a value', { headers: [...typed, { name: 'X-A', value: 7 }] }],
    ['null as a value', { headers: [...typed, { name: 'X-A', value: null }] }],
    ['headers as an object', { headers: { 'Content-Type': 'text/html', 'X-A': 7 } }],
    ['headers that are null', { headers: null }],
    ['a time in milliseconds', { time: Date.parse(AT) }],
    ['a time in milliseconds as text', { time: String(Date.parse(AT)) }],
    ['a time in seconds', { time: Date.parse(AT) / 1_000 }],
    ['a time in microseconds', { time: Date.parse(AT) * 1_000 }],
    ['a time with blanks', { time: ` ${AT} ` }],
    ['a time of another zone', { time: '2026-11-26T10:00:00.000+02:00' }],
  ])('%s is taken', async (_, given) => {
    const { pages, bodies, reader } = await read(write(given));
    expect(reader.problems).toEqual([]);
    expect(bodies).toEqual([TEXT]);
    expect(pages).toMatchObject([
      { url: URL, status: 200, fetchedAt: Date.parse(AT), isDated: true, truncated: false },
    ]);
    expect(pages[0]?.headers.some(([name]) => name === 'content-encoding')).toBe(false);
    expect(JSON.stringify(pages)).not.toContain('secret');
  });

  test.each(['', null, ' '])('a time that is %j counts as absent', async (time) => {
    const before = Date.now();
    const { pages } = await read(write({ time }));
    expect(pages.map(({ isDated }) => isDated)).toEqual([false]);
    expect(pages[0]?.fetchedAt).toBeGreaterThanOrEqual(before);
  });

  test('a time in the future becomes that of reading, and is told', async () => {
    const { pages, reader } = await read(write({ time: Date.now() + 2 * 3_600_000 }));
    expect(pages).toMatchObject([
      { isDated: false, notice: 'its date is in the future; the time of the import counts' },
    ]);
    expect(pages[0]?.fetchedAt).toBeLessThanOrEqual(Date.now());
    expect(reader.counts.slips.future).toBe(1);
    // Clocks differ.
    const near = Date.now() + 20_000;
    expect((await read(write({ time: near }))).pages).toMatchObject([{ fetchedAt: near, notice: null }]);
  });

  const names =
    format === 'HAR'
      ? {
          url: 'request.url',
          status: 'response.status',
          time: 'startedDateTime',
          content: 'response.content.text',
        }
      : { url: '"url"', status: '"status"', time: '"fetched_at"', content: '"body_base64"' };
  test.each<readonly [string, Given, string]>([
    ['no address', { url: null }, `its ${names.url} is missing or not a text`],
    ['a status that is none', { status: 'OK' }, `its ${names.status} is not a status of HTTP`],
    ['a status out of range', { status: 42 }, `its ${names.status} is not a status of HTTP`],
    [
      'a time that is none',
      { time: 'yesterday' },
      `its ${names.time} is not a time such as 2026-11-26T08:00:00Z, nor seconds since 1970`,
    ],
    [
      'a time before 1970',
      { time: -5 },
      `its ${names.time} is not a time such as 2026-11-26T08:00:00Z, nor seconds since 1970`,
    ],
    [
      'base64 with a wrong character',
      { base64: `${BASE64.slice(0, 9)}!${BASE64.slice(10)}`, headers: typed },
      `its ${names.content} is not base64`,
    ],
    [
      'base64 of an impossible length',
      { base64: BASE64.slice(0, 9), headers: typed },
      `its ${names.content} is not base64`,
    ],
    [
      'bytes of another encoding',
      {
        base64: Buffer.from('\u0001\ufffdéÿþ\u0000xyzxyz'.repeat(9)).toString('base64'),
        headers: coded('gzip'),
      },
      `its ${names.content} is not in the content-encoding that is stated`,
    ],
    [
      'bytes of an encoding that is not undone',
      { base64: Buffer.alloc(99, 0xe9).toString('base64'), headers: coded('compress') },
      `its ${names.content} is not in the content-encoding that is stated`,
    ],
    [
      'text that was bytes of gzip',
      { text: gzipped.toString('utf8'), headers: typed },
      `its ${names.content} is bytes that were not decoded`,
    ],
    [
      'text that was bytes of br',
      { text: brotliCompressSync(TEXT.repeat(9)).toString('utf8'), headers: typed },
      `its ${names.content} is bytes that were not decoded`,
    ],
  ])('%s is refused in the words of the format', async (_, given, problem) => {
    const { pages, reader } = await read(write(given));
    expect(pages).toEqual([]);
    expect(reader.problems).toMatchObject([
      { record: 1, unit: format === 'HAR' ? 'har_entry' : 'line', why: 'broken', problem },
    ]);
  });

  test.each<readonly [string, Given]>([
    [
      'an image in an encoding that is not undone',
      {
        base64: Buffer.alloc(99, 0xe9).toString('base64'),
        headers: [
          { name: 'content-type', value: 'image/png' },
          { name: 'content-encoding', value: 'compress' },
        ],
      },
    ],
    ['text of another type', { headers: [{ name: 'content-type', value: 'application/json' }] }],
  ])('%s is not HTML, before it is decoded', async (_, given) => {
    const { reader } = await read(write(given));
    expect([reader.counts.skipped.not_html, reader.counts.skipped.broken]).toEqual([1, 0]);
  });

  test('a login is in no report', async () => {
    for (const url of [
      'https://user:secret@a.example/',
      'ftp://user:secret@a.example/',
      'user:secret@a.example/x',
    ]) {
      const { reader } = await read(write({ url, status: 'OK' }));
      expect(JSON.stringify(reader.problems)).not.toContain('secret');
    }
  });
});

describe('an entry of a HAR', () => {
  const [, write] = FORMATS[0] ?? ['', () => null];
  test.each<readonly [string, object]>([
    ['_error', { _error: 'net::ERR_ABORTED' }],
    ['_blockedReason', { _blockedReason: 'inspector' }],
    ['_blocked_by', { _blocked_by: 'an extension' }],
    ['_wasAborted', { _wasAborted: true }],
    ['an object that tells of it', { _error: { code: -3 } }],
    [
      '_failureText',
      {
        response: {
          status: 200,
          _failureText: 'net::ERR_FAILED',
          content: { mimeType: 'text/html', text: TEXT },
        },
      },
    ],
    ['no answer', { response: null }],
    ['no status', { response: { content: { mimeType: 'text/html', text: TEXT } } }],
  ])('with %s got no answer', async (_, more) => {
    const { pages, reader } = await read(write({ more }));
    expect([pages, reader.counts.skipped.no_answer]).toEqual([[], 1]);
  });

  test.each<readonly [string, object]>([
    ['_error', { _error: null }],
    ['_error', { _error: '' }],
    ['_wasAborted', { _wasAborted: false }],
    ['_blocked', { _blocked: -1, timings: { blocked: 3, _blocked_queueing: 2 } }],
    ['_errorCount', { _errorCount: 0 }],
    ['_blocking', { _blocking: 'render', _errors: [] }],
  ])('with %s of %j is a page', async (_, more) => {
    expect((await read(write({ more }))).bodies).toEqual([TEXT]);
  });

  test.each<readonly [string, object, string]>([
    ['that was not kept', { mimeType: 'text/html', size: 900 }, 'no_content'],
    ['that is null', { mimeType: 'text/html', text: null }, 'no_content'],
    ['in a file that is not here', { mimeType: 'text/html', _file: 'a.html' }, 'broken'],
    ['of an image in a file', { mimeType: 'image/png', _file: 'a.png' }, 'not_html'],
    ['whose type is not known', { mimeType: 'x-unknown', text: '{"a":1}' }, 'not_html'],
    ['whose type is not stated', { text: 'var a = 1' }, 'not_html'],
  ])('with content %s is not a page', async (_, content, why) => {
    const { pages, reader } = await read(write({ more: { response: { status: 200, content } } }));
    expect([pages, Object.entries(reader.counts.skipped).filter(([, count]) => count > 0)]).toEqual([
      [],
      [[why, 1]],
    ]);
  });

  test('whose type is not stated is a page if it begins like one', async () => {
    const response = { status: 200, content: { mimeType: 'x-unknown', text: TEXT } };
    expect((await read(write({ more: { response } }))).bodies).toEqual([TEXT]);
  });

  test('comes after an interim answer and one that was blocked', async () => {
    const entries = [103, 0, 200, 0].map((status) => ({
      request: { method: 'GET', url: URL },
      response: { status, content: { mimeType: 'text/html', text: status === 200 ? TEXT : '' } },
    }));
    const { pages, reader } = await read({ log: { entries } });
    expect(pages.map(({ record }) => record)).toEqual([3]);
    expect(reader.counts.skipped).toMatchObject({ not_success: 1, no_answer: 2 });
  });
});

const ENTRY = {
  request: { method: 'GET', url: URL },
  response: { status: 200, content: { mimeType: 'text/html', text: TEXT } },
};
const other = (url: string): object => ({ ...ENTRY, request: { method: 'GET', url } });
const HAR = JSON.stringify({ log: { version: '1.2', entries: [ENTRY] } });
const LIST = `[${JSON.stringify({ url: URL, html: TEXT })}]`;

describe('an input in JSON', () => {
  const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
  test.each<readonly [string, Buffer | string]>([
    ['version after entries', JSON.stringify({ log: { entries: [ENTRY], version: '1.2', pages: [] } })],
    [
      'a member before log',
      JSON.stringify({ _meta: { log: 1, list: [{ log: {} }] }, log: { entries: [ENTRY] } }),
    ],
    ['a long member before log', JSON.stringify({ _x: 'x'.repeat(100_000), log: { entries: [ENTRY] } })],
    ['a text named log before log', `{"log":"x","version":"1","log":{"entries":[${JSON.stringify(ENTRY)}]}}`],
    ['a second log', `{"log":{"version":"1.2"},"log":{"entries":[${JSON.stringify(ENTRY)}]}}`],
    ['a second list of entries', `{"log":{"entries":[],"entries":[${JSON.stringify(ENTRY)}]}}`],
    ['a byte order mark', `\ufeff${HAR}`],
    ['blanks before it', `\r\n\t ${HAR}\n\n`],
    ['UTF-16 with a byte order mark', Buffer.from(`\ufeff${HAR}`, 'utf16le')],
    ['UTF-16 without one', Buffer.from(HAR, 'utf16le')],
    ['UTF-16 BE with a byte order mark', utf16be(`\ufeff${HAR}`)],
    ['UTF-16 BE without one', utf16be(HAR)],
    ['a list', LIST],
    ['a list of lists', `[[],${LIST}]`],
    ['a list in UTF-16', Buffer.from(`\ufeff${LIST}`, 'utf16le')],
    ['a line in UTF-16', Buffer.from(`${LIST.slice(1, -1)}\r\n`, 'utf16le')],
    ['a list that is indented', JSON.stringify(JSON.parse(LIST), null, '\t')],
    ['an object that is indented', JSON.stringify(JSON.parse(LIST.slice(1, -1)), null, 2)],
    ['a line with a byte order mark', `\ufeff\n\n${LIST.slice(1, -1)}\r\n\r\n`],
    ['a line with a comma', `${LIST.slice(1, -1)},\n`],
  ])('with %s gives its page, in reads of any size', async (_, text) => {
    for (const chunk of [1, 3, 1 << 16]) {
      const { pages, bodies, reader } = await readAll(Buffer.from(text), {}, chunk);
      expect([pages.map(({ url }) => url), bodies, reader.problems]).toEqual([[URL], [TEXT], []]);
    }
  });

  test('may have the header fields as they came', async () => {
    const headers = 'HTTP/1.1 200 OK\r\nX-A: 1\r\nContent-Type: text/html\r\n\r\n';
    const { pages, bodies } = await read({ url: URL, html: TEXT, headers });
    expect([bodies, pages[0]?.headers[0]]).toEqual([[TEXT], ['x-a', '1']]);
  });

  test('that is said to be lines may be a list, and lists on lines', async () => {
    for (const text of [LIST, `${LIST}\n${LIST}`, ` ${LIST.replace('[', '[\n')}`, `\ufeff${LIST}`])
      expect(new Set((await readAll(Buffer.from(text), { isJsonLines: true })).bodies)).toEqual(
        new Set([TEXT]),
      );
    const one = LIST.slice(1, -1);
    for (const text of [`[${one},\n${one}]\n`, `[\n${one},\n${one}\n]`, `[\r\n${one}\r\n,${one}\r\n]\r\n`]) {
      const { bodies, reader } = await readAll(Buffer.from(text), { isJsonLines: true });
      expect([bodies, reader.problems]).toEqual([[TEXT, TEXT], []]);
    }
    const two = await readAll(Buffer.from(`{"url":"x"\n${LIST}\n`), { isJsonLines: true });
    expect(two.pages.map(({ record }) => record)).toEqual([2]);
  });

  const B = 'https://b.example/';
  test.each<readonly [string, string, number, string]>([
    ['a second HAR', HAR + JSON.stringify({ log: { entries: [other(B)] } }), 2, ''],
    ['a second HAR after a line end', `${HAR}\n${JSON.stringify({ log: { entries: [other(B)] } })}`, 2, ''],
    ['a second log', HAR.replace(/\}$/, `,"log":{"entries":[${JSON.stringify(other(B))}]}}`), 2, ''],
    [
      'words',
      `${HAR} the end`,
      1,
      `the HAR can't be read further: it is not JSON, from byte ${Buffer.byteLength(HAR) + 1} on`,
    ],
    [
      'a comma, and the end',
      HAR.replace(/\]\}\}$/, ','),
      1,
      `the HAR can't be read further: it ends too early, after byte ${Buffer.byteLength(HAR) - 2}`,
    ],
    [
      'NULs',
      `${HAR}\0\0\0`,
      1,
      `the HAR can't be read further: it is not JSON, from byte ${Buffer.byteLength(HAR)} on`,
    ],
    ['a page', HAR + LIST.slice(1, -1), 1, 'it is JSON after the HAR, but not a HAR, and is not read'],
    [
      'one bracket too many',
      `${HAR}}`,
      1,
      `the HAR can't be read further: it is not JSON, from byte ${Buffer.byteLength(HAR)} on`,
    ],
  ])('after which %s comes is read, or what comes is named', async (_, text, count, problem) => {
    for (const chunk of [1, 7, 1 << 16]) {
      const { pages, reader } = await readAll(Buffer.from(text), {}, chunk);
      expect(pages).toHaveLength(count);
      expect(reader.problems.map((one) => one.problem)).toEqual(problem === '' ? [] : [problem]);
    }
  });

  test('in UTF-16 names the wrong byte of the file', async () => {
    const bytes = Buffer.from(`\ufeff${HAR.replace(/\]\}\}$/, '#')}`, 'utf16le');
    const { pages, reader } = await readAll(bytes, {}, 5);
    expect(pages).toHaveLength(1);
    expect(reader.problems).toMatchObject([{ offset: bytes.length - 2, why: 'broken' }]);
  });

  test('tells where each entry begins', async () => {
    const text = `{"log":{"entries":[ ${JSON.stringify(ENTRY)},\n${JSON.stringify(ENTRY)}]}}`;
    const { pages } = await readAll(Buffer.from(text));
    expect(pages.map(({ offset }) => offset)).toEqual([
      20,
      20 + Buffer.byteLength(JSON.stringify(ENTRY)) + 2,
    ]);
  });

  test('whose lines are broken gives the objects before the first wrong byte', async () => {
    const one = LIST.slice(1, -1);
    const { pages, reader } = await readAll(
      Buffer.from(`${one}${one}\n${one} x\n${one}\n${one.slice(0, 9)}`),
    );
    expect(pages.map(({ record }) => record)).toEqual([1, 1, 2, 3]);
    expect(reader.problems.map(({ record, why, problem }) => [record, why, problem])).toEqual([
      [
        2,
        'broken',
        expect.stringMatching(/^it is not JSON, from byte \d+ on: write one object on each line$/),
      ],
      [4, 'cut_off', expect.stringMatching(/^the input ends in the middle of it, after byte \d+$/)],
    ]);
    const bytes = Buffer.byteLength(one);
    expect(reader.problems[0]?.problem).toContain(`byte ${3 * bytes + 2} on`);
  });
});

const CAPTURES = new globalThis.URL('../../test/captures/', import.meta.url).pathname;

describe('what Playwright wrote', () => {
  vi.setConfig({ testTimeout: 60_000 });
  const GARDEN = /^<!doctype html><title>Gärtnerei<\/title><p>Tulpen<script/;

  test('gives its pages with contents in the HAR', async () => {
    const { pages, bodies, reader } = await readAll(await readFile(`${CAPTURES}playwright.har`));
    expect(pages.map(({ url }) => url)).toEqual(['http://garden.example/', 'http://garden.example/latin']);
    expect(bodies).toEqual([expect.stringMatching(GARDEN), '<!doctype html><title>Café</title><p>Crème']);
    expect(reader.counts.skipped).toMatchObject({ not_html: 2, no_content: 2, no_answer: 2 });
  });

  test('gives its pages with contents in files of the ZIP', async () => {
    const reader = readWarc(`${CAPTURES}playwright.har.zip`);
    const pages = await Array.fromAsync(reader);
    expect(pages.map(({ entry, unit }) => [entry, unit])).toEqual([
      ['har.har', 'har_entry'],
      ['har.har', 'har_entry'],
    ]);
    expect(Buffer.from(pages[0]?.body ?? []).toString()).toMatch(GARDEN);
    // The browser decoded it, whatever charset its header states.
    expect(Buffer.from(pages[1]?.body ?? []).toString()).toBe('<!doctype html><title>Café</title><p>Crème');
    expect(pages[1]?.headers.filter(([name]) => name === 'content-type')).toEqual([
      ['content-type', 'text/html; charset=utf-8'],
    ]);
    expect(reader.counts).toMatchObject({ unreadEntries: 0, skipped: { no_content: 2, no_answer: 2 } });
  });
});
