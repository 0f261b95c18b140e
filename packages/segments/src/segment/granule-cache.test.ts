import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { seededRandom } from '../../test/seeded-random.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { nodeDisk, type Disk } from '../disk.ts';
import { SegmentsCorrupt } from '../errors.ts';
import { GranuleCache, GranuleFile, MAX_RANGE_BYTES } from './granule-cache.ts';

const GRANULE = 16_384;
/** The last granule has 100 bytes. */
const BODY = 39 * GRANULE + 100;
/** Minimum granules of a cache. */
const HELD = 16;

/** A file of noise, followed by more, and a cache that records the offsets that it reads. */
function noise(capacity = 0): {
  path: string;
  bytes: Uint8Array;
  file: GranuleFile;
  cache: GranuleCache;
  reads: number[];
} {
  const random = seededRandom(99);
  const bytes = Uint8Array.from({ length: BODY + 500 }, () => random(256));
  const path = join(temporaryFolder(), '1.segment');
  writeFileSync(path, bytes);
  const checksums = Uint32Array.from({ length: 40 }, (_, granule) =>
    crc32(bytes.subarray(granule * GRANULE, Math.min(BODY, (granule + 1) * GRANULE))),
  );
  const reads: number[] = [];
  const disk: Disk = {
    ...nodeDisk,
    read: (file, into, position) => {
      reads.push(position);
      return nodeDisk.read(file, into, position);
    },
  };
  const file = new GranuleFile(path, nodeDisk.open(path, 'read'), BODY, checksums);
  return { path, bytes, file, cache: new GranuleCache(disk, capacity), reads };
}

test('bytes are right wherever and in any order they are read, while granules replace each other', () => {
  const { bytes, file, cache, reads } = noise();
  const random = seededRandom(5);
  for (let round = 0; round < 2_000; round++) {
    const at = random(BODY);
    expect(cache.bytes[cache.addressOf(file, at)]).toBe(bytes[at]);
    const length = 1 + random(Math.min(8_192, BODY - at));
    const address = cache.range(file, at, length);
    expect(
      Buffer.compare(cache.bytes.subarray(address, address + length), bytes.subarray(at, at + length)),
    ).toBe(0);
  }
  expect(reads.length).toBeGreaterThan(1_000);
  expect(reads.every((position) => position % GRANULE === 0)).toBe(true);
});

test('granules that fit are read once, and one more replaces a single one', () => {
  const { file, cache, reads } = noise();
  for (let round = 0; round < 3; round++)
    for (let granule = 0; granule < HELD; granule++) cache.addressOf(file, granule * GRANULE + 7 * round);
  expect(reads).toHaveLength(HELD);
  cache.addressOf(file, HELD * GRANULE);
  for (let granule = 0; granule < HELD; granule++) cache.addressOf(file, granule * GRANULE);
  // The seventeenth replaced one, which replaced another when it came back.
  expect(reads.length).toBeLessThan(2 * HELD + 2);
  const before = reads.length;
  for (let round = 0; round < 5; round++) cache.addressOf(file, (HELD - 1) * GRANULE);
  expect(reads).toHaveLength(before);
});

test('a range across a border is in one piece, up to its last byte, and any length is copied', () => {
  const { bytes, file, cache } = noise();
  for (const [at, length] of [
    [GRANULE - 1, 2],
    [GRANULE - 8_191, 8_192],
    [2 * GRANULE - 1, 8_192],
    [3 * GRANULE - 4, 4],
    [BODY - 101, 101],
  ] as const) {
    const address = cache.range(file, at, length);
    expect(
      Buffer.compare(cache.bytes.subarray(address, address + length), bytes.subarray(at, at + length)),
    ).toBe(0);
  }
  const into = new Uint8Array(BODY - 5);
  cache.copy(file, 5, BODY - 5, into);
  expect(Buffer.compare(into, bytes.subarray(5, BODY))).toBe(0);
});

test('a range is right even if its second granule replaces the first', () => {
  const { bytes, file, cache } = noise();
  // All slots hold granules that were used, and the next one to go is the first that was read.
  const order = [HELD - 1, ...Array.from({ length: HELD - 1 }, (_, granule) => granule)];
  for (const granule of order) cache.addressOf(file, granule * GRANULE);
  const at = HELD * GRANULE - 5;
  const address = cache.range(file, at, 10);
  expect([...cache.bytes.subarray(address, address + 10)]).toEqual([...bytes.subarray(at, at + 10)]);
});

