import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { arcRecord, versionBlock } from '../test/arc-files.ts';
import { answer, readAll, record } from '../test/warc-files.ts';

const HTML = '<p>Grüße';

async function one(stored: Buffer, options = {}) {
  const { pages, reader } = await readAll(stored, options);
  const [page] = pages;
  const why = Object.entries(reader.counts.skipped).find(([, count]) => count > 0)?.[0] ?? 'page';
  return { page, why, body: Buffer.from(page?.body ?? []).toString() };
}

describe('a record', () => {
  const page = answer(HTML);
  test.each([
    ['response', record(page), 'page'],
    ['Response', record(page, { 'WARC-Type': 'Response' }), 'page'],
    ['response without Content-Type', record(page, { 'Content-Type': null }), 'page'],
    ['request', record(page, { 'WARC-Type': 'request' }), 'other_type'],
    ['metadata', record(page, { 'WARC-Type': 'metadata' }), 'other_type'],
    ['without a type', record(page, { 'WARC-Type': null }), 'other_type'],
    ['revisit', record(page, { 'WARC-Type': 'revisit' }), 'revisit'],
    [
      'resource with HTML',
      record(HTML, { 'WARC-Type': 'resource', 'Content-Type': 'text/html; charset=utf-8' }),
      'page',
    ],
    [
      'resource with an image',
      record(HTML, { 'WARC-Type': 'resource', 'Content-Type': 'image/png' }),
      'not_html',
    ],
    ['resource of DNS', record('x', { 'WARC-Type': 'resource', 'WARC-Target-URI': 'dns:a.com' }), 'not_http'],
    ['response of DNS', record('x', { 'Content-Type': 'text/dns' }), 'not_http'],
    ['of ftp', record(page, { 'WARC-Target-URI': 'ftp://a.com/' }), 'not_http'],
    ['without a URL', record(page, { 'WARC-Target-URI': null }), 'not_http'],
    ['with an empty block', record(''), 'not_http'],
    ['with a header only', record('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n'), 'not_http'],
    ['with an empty body', record(answer('')), 'no_content'],
    ['with a blank body', record(answer(' \r\n\t')), 'no_content'],
    ['with a blank body in UTF-16', record(answer(Buffer.from('\ufeff \n', 'utf16le'))), 'no_content'],
    ['with nothing but a byte order mark', record(answer('\ufeff')), 'no_content'],
    ['with no-break spaces only', record(answer('\u00a0\n\u200b')), 'no_content'],
  ])('(%s) is %s', async (_name, stored, expected) => {
    expect((await one(stored)).why).toBe(expected);
  });

  test('gives the server’s address if it has one', async () => {
    const addressOf = async (value: string): Promise<string | undefined> =>
      (await one(record(page, { 'WARC-IP-Address': value }))).page?.address;
    expect(await addressOf('192.0.2.7')).toBe('192.0.2.7');
    expect(await addressOf('2001:db8::7')).toBe('2001:db8::7');
    expect(await addressOf('firm.test')).toBeUndefined();
    expect((await one(record(page))).page).not.toHaveProperty('address');
  });

  test('with folded fields, lower-case names and LF only is read', async () => {
    const head =
      'WARC/1.0\nwarc-type:response\nWARC-Target-URI: <http://a.com/b#c>\nwarc-date:\n 2026-03-01T12:00:00.123456789Z\n' +
      `X: y\n\tz\nno field\ncontent-length: ${answer(HTML).length}\n\n`;
    const { page } = await one(Buffer.concat([Buffer.from(head), answer(HTML)]));
    expect(page).toMatchObject({ url: 'http://a.com/b', fetchedAt: Date.UTC(2026, 2, 1, 12, 0, 0, 123) });
  });

  test('with a date in the future counts as fetched now, and is told', async () => {
    const before = Date.now();
    const { pages, reader } = await readAll(record(page, { 'WARC-Date': '2999-01-01T00:00:00Z' }));
    expect(pages).toMatchObject([
      { isDated: false, notice: 'its date is in the future; the time of the import counts' },
    ]);
    expect(pages[0]?.fetchedAt).toBeGreaterThanOrEqual(before);
    expect(pages[0]?.fetchedAt).toBeLessThanOrEqual(Date.now());
    expect(reader.counts.slips.future).toBe(1);
    expect(reader.problems).toMatchObject([{ record: 1, why: null }]);
  });

  test('keeps no user and no password, in pages and in reports', async () => {
    const uri = 'https://user:secret@a.com/x';
    const { pages, reader } = await readAll(
      Buffer.concat([
        record(page, { 'WARC-Target-URI': uri }),
        record(page, { 'WARC-Target-URI': uri, 'WARC-Date': 'never' }),
      ]),
    );
    expect(pages.map(({ url }) => url)).toEqual(['https://a.com/x']);
    expect(reader.problems).toMatchObject([{ uri: 'https://a.com/x' }]);
    expect(JSON.stringify([pages, reader.problems])).not.toContain('secret');
    const arc = await readAll(Buffer.concat([Buffer.from(versionBlock(1)), arcRecord(uri, page)]));
    expect(arc.pages.map(({ url }) => url)).toEqual(['https://a.com/x']);
  });

  test.each([
    ['http://A.com', 'http://a.com/'],
    ['<https://a.com/x?y=1#z>', 'https://a.com/x?y=1'],
    ['http://a.com/ü', 'http://a.com/%C3%BC'],
    ['http://münchen.de/', 'http://xn--mnchen-3ya.de/'],
  ])('of %s has the URL %s', async (written, url) => {
    expect((await one(record(page, { 'WARC-Target-URI': written }))).page?.url).toBe(url);
  });

  test.each([{ 'WARC-Truncated': 'length' }, { 'WARC-Segment-Number': '1' }])(
    'with %o is truncated',
    async (fields) => {
      expect((await one(record(page, fields))).page?.truncated).toBe(true);
    },
  );

  test('that is a resource has status 200 and its type as header, and nothing that a server sent', async () => {
    const { page: found, body } = await one(
      record(HTML, { 'WARC-Type': 'resource', 'Content-Type': 'text/html' }),
    );
    expect(found).toMatchObject({ status: 200, headers: [['content-type', 'text/html']], received: null });
    expect(body).toBe(HTML);
  });
});

