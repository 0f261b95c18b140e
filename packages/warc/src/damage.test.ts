import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { answer, pageRecord, readAll, record, STORED } from '../test/warc-files.ts';

const A = pageRecord('http://a.com/');
const Z = pageRecord('http://z.com/');

async function outcome(stored: Buffer) {
  const { pages, reader } = await readAll(stored);
  const { broken, cut_off } = reader.counts.skipped;
  return { urls: pages.map((page) => page.url).join(' '), broken, cut_off, junk: reader.counts.junk };
}

describe.each(STORED)('stored as %s', (_name, store) => {
  test.each([
    ['no line ends after a record', [record(answer('<p>'), {}, ''), Z], 'http://a.com/ http://z.com/', 0, 0],
    [
      'one line end after a record',
      [record(answer('<p>'), {}, '\n'), Z],
      'http://a.com/ http://z.com/',
      0,
      0,
    ],
    [
      'many line ends',
      [record(answer('<p>'), {}, '\r\n\r\n\n\n\r\n'), Z],
      'http://a.com/ http://z.com/',
      0,
      0,
    ],
    [
      'junk between records',
      [A, Buffer.from('junk\nWARC is not a record\n'), Z],
      'http://a.com/ http://z.com/',
      0,
      1,
    ],
    [
      'a lot of junk between records',
      [A, Buffer.alloc(200_001, 'junk '), Buffer.from('\n'), Z],
      'http://a.com/ http://z.com/',
      0,
      1,
    ],
    ['junk at the end', [A, Z, Buffer.from('junk')], 'http://a.com/ http://z.com/', 0, 1],
    ['junk at the beginning', [Buffer.from('junk\r\n'), A, Z], 'http://a.com/ http://z.com/', 0, 1],
    [
      'no Content-Length',
      [A, record(answer('<p>'), { 'Content-Length': null }), Z],
      'http://a.com/ http://z.com/',
      1,
      0,
    ],
    [
      'a Content-Length that is none',
      [A, record(answer('<p>'), { 'Content-Length': '1e3' }), Z],
      'http://a.com/ http://z.com/',
      1,
      0,
    ],
    [
      'a negative Content-Length',
      [A, record(answer('<p>'), { 'Content-Length': '-1' }), Z],
      'http://a.com/ http://z.com/',
      1,
      0,
    ],
    [
      'a header that never ends',
      [A, Buffer.from(`WARC/1.0\r\n${'x-y: z\r\n'.repeat(60_000)}\r\n`), Z],
      'http://a.com/ http://z.com/',
      1,
      0,
    ],
    ['no date', [A, record(answer('<p>'), { 'WARC-Date': null }), Z], 'http://a.com/ http://z.com/', 1, 0],
    [
      'a date that is none',
      [A, record(answer('<p>'), { 'WARC-Date': 'yesterday' }), Z],
      'http://a.com/ http://z.com/',
      1,
      0,
    ],
  ])('%s: the neighbours are read', async (_what, records, urls, broken, junk) => {
    expect(await outcome(store(records))).toEqual({ urls, broken, cut_off: 0, junk });
  });
});

describe('damaged gzip', () => {
  const big = (url: string) => pageRecord(url, `<p>${randomBytes(40_000).toString('hex')}`);
  const members = ['http://a.com/', 'http://b.com/', 'http://c.com/'].map((url) => gzipSync(big(url)));
  const [a = A, b = A, c = A] = members;
  const flipped = (member: Buffer, at: number) => {
    const copy = Buffer.from(member);
    copy.fill(
      copy.subarray(at, at + 8).map((byte) => ~byte),
      at,
      at + 8,
    );
    return copy;
  };

  test.each([
    ['bytes in its middle are wrong', flipped(b, 20_000)],
    ['its checksum is wrong', flipped(b, b.length - 8)],
    ['it is truncated, and the next member follows', b.subarray(0, 20_000)],
    ['its header is wrong', flipped(b, 4).fill(0xff, 2, 4)],
  ])('a member is lost if %s, its neighbours are read', async (_what, damaged) => {
    const { urls, broken, junk, cut_off } = await outcome(Buffer.concat([a, damaged, c]));
    expect(urls).toBe('http://a.com/ http://c.com/');
    expect([broken + junk, cut_off]).toEqual([1, 0]);
  });

  test.each([
    ['zeros', Buffer.alloc(1000)],
    ['text', Buffer.from('this is not gzip at all')],
  ])('%s between and after members are only counted', async (_what, junk) => {
    const { urls, broken, cut_off } = await outcome(Buffer.concat([a, junk, b, c, junk]));
    expect([urls, broken, cut_off]).toEqual(['http://a.com/ http://b.com/ http://c.com/', 0, 0]);
  });

  test('bytes within a member that look like a member’s header are none', async () => {
    // Stored, not compressed: the header stands in the file as it is.
    const body = Buffer.concat([
      Buffer.from('<p>'),
      gzipSync('x'),
      Buffer.from([0x1f, 0x8b, 8, 0]),
      Buffer.from('WARC/'),
    ]);
    const stored = gzipSync(pageRecord('http://a.com/', body), { level: 0 });
    const { pages, reader } = await readAll(Buffer.concat([stored, gzipSync(Z)]));
    expect(pages.map((page) => page.url)).toEqual(['http://a.com/', 'http://z.com/']);
    expect(Buffer.from(pages[0]?.body ?? []).equals(body)).toBe(true);
    expect(reader.problems).toEqual([]);
  });
});

test('only the first hundred of thousands of problems are stored', async () => {
  const broken = record(answer('<p>'), { 'WARC-Date': null });
  const { reader } = await readAll(Buffer.concat([A, ...Array.from({ length: 2000 }, () => broken)]));
  expect(reader.counts.skipped.broken).toBe(2000);
  expect(reader.problems).toHaveLength(100);
});
