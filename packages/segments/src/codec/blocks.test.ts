import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { heldIn, kernel, written } from '../../test/blocks.ts';
import { neededBytes } from '../../test/plain-blocks.ts';
import { BLOCK } from './blocks.ts';

/** Positions with these gaps: each gap is the distance between a position and the least that it could be. */
function positionsOf(gaps: readonly number[], floor: number): Uint32Array {
  let least = floor;
  return Uint32Array.from(gaps, (gap) => {
    const position = least + gap;
    least = position + 1;
    return position;
  });
}

function read(bytes: Uint8Array, floor: number): number[] {
  const { reader, address } = heldIn(bytes);
  const into = new Uint32Array(BLOCK).fill(-9);
  const count = reader.read(address, floor, into);
  expect(reader.end - address).toBe(bytes.length);
  return Array.from(into.subarray(0, count));
}

const repeated = (count: number, gap: number): number[] => Array.from({ length: count }, () => gap);

test.each(Array.from({ length: 25 }, (_, width) => width))(
  'gaps of %i bits are packed in as many',
  (width) => {
    const gap = width === 0 ? 0 : 2 ** (width - 1);
    // Every second one is the largest of as many bits.
    const gaps = Array.from({ length: BLOCK }, (_, index) => (index % 2 === 0 ? gap : 2 ** width - 1));
    const positions = positionsOf(gaps, 5);
    const bytes = written(positions, 5);
    // If all are to have the same width, positions of 25 bits go beyond 2^31.
    expect(positions.at(-1)).toBeLessThan(2 ** 31);
    expect([...bytes.subarray(0, 2)]).toEqual([width, 0]);
    expect(bytes).toHaveLength(2 + 16 * width);
    expect(read(bytes, 5)).toEqual([...positions]);
  },
);

test('the high bits of wide gaps follow the low bits, wherever the gaps stand', () => {
  const eight = [...Array(8).keys()];
  for (const wide of [eight, eight.map((at) => 120 + at), eight.map((at) => 5 + 17 * at)]) {
    const gaps = repeated(BLOCK, 7).map((gap, index) => (wide.includes(index) ? 63 : gap));
    const positions = positionsOf(gaps, 1_000);
    const bytes = written(positions, 1_000);
    // Three bits each, and which are wider; three bits more for each of these.
    expect(bytes).toHaveLength(2 + 48 + 16 + 3);
    expect([...bytes.subarray(0, 2)]).toEqual([3, 3]);
    const marked = [...bytes.subarray(50, 66)].flatMap((byte, at) =>
      [...Array(8).keys()].filter((bit) => ((byte >>> bit) & 1) === 1).map((bit) => 8 * at + bit),
    );
    expect(marked).toEqual(wide);
    expect(read(bytes, 1_000)).toEqual([...positions]);
  }
});

test('a block has the bytes that are described', () => {
  const none = repeated(15, 0);
  // No low bits; number 127 is wider: one bit says that it is 2 or more, and nine how much more: 298 = 256 + 42.
  expect([...written(positionsOf([...repeated(127, 0), 300], 9), 9)]).toEqual([
    0,
    1 + 8 * 9,
    ...none,
    0x80,
    0x01,
    42,
    1,
  ]);
  // 3 is written as 2, in two bits; 20 as 3, which says that it is 4 or more, and how much more in five.
  const few = [3, ...repeated(126, 0), 20];
  expect([...written(positionsOf(few, 9), 9)]).toEqual([
    0,
    2 + 8 * 5,
    0x01,
    ...repeated(14, 0),
    0x80,
    0b1110,
    16,
  ]);
  expect([...written(positionsOf(repeated(BLOCK, 0), 9), 9)]).toEqual([0, 0]);
  // Width 1, 0101…: lowest bit first, so 0xaa.
  const alternating = repeated(64, 0).flatMap((gap) => [gap, 1]);
  expect([...written(positionsOf(alternating, 0), 0)]).toEqual([1, 0, ...repeated(16, 0xaa)]);
  // Fewer than 128: their number and a varint each.
  expect([...written(Uint32Array.of(7, 8, 136), 7)]).toEqual([0x83, 0, 0, 127]);
  expect([...written(Uint32Array.of(300), 0)]).toEqual([0x81, 0xac, 0x02]);
});