describe('an HTTP answer', () => {
  const html = 'Content-Type: text/html\r\n';
  test.each([
    [`HTTP/1.1 200 OK\r\n${html}`, 200],
    [`HTTP/1.0 200\r\n${html}`, 200],
    [`HTTP/2 200 \r\n${html}`, 200],
    [`http/1.1  203  Sehr gut \xe4\r\n${html}`, 203],
    [`HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 0-9/10\r\n${html}`, 206],
    ['HTTP/1.1 200 OK\ncontent-TYPE : Text/HTML;charset=x\n', 200],
    ['\r\nHTTP/1.1 200 OK\r\nContent-Type: application/xhtml+xml\r\n', 200],
    [`HTTP/1.1 200 OK\r\nnonsense\r\n: empty\r\n${html}`, 200],
    ['HTTP/1.1 200 OK\r\nContent-Type:\r\n text/html\r\n', 200],
    [`HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n${html}`, 200],
  ])('that begins %j is a page', async (head, status) => {
    const { page, body } = await one(record(answer(HTML, head)));
    expect(page?.status).toBe(status);
    expect(body).toBe(HTML);
  });

  test.each([
    [`HTTP/1.1 404 Not Found\r\n${html}`, 'not_success'],
    [`HTTP/1.1 301 Moved\r\n${html}`, 'not_success'],
    ['HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n', 'not_html'],
    ['HTTP/1.1 200 OK\r\nContent-Type: text/html2\r\n', 'not_html'],
    [`HTTP/1.1 204 No Content\r\n${html}`, 'no_content'],
    [`HTTP/1.1 205 Reset Content\r\n${html}`, 'no_content'],
    [`HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 5-9/10\r\n${html}`, 'no_content'],
    [`HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 0-9/99\r\n${html}`, 'no_content'],
    [`HTTP/1.1 103 Early Hints\r\n${html}`, 'not_success'],
    [`HTTP/1.1 2000 OK\r\n${html}`, 'not_http'],
    [`HTTP/1.1 999 OK\r\n${html}`, 'not_success'],
    ['SSH-2.0-OpenSSH\r\n', 'not_http'],
  ])('that begins %j is not: %s', async (head, why) => {
    expect((await one(record(answer(HTML, head)))).why).toBe(why);
  });

  test.each([
    ['100', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['102 and 103', 'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n'],
    ['100 and an empty line', 'HTTP/1.1 100 Continue\n\n\r\n'],
  ])('after %s is a page, and one that does not come is none', async (_, interim) => {
    const both = Buffer.concat([Buffer.from(interim), answer(HTML)]);
    expect(await one(record(both))).toMatchObject({ why: 'page', body: HTML, page: { status: 200 } });
    expect((await one(record(interim))).why).toBe('not_success');
  });

  test('whose body is in no encoding that it states is damaged, and never taken for text', async () => {
    const noise = Buffer.from('\x01\xe9\xfe\xff\x9f'.repeat(40), 'latin1');
    for (const coding of ['gzip', 'br', 'deflate', 'zstd', 'compress', 'gzip, gzip, gzip']) {
      const head = `HTTP/1.1 200 OK\r\n${html}Content-Encoding: ${coding}\r\n`;
      expect([coding, (await one(record(answer(noise, head)))).why]).toEqual([coding, 'broken']);
    }
    // A type that is not HTML decides first.
    const image = 'HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Encoding: compress\r\n';
    expect((await one(record(answer(noise, image)))).why).toBe('not_html');
  });

  test('whose type is not stated is a page if its decoded body begins like one', async () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n';
    expect((await one(record(answer(gzipSync('<p>Tulpen'), head)))).body).toBe('<p>Tulpen');
    expect((await one(record(answer(gzipSync('{"a":1}'), head)))).why).toBe('not_html');
  });

  test('with a file that is not text is not a page, whatever its type', async () => {
    const typed = (body: string) => one(record(answer(body, `HTTP/1.1 200 OK\r\n${html}`)));
    expect((await typed('%PDF-1.7\n')).why).toBe('not_html');
    expect((await typed('GIF89a;')).why).toBe('not_html');
    expect((await typed('GIFs are here')).why).toBe('page');
  });

  test('without a type is a page if it begins like one', async () => {
    const typeless = (body: string) => one(record(answer(body, 'HTTP/1.1 200 OK\r\n')));
    expect((await typeless(' \n<!DOCTYPE html><p>')).body).toBe(' \n<!DOCTYPE html><p>');
    expect((await typeless('\ufeff<html>')).why).toBe('page');
    expect((await typeless('<?xml version="1.0"?><html/>')).why).toBe('page');
    expect((await typeless('<htmlx>')).why).toBe('not_html');
    expect((await typeless('{"a": "<html>"}')).why).toBe('not_html');
    expect((await typeless('')).why).toBe('no_content');
  });

  test('of any status is a page if all are requested', async () => {
    const { page } = await one(record(answer(HTML, `HTTP/1.1 404 Not Found\r\n${html}`)), {
      statuses: 'all',
    });
    expect(page?.status).toBe(404);
  });

  test('keeps each header in order, names in lower case', async () => {
    const head = `HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\n${html}SET-COOKIE: b=2; Path=/\r\nX-Name: caf\xe9: x\r\n`;
    expect((await one(record(answer(HTML, head)))).page?.headers).toEqual([
      ['set-cookie', 'a=1'],
      ['content-type', 'text/html'],
      ['set-cookie', 'b=2; Path=/'],
      ['x-name', 'café: x'],
    ]);
  });
});

