import { expect, test } from 'vitest';
import { decodeNoise, encodeNoise, NO_NOISE, type NoiseTable } from './noise.ts';

const TABLE: NoiseTable = {
  slots: [
    { isLong: true, forms: 15, context: -5, end: 2_147_483_647, differed: 255, stood: 3 },
    { isLong: false, forms: 5, context: 77, end: 0, differed: 1, stood: 0 },
  ],
  candidates: [{ context: 1, end: -2_147_483_648, value: 9 }],
};

test('noise is read as it was written, ten bytes a slot and twelve a candidate', () => {
  const noise = encodeNoise(TABLE);
  expect(noise).toHaveLength(1 + 2 * 10 + 12);
  expect(decodeNoise(noise)).toEqual(TABLE);
  // As a database gives it: in the middle of other bytes.
  const memory = new Uint8Array(100);
  memory.set(noise, 13);
  expect(decodeNoise(memory.subarray(13, 13 + noise.length))).toEqual(TABLE);
});

test('a page without noise has no bytes', () => {
  expect(encodeNoise({ slots: [], candidates: [] })).toBe(NO_NOISE);
  expect(decodeNoise(new Uint8Array(0))).toEqual({ slots: [], candidates: [] });
});

test('bytes that no writer makes are refused', () => {
  const noise = encodeNoise(TABLE);
  expect(() => decodeNoise(noise.subarray(0, -1))).toThrow('32 bytes with 2 slots');
  expect(() => decodeNoise(Uint8Array.of(3, 0, 0))).toThrow('it is damaged');
});
