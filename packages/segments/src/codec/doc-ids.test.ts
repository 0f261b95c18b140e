import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findDocIds, isBitmap, maxDocIdsBytes, rankDocIds, readDocIds, writeDocIds } from './doc-ids.ts';

function written(docIds: readonly number[], documents: number): Uint8Array {
  const bytes = new Uint8Array(maxDocIdsBytes(docIds.length, documents) + 3).fill(0x5a);
  // In the middle of a longer array, and of a buffer with other bytes.
  const end = writeDocIds(bytes, 2, Uint32Array.of(9, ...docIds, 9), 1, 1 + docIds.length, documents);
  expect(end).toBeLessThan(bytes.length);
  expect([bytes[0], bytes[1], ...bytes.subarray(end)].every((byte) => byte === 0x5a)).toBe(true);
  return bytes.slice(2, end);
}

function read(bytes: Uint8Array, count: number, documents: number): number[] {
  const into = new Uint32Array(count + 1).fill(77);
  readDocIds(Uint8Array.of(0xff, ...bytes, 0xff), 1, count, documents, into);
  expect(into[count]).toBe(77);
  return Array.from(into.subarray(0, count));
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

test.each<[what: string, docIds: number[], documents: number, bytes: number[]]>([
  ['none', [], 100, []],
  ['all', upTo(1_000), 1_000, []],
  ['the only one', [0], 1, []],
  ['none of none', [], 0, []],
  // A byte of bits for up to eight documents: one of them is many.
  ['one of eight', [3], 8, [0b1000]],
  ['two of nine', [0, 8], 9, [1, 1]],
  ['one of nine', [8], 9, [8]],
  // 20 documents have three bytes of bits.
  ['two of 20', [3, 19], 20, [3, 15]],
  ['three of 20', [3, 4, 19], 20, [0b11000, 0, 0b1000]],
  ['a byte a gap of 256', [0, 255], 256, [0, 254]],
  ['varints of 257', [0, 256], 257, [0, 0xff, 1]],
  ['few of many, far apart', [0, 128, 257, 70_000], 100_000, [0, 127, 0x80, 1, 0xee, 0xa0, 0x04]],
])('%s', (_, docIds, documents, expected) => {
  const bytes = written(docIds, documents);
  expect([...bytes]).toEqual(expected);
  expect(read(bytes, docIds.length, documents)).toEqual(docIds);
});

test('a list is a bitmap once that takes no more bytes than gaps', () => {
  expect([isBitmap(0, 8), isBitmap(1, 8), isBitmap(1, 9), isBitmap(2, 16), isBitmap(2, 17)]).toEqual([
    false,
    true,
    false,
    true,
    false,
  ]);
});

/** Two sets of documents, each with as many as all, most, some or few. */
const sets = fc.integer({ min: 1, max: 400 }).chain((documents) => {
  const set = fc
    .record({
      keep: fc.constantFrom(100, 90, 50, 13, 5, 1, 0),
      seeds: fc.array(fc.nat({ max: 99 }), { minLength: documents, maxLength: documents }),
    })
    .map(({ keep, seeds }) => upTo(documents).filter((docId) => (seeds[docId] ?? 0) < keep));
  return fc.record({ documents: fc.constant(documents), list: set, candidates: set });
});

test('any list is read as it was written, and its members are found among candidates', () => {
  const law = fc.property(sets, ({ documents, list, candidates }) => {
    const bytes = written(list, documents);
    expect(read(bytes, list.length, documents)).toEqual(list);
    const wanted = Uint32Array.from([...candidates, 1, 2, 3]);
    const indexes = new Uint32Array(candidates.length + 1).fill(77);
    const count = findDocIds(bytes, 0, list.length, documents, wanted, candidates.length, indexes);
    const members = new Set(list);
    const expected = candidates.flatMap((docId, index) => (members.has(docId) ? [index] : []));
    expect([...indexes.subarray(0, count)]).toEqual(expected);
    expect(indexes[candidates.length]).toBe(77);
    expect([...wanted]).toEqual([...candidates, 1, 2, 3]);
    if (!isBitmap(list.length, documents)) return;
    const ranks = new Uint32Array(candidates.length + 1).fill(77);
    indexes.fill(77);
    expect(rankDocIds(bytes, 0, list.length, documents, wanted, candidates.length, indexes, ranks)).toBe(
      count,
    );
    expect([...indexes.subarray(0, count)]).toEqual(expected);
    const ranked = Array.from(ranks.subarray(0, count), (rank) => list[rank]);
    expect(ranked).toEqual(expected.map((index) => candidates[index]));
    expect([indexes[candidates.length], ranks[candidates.length]]).toEqual([77, 77]);
  });
  fc.assert(law, { numRuns: 400 });
});
