import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { NotWarcError } from './errors.ts';
import { readWarc } from './reader.ts';
import { answer, pageRecord, readAll, record, STORED, streamOf } from '../test/warc-files.ts';

const INFO = record('software: test\r\n', {
  'WARC-Type': 'warcinfo',
  'Content-Type': 'application/warc-fields',
});
const REQUEST = record('GET / HTTP/1.1\r\n\r\n', { 'WARC-Type': 'request' });

describe.each(STORED)('stored as %s', (name, store) => {
  test('the pages are read in order, everything else is counted', async () => {
    const records = [
      INFO,
      REQUEST,
      pageRecord('http://a.com/'),
      pageRecord('https://b.com/x?y'),
      pageRecord('http://c.com/'),
    ];
    const stored = store(records);
    const { pages, bodies, reader } = await readAll(stored);
    expect(pages.map((page) => page.url)).toEqual(['http://a.com/', 'https://b.com/x?y', 'http://c.com/']);
    expect(bodies).toEqual(['<p>http://a.com/', '<p>https://b.com/x?y', '<p>http://c.com/']);
    expect(pages[0]).toMatchObject({
      status: 200,
      headers: [['content-type', 'text/html']],
      truncated: false,
      fetchedAt: Date.UTC(2026, 2, 1, 12),
    });
    expect(reader.counts).toMatchObject({
      records: 5,
      pages: 3,
      truncatedPages: 0,
      junk: 0,
      skipped: { other_type: 2 },
    });
    expect(reader.problems).toEqual([]);
    expect(reader.bytesRead).toBe(stored.length);
  });

  test('chunks of any size make no difference', async () => {
    const stored = store([
      INFO,
      pageRecord('http://a.com/', '<p>'.repeat(300)),
      REQUEST,
      pageRecord('http://b.com/'),
    ]);
    const whole = await readAll(stored);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 200 }), async (chunkBytes) => {
        const { pages, reader } = await readAll(stored, {}, chunkBytes);
        expect(pages).toEqual(whole.pages);
        expect(reader.counts).toEqual(whole.reader.counts);
      }),
      { numRuns: 40 },
    );
  });

  test('truncated anywhere, it gives the pages before that and what there is of the next one', async () => {
    // Random letters: each stored byte is needed.
    const body = () => `<p>${randomBytes(600).toString('hex')}`;
    const records = ['http://a.com/', 'http://b.com/', 'http://c.com/'].map((url) => pageRecord(url, body()));
    const stored = store(records);
    const whole = await readAll(stored);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 300, max: stored.length - 100 }), async (length) => {
        const cut = await readAll(stored.subarray(0, length)).catch((error: unknown) => {
          // Nothing of a zstd block can be read before it is complete.
          if (name.startsWith('zstd') && error instanceof NotWarcError) return null;
          throw error;
        });
        if (cut === null) return;
        const { pages, bodies, reader } = cut;
        const { records: begun, skipped, slips, junk } = reader.counts;
        const complete = pages.length - slips.clipped;
        expect(pages.slice(0, complete)).toEqual(whole.pages.slice(0, complete));
        expect(complete).toBeLessThan(3);
        expect(slips.clipped + skipped.cut_off).toBeLessThanOrEqual(1);
        expect(begun).toBe(pages.length + skipped.cut_off);
        for (const [n, page] of pages.entries()) {
          expect(page.truncated).toBe(n === complete);
          expect(whole.bodies[n]?.startsWith(bodies[n] ?? 'x')).toBe(true);
        }
        // Between two records nothing shows that something is missing, unless it is the header of a gzip member.
        expect(slips.clipped + skipped.cut_off + junk).toBe(reader.problems.length);
      }),
      { numRuns: 60 },
    );
  });
});

