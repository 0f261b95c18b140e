import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contentsOf, expectedContents } from '../../test/contents.ts';
import { watchedDisk } from '../../test/watched-disk.ts';
import { documentOf, queryOf, Workbench } from '../../test/workbench.ts';
import { SegmentsCorrupt } from '../errors.ts';
import { TABLES } from './format.ts';
import { Segment } from './segment.ts';

const DOCUMENTS = [documentOf(3, 'a stitch in time'), documentOf(2 ** 53 - 1, 'saves nine', 'é')];

test.each(TABLES)('a damaged table of %s is named, and the file is closed', (name) => {
  const bench = new Workbench();
  const { path, footer } = bench.build(DOCUMENTS);
  const { at, bytes } = footer.tables[name];
  const whole = readFileSync(path);
  const { disk, open } = watchedDisk();
  for (let byte = at; byte < at + bytes; byte++) {
    const flipped = Buffer.from(whole);
    flipped[byte] = (whole[byte] ?? 0) ^ (1 << (byte % 8));
    writeFileSync(path, flipped);
    const tryIt = (): unknown => new Segment(disk, path);
    expect(tryIt).toThrow(SegmentsCorrupt);
    expect(tryIt).toThrow(`${path} is damaged: table of ${name} fails its checksum`);
  }
  expect(open.size).toBe(0);
  writeFileSync(path, whole);
  const segment = new Segment(disk, path);
  expect(open.size).toBe(1);
  segment.close(bench.cache);
  expect(open.size).toBe(0);
});

test('a file without an end, an empty one and an absent one are refused', () => {
  const bench = new Workbench();
  const { path } = bench.build(DOCUMENTS);
  const whole = readFileSync(path);
  const { disk, open } = watchedDisk();
  for (const [bytes, problem] of [
    [whole.subarray(0, -1), 'footer fails its checksum'],
    [whole.subarray(0, 100), 'footer is truncated'],
    [Buffer.alloc(0), 'footer is truncated'],
    [Buffer.concat([whole, Buffer.from('x')]), 'footer fails its checksum'],
  ] as const) {
    writeFileSync(path, bytes);
    expect(() => new Segment(disk, path)).toThrow(`${path} is damaged: ${problem}`);
  }
  expect(() => new Segment(disk, `${path}.gone`)).toThrow('ENOENT');
  expect(open.size).toBe(0);
});

test('a segment has its documents, their ids up to the largest, and the bytes of its memory', () => {
  const bench = new Workbench();
  const segment = bench.build(DOCUMENTS);
  expect([...segment.ids]).toEqual([3, 2 ** 53 - 1]);
  // 16 bytes and two more; 10 and two; two and two: halved.
  expect([...segment.starts]).toEqual([0, 9, 9 + 6 + 2]);
  expect(segment.bytes).toBe(readFileSync(segment.path).length);
  expect(segment.memoryBytes).toBeGreaterThan(segment.dictionary.pairs.length * 18);
  expect(segment.memoryBytes).toBeLessThan(1_000);
});

test('bytes that no document holds have no lists', () => {
  const bench = new Workbench();
  const { cache } = bench;
  const { dictionary } = bench.build([documentOf(1, 'abc', 'cd')]);
  const pairOf = (text: string): number => Buffer.from(text).readUInt16BE();
  expect(['ab', 'bc', 'cd'].map((text) => dictionary.pair(cache, pairOf(text))?.count)).toEqual([1, 1, 1]);
  expect(['aa', 'ca', 'c\0', 'de', '\0a', 'ÿ'].map((text) => dictionary.pair(cache, pairOf(text)))).toEqual(
    Array.from({ length: 6 }, () => null),
  );
  const thirds = (first: number, last: number): number[] =>
    dictionary.trigrams(cache, pairOf('ab'), first, last).map(({ third }) => third);
  expect(thirds(0, 255)).toEqual([0x63]);
  expect(thirds(0x63, 0x63)).toEqual([0x63]);
  expect([thirds(0, 0x62), thirds(0x64, 255)]).toEqual([[], []]);
  expect(dictionary.trigram(cache, 0x61_62_64)).toBeNull();
  expect(dictionary.trigram(cache, 0x62_61_62)).toBeNull();
  // The end of "bc" stands at an odd offset, that of "cd" at an even one.
  expect(dictionary.trigram(cache, 0x62_63_ff)).toBeNull();
  expect(dictionary.trigram(cache, 0x63_64_ff)?.positions.count).toBe(1);
});

test('lists of documents that are longer than a granule are read', () => {
  const bench = new Workbench();
  // A bit each takes more than 16 KiB; "ab" is in two of three, "zz" in few.
  const documents = Array.from({ length: 140_000 }, (_, index) =>
    documentOf(index + 1, index % 3 === 0 ? 'cd' : 'ab', ...(index % 20_011 === 7 ? ['zz'] : [])),
  );
  const segment = bench.build(documents);
  const ids = (fulfils: (index: number) => boolean): number[] =>
    documents.filter((_, index) => fulfils(index)).map(({ id }) => id);
  const few = ids((index) => index % 20_011 === 7);
  expect(bench.search(segment, queryOf(['ab']))).toEqual(ids((index) => index % 3 !== 0));
  expect(bench.search(segment, queryOf(['zz']))).toEqual(few);
  expect(bench.search(segment, queryOf(['zz', 'ab']))).toEqual(few.filter((id) => (id - 1) % 3 !== 0));
  expect(bench.search(segment, queryOf(['zz'], ['ab']))).toEqual(few.filter((id) => (id - 1) % 3 === 0));
});

test('documents without text, and a segment of them alone', () => {
  const bench = new Workbench();
  const documents = [documentOf(1), documentOf(2, ''), documentOf(3, '', '', '')];
  const segment = bench.build(documents);
  expect(contentsOf(segment, bench.cache)).toEqual(expectedContents(documents));
  expect([...segment.starts]).toEqual([0, 0, 1, 4]);
  for (const term of ['a', 'ab', 'abc', 'abcd']) {
    expect(bench.search(segment, queryOf([term]))).toEqual([]);
    expect(bench.search(bench.merge([segment]), queryOf([term]))).toEqual([]);
  }
});
