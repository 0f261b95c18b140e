import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { arcRecord } from '../test/arc-files.ts';
import { answer, pageRecord, streamOf, STORED, zstdFrame } from '../test/warc-files.ts';
import { waczOf, zipOf, type EntryToWrite } from '../test/zip-files.ts';
import { readWarc, type WarcReader } from './reader.ts';
import type { WarcPage } from './warc-page.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'wacz-'));
});
afterAll(() => rm(folder, { recursive: true }));

let files = 0;

async function read(bytes: Buffer): Promise<{ pages: readonly WarcPage[]; reader: WarcReader }> {
  // The name says nothing of the content.
  const file = path.join(folder, `${files++}.bin`);
  await writeFile(file, bytes);
  const reader = readWarc(file);
  return { pages: await Array.fromAsync(reader), reader };
}

async function urlsOf(bytes: Buffer): Promise<readonly string[]> {
  return (await read(bytes)).pages.map((page) => page.url);
}

const A = gzipSync(pageRecord('http://a.com/'));
const B = gzipSync(pageRecord('http://b.com/'));

describe('a WACZ', () => {
  test('gives the pages of its archives, and says nothing about its other entries', async () => {
    const stored = waczOf({ 'data-0.warc.gz': Buffer.concat([A, B]), 'data-1.warc.gz': B });
    const { pages, reader } = await read(stored);
    expect(pages.map((page) => [page.url, page.offset])).toEqual([
      ['http://a.com/', 0],
      ['http://b.com/', A.length],
      ['http://b.com/', 0],
    ]);
    expect(reader.problems).toEqual([]);
    expect(reader.counts).toMatchObject({ records: 3, pages: 3, junk: 0, unreadEntries: 0 });
    expect(reader.bytesRead).toBeGreaterThan(A.length + 2 * B.length);
  });

  test.each(STORED)('with an archive stored as %s is read', async (_name, store) => {
    const content = store([pageRecord('http://a.com/'), pageRecord('http://b.com/')]);
    for (const method of [0, 8]) {
      for (const zip64 of [false, true]) {
        const bytes = zipOf([{ name: 'archive/data.warc.gz', content, method }], { zip64 });
        expect(await urlsOf(bytes)).toEqual(['http://a.com/', 'http://b.com/']);
      }
    }
  });

  test('may have its archives anywhere, whatever their names, and ARCs among them', async () => {
    const entries: EntryToWrite[] = [
      { name: 'x.bin', content: A },
      { name: '../../etc/y', content: zstdFrame(pageRecord('http://b.com/')) },
      { name: '/z', content: arcRecord('http://c.com/', answer('<p>')), method: 8 },
      { name: 'readme', content: 'Nothing to see.' },
      { name: 'empty', content: '' },
    ];
    const { pages, reader } = await read(zipOf(entries));
    expect(pages.map((page) => page.url)).toEqual(['http://a.com/', 'http://b.com/', 'http://c.com/']);
    expect(reader.problems).toEqual([]);
  });

  test('within a ZIP, as collections are downloaded, is read', async () => {
    const inner = waczOf({ 'data-0.warc.gz': B });
    const outer = zipOf([
      { name: 'datapackage.json', content: '{"profile":"multi-wacz-package"}' },
      { name: 'one.wacz', content: waczOf({ 'data-0.warc.gz': A }) },
      { name: 'two.wacz', content: inner },
    ]);
    expect(await urlsOf(outer)).toEqual(['http://a.com/', 'http://b.com/']);
    const { pages, reader } = await read(
      zipOf([
        { name: 'deep.zip', content: outer },
        { name: 'one.wacz', content: inner },
      ]),
    );
    expect(pages.map((page) => page.url)).toEqual(['http://b.com/']);
    expect(reader.problems.map(({ entry, problem }) => [entry, problem])).toEqual([
      ['deep.zip/one.wacz', 'it is a ZIP within a ZIP within the ZIP, which is not read: unpack it first'],
      ['deep.zip/two.wacz', 'it is a ZIP within a ZIP within the ZIP, which is not read: unpack it first'],
    ]);
  });

  test('names damaged records by entry, offset and URI', async () => {
    const bad = gzipSync(
      pageRecord('http://bad.com/')
        .toString()
        .replace(/Content-Length: \d+/, 'Content-Length: x'),
    );
    const { reader } = await read(waczOf({ 'data-0.warc.gz': Buffer.concat([A, bad, B]) }));
    expect(reader.problems).toEqual([
      {
        record: 2,
        unit: 'record',
        why: 'broken',
        entry: 'archive/data-0.warc.gz',
        offset: A.length,
        uri: 'http://bad.com/',
        problem: 'its Content-Length is missing or not a number',
      },
    ]);
  });

  test('is refused from a stream, with what to do', async () => {
    const reader = readWarc(streamOf(waczOf({ 'data-0.warc.gz': A })));
    await expect(Array.fromAsync(reader)).rejects.toThrow('which is read from a file only');
  });
});

