import { expect, test } from 'vitest';
import { documentOf, markedDocument, Workbench, type Document } from '../../test/workbench.ts';
import { ZoneColumn } from './zone-columns.ts';

/** Stored ranges of each document that has any, by number of the document. */
function rangesIn(bench: Workbench, documents: readonly Document[], zone: number): Map<number, number[]> {
  const segment = bench.build(documents);
  const column = new ZoneColumn(segment, bench.cache, zone);
  const found = new Map<number, number[]>();
  for (let docId = 0; docId < documents.length; docId++) {
    const ranges = [...column.stored(docId)];
    expect(column.ranges(docId) === null).toBe(ranges.length === 0);
    if (ranges.length > 0) found.set(docId, ranges);
  }
  return found;
}

test('blocks of documents have the ranges of each, and those without any have no bytes', () => {
  const bench = new Workbench();
  const documents = Array.from({ length: 200 }, (_, index) =>
    [3, 63, 64, 199].includes(index)
      ? markedDocument(index, `${index}<1>ab</1>`)
      : documentOf(index, 'x', 'y'),
  );
  expect(rangesIn(bench, documents, 0)).toEqual(new Map());
  expect(rangesIn(bench, documents, 1)).toEqual(
    // The number has one byte, two and three; in the first and the last case, the last byte is stored.
    new Map([
      [3, [1, 2, 0x62]],
      [63, [2, 2]],
      [64, [2, 2]],
      [199, [3, 2, 0x62]],
    ]),
  );
  const { zones, footer } = bench.build(documents);
  const sizes = zones.map((blocks) => [...blocks].map((at) => at - footer.symbolsEnd));
  // A byte for each document of a block with ranges: 64 of the first two, 8 of the last one.
  expect(sizes).toEqual([
    [0, 0, 0, 0, 0],
    [0, 69, 135, 135, 146],
  ]);
  expect(bench.build(documents.slice(4, 60)).zones).toEqual([]);
});

test('ranges of a document that are longer than a granule are read', () => {
  const bench = new Workbench();
  const documents = [
    documentOf(1, 'x'),
    markedDocument(2, '<0>a</0>b'.repeat(20_000)),
    markedDocument(3, '<0>c</0>d'),
  ];
  const found = rangesIn(bench, documents, 0);
  expect(found.get(1)).toHaveLength(40_000);
  expect(found.get(2)).toEqual([0, 1]);
});
