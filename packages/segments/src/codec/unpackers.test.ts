import { expect, test } from 'vitest';
import { seededRandom } from '../seeded-random.fixture.ts';
import { BLOCK, UNPACKERS } from './unpackers.ts';

test.each(Array.from(UNPACKERS.keys()))(
  '128 values of %i bits are read as one long number has them',
  (width) => {
    const random = seededRandom(width + 1);
    const bytes = Uint8Array.from({ length: 16 * width + 9 }, () => random(256));
    const into = new Int32Array(BLOCK).fill(-1);
    UNPACKERS[width]?.(new DataView(bytes.buffer), 5, into);
    // The block as one little-endian number.
    const digits = Buffer.from(bytes.subarray(5, 5 + 16 * width).toReversed()).toString('hex');
    const block = BigInt(`0x0${digits}`);
    const expected = Array.from({ length: BLOCK }, (_, index) =>
      Number(BigInt.asUintN(width, block >> BigInt(width * index))),
    );
    expect(Array.from(into, (value) => value >>> 0)).toEqual(expected);
  },
);