test('a granule that fails its checksum is never given, and the error names the file and the offset', () => {
  const { path, bytes, file, cache } = noise();
  const damaged = Uint8Array.from(bytes);
  damaged[2 * GRANULE + 300] = (bytes[2 * GRANULE + 300] ?? 0) ^ 4;
  writeFileSync(path, damaged);
  const message = `${path} is damaged: granule 2 (offset 32768) fails its checksum`;
  for (let round = 0; round < 40; round++) {
    expect(() => cache.addressOf(file, 2 * GRANULE + 9_000)).toThrow(message);
    expect(() => cache.range(file, 2 * GRANULE - 5, 10)).toThrow(SegmentsCorrupt);
    expect(cache.bytes[cache.addressOf(file, round * 5)]).toBe(bytes[round * 5]);
  }
  writeFileSync(path, bytes);
  expect(cache.bytes[cache.addressOf(file, 2 * GRANULE)]).toBe(bytes[2 * GRANULE]);
});

test('a truncated file, and an offset after its lists, are refused', () => {
  const { path, bytes, file, cache } = noise();
  expect(() => cache.addressOf(file, 40 * GRANULE)).toThrow(
    `${path} is damaged: lists end before offset 655360`,
  );
  expect(() => cache.addressOf(file, -1)).toThrow(SegmentsCorrupt);
  writeFileSync(path, bytes.subarray(0, 39 * GRANULE + 50));
  expect(() => cache.addressOf(file, 39 * GRANULE)).toThrow('granule 39 (offset 638976) fails its checksum');
  expect(cache.bytes[cache.addressOf(file, 38 * GRANULE)]).toBe(bytes[38 * GRANULE]);
});

test('the granules of a file that was dropped are read anew, those of another stay', () => {
  const { path, bytes, file, cache, reads } = noise();
  const other = new GranuleFile(path, nodeDisk.open(path, 'read'), BODY, file.checksums);
  cache.addressOf(file, 0);
  cache.addressOf(other, 0);
  cache.addressOf(other, GRANULE);
  cache.forget(other);
  cache.addressOf(file, 1);
  expect(reads).toHaveLength(3);
  // Other granules take its slots, of which it must know nothing.
  for (let granule = 0; granule < 40; granule++) cache.addressOf(file, granule * GRANULE);
  expect(cache.bytes[cache.addressOf(other, GRANULE + 3)]).toBe(bytes[GRANULE + 3]);
});

test('a list that is read from end to end is read in ever longer pieces, one that is skipped through is not', () => {
  const { bytes, file, cache, reads } = noise(8 << 20);
  for (let at = 5; at < BODY; at += 1_000) expect(cache.bytes[cache.addressOf(file, at)]).toBe(bytes[at]);
  expect(reads.map((position) => position / GRANULE)).toEqual([0, 1, 3, 9, 25]);
  cache.forget(file);
  reads.length = 0;
  for (const granule of [30, 10, 20, 12]) cache.addressOf(file, granule * GRANULE);
  // Up to one that is cached.
  cache.addressOf(file, 11 * GRANULE);
  for (const granule of [13, 14, 15]) cache.addressOf(file, granule * GRANULE);
  expect(reads.map((position) => position / GRANULE)).toEqual([30, 10, 20, 12, 11, 13]);
});

test('the missing granules of a range are read at once', () => {
  const { bytes, file, cache, reads } = noise(8 << 20);
  const at = 3 * GRANULE + 7;
  const address = cache.range(file, at, MAX_RANGE_BYTES);
  expect(reads).toEqual([3 * GRANULE]);
  const range = Buffer.from(cache.bytes.subarray(address, address + MAX_RANGE_BYTES));
  expect(range.equals(Buffer.from(bytes.subarray(at, at + MAX_RANGE_BYTES)))).toBe(true);
  // Up to one that is cached, and from after it.
  cache.addressOf(file, 24 * GRANULE);
  cache.range(file, 22 * GRANULE, 4 * GRANULE + 1);
  expect(reads.map((position) => position / GRANULE)).toEqual([3, 24, 22, 25]);
  for (let granule = 3; granule < 12; granule++) cache.addressOf(file, granule * GRANULE);
  expect(reads).toHaveLength(4);
});

test('damage in a granule that was read ahead is reported once it is wanted', () => {
  const { path, bytes, file, cache } = noise(8 << 20);
  writeFileSync(path, bytes.with(5 * GRANULE, (bytes[5 * GRANULE] ?? 0) ^ 1).subarray(0, 30 * GRANULE));
  const first = (granule: number): number | undefined =>
    cache.bytes[cache.addressOf(file, granule * GRANULE)];
  for (let granule = 0; granule < 5; granule++) expect(first(granule)).toBe(bytes[granule * GRANULE]);
  expect(() => first(5)).toThrow('granule 5 (offset 81920) fails its checksum');
  for (let granule = 6; granule < 30; granule++) expect(first(granule)).toBe(bytes[granule * GRANULE]);
  expect(() => cache.addressOf(file, 30 * GRANULE)).toThrow('granule 30 (offset 491520) fails its checksum');
});