test('positions up to the last one are read', () => {
  const last = 2 ** 32 - 2;
  const run = Uint32Array.from({ length: BLOCK }, (_, index) => last - 127 + index);
  for (const floor of [0, 2 ** 31 + 5, last - 127])
    expect(read(written(run, floor), floor)).toEqual([...run]);
  const apart = positionsOf([...repeated(127, 3), last - 4 * 127], 0);
  expect(apart.at(-1)).toBe(last);
  expect(read(written(apart, 0), 0)).toEqual([...apart]);
  for (const positions of [Uint32Array.of(last), Uint32Array.of(0, last)])
    expect(read(written(positions, 0), 0)).toEqual([...positions]);
});

test('the widest gap of all is read beside any others', () => {
  for (const others of [0, 1, 9, 2 ** 20]) {
    const most = 2 ** 32 - 1 - 127 * (others + 1);
    for (const at of [0, 64, 127]) {
      const gaps = repeated(BLOCK, others).map((gap, index) => (index === at ? most - 1 : gap));
      const positions = positionsOf(gaps, 0);
      expect(positions.at(-1)).toBe(2 ** 32 - 2);
      expect(read(written(positions, 0), 0)).toEqual([...positions]);
    }
  }
});

/** Gaps of bits that vary as those of texts do: mostly few, sometimes many. */
const gap = fc.oneof(
  { weight: 6, arbitrary: fc.nat({ max: 3 }) },
  { weight: 3, arbitrary: fc.nat({ max: 500 }) },
  { weight: 1, arbitrary: fc.nat({ max: 2 ** 24 }) },
);

test('any positions are read as they were written, in the fewest bytes', () => {
  const law = fc.property(
    fc.array(gap, { minLength: 1, maxLength: BLOCK }),
    fc.nat({ max: 100 }),
    (gaps, floor) => {
      for (const some of [
        gaps,
        Array.from({ length: BLOCK }, (_, index) => gaps[index % gaps.length] ?? 0),
      ]) {
        const positions = positionsOf(some, floor);
        if (some.reduce((sum, each) => sum + each + 1, floor) >= 2 ** 32) continue;
        const bytes = written(positions, floor);
        expect(read(bytes, floor)).toEqual([...positions]);
        if (some.length < BLOCK) continue;
        const widest = Math.max(...some) === 0 ? 0 : Math.max(...some).toString(2).length;
        const sizes = Array.from({ length: widest * 7 }, (_, at) =>
          neededBytes(some, Math.floor(at / 7), 1 + (at % 7)),
        );
        expect(bytes).toHaveLength(2 + Math.min(16 * widest, ...sizes));
      }
    },
  );
  fc.assert(law, { numRuns: 500 });
});

test('a list without blocks is gaps alone', () => {
  const positions = Uint32Array.of(0, 1, 130, 2 ** 32 - 2);
  const address = kernel.take(16);
  kernel.words.set(positions, address >>> 2);
  const at = kernel.take(40);
  const end = kernel.run.writeGaps(address, address + 16, 0, at);
  // 0, 0, 128, and 2^32 − 2 − 131 = 0xffffff7b in groups of seven bits.
  expect([...kernel.bytes.subarray(at, end)]).toEqual([0, 0, 0x80, 0x01, 0xfb, 0xfe, 0xff, 0xff, 0x0f]);
  const { reader, address: held } = heldIn(kernel.bytes.slice(at, end));
  const into = new Uint32Array(BLOCK);
  reader.readGaps(held, 4, 0, into);
  expect(reader.end - held).toBe(end - at);
  expect([...into.subarray(0, 4)]).toEqual([...positions]);
});