test('a truncated record of which there is no page yet is reported, with its offset and URI', async () => {
  const records = [
    pageRecord('http://a.com/'),
    record(randomBytes(500).toString('hex'), { 'WARC-Type': 'metadata', 'WARC-Target-URI': 'urn:x' }),
  ];
  const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = records.map((each) => gzipSync(each));
  for (const [stored, offset] of [
    [Buffer.concat([first, second.subarray(0, 400)]), first.length],
    [Buffer.concat(records).subarray(0, -50), records[0]?.length],
  ] as const) {
    const { pages, reader } = await readAll(stored);
    expect(pages).toHaveLength(1);
    expect(reader.counts.skipped.cut_off).toBe(1);
    expect(reader.problems).toEqual([
      {
        record: 2,
        unit: 'record',
        why: 'cut_off',
        entry: null,
        offset,
        uri: 'urn:x',
        problem: 'the input ends in the middle of it',
      },
    ]);
  }
});

test('offsets lead to the record: its gzip member, or its offset in the decompressed bytes', async () => {
  const records = [INFO, pageRecord('http://a.com/'), REQUEST, pageRecord('http://b.com/')];
  const [members, whole, , plain] = STORED.map(([, store]) => store(records));
  const starts = async (stored: Buffer = Buffer.alloc(0)) =>
    (await readAll(stored)).pages.map((page) => page.offset);
  for (const [n, offset] of (await starts(members)).entries()) {
    expect(gunzipSync(members?.subarray(offset) ?? '').toString()).toMatch(/^WARC\/1\.1/);
    expect(
      gunzipSync(members?.subarray(offset) ?? '').indexOf(`Target-URI: http://${'ab'[n]}.com/`),
    ).toBeGreaterThan(0);
  }
  const inPlain = [1, 3].map((n) => Buffer.concat(records.slice(0, n)).length);
  expect(await starts(plain)).toEqual(inPlain);
  expect(await starts(whole)).toEqual(inPlain);
});

test('a file is read whatever its name, and a missing one is the file system’s error', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'warc-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [gzipped, plain] = [path.join(folder, 'plain.warc'), path.join(folder, 'gzipped.warc.gz')];
  await writeFile(gzipped, gzipSync(pageRecord('http://a.com/')));
  await writeFile(plain, pageRecord('http://a.com/'));
  for (const file of [gzipped, plain]) expect(await Array.fromAsync(readWarc(file))).toHaveLength(1);
  await expect(Array.fromAsync(readWarc(path.join(folder, 'none')))).rejects.toMatchObject({
    code: 'ENOENT',
  });
});

describe('bytes before the first record', () => {
  const two = [pageRecord('http://a.com/'), pageRecord('http://b.com/')];
  const JUNK: readonly (readonly [string, string])[] = [
    ['a byte order mark', '\xef\xbb\xbf'],
    ['text without a line end', 'saved by hand: '],
    ['lines', '# a capture\r\n\r\n'],
    ['binary data', '\x00\x01\x02\xff'],
    ['what begins like a record', 'WARC/x\r\nWARC/1'],
  ];
  test.each(JUNK)('(%s) cost no record, and are told', async (_, junk) => {
    const before = Buffer.from(junk, 'latin1');
    const { pages, reader } = await readAll(Buffer.concat([before, ...two]));
    expect(pages.map(({ url }) => url)).toEqual(['http://a.com/', 'http://b.com/']);
    expect(reader.counts.junk).toBe(1);
  });

  test.each(['\x00', '\x01\x02\xff'.repeat(9_000)])('that is gzip cost no record', async (junk) => {
    const before = Buffer.from(junk, 'latin1');
    const { pages, reader } = await readAll(Buffer.concat([before, ...two.map((each) => gzipSync(each))]));
    expect(pages.map(({ url, offset }) => [url, offset])).toEqual([
      ['http://a.com/', before.length],
      ['http://b.com/', before.length + gzipSync(two[0] ?? '').length],
    ]);
    expect(reader.counts.junk).toBe(1);
  });
});

