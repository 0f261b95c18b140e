import { Readable } from 'node:stream';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { pageRecord } from '../test/warc-files.ts';
import { readWarc } from './reader.ts';

const EMPTY = gzipSync('');
const SKIPPABLE = Buffer.from('502a4d1800000000', 'hex');
const PAGE = pageRecord('http://a.com/', '<p>one');

/** Addresses of the pages of an input, and the error that ends it. */
async function readAll(bytes: Buffer) {
  const reader = readWarc(Readable.from([bytes], { objectMode: false }));
  const urls: string[] = [];
  let error: unknown = null;
  try {
    for await (const { url } of reader) urls.push(url);
  } catch (thrown) {
    error = thrown;
  }
  return { urls, error };
}

function times(count: number, ...parts: readonly Buffer[]): Buffer {
  return Buffer.concat(Array.from({ length: count }, () => parts).flat());
}

describe('members without content', () => {
  test.each([
    ['gzip', gzipSync(PAGE), EMPTY],
    ['zstd', zstdCompressSync(PAGE), zstdCompressSync('')],
    ['zstd, which are to be skipped', zstdCompressSync(PAGE), SKIPPABLE],
  ])('of %s may be a thousand in a row', async (_, page, empty) => {
    const { urls, error } = await readAll(Buffer.concat([page, times(999, empty), page]));
    expect([urls.length, error]).toEqual([2, null]);
  });

  test.each([
    ['gzip members', gzipSync(PAGE), EMPTY],
    ['zstd frames', zstdCompressSync(PAGE), zstdCompressSync('')],
    ['zstd frames', zstdCompressSync(PAGE), SKIPPABLE],
    // One byte each is as good as nothing.
    ['gzip members', gzipSync(PAGE), gzipSync('\n')],
  ])('which are more end the input with an error that names the %s', async (unit, page, empty) => {
    const { urls, error } = await readAll(Buffer.concat([times(3, page), times(100_000, empty), page]));
    // What stands at the start of the input is kept, besides the record behind which the reader looks for the next one.
    expect(urls).toHaveLength(2);
    expect(error).toMatchObject({
      name: 'NotWarcError',
      message: expect.stringMatching(
        new RegExp(
          `^can't be read from byte \\d+ on: more than 1000 ${unit} before it have next to no content$`,
        ),
      ),
    });
  });

  test('do not come to too many where records of a few bytes follow each other', async () => {
    const lines = times(3_000, gzipSync('{"url":"http://a.com/","html":"<p>"}\n'));
    const { urls, error } = await readAll(lines);
    expect([urls.length, error]).toEqual([3_000, null]);
  });

  test('count what damaged members have of it', async () => {
    const damaged = gzipSync(PAGE);
    damaged.writeUInt32LE(0, damaged.length - 8);
    const { urls, error } = await readAll(Buffer.concat([times(1_500, damaged), gzipSync(PAGE)]));
    expect([urls.length, error]).toEqual([1, null]);
  });
});
