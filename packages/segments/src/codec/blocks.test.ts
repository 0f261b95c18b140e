import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededRandom } from '../seeded-random.fixture.ts';
import { writeVarint } from './varint.ts';
import { Kernel } from '../kernel/kernel.ts';
import {
  BLOCK,
  BlockReader,
  MAX_BLOCK_BYTES,
  MOST_BLOCKS,
  MOST_LISTED_BLOCKS,
  MOST_TARGETS,
  READER_BYTES,
  SPARE_BYTES,
} from './blocks.ts';
import { neededBytes, plainBlock } from './plain-block.fixture.ts';

/** Positions whose gaps are these: each is what lies between a position and the least it could be. */
function positionsOf(gaps: readonly number[], floor: number): Uint32Array {
  let least = floor;
  return Uint32Array.from(gaps, (gap) => {
    const position = least + gap;
    least = position + 1;
    return position;
  });
}

const kernel = new Kernel();

/** A block as it is written: a full one by the kernel, behind other bytes, which must stay. */
function written(positions: Uint32Array, floor: number): Uint8Array {
  const plain = plainBlock(positions, floor);
  if (positions.length < BLOCK) return plain;
  kernel.top = 0x2_0000;
  const place = kernel.take(4 * BLOCK);
  kernel.words.set(positions, place >>> 2);
  const into = kernel.take(MAX_BLOCK_BYTES + 20) + 10;
  kernel.bytes.fill(0xa5, into - 10, into + MAX_BLOCK_BYTES + 10);
  const end = kernel.run.writeBlock(place, floor, into);
  expect(kernel.bytes.subarray(into - 10, into).every((byte) => byte === 0xa5)).toBe(true);
  expect(kernel.bytes.subarray(end + 8, into + MAX_BLOCK_BYTES + 10).every((byte) => byte === 0xa5)).toBe(
    true,
  );
  const bytes = kernel.bytes.slice(into, end);
  expect([...bytes]).toEqual([...plain]);
  return bytes;
}

const holder = new Kernel();

/** A reader of bytes among others. */
function heldIn(bytes: Uint8Array): { reader: BlockReader; place: number } {
  holder.top = 0x2_0000;
  const positions = holder.take(READER_BYTES);
  const place = holder.take(MAX_BLOCK_BYTES + SPARE_BYTES) + 3;
  holder.bytes.fill(0xff, place - 3, place + MAX_BLOCK_BYTES);
  holder.bytes.set(bytes, place);
  return { reader: new BlockReader(holder, positions), place };
}