describe('an entry that can’t be read is named, the others are read:', () => {
  const content = Buffer.concat([A, B]);
  test.each<[string, Partial<EntryToWrite>, string, number]>([
    ['encrypted', { flags: 1 }, 'it is encrypted', 0],
    ['in another compression', { method: 12 }, 'its compression method, number 12, is not supported', 0],
    ['stored in two sizes', { stated: { size: 3 } }, 'its two sizes differ', 0],
    ['longer than stated', { method: 8, stated: { size: 60 } }, 'it is longer than the ZIP says', 0],
    ['shorter than stated', { method: 8, stated: { size: 9999 } }, 'it is shorter than the ZIP says', 2],
    ['with a wrong checksum', { stated: { checksum: 7 } }, 'its checksum is incorrect', 2],
    ['no WARC', { content: 'hello' }, 'the input is text that begins with "hello"', 0],
    ['empty', { content: '' }, 'the input is empty', 0],
    [
      'a ZIP without entries',
      { content: zipOf([]).subarray(0, 10), name: 'archive/x.warc' },
      "can't be read as a ZIP",
      0,
    ],
    ['outside of the file', { stated: { offset: 999_999 } }, 'unexpected EOF', 0],
  ])('%s', async (_what, entry, problem, pagesOfIt) => {
    const good = Buffer.concat(Array.from({ length: 20 }, () => A));
    const { pages, reader } = await read(
      zipOf([
        { name: 'archive/good.warc.gz', content: good },
        { name: 'archive/bad.warc.gz', content, ...entry },
      ]),
    ).catch((error: unknown) => {
      throw new Error(`refused: ${String(error)}`);
    });
    expect(pages).toHaveLength(20 + pagesOfIt);
    expect(reader.counts.unreadEntries).toBe(1);
    expect(reader.problems.at(-1)).toMatchObject({ offset: null, uri: null });
    expect(reader.problems.at(-1)?.problem).toContain(problem);
  });

  test('no entry at its place', async () => {
    const bytes = zipOf([
      { name: 'archive/bad.warc.gz', content: A },
      { name: 'archive/good.warc.gz', content: B },
    ]).fill(0, 0, 4);
    expect((await read(bytes)).pages.map((page) => page.url)).toEqual(['http://b.com/']);
    const second = 30 + 'archive/bad.warc.gz'.length + A.length;
    const damaged = zipOf([
      { name: 'archive/bad.warc.gz', content: A },
      { name: 'archive/good.warc.gz', content: B },
    ]).fill(0, second, second + 4);
    const { pages, reader } = await read(damaged);
    expect(pages.map((page) => page.url)).toEqual(['http://a.com/']);
    expect(reader.problems[0]?.problem).toMatch(/^invalid local file header/);
  });

  test('damaged compression', async () => {
    const bytes = zipOf([
      { name: 'archive/bad.warc', content: pageRecord('http://a.com/', 'x'.repeat(9000)), method: 8 },
      { name: 'archive/good.warc.gz', content: B },
    ]);
    bytes.fill(0xff, 50, 60);
    const { pages, reader } = await read(bytes);
    expect(pages.map((page) => page.url)).toEqual(['http://b.com/']);
    expect(reader.problems.at(0)?.entry).toBe('archive/bad.warc');
    expect(reader.problems.map(({ problem }) => problem).join()).toMatch(/its compression is damaged/);
  });
});