describe('a body', () => {
  const encoded = (coding: string, body: string | Buffer, options = {}) =>
    one(record(answer(body, `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n${coding}\r\n`)), options);

  test.each([
    ['gzip', gzipSync(HTML)],
    ['x-gzip', gzipSync(HTML)],
    ['GZip', gzipSync(HTML)],
    ['deflate', deflateSync(HTML)],
    ['deflate', deflateRawSync(HTML)],
    ['br', brotliCompressSync(HTML)],
    ['zstd', zstdCompressSync(HTML)],
    ['identity', HTML],
    ['gzip, br', brotliCompressSync(gzipSync(HTML))],
    ['gzip\r\nContent-Encoding: br', brotliCompressSync(gzipSync(HTML))],
    // Headers that lie.
    ['gzip', HTML],
    ['deflate', HTML],
    ['br', HTML],
    ['zstd', HTML],
    ['gzip, gzip', gzipSync(HTML)],
    ['utf-8', HTML],
    ['gzip, gzip, gzip, gzip', HTML],
  ])('under Content-Encoding %j is decoded if it is encoded', async (coding, body) => {
    const { page, body: decoded } = await encoded(`Content-Encoding: ${coding}`, body);
    expect(decoded).toBe(HTML);
    expect(page?.truncated).toBe(false);
  });

  const long = `<p>${'All work and no play. '.repeat(20_000)}`;
  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ])('under %s is truncated at the cap, however long it is', async (coding, compress) => {
    const { page, body } = await encoded(`Content-Encoding: ${coding}`, compress(long), {
      maxBodyBytes: 1000,
    });
    expect(body).toBe(long.slice(0, 1000));
    expect(page?.truncated).toBe(true);
  });

  test('that is a decompression bomb takes no more memory than the cap', async () => {
    const bomb = gzipSync(gzipSync(Buffer.alloc(200 << 20, 'x')));
    const { page } = await encoded('Content-Encoding: gzip, gzip', bomb);
    expect(page?.body).toHaveLength(4 << 20);
    expect(page?.truncated).toBe(true);
  });

  test('with truncated compression has the bytes before the end', async () => {
    const whole = gzipSync(long.replaceAll('work', () => Math.random().toString(36)));
    const { page, body } = await encoded('Content-Encoding: gzip', whole.subarray(0, whole.length / 2));
    expect(page?.truncated).toBe(true);
    expect(body.startsWith('<p>All ')).toBe(true);
    expect(body.length).toBeGreaterThan(10_000);
  });

  test.each([
    ['5\r\n<p>Gr\r\n5\r\n\u00fc\u00dfe\r\n0\r\n\r\n', false],
    ['5;name="v"\n<p>Gr\n005 \n\u00fc\u00dfe\n0\n', false],
    ['5\r\n<p>Gr\r\n5\r\n\u00fc\u00dfe\r\n0\r\nTrailer: x\r\n\r\n', false],
    ['5\r\n<p>Gr\r\n5\r\n\u00fc\u00dfe\r\n', true],
    ['5\r\n<p>Gr\r\n5\r\n\u00fc\u00dfe\r\nnonsense', true],
    ['5\r\n<p>Gr\r\n5\r\n\u00fc\u00dfe', true],
    // Not chunked at all.
    [HTML, false],
  ])('chunked as %j is joined', async (chunks, truncated) => {
    const { page, body } = await encoded('Transfer-Encoding: chunked', chunks);
    expect(body).toBe(HTML);
    expect(page?.truncated).toBe(truncated);
  });

  test.each(['3\n<p>is text, not a chunk', 'beef\n', 'ffffffffff\r\nx'])(
    '%j only looks chunked',
    async (text) => {
      const { body } = await encoded('Transfer-Encoding: chunked', `${text}${'.'.repeat(100_000)}`);
      expect(body.startsWith(text)).toBe(true);
    },
  );

  test('chunked and compressed is both undone', async () => {
    const gz = gzipSync(HTML);
    const chunked = Buffer.concat([
      Buffer.from(`${gz.length.toString(16)}\r\n`),
      gz,
      Buffer.from('\r\n0\r\n\r\n'),
    ]);
    expect((await encoded('Transfer-Encoding: chunked\r\nContent-Encoding: gzip', chunked)).body).toBe(HTML);
  });

  test('is complete up to the cap and truncated above it', async () => {
    for (const [length, truncated] of [
      [9, false],
      [10, false],
      [11, true],
    ] as const) {
      const { page, body } = await encoded('X: y', 'x'.repeat(length), { maxBodyBytes: 10 });
      expect([body, page?.truncated]).toEqual(['x'.repeat(Math.min(length, 10)), truncated]);
    }
  });

  test('fills memory of its own, so that it can be moved to a thread', async () => {
    const { page } = await encoded('X: y', '<p>'.repeat(5000));
    expect(page?.body.byteLength).toBe(page?.body.buffer.byteLength);
  });
});

test('fields that Common Crawl renamed are those that the host sent', async () => {
  const head =
    'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX-Crawl-Content-Encoding: gzip\r\nX-Crawl-Content-Length: 7\r\nServer: x\r\nContent-Length: 10\r\n';
  const { page } = await one(record(answer(HTML, head)));
  expect(page?.received).toEqual([
    ['content-type', 'text/html'],
    ['content-encoding', 'gzip'],
    ['content-length', '7'],
    ['server', 'x'],
  ]);
});
