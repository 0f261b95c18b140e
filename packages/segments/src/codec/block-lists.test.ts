import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { heldIn, holder, written } from '../../test/blocks.ts';
import { seededRandom } from '../../test/seeded-random.ts';
import {
  BLOCK,
  BlockReader,
  MAX_BLOCKS,
  MAX_LISTED_BLOCKS,
  MAX_TARGETS,
  READER_BYTES,
  SPARE_BYTES,
} from './blocks.ts';
import { writeVarint } from './varint.ts';

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

/** The targets that stand in a list, by index. */
function met(targets: readonly number[], list: readonly number[], offset: number): readonly number[] {
  const held = new Set(list);
  return [...targets.keys()].filter((index) => held.has((targets[index] ?? 0) + offset));
}

/** Compares long lists, for which `toEqual` takes long. */
function isSame(one: Uint32Array, other: readonly number[]): boolean {
  return one.length === other.length && other.every((value, index) => one[index] === value);
}

test('targets in a list of gaps are found among others', () => {
  const lists = fc
    .constantFrom(300, 100_000)
    .chain((most) => fc.tuple(numbers(most, BLOCK - 1), numbers(most, 400), fc.integer({ min: -1, max: 1 })));
  const law = fc.property(lists, ([list, others, offset]) => {
    const targets = targetsAround(others, list, offset);
    const { reader, address } = heldIn(gapsOf(list));
    expect(reader.setTargets(Uint32Array.from(targets), offset)).toBe(true);
    const found = reader.findInGaps(address, list.length);
    expect([...reader.found.subarray(0, found)]).toEqual(met(targets, list, offset));
  });
  fc.assert(law, { numRuns: 300 });
});

test('targets in blocks are found, whether few or many in a block, full or not', () => {
  const random = seededRandom(11);
  let found = 0;
  for (let round = 0; round < 300; round++) {
    const most = [1_000, 20_000, 2 ** 32 - 2][round % 3] ?? 0;
    const drawn = (count: number): readonly number[] =>
      [...new Set(Array.from({ length: count }, () => random(most)))].sort((a, b) => a - b);
    const blocks = round % 30 === 1 ? MAX_BLOCKS : 16;
    const list = drawn(1 + random(blocks * BLOCK - 4 * BLOCK));
    const offset = random(3) - 1;
    const some = list.filter((_, index) => index % Math.ceil(list.length / 2_000) === 0);
    const targets = targetsAround(drawn(random(400)), random(2) === 0 ? [] : some, offset);
    const { bytes, skips } = blocksOf(list, fewSizes(random));
    const { reader, address, table } = heldBlocks(bytes, skips);
    expect(reader.setTargets(Uint32Array.from(targets), offset)).toBe(true);
    reader.storeSkips(table, skips.length / 2);
    const hits = reader.found.subarray(0, reader.findInBlocks(address, bytes.length, skips.length / 2));
    expect(isSame(hits, met(targets, list, offset))).toBe(true);
    found += hits.length;
  }
  expect(found).toBeGreaterThan(10_000);
});

test('all of a list is unpacked, whether gaps or blocks, full or not', () => {
  const random = seededRandom(12);
  for (let round = 0; round < 30; round++) {
    const most = round % 2 === 0 ? 2 ** 32 - 2 : 40_000;
    const count = 1 + random(MAX_LISTED_BLOCKS * BLOCK - 4 * BLOCK);
    const list = [...new Set(Array.from({ length: count }, () => random(most)))].sort((a, b) => a - b);
    const { bytes, skips } = blocksOf(list, fewSizes(random));
    const { reader, address, table } = heldBlocks(bytes, skips);
    reader.storeSkips(table, skips.length / 2);
    const listed = reader.listBlocks(address, bytes.length, skips.length / 2);
    expect(isSame(listed, list)).toBe(true);
    const few = list.slice(0, BLOCK - 1);
    const gaps = heldIn(gapsOf(few));
    expect([...gaps.reader.listGaps(gaps.address, few.length)]).toEqual(few);
    // What was listed before stays as it is.
    expect(isSame(listed, list)).toBe(true);
  }
});

test('there are no targets any more after a list was unpacked in their place', () => {
  const { bytes, skips } = blocksOf([5, 9], []);
  const { reader, address, table } = heldBlocks(bytes, skips);
  expect(reader.setTargets(Uint32Array.of(5), 0)).toBe(true);
  reader.storeSkips(table, 1);
  expect(reader.findInBlocks(address, bytes.length, 1)).toBe(1);
  expect([...reader.listBlocks(address, bytes.length, 1)]).toEqual([5, 9]);
  expect(reader.findInBlocks(address, bytes.length, 1)).toBe(0);
});

test('a damaged skip table leads to no reading beyond the list', () => {
  const { bytes } = blocksOf([5, 9], []);
  const { reader, address, table } = heldBlocks(bytes, [0, 2 ** 32 - 1]);
  expect(reader.setTargets(Uint32Array.of(5), 0)).toBe(true);
  reader.storeSkips(table, 1);
  // The list is followed by bytes of 255: a block of 127 varints.
  expect(reader.findInBlocks(address, bytes.length, 1)).toBe(0);
});

test('a reader takes the maximum of targets and no more', () => {
  const { reader, address } = heldIn(gapsOf([5, MAX_TARGETS]));
  const all = Uint32Array.from({ length: MAX_TARGETS }, (_, index) => index + 1);
  expect(reader.setTargets(all, 0)).toBe(true);
  expect([...reader.found.subarray(0, reader.findInGaps(address, 2))]).toEqual([4, MAX_TARGETS - 1]);
  expect(reader.setTargets(Uint32Array.of(...all, MAX_TARGETS + 1), 0)).toBe(false);
});

/** Number of positions of each of a few blocks that are not full. */
function fewSizes(random: (below: number) => number): readonly number[] {
  return Array.from({ length: random(5) }, () => 1 + random(BLOCK));
}

/** A varint for each gap. */
function gapsOf(positions: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(8 * positions.length);
  let [end, least] = [0, 0];
  for (const position of positions) {
    end = writeVarint(bytes, end, position - least);
    least = position + 1;
  }
  return bytes.subarray(0, end);
}

/** Blocks of some sizes, then full ones, each after the last; and the words of their skip table. */
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
): { readonly reader: BlockReader; readonly address: number; readonly table: number } {
  holder.top = 0x2_0000;
  const positions = holder.take(READER_BYTES);
  const table = holder.take(8 * MAX_BLOCKS);
  holder.words.set(skips, table >>> 2);
  const address = holder.take(bytes.length + SPARE_BYTES) + 3;
  holder.bytes.fill(0xff, address - 3, address + bytes.length + SPARE_BYTES - 3);
  holder.bytes.set(bytes, address);
  return { reader: new BlockReader(holder, positions), address, table };
}
