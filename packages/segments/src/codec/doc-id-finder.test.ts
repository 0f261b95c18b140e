import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Kernel } from '../kernel/kernel.ts';
import { DocIdFinder, FINDER_BYTES, MAX_CANDIDATES } from './doc-id-finder.ts';
import { isBitmap, maxDocIdsBytes, writeDocIds } from './doc-ids.ts';

const LIST_BYTES = 1 << 16;

const kernel = new Kernel();
const finder = new DocIdFinder(kernel, kernel.take(FINDER_BYTES));
/** An address that is a multiple of nothing. */
const address = kernel.take(LIST_BYTES + 1) + 1;

/** Writes a list to the address, among bytes that are not a list. */
function write(docIds: readonly number[], documents: number): void {
  kernel.bytes.fill(0xa5, address, address + LIST_BYTES);
  const list = new Uint8Array(maxDocIdsBytes(docIds.length, documents));
  const end = writeDocIds(list, 0, Uint32Array.from(docIds), 0, docIds.length, documents);
  kernel.bytes.set(list.subarray(0, end), address);
}

/** Some of so many documents, each as likely as one in `apart`, and some of those around them. */
const lists = fc
  .record({
    documents: fc.constantFrom(9, 100, 256, 257, 3_000, 60_000),
    apart: fc.constantFrom(2, 9, 30, 127, 128, 129, 300, 5_000),
    wantedApart: fc.constantFrom(1, 3, 40, 2_000),
    gaps: fc.array(fc.nat({ max: 999 }), { minLength: 40, maxLength: 40 }),
  })
  .map(({ documents, apart, wantedApart, gaps }) => {
    const some = (step: number, from: number): number[] => {
      const docIds: number[] = [];
      let at = from;
      for (let round = from; at < documents; round++) {
        docIds.push(at);
        at += 1 + Math.floor(((gaps[round % gaps.length] ?? 0) / 500) * (step - 1));
      }
      return docIds;
    };
    return { documents, list: some(apart, 1), wanted: some(wantedApart, 0).slice(0, MAX_CANDIDATES) };
  });

test('finds the members of a list of gaps, or of bits, and counts those before each', () => {
  let [inGaps, inBits, found] = [0, 0, 0];
  const law = fc.property(lists, ({ documents, list, wanted }) => {
    write(list, documents);
    const members = new Map(list.map((docId, rank) => [docId, rank]));
    const expected = wanted.flatMap((docId, index) => (members.has(docId) ? [index] : []));
    found += expected.length;
    const candidates = Uint32Array.from([...wanted, 0]);
    const indexes = new Uint32Array(wanted.length + 1).fill(77);
    const ranks = new Uint32Array(wanted.length + 1).fill(77);
    const isInBits = isBitmap(list.length, documents);
    if (isInBits) inBits++;
    else inGaps++;
    const alone = isInBits
      ? expected
      : [
          ...indexes.subarray(
            0,
            finder.find(address, list.length, documents, candidates, wanted.length, indexes),
          ),
        ];
    expect(alone).toEqual(expected);
    indexes.fill(77);
    const count = finder.rank(address, list.length, documents, candidates, wanted.length, indexes, ranks);
    expect([...indexes.subarray(0, count)]).toEqual(expected);
    const before = expected.map((index) => members.get(wanted[index] ?? 0));
    expect([...ranks.subarray(0, count)]).toEqual(before);
    expect(ranks[wanted.length]).toBe(77);
    expect(indexes[wanted.length]).toBe(77);
  });
  fc.assert(law, { numRuns: 600 });
  expect(Math.min(inGaps, inBits)).toBeGreaterThan(60);
  expect(found).toBeGreaterThan(10_000);
});

test('nothing is found among no candidates, or in an empty list', () => {
  write([3, 70], 100);
  const indexes = new Uint32Array(2);
  expect(finder.find(address, 2, 100, Uint32Array.of(3), 0, indexes)).toBe(0);
  expect(finder.find(address, 0, 100, Uint32Array.of(3), 1, indexes)).toBe(0);
  expect(finder.find(address, 2, 100, Uint32Array.of(71, 72), 2, indexes)).toBe(0);
  expect(finder.rank(address, 2, 100, Uint32Array.of(3), 0, indexes, indexes)).toBe(0);
});
