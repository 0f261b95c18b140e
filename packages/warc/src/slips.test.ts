import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { answer, pageRecord, readAll, record, STORED } from '../test/warc-files.ts';

const A = pageRecord('http://a.com/');
const Z = pageRecord('http://z.com/');
const BODY = `<p>${'0123456789'.repeat(20)}`;
const PAGE = answer(BODY);

/** A record whose Content-Length is off by this many bytes. */
function lengthOff(off: number, block = PAGE, fields: Readonly<Record<string, string>> = {}): Buffer {
  return record(block, { 'Content-Length': String(block.length + off), ...fields });
}

describe.each(STORED)('a Content-Length, stored as %s,', (_name, store) => {
  const offs = [-60, -20, -7, -1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 40, 200, 900];
  test.each(offs)('that is off by %s bytes costs nothing', async (off) => {
    const { pages, bodies, reader } = await readAll(store([A, lengthOff(off), Z]));
    // Up to four more are line ends after the record, which do no harm.
    const isHarmless = off >= 1 && off <= 4;
    const more = isHarmless ? '\r\n\r\n'.slice(0, off) : '';
    expect(bodies).toEqual(['<p>http://a.com/', `${BODY}${more}`, '<p>http://z.com/']);
    expect(pages.map((page) => page.truncated)).toEqual([false, false, false]);
    expect(reader.counts).toMatchObject({ records: 3, junk: 0, skipped: { broken: 0, cut_off: 0 } });
    expect(reader.counts.slips).toMatchObject({ length: isHarmless ? 0 : 1, clipped: 0, future: 0 });
    expect(reader.problems).toEqual([]);
  });

  test.each(offs)('that is off by %s bytes in a record without a page costs no other record', async (off) => {
    const image = answer('x'.repeat(9000), 'HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n');
    for (const fields of [{ 'WARC-Type': 'metadata' }, {}]) {
      const { pages, reader } = await readAll(store([A, lengthOff(off, image, fields), Z]));
      expect(pages.map((page) => page.url)).toEqual(['http://a.com/', 'http://z.com/']);
      const length = off >= 1 && off <= 4 ? 0 : 1;
      expect(reader.counts).toMatchObject({ records: 3, junk: 0, slips: { length } });
    }
  });

  test.each([-9, 9])('of the last record that is off by %s bytes costs nothing', async (off) => {
    const { bodies, reader } = await readAll(store([A, lengthOff(off)]));
    expect(bodies).toEqual(['<p>http://a.com/', BODY]);
    expect(reader.counts.skipped.broken + reader.counts.skipped.cut_off + reader.counts.junk).toBe(0);
  });

  test('that counts characters instead of bytes costs nothing', async () => {
    const text = `<p>${'日本語のページ'.repeat(3000)}`;
    const block = answer(text);
    const off = text.length - Buffer.byteLength(text);
    const { bodies } = await readAll(store([A, lengthOff(off, block), Z]));
    expect(bodies).toEqual(['<p>http://a.com/', text, '<p>http://z.com/']);
  });

  test('that counts line feeds as two bytes, as in ClueWeb, costs nothing', async () => {
    const head = 'HTTP/1.1 200 OK\nContent-Type: text/html\nServer: x\n';
    const block = Buffer.from(`${head}\n<html>\n<p>page\n</html>`);
    const lengthWithCr = block.length + block.toString().split('\n').length - 1;
    const clueweb = Buffer.from(
      [
        'WARC/0.18',
        'WARC-Type: response',
        'WARC-Target-URI: http://b.com/',
        'WARC-Date: 2009-03-65T08:43:07-0800',
        'Content-Type: application/http;msgtype=response',
        `Content-Length: ${lengthWithCr}`,
        '',
        `${block.toString()}\n\n`,
      ].join('\n'),
    );
    const { pages, bodies, reader } = await readAll(store([clueweb, clueweb, A]));
    expect(bodies).toEqual(['<html>\n<p>page\n</html>', '<html>\n<p>page\n</html>', '<p>http://a.com/']);
    expect(pages[0]?.fetchedAt).toBe(Date.UTC(2009, 2, 6, 16, 43, 7));
    expect(reader.counts.slips).toEqual({
      length: 2,
      date: 2,
      line_ends: 2,
      version: 2,
      clipped: 0,
      future: 0,
    });
  });

  test('that is too large by far truncates its page only', async () => {
    const { pages, bodies, reader } = await readAll(store([A, lengthOff(100_000), Z]));
    expect(bodies).toEqual(['<p>http://a.com/', BODY, '<p>http://z.com/']);
    expect(pages.map((page) => page.truncated)).toEqual([false, true, false]);
    expect(reader.counts.slips.length).toBe(1);
  });

  test('that is right is believed, even if the page looks like a record', async () => {
    const body = `<pre>\r\n\r\n${A.toString()}</pre>`;
    const { bodies, reader } = await readAll(store([pageRecord('http://b.com/', body), Z]));
    expect(bodies).toEqual([body, '<p>http://z.com/']);
    expect(reader.counts.slips.length).toBe(0);
  });
});

