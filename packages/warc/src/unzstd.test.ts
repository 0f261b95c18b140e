import { randomBytes } from 'node:crypto';
import { constants, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { pageRecord, readAll, skippableFrame, streamOf, zstdFrame } from '../test/warc-files.ts';
import { readWarc } from './reader.ts';

const DICTIONARY_FRAME = 0x184d2a5d;
const A = pageRecord('http://a.com/', `<p>${randomBytes(2000).toString('hex')}`);
const B = pageRecord('http://b.com/', `<p>${randomBytes(2000).toString('hex')}`);
const C = pageRecord('http://c.com/', `<p>${randomBytes(2000).toString('hex')}`);
/** Text that the records share, so that a frame can't be decompressed without it. */
const dictionary = Buffer.from(`${A.toString().slice(0, 300)}${'lorem ipsum '.repeat(20)}`);

async function urlsOf(...parts: readonly Buffer[]): Promise<string> {
  const { pages } = await readAll(Buffer.concat(parts));
  return pages.map((page) => new URL(page.url).hostname[0]).join('');
}

describe('a dictionary', () => {
  test('is stored as it is', async () => {
    const frames = [A, B].map((each) => zstdFrame(each, dictionary));
    expect(await urlsOf(skippableFrame(DICTIONARY_FRAME, dictionary), ...frames)).toBe('ab');
  });

  test('is itself compressed', async () => {
    const frames = [A, B].map((each) => zstdFrame(each, dictionary));
    expect(await urlsOf(skippableFrame(DICTIONARY_FRAME, zstdFrame(dictionary)), ...frames)).toBe('ab');
  });

  test('of another file replaces it, where two files were joined', async () => {
    const other = Buffer.from(B.subarray(0, 400));
    expect(
      await urlsOf(
        skippableFrame(DICTIONARY_FRAME, dictionary),
        zstdFrame(A, dictionary),
        skippableFrame(DICTIONARY_FRAME, zstdFrame(other)),
        zstdFrame(B, other),
      ),
    ).toBe('ab');
  });

  test('that is missing costs the frames that need it, with the reason', async () => {
    // The header of such a frame has the dictionary's id (RFC 8878, 3.1.1.1.3): flag 1, then one byte.
    const plain = zstdCompressSync(A);
    const descriptor = plain.readUInt8(4);
    const withId = Buffer.concat([
      plain.subarray(0, 4),
      Buffer.from([descriptor | 1]),
      plain.subarray(5, (descriptor & 0x20) === 0 ? 6 : 5),
      Buffer.from([77]),
      plain.subarray((descriptor & 0x20) === 0 ? 6 : 5),
    ]);
    const { pages, reader } = await readAll(Buffer.concat([zstdFrame(B), withId, zstdFrame(C)]));
    expect(pages.map((page) => page.url)).toEqual(['http://b.com/', 'http://c.com/']);
    expect(reader.problems).toEqual([
      {
        record: null,
        unit: 'record',
        why: 'broken',
        entry: null,
        offset: zstdFrame(B).length,
        uri: null,
        problem: 'damaged zstd: it needs a dictionary that the input does not hold',
      },
    ]);
  });

  test.each([
    ['is longer than 8 MiB', skippableFrame(DICTIONARY_FRAME, Buffer.alloc(8 * 1024 * 1024 + 1))],
    ['is longer than 8 MiB', skippableFrame(DICTIONARY_FRAME, zstdFrame(Buffer.alloc(200 << 20)))],
    ['is truncated', skippableFrame(DICTIONARY_FRAME, dictionary).subarray(0, 100)],
    ['is damaged', skippableFrame(DICTIONARY_FRAME, zstdFrame(dictionary).fill(255, 20, 60))],
  ])('that %s is named, and the input refused', async (problem, frame) => {
    const rest = problem === 'is truncated' ? [] : [zstdFrame(A)];
    await expect(readAll(Buffer.concat([frame, ...rest]))).rejects.toMatchObject({
      name: 'NotWarcError',
      message: expect.stringContaining(
        `can't be read: the zstd dictionary at its start ${problem}`,
      ) as string,
    });
  });
});

describe('frames', () => {
  test('that are extensions or empty are passed over, wherever they are', async () => {
    const extension = skippableFrame(0x184d2a50, Buffer.from('WARC/1.1\r\nnot for readers'));
    const large = skippableFrame(0x184d2a5f, Buffer.alloc(300_000, 1));
    const empty = zstdFrame(Buffer.alloc(0));
    expect(
      await urlsOf(empty, extension, zstdFrame(A), large, extension, zstdFrame(B), empty, extension),
    ).toBe('ab');
  });

  test('of one record are joined, and offsets lead to the first of them', async () => {
    const [start, end] = [B.subarray(0, 900), B.subarray(900)];
    const { pages } = await readAll(
      Buffer.concat([zstdFrame(A), zstdFrame(start), zstdFrame(end), zstdFrame(C)]),
    );
    const lengths = [A, start, end].map((each) => zstdFrame(each).length);
    expect(pages.map((page) => page.offset)).toEqual([
      0,
      lengths[0],
      lengths.reduce((sum, length) => sum + length, 0),
    ]);
  });

  test.each([
    ['bytes in its middle are wrong', (frame: Buffer) => frame.fill(0xff, 700, 708)],
    ['its checksum is wrong', (frame: Buffer) => frame.fill(0, frame.length - 4)],
    ['its header is wrong', (frame: Buffer) => frame.fill(0x08, 4, 5)],
    ['it is cut off, and another one follows', (frame: Buffer) => frame.subarray(0, 700)],
  ])('a frame is lost if %s, its neighbours are read', async (_what, damage) => {
    const { pages, reader } = await readAll(
      Buffer.concat([zstdFrame(A), damage(zstdFrame(B)), zstdFrame(C)]),
    );
    expect(pages.map((page) => page.url)).toEqual(['http://a.com/', 'http://c.com/']);
    expect(reader.problems[0]?.offset).toBe(zstdFrame(A).length);
  });

  test('bytes that are not a frame are counted, and the next frame is found', async () => {
    const { pages, reader } = await readAll(
      Buffer.concat([zstdFrame(A), Buffer.alloc(70_000, 'junk'), zstdFrame(B), Buffer.from('x')]),
    );
    expect(pages).toHaveLength(2);
    expect(reader.counts.junk).toBe(2);
    expect(reader.problems.map(({ problem }) => problem)).toEqual(Array(2).fill('bytes that are not zstd'));
  });

  test('of many blocks, of the highest level and without sizes are read', async () => {
    // A megabyte of blocks of every type: compressed, raw and RLE (RFC 8878, 3.1.1.2.2).
    const body = `<p>${randomBytes(400_000).toString('base64')}${' '.repeat(500_000)}`;
    const frame = zstdCompressSync(pageRecord('http://big.com/', body), {
      params: { [constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_contentSizeFlag]: 0 },
    });
    const reader = readWarc(streamOf(Buffer.concat([frame, zstdFrame(A)]), 5000));
    const pages = await Array.fromAsync(reader);
    expect(pages.map((page) => page.body.length)).toEqual([body.length, 4003]);
  });
});
