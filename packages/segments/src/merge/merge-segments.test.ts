import { expect, test } from 'vitest';
import { checkMerges } from '../../test/check-merges.ts';
import { contentsOf, expectedContents } from '../../test/contents.ts';
import { listedTrigrams, wrongFourgrams } from '../../test/fourgrams.ts';
import { seededRandom } from '../../test/seeded-random.ts';
import { watchedDisk } from '../../test/watched-disk.ts';
import { documentOf, queryOf, randomLetters, scan, Workbench, type Document } from '../../test/workbench.ts';
import { DocIdSlice } from '../codec/doc-ids.ts';
import { nodeDisk } from '../disk.ts';
import { MAX_SEGMENT_BYTES } from '../segment/format.ts';
import { SegmentWriter } from '../segment/segment-writer.ts';
import { verifySegment } from '../verify/verify-segment.ts';
import { mergeSegments } from './merge-segments.ts';

test('a merged segment has the lists of one that is built of the live documents', () => {
  // merge-segments.slow.test.ts tries many more.
  expect(checkMerges(5)).toBe(5);
});

test('long lists are moved in blocks around dead documents', () => {
  const bench = new Workbench();
  // In each document more than eight blocks of "aaa", so that some are copied as they are.
  const document = (id: number): ReturnType<typeof documentOf> =>
    documentOf(id, 'a'.repeat(6_001), 'ba'.repeat(id));
  const first = bench.build([1, 2, 3].map(document));
  const second = bench.build([4, 5, 6, 7].map(document));
  for (const dead of [[], [1], [2], [3, 4], [1, 2, 3, 4, 6], [7]]) {
    const isLive = (id: number): boolean => !dead.includes(id);
    const live = [1, 2, 3, 4, 5, 6, 7].filter(isLive).map(document);
    const merged = bench.merge([first, second], isLive);
    expect(contentsOf(merged, bench.cache)).toEqual(expectedContents(live));
    expect(verifySegment(nodeDisk, bench.merge([merged]).path)).toEqual(verifySegment(nodeDisk, merged.path));
    expect(bench.search(merged, queryOf(['a'.repeat(6_001)], ['ba'.repeat(6)]))).toEqual(
      [1, 2, 3, 4, 5].filter(isLive),
    );
  }
});

test('blocks that end near the end of a document are moved with all their positions', () => {
  const bench = new Workbench();
  for (let less = -2; less < 7; less++) {
    // Ten blocks of "aaa" in each document, less or more a few.
    const documents = [1, 2, 3, 4].map((id) => documentOf(id, 'a'.repeat(2_561 - 2 * less)));
    const segment = bench.build(documents);
    for (const dead of [[1], [2], [3], [1, 3]]) {
      const isLive = (id: number): boolean => !dead.includes(id);
      const merged = bench.merge([segment], isLive);
      expect(contentsOf(merged, bench.cache)).toEqual(
        expectedContents(documents.filter(({ id }) => isLive(id))),
      );
    }
  }
});

test('4-grams survive a merge with segments that do not list them', () => {
  const bench = new Workbench();
  const random = seededRandom(11);
  const pages = (first: number, count: number, alphabet: string): Document[] =>
    Array.from({ length: count }, (_, index) =>
      documentOf(first + index, randomLetters(random, alphabet, 60)),
    );
  const many = pages(1, 90, 'abcd');
  // One document with so many trigrams that the 4-grams of none are listed, then some in which 'aba' is rare.
  const one = [documentOf(100, randomLetters(random, 'abcdefghij', 5_000))];
  const others = pages(200, 20, 'efghij').map((document, index) =>
    index === 7 ? documentOf(207, 'abab') : document,
  );
  const segments = [many, one, others].map((documents) => bench.build(documents));
  expect(listedTrigrams(bench.build(one), bench.cache).trigrams).toEqual([]);
  const documents = [...many, ...one, ...others];
  const merged = bench.merge(segments);
  expect(wrongFourgrams(merged, bench.cache, documents)).toEqual([]);
  const { trigrams, unlisted } = listedTrigrams(merged, bench.cache);
  expect(trigrams).toContain(Buffer.from('aba').readUIntBE(0, 3));
  expect(unlisted).toBeGreaterThan(trigrams.length / 2);
  const again = bench.merge([bench.merge(segments.slice(0, 2)), bench.build(others)], (id) => id !== 3);
  expect(
    wrongFourgrams(
      again,
      bench.cache,
      documents.filter(({ id }) => id !== 3),
    ),
  ).toEqual([]);
  for (const first of 'abe') {
    for (const rest of ['bab', 'bca', 'ddd', 'fgh', 'aba', 'babc', 'ababa', 'bcdab']) {
      const query = queryOf([`${first}${rest}`]);
      expect(bench.search(merged, query), `${first}${rest}`).toEqual(scan(documents, query));
      expect(bench.search(again, query)).toEqual(scan(documents, query).filter((id) => id !== 3));
    }
  }
});