function read(bytes: Uint8Array, floor: number): number[] {
  const { reader, place } = heldIn(bytes);
  const into = new Uint32Array(BLOCK).fill(-9);
  const count = reader.read(place, floor, into);
  expect(reader.end - place).toBe(bytes.length);
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

test('the wide gaps have what they are above the low bits behind these, wherever they stand', () => {
  const eight = [...Array(8).keys()];
  for (const places of [eight, eight.map((at) => 120 + at), eight.map((at) => 5 + 17 * at)]) {
    const gaps = repeated(BLOCK, 7).map((gap, index) => (places.includes(index) ? 63 : gap));
    const positions = positionsOf(gaps, 1_000);
    const bytes = written(positions, 1_000);
    // Three bits each, and which are wider; three bits more for each of these.
    expect(bytes).toHaveLength(2 + 48 + 16 + 3);
    expect([...bytes.subarray(0, 2)]).toEqual([3, 3]);
    const marked = [...bytes.subarray(50, 66)].flatMap((byte, at) =>
      [...Array(8).keys()].filter((bit) => ((byte >>> bit) & 1) === 1).map((bit) => 8 * at + bit),
    );
    expect(marked).toEqual(places);
    expect(read(bytes, 1_000)).toEqual([...positions]);
  }
});

test('a block says in bytes what is described', () => {
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
  const place = kernel.take(16);
  kernel.words.set(positions, place >>> 2);
  const at = kernel.take(40);
  const end = kernel.run.writeGaps(place, place + 16, 0, at);
  // 0, 0, 128, and 2^32 − 2 − 131 = 0xffffff7b in groups of seven bits.
  expect([...kernel.bytes.subarray(at, end)]).toEqual([0, 0, 0x80, 0x01, 0xfb, 0xfe, 0xff, 0xff, 0x0f]);
  const { reader, place: held } = heldIn(kernel.bytes.slice(at, end));
  const into = new Uint32Array(BLOCK);
  reader.readGaps(held, 4, 0, into);
  expect(reader.end - held).toBe(end - at);
  expect([...into.subarray(0, 4)]).toEqual([...positions]);
});

const numbers = (most: number, maxLength: number): fc.Arbitrary<readonly number[]> =>
  fc.uniqueArray(fc.nat({ max: most }), { maxLength }).map((list) => list.sort((a, b) => a - b));

/** Some numbers, and every third of a list, as far as they are not negative with an offset. */
function targetsAround(
  others: readonly number[],
  list: readonly number[],
  offset: number,
): readonly number[] {
  return [...new Set([...others, ...list.filter((_, index) => index % 3 === 0)])]
    .filter((target) => target + offset >= 0)
    .sort((a, b) => a - b);
}

/** Which targets stand in a list. */
function met(targets: readonly number[], list: readonly number[], offset: number): readonly number[] {
  const held = new Set(list);
  return [...targets.keys()].filter((index) => held.has((targets[index] ?? 0) + offset));
}

test('targets that a list of gaps has are found, wherever both have others', () => {
  const lists = fc
    .constantFrom(300, 100_000)
    .chain((most) => fc.tuple(numbers(most, BLOCK - 1), numbers(most, 400), fc.integer({ min: -1, max: 1 })));
  const law = fc.property(lists, ([list, others, offset]) => {
    const targets = targetsAround(others, list, offset);
    const { reader, place } = heldIn(gapsOf(list));
    expect(reader.aim(Uint32Array.from(targets), offset)).toBe(true);
    const found = reader.findInGaps(place, list.length);
    expect([...reader.hits.subarray(0, found)]).toEqual(met(targets, list, offset));
  });
  fc.assert(law, { numRuns: 300 });
});

test('targets that blocks have are found, be they few or many in one, and the blocks full or not', () => {
  const random = seededRandom(11);
  let found = 0;
  for (let round = 0; round < 300; round++) {
    const most = [1_000, 20_000, 2 ** 32 - 2][round % 3] ?? 0;
    const drawn = (count: number): readonly number[] =>
      [...new Set(Array.from({ length: count }, () => random(most)))].sort((a, b) => a - b);
    const blocks = round % 30 === 1 ? MOST_BLOCKS : 16;
    const list = drawn(1 + random(blocks * BLOCK - 4 * BLOCK));
    const offset = random(3) - 1;
    const some = list.filter((_, index) => index % Math.ceil(list.length / 2_000) === 0);
    const targets = targetsAround(drawn(random(400)), random(2) === 0 ? [] : some, offset);
    const { bytes, skips } = blocksOf(list, fewSizes(random));
    const { reader, place, table } = heldBlocks(bytes, skips);
    expect(reader.aim(Uint32Array.from(targets), offset)).toBe(true);
    reader.keepSkips(table, skips.length / 2);
    const hits = reader.hits.subarray(0, reader.findInBlocks(place, bytes.length, skips.length / 2));
    expect([...hits]).toEqual(met(targets, list, offset));
    found += hits.length;
  }
  expect(found).toBeGreaterThan(10_000);
});

test('all of a list is unpacked, be it gaps or blocks, full or not', () => {
  const random = seededRandom(12);
  for (let round = 0; round < 30; round++) {
    const most = round % 2 === 0 ? 2 ** 32 - 2 : 40_000;
    const count = 1 + random(MOST_LISTED_BLOCKS * BLOCK - 4 * BLOCK);
    const list = [...new Set(Array.from({ length: count }, () => random(most)))].sort((a, b) => a - b);
    const { bytes, skips } = blocksOf(list, fewSizes(random));
    const { reader, place, table } = heldBlocks(bytes, skips);
    reader.keepSkips(table, skips.length / 2);
    const listed = reader.listBlocks(place, bytes.length, skips.length / 2);
    expect([...listed]).toEqual(list);
    const few = list.slice(0, BLOCK - 1);
    const gaps = heldIn(gapsOf(few));
    expect([...gaps.reader.listGaps(gaps.place, few.length)]).toEqual(few);
    // What was listed before stays as it is.
    expect([...listed]).toEqual(list);
  }
});

test('nothing is aimed at any more once a list was unpacked where targets stood', () => {
  const { bytes, skips } = blocksOf([5, 9], []);
  const { reader, place, table } = heldBlocks(bytes, skips);
  expect(reader.aim(Uint32Array.of(5), 0)).toBe(true);
  reader.keepSkips(table, 1);
  expect(reader.findInBlocks(place, bytes.length, 1)).toBe(1);
  expect([...reader.listBlocks(place, bytes.length, 1)]).toEqual([5, 9]);
  expect(reader.findInBlocks(place, bytes.length, 1)).toBe(0);
});

test('what a damaged skip table points to is not read beyond the list', () => {
  const { bytes } = blocksOf([5, 9], []);
  const { reader, place, table } = heldBlocks(bytes, [0, 2 ** 32 - 1]);
  expect(reader.aim(Uint32Array.of(5), 0)).toBe(true);
  reader.keepSkips(table, 1);
  // Behind the list stand bytes of 255: a block of 127 varints.
  expect(reader.findInBlocks(place, bytes.length, 1)).toBe(0);
});

test('a reader takes so many targets and no more', () => {
  const { reader, place } = heldIn(gapsOf([5, MOST_TARGETS]));
  const all = Uint32Array.from({ length: MOST_TARGETS }, (_, index) => index + 1);
  expect(reader.aim(all, 0)).toBe(true);
  expect([...reader.hits.subarray(0, reader.findInGaps(place, 2))]).toEqual([4, MOST_TARGETS - 1]);
  expect(reader.aim(Uint32Array.of(...all, MOST_TARGETS + 1), 0)).toBe(false);
});

/** Of a few blocks that are not full, how many each has. */
function fewSizes(random: (below: number) => number): readonly number[] {
  return Array.from({ length: random(5) }, () => 1 + random(BLOCK));
}

/** A varint a gap. */
function gapsOf(positions: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(8 * positions.length);
  let [end, least] = [0, 0];
  for (const position of positions) {
    end = writeVarint(bytes, end, position - least);
    least = position + 1;
  }
  return bytes.subarray(0, end);
}

/** Blocks of some sizes, then full ones, each behind the last; and the words of their skip table. */
function blocksOf(
  positions: readonly number[],
  sizes: readonly number[],
): { readonly bytes: Uint8Array; readonly skips: readonly number[] } {
  const blocks: Uint8Array[] = [];
  const skips: number[] = [];
  let [at, length, floor] = [0, 0, 0];
  while (at < positions.length) {
    const block = Uint32Array.from(positions.slice(at, at + (sizes[blocks.length] ?? BLOCK)));
    const bytes = written(block, floor);
    blocks.push(bytes);
    skips.push(floor, length);
    at += block.length;
    length += bytes.length;
    floor = (block.at(-1) ?? 0) + 1;
  }
  return { bytes: Buffer.concat(blocks), skips };
}

/** A reader of a list of blocks and its skip table among other bytes. */
function heldBlocks(
  bytes: Uint8Array,
  skips: readonly number[],
): { readonly reader: BlockReader; readonly place: number; readonly table: number } {
  holder.top = 0x2_0000;
  const positions = holder.take(READER_BYTES);
  const table = holder.take(8 * MOST_BLOCKS);
  holder.words.set(skips, table >>> 2);
  const place = holder.take(bytes.length + SPARE_BYTES) + 3;
  holder.bytes.fill(0xff, place - 3, place + bytes.length + SPARE_BYTES - 3);
  holder.bytes.set(bytes, place);
  return { reader: new BlockReader(holder, positions), place, table };
}
