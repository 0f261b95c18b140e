import { expect, test } from 'vitest';
import { encodeZones, RangeCursor, rangesOf } from './zones.ts';

const text = (bytes: number): Uint8Array => Buffer.from('a'.repeat(bytes - 1) + 'z');
const ranges = (...offsets: readonly number[]): Uint32Array => Uint32Array.from(offsets);
const encoded = (zones: readonly Uint32Array[], bytes: number): number[] => [
  ...encodeZones(zones, text(bytes)),
];

test('zones are gaps and lengths, one zone after another', () => {
  expect(encoded([], 10)).toEqual([]);
  expect(encoded([ranges(), ranges()], 10)).toEqual([]);
  // 2 to 5, and 5 to 8; then nothing, then 300 to 600: 300 is 0xac 0x02.
  expect(encoded([ranges(2, 5, 5, 8)], 10)).toEqual([4, 2, 3, 0, 3]);
  expect(encoded([ranges(2, 5), ranges(), ranges(300, 600), ranges()], 1_000)).toEqual([
    2, 2, 3, 0, 4, 0xac, 2, 0xac, 2,
  ]);
});

test.each<[what: string, offsets: readonly number[], bytes: number, encoded: readonly number[]]>([
  ['ends with a text of an odd length: with its last byte', [1, 5], 5, [3, 1, 4, 0x7a]],
  ['is followed by an empty one: with its last byte', [1, 5, 5, 5], 5, [5, 1, 4, 0, 0, 0x7a]],
  ['ends with a text of an even length', [1, 4], 4, [2, 1, 3]],
  ['ends before the last byte', [1, 4], 5, [2, 1, 3]],
  ['is empty, at the end of a text of an odd length', [1, 4, 5, 5], 5, [4, 1, 3, 1, 0]],
])('a range that %s', (_, offsets, bytes, expected) => {
  expect(encoded([ranges(...offsets)], bytes)).toEqual(expected);
});

function read(cursor: RangeCursor | null): { readonly ranges: number[]; readonly lastByte: number } | null {
  if (cursor === null) return null;
  const found: number[] = [];
  while (cursor.next()) found.push(cursor.start, cursor.end);
  expect(cursor.next()).toBe(false);
  return { ranges: found, lastByte: cursor.lastByte };
}

test('ranges are read as they were written', () => {
  const zones = encodeZones([ranges(0, 0, 3, 5), ranges(), ranges(1, 200, 200, 20_001)], text(20_001));
  expect(read(rangesOf(zones, 0))).toEqual({ ranges: [0, 0, 3, 5], lastByte: -1 });
  expect(read(rangesOf(zones, 1))).toBeNull();
  expect(read(rangesOf(zones, 2))).toEqual({ ranges: [1, 200, 200, 20_001], lastByte: 0x7a });
  expect(read(rangesOf(zones, 3))).toBeNull();
  const again = new RangeCursor(Uint8Array.of(9, 1, 2, 3, 4), 1, 3);
  expect(read(again)).toEqual({ ranges: [1, 3], lastByte: -1 });
  again.open(3, 5);
  expect(read(again)).toEqual({ ranges: [3, 7], lastByte: -1 });
});