/** A segment of one document that holds `abcd` at its very end, and claims that much more text comes before. */
function farAway(bench: Workbench, id: number, textBytes: number): string {
  const path = bench.newPath();
  const half = textBytes / 2;
  const writer = new SegmentWriter(nodeDisk, path, {
    ids: Float64Array.of(id),
    owners: Uint32Array.of(1),
    starts: Uint32Array.of(0, half),
  });
  const only = new DocIdSlice(Uint32Array.of(0));
  for (const [pair, third, at] of [
    [0x6162, 0x63, half - 3],
    [0x6263, 0x64, null],
    [0x6364, 0xff, half - 2],
  ] as const) {
    writer.pairDocuments(only);
    if (third !== 0xff) writer.trigramDocuments(third, only);
    if (at !== null) writer.writePositions(third, (list) => list.push(at));
    writer.endGroup(pair);
  }
  for (const symbol of [0x61, 0x62, 0x63, 0x64]) writer.symbolDocuments(symbol, only);
  writer.finish();
  return path;
}

test('segments are merged up to the longest text, where terms are found up to its end, and not beyond', () => {
  const bench = new Workbench();
  const parts = [1, 2, 3].map((id) =>
    bench.open(farAway(bench, id, id === 3 ? MAX_SEGMENT_BYTES - 2 ** 32 + 2 ** 23 : 2 ** 31 - 2 ** 22)),
  );
  const merged = bench.merge(parts);
  expect(merged.footer.textBytes).toBe(MAX_SEGMENT_BYTES);
  expect(bench.search(merged, queryOf(['abcd']))).toEqual([1, 2, 3]);
  // Far from the hit, so that it would have to begin before the text.
  for (const term of ['abcda', 'zabcd', 'dabcd', `${'abcd'.repeat(200)}abc`, `abc${'d'.repeat(2_000)}`])
    expect(bench.search(merged, queryOf([term]))).toEqual([]);
  const more = [...parts, bench.build([documentOf(4, '')])];
  expect(() => bench.merge(more)).toThrow(
    `a text of ${MAX_SEGMENT_BYTES + 2} bytes is too long for a segment`,
  );
  expect(
    bench.search(
      bench.merge(more, (id) => id !== 2),
      queryOf(['abcd']),
    ),
  ).toEqual([1, 3]);
});

test('lists far back in a long text are searched there, and move forward when the text before them is dead', () => {
  const bench = new Workbench();
  const random = seededRandom(31);
  const documents = Array.from({ length: 40 }, (_, index) =>
    documentOf(
      index + 2,
      `${randomLetters(random, 'abcd', 2_000)}${index % 7 === 0 ? '    '.repeat(90) : ''}`,
    ),
  );
  const far = bench.open(farAway(bench, 1, 5 * 2 ** 30));
  const afterFar = bench.merge([far, bench.build(documents)]);
  const last = bench.build([documentOf(100, 'abcdabc')]);
  const moved = bench.merge([afterFar, last], (id) => id !== 1 && id !== 9);
  const terms = ['abcd', 'bcda', 'abcdab', 'a'.repeat(6), 'abcabcab', '    ', 'd        ', 'dddd', 'cabacb'];
  const first = documentOf(1, 'abcd');
  for (const term of terms) {
    const query = queryOf([term]);
    expect(bench.search(afterFar, query), `term ${term}`).toEqual(scan([first, ...documents], query));
    const left = [...documents.filter(({ id }) => id !== 9), documentOf(100, 'abcdabc')];
    expect(bench.search(moved, query), `term ${term}`).toEqual(scan(left, query));
  }
  expect(afterFar.starts[1]).toBeGreaterThan(2 ** 31);
  expect(verifySegment(nodeDisk, moved.path).documents).toBe(40);
});

test('a merge that is given up closes what it had opened', () => {
  const bench = new Workbench();
  const segment = bench.build([documentOf(1, 'abcdefgh')]);
  const { disk, open, opened } = watchedDisk();
  let pairs = 0;
  const giveUp = (): void => {
    if (++pairs === 3) throw new Error('enough');
  };
  const inputs = [{ segment, isLive: () => true }];
  expect(() => mergeSegments(disk, inputs, bench.newPath(), giveUp)).toThrow('enough');
  expect(pairs).toBe(3);
  expect(opened()).toBe(1);
  expect(open.size).toBe(0);
  expect(bench.search(segment, queryOf(['cdef']))).toEqual([1]);
});