describe('a last record that is clipped', () => {
  const long = pageRecord('http://b.com/', `<p>${randomBytes(3000).toString('hex')}`);

  test.each([
    ['plain', Buffer.concat([A, long]).subarray(0, -2000), A.length],
    ['a gzip member', Buffer.concat([gzipSync(A), gzipSync(long).subarray(0, -1000)]), gzipSync(A).length],
    [
      'in a complete gzip member',
      Buffer.concat([gzipSync(A), gzipSync(long.subarray(0, -1000))]),
      gzipSync(A).length,
    ],
  ])('(%s) gives what there is of its page, and is named', async (_what, stored, offset) => {
    const { pages, reader } = await readAll(stored);
    expect(pages.map((page) => [page.url, page.truncated])).toEqual([
      ['http://a.com/', false],
      ['http://b.com/', true],
    ]);
    expect(reader.counts).toMatchObject({ records: 2, slips: { clipped: 1 }, skipped: { cut_off: 0 } });
    expect(reader.problems).toEqual([
      {
        record: 2,
        unit: 'record',
        why: null,
        entry: null,
        offset,
        uri: 'http://b.com/',
        problem: 'the input ends in the middle of it; its page is kept as far as it goes',
      },
    ]);
  });

  test('of a crawl by sitegrep gives none: the crawl took no page from it either', async () => {
    const info = record('software: sitegrep/0.1.0\r\n', { 'WARC-Type': 'warcinfo' });
    const { pages, reader } = await readAll(Buffer.concat([info, A, long]).subarray(0, -2000));
    expect(pages.map((page) => page.url)).toEqual(['http://a.com/']);
    expect(reader.counts).toMatchObject({ slips: { clipped: 0, future: 0 }, skipped: { cut_off: 1 } });
  });

  test('that lacks only the line ends after it is whole', async () => {
    const { pages, reader } = await readAll(Buffer.concat([A, long]).subarray(0, -4));
    expect(pages.map((page) => page.truncated)).toEqual([false, false]);
    expect(reader.problems).toEqual([]);
  });
});

describe('other slips', () => {
  test('the date of the answer stands in for one that is missing', async () => {
    const block = answer(
      '<p>',
      'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nDate: Fri, 06 Mar 2009 08:43:19 GMT\r\n',
    );
    for (const date of [null, 'yesterday']) {
      const { pages, reader } = await readAll(record(block, { 'WARC-Date': date }));
      expect(pages[0]?.fetchedAt).toBe(Date.UTC(2009, 2, 6, 8, 43, 19));
      expect(reader.counts.slips.date).toBe(1);
    }
  });

  test('octets of a URI that are not UTF-8 are escaped one by one', async () => {
    const bytes = Buffer.from(
      pageRecord('http://a.com/caf').toString('latin1').replace('/caf', '/caf\xe9 \x08x'),
      'latin1',
    );
    expect((await readAll(bytes)).pages[0]?.url).toBe('http://a.com/caf%E9%20%08x');
  });

  test('of a record by the standard there is none', async () => {
    for (const version of ['1.0', '1.1']) {
      const { reader } = await readAll(Buffer.from(A.toString().replace('WARC/1.1', `WARC/${version}`)));
      expect(reader.counts.slips).toEqual({
        length: 0,
        date: 0,
        line_ends: 0,
        version: 0,
        clipped: 0,
        future: 0,
      });
    }
  });
});