describe('a ZIP made to do harm', () => {
  test('by entries that overlap is refused', async () => {
    const entries = ['a', 'b'].map((name) => ({ name: `archive/${name}.warc.gz`, content: A }));
    const [first, second] = entries;
    if (first === undefined || second === undefined) throw new Error('two entries');
    const bytes = zipOf([first, { ...second, stated: { offset: 0 } }]);
    await expect(read(bytes)).rejects.toMatchObject({
      name: 'NotWarcError',
      message:
        "can't be read as a ZIP: its entries archive/a.warc.gz and archive/b.warc.gz overlap, as in a decompression bomb",
    });
  });

  test('by a bomb in a bomb stops there', async () => {
    // Spaces, of which gzip leaves a thousandth, then spaces and tabs, of which it leaves a sixth, since a megabyte of compressed
    // data is not looked at: all of it repeats itself and is made small once more.
    const spaces = gzipSync(Buffer.alloc(4 << 20, ' '));
    const drawn = createHash('shake256', { outputLength: 8 << 10 })
      .update('blanks')
      .digest();
    const blanks = gzipSync(
      Array.from(drawn, (byte) => byte.toString(2).padStart(8, '0'))
        .join('')
        .replaceAll('0', ' ')
        .replaceAll('1', '\t'),
    );
    const members = [
      ...Array.from({ length: 20 }, () => spaces),
      ...Array.from({ length: 400 }, () => blanks),
    ];
    const content = Buffer.concat([gzipSync(pageRecord('http://a.com/')), ...members]);
    const { pages, reader } = await read(
      zipOf([
        { name: 'archive/bomb.warc.gz', content, method: 8 },
        { name: 'archive/good.warc.gz', content: B },
      ]),
    );
    expect(pages.map((each) => each.url)).toEqual(['http://a.com/', 'http://b.com/']);
    expect(reader.problems.at(-1)).toMatchObject({
      entry: 'archive/bomb.warc.gz',
      problem: 'it is a decompression bomb: compressed data that shrinks once more',
    });
  });

  test('by more entries than any WACZ has is refused before they are read', async () => {
    const bytes = zipOf(Array.from({ length: 20_001 }, (_, n) => ({ name: `${n}`, content: '' })));
    await expect(read(bytes)).rejects.toThrow('it has 20001 entries, more than 20000');
  });
});

describe('a ZIP with other bytes before it', () => {
  const har = JSON.stringify({
    log: {
      entries: [
        {
          request: { url: 'https://a.com/' },
          response: { status: 200, content: { mimeType: 'text/html', _file: 'a.html' } },
        },
        {
          request: { url: 'https://b.com/' },
          response: { status: 200, content: { mimeType: 'text/html', _file: 'gone.html' } },
        },
      ],
    },
  });
  const zip = zipOf([
    { name: 'archive/data.warc.gz', content: A },
    { name: 'run/har.har', content: har, method: 8 },
    { name: 'run/a.html', content: '<p>attached', method: 8 },
  ]);

  test.each([
    ['a program', '#!/bin/sh\nexec unzip "$0"\n'],
    ['binary data', `MZ\x90\0${'\0'.repeat(70_000)}`],
    ['a byte', 'x'],
    ['nothing', ''],
  ])('(%s) is read, and its files are found', async (_, before) => {
    const { pages, reader } = await read(Buffer.concat([Buffer.from(before, 'latin1'), zip]));
    expect(pages.map(({ url, entry }) => [url, entry])).toEqual([
      ['http://a.com/', 'archive/data.warc.gz'],
      ['https://a.com/', 'run/har.har'],
    ]);
    expect(Buffer.from(pages[1]?.body ?? []).toString()).toBe('<p>attached');
    expect(reader.problems.map(({ record: number, unit, problem }) => [number, unit, problem])).toEqual([
      [
        3,
        'har_entry',
        'its response.content.text is in the file gone.html, which is not here: send the ZIP that has both, or record with the content embedded',
      ],
    ]);
  });

  test('(as its own offsets count them) is read', async () => {
    const shift = 9;
    const shifted = zipOf([{ name: 'archive/data.warc.gz', content: A, stated: { offset: shift } }]);
    const end = shifted.length - 22;
    shifted.writeUInt32LE(shifted.readUInt32LE(end + 16) + shift, end + 16);
    const { pages } = await read(Buffer.concat([Buffer.from('#!/bin/sh'), shifted]));
    expect(pages).toHaveLength(1);
  });
});

describe('a file is refused with the reason if it is', () => {
  test.each([
    ['a ZIP without an archive', zipOf([{ name: 'a.txt', content: 'hello' }]), 'none of the 1 entries'],
    ['an empty ZIP', zipOf([]), 'none of the 0 entries'],
    ['a truncated ZIP', waczOf({ 'data-0.warc.gz': A }).subarray(0, -30), 'End of central directory record'],
  ])('%s', async (_what, bytes, message) => {
    await expect(read(bytes)).rejects.toMatchObject({
      name: 'NotWarcError',
      message: expect.stringContaining(message) as string,
    });
  });

  test('a folder', async () => {
    await expect(Array.fromAsync(readWarc(folder))).rejects.toThrow('it is a folder; name the files in it');
  });
});

test('the builder of these tests writes what the standard says', () => {
  // crc32 of "123456789" is the check value of the CRC catalogue.
  expect(crc32('123456789')).toBe(0xcbf43926);
  expect(zipOf([{ name: 'a', content: '123456789' }]).toString('hex', 0, 40)).toBe(
    '504b0304140000000000000000002639f4cb0900000009000000010000006131323334353637'
      .padEnd(80, '3839')
      .slice(0, 80),
  );
});
