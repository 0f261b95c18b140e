// Indexes that can't be read: each says which file it is, what is wrong, and what to do.
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { madeArchive } from '../test/made-crawl.ts';
import { parquetOf, TABLE_COLUMNS } from '../test/made-table.ts';
import { MemoryFiles } from '../test/memory-files.ts';
import { sampleCrawl } from '../test/sample-crawl.ts';
import { type CrawlIndex, findRecords } from './find-records.ts';
import { selectionOf, sitesBelow, type WrittenSelection } from './selection.ts';

const ID = 'CC-MAIN-2026-04';
const CRAWL = { id: ID, title: ID, from: 0, to: 0 };
const signal = new AbortController().signal;
const archive = madeArchive([sampleCrawl(ID, 60)]);
const PART = pathLike('subset=warc/part-00002');
const SHARD = pathLike('cdx-00002.gz');
const LIST = pathLike('cluster.idx');

function pathLike(part: string): string {
  return [...archive.files.keys()].find((path) => path.includes(part)) ?? '';
}

async function failure(
  index: CrawlIndex,
  path: string,
  change: (bytes: Buffer) => Buffer,
  written: WrittenSelection = {},
): Promise<unknown> {
  const files = new Map(archive.files);
  files.set(path, change(Buffer.from(files.get(path) ?? '')));
  const selection = selectionOf(sitesBelow('test'), written);
  const options = { files: new MemoryFiles(files), crawl: CRAWL, selection, signal };
  return Array.fromAsync(findRecords(index, options)).then(
    () => null,
    (error: unknown) => error,
  );
}

function errorLike(path: string, problem: string): unknown {
  return expect.objectContaining({
    name: 'IndexUnreadable',
    path,
    message: expect.stringMatching(
      new RegExp(
        `^${path.replaceAll(/[.=]/g, '\\$&')} of the index can't be read: ${problem}.*\\. Try again later, or name another mirror`,
        's',
      ),
    ),
  });
}

const rows = archive.records.get(ID)?.filter(({ subset }) => subset === 'warc') ?? [];
const SHAPE = { groupRows: 500, codec: 'GZIP' } as const;

describe('a part of the columnar index', () => {
  test.each<[problem: string, change: (bytes: Buffer) => Buffer, told: string]>([
    ['is cut', (bytes) => bytes.subarray(0, bytes.length / 2), 'it is cut, or not a Parquet file'],
    ['is cut before its footer', (bytes) => bytes.subarray(-500), 'it is shorter than its footer'],
    ['is empty text', () => Buffer.from('<html>'), 'it is cut, or not a Parquet file'],
    ['has a damaged footer', (bytes) => filled(bytes, bytes.length - 2000, 1500), 'its footer'],
    [
      'has a damaged column',
      (bytes) => filled(bytes, 0, bytes.length / 2),
      'column url_host_name is damaged',
    ],
    [
      'lacks a column',
      () =>
        parquetOf(
          rows,
          TABLE_COLUMNS.filter(({ name }) => name !== 'warc_filename'),
          SHAPE,
        ),
      'its schema is another one: column warc_filename must hold BYTE_ARRAY, but there is none',
    ],
    [
      'has a column of another type',
      () =>
        parquetOf(
          rows,
          TABLE_COLUMNS.map((column) =>
            column.name === 'fetch_time'
              ? { ...column, type: 'string', value: ({ time }) => String(time) }
              : column,
          ),
          SHAPE,
        ),
      'its schema is another one: column fetch_time must hold INT64 or INT96, but it is of type BYTE_ARRAY',
    ],
    [
      'names a file elsewhere',
      () =>
        parquetOf(
          rows,
          TABLE_COLUMNS.map((column) =>
            column.name === 'warc_filename' ? { ...column, value: () => '../../etc/passwd' } : column,
          ),
          SHAPE,
        ),
      'row \\d+ names no record',
    ],
  ])('that %s is refused', async (_, change, told) => {
    expect(await failure('table', PART, change)).toEqual(errorLike(PART, told));
  });

  test('without languages is refused only if languages are selected', async () => {
    const old = (): Buffer =>
      parquetOf(
        rows,
        TABLE_COLUMNS.filter(({ name }) => name !== 'content_languages'),
        SHAPE,
      );
    expect(await failure('table', PART, old)).toBeNull();
    expect(await failure('table', PART, old, { languages: ['de'] })).toMatchObject({
      name: 'CrawlNotReadable',
      message: expect.stringContaining('the crawl states no languages'),
    });
  });
});

describe('the URL index', () => {
  test.each<[problem: string, path: string, change: (bytes: Buffer) => Buffer, told: string]>([
    ['a file that is cut', SHARD, (bytes) => bytes.subarray(0, bytes.length / 3), 'it is cut'],
    [
      'a damaged block',
      SHARD,
      (bytes) => filled(bytes, 100, bytes.length - 200),
      'its block at \\d+ is damaged or cut',
    ],
    [
      'a list of blocks that is cut',
      LIST,
      (bytes) => bytes.subarray(0, -5),
      'it is cut in the middle of a line',
    ],
    [
      'a list of blocks that is none',
      LIST,
      () => Buffer.from('<html>\n</html>\n'),
      '"<html>" is not a line of it',
    ],
    [
      'a list of blocks that is not sorted',
      LIST,
      (bytes) => Buffer.from(`${bytes.toString().trimEnd().split('\n').toReversed().join('\n')}\n`),
      'its keys are not in order',
    ],
  ])('with %s is refused', async (_, path, change, told) => {
    expect(await failure('urls', path, change)).toEqual(errorLike(path, told));
  });
});

test.each<[problem: string, bytes: Buffer, told: string]>([
  ['is cut', gzipSync('a\n'.repeat(5000)).subarray(0, 20), 'it is cut, or not gzip'],
  ['is no gzip', Buffer.from('<html>'), 'it is cut, or not gzip'],
  ['names no part', gzipSync('cc-index/x/subset=robotstxt/part.parquet\n'), 'it names no part with pages'],
  [
    'names another server',
    gzipSync('https://other.example/subset=warc/part.parquet\n'),
    '"https://other.example/subset=warc/part.parquet" is not a path of a file',
  ],
])('a list of parts that %s is refused', async (_, bytes, told) => {
  const path = `crawl-data/${ID}/cc-index-table.paths.gz`;
  expect(await failure('table', path, () => bytes)).toEqual(errorLike(path, told));
});

/** Bytes with other ones in a range. */
function filled(bytes: Buffer, from: number, count: number): Buffer {
  return Buffer.from(bytes).fill(0x5a, Math.floor(from), Math.floor(from + count));
}