describe('an input that is not a WARC', () => {
  test.each([
    ['empty', Buffer.alloc(0), 'the input is empty'],
    ['a page', Buffer.from('<!doctype html><p>WARC/1.0'), 'the input is markup, and holds no record'],
    [
      'text',
      Buffer.from('example.com\nexample.org\n'),
      String.raw`text that begins with "example.com\nexam"`,
    ],
    ['short', Buffer.from('W'), 'text that begins with "W"'],
    ['binary', Buffer.from('00ff10a0', 'hex'), 'data that begins with the bytes 00ff10a0'],
    ['large', Buffer.alloc(3 << 20, 'x'), 'text that begins with "xxxxxxxxxxxxxxxx"'],
    ['zstd of text', zstdCompressSync('hello'), 'zstd of text that begins with "hello"'],
    ['zstd within gzip', gzipSync(zstdCompressSync('hello')), 'gzip of zstd-compressed data'],
    [
      'a ZIP from a stream',
      Buffer.from('PK\x03\x04 and so on'),
      'a ZIP (which is read from a file only, not from a stream)',
    ],
    ['gzip of text', gzipSync('hello'), 'gzip of text that begins with "hello"'],
    ['gzip of nothing', gzipSync(''), 'gzip of nothing'],
    ['truncated gzip', gzipSync('hello').subarray(0, 9), 'gzip of nothing'],
    ['gzip within gzip', gzipSync(gzipSync('hello')), 'gzip of gzip-compressed data'],
    [
      'only the start of an ARC',
      Buffer.from('filedesc://x.arc 0.0.0.0'),
      'text that begins with "filedesc://x.arc"',
    ],
    ['only the magic', Buffer.from('WARC/x\r\n\r\n'), String.raw`text that begins with "WARC/x\r\n\r\n"`],
  ])('(%s) is named by what it is', async (_name, bytes, message) => {
    await expect(readAll(bytes)).rejects.toThrow(message);
    await expect(readAll(bytes)).rejects.toMatchObject({ name: 'NotWarcError' });
  });

  test('a stream of text is refused', async () => {
    await expect(Array.fromAsync(readWarc(Readable.from(['WARC/1.0'])))).rejects.toThrow(
      'a stream of bytes, not of strings',
    );
  });
});

describe('memory and reading', () => {
  test('a record of a gigabyte is skipped, a page of one is truncated at the cap', async () => {
    const size = 1 << 30;
    async function* giant(type: string) {
      const fields = { 'WARC-Type': type, 'Content-Length': String(size + answer('').length) };
      yield record(answer(''), fields, '');
      const chunk = Buffer.alloc(1 << 24, '<p>');
      for (let sent = 0; sent < size; sent += chunk.length) yield chunk;
      yield Buffer.from('\r\n\r\n');
      yield pageRecord('http://small.com/');
    }
    const before = process.memoryUsage().rss;
    const reader = readWarc(
      Readable.from(concat(giant('metadata'), giant('response')), { objectMode: false }),
    );
    const pages = await Array.fromAsync(reader);
    expect(pages.map((page) => [page.url, page.body.length, page.truncated])).toEqual([
      ['http://small.com/', 20, false],
      ['http://a.com/', 4 << 20, true],
      ['http://small.com/', 20, false],
    ]);
    expect(reader.counts).toMatchObject({
      records: 4,
      truncatedPages: 1,
      junk: 0,
      skipped: { other_type: 1 },
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(400 << 20);
  });

  test('leaving the loop closes the input', async () => {
    const input = new PassThrough();
    input.write(pageRecord('http://a.com/', '<p>'.repeat(5000)));
    input.write(pageRecord('http://b.com/'));
    for await (const page of readWarc(input)) {
      expect(page.url).toBe('http://a.com/');
      break;
    }
    expect(input.destroyed).toBe(true);
  });

  test('an error of the input ends the reading with it', async () => {
    async function* breaking() {
      yield pageRecord('http://a.com/');
      throw new Error('the disk is gone');
    }
    const input = Readable.from(breaking(), { objectMode: false });
    await expect(Array.fromAsync(readWarc(input))).rejects.toThrow('the disk is gone');
  });

  test('progress is known while pages come', async () => {
    const stored = gzipSync(
      Buffer.concat(Array.from({ length: 50 }, (_, n) => pageRecord(`http://a.com/${n}`, randomBytes(4000)))),
    );
    const reader = readWarc(streamOf(stored, 1000));
    const seen: number[] = [];
    for await (const page of reader) seen.push(page.body.length > 0 ? reader.bytesRead : 0);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen[0]).toBeLessThan(stored.length / 2);
    expect(reader.bytesRead).toBe(stored.length);
  });
});

async function* concat(...parts: AsyncIterable<Buffer>[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield* part;
}
