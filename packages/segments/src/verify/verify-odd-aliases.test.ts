import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { DocIdSlice } from '../codec/doc-ids.ts';
import { nodeDisk } from '../disk.ts';
import { SegmentWriter } from '../segment/segment-writer.ts';
import { verifySegment } from './verify-segment.ts';

const END = 0xff;

/** Documents of a trigram, and positions; of an odd-offset alias positions alone. */
type Listed = readonly [third: number, documents: readonly number[], positions: readonly number[]];

interface Groups {
  readonly ofB420: readonly Listed[];
  readonly ofB421: readonly Listed[];
  readonly ofD0b4: readonly Listed[];
}

/** `aд `, six bytes with its separators: the odd-offset position 1 of `д ` is listed. */
const right: Groups = {
  ofB420: [[END, [], [1]]],
  ofB421: [],
  ofD0b4: [
    [0x20, [0], []],
    [0xa0, [], [0]],
  ],
};

function write(changes: Partial<Groups>): string {
  const path = `${temporaryFolder()}/1.segment`;
  const documents = { ids: Float64Array.of(7), owners: Uint32Array.of(1), starts: Uint32Array.of(0, 3) };
  const writer = new SegmentWriter(nodeDisk, path, documents);
  const list = (docIds: readonly number[]): DocIdSlice => new DocIdSlice(Uint32Array.from(docIds));
  const group = (pair: number, listed: readonly Listed[]): void => {
    for (const [third, , positions] of listed) {
      writer.writePositions(third, (into) => {
        for (const position of positions) into.push(position);
      });
    }
    writer.pairDocuments(list([0]));
    for (const [third, documents] of listed) writer.trigramDocuments(third, list(documents));
    writer.endGroup(pair);
  };
  const { ofB420, ofB421, ofD0b4 } = { ...right, ...changes };
  group(0xb420, ofB420);
  group(0xb421, ofB421);
  group(0xd0b4, ofD0b4);
  group(0x61d0, [[0xb4, [0], [0]]]);
  for (const symbol of [0x20, 0x21, 0x61, 0xb4, 0xd0]) writer.symbolDocuments(symbol, list([0]));
  writer.finish();
  return path;
}

test('odd-offset positions beside their trigram are in order', () => {
  expect(verifySegment(nodeDisk, write({}))).toMatchObject({ positions: 3 });
});

test.each<[what: string, ofD0b4: readonly Listed[], problem: string]>([
  ['no trigram', [[0xa0, [], [0]]], 'are listed without it'],
  [
    'documents',
    [
      [0x20, [0], []],
      [0xa0, [0], [0]],
    ],
    'have documents of their own',
  ],
  [
    'a position after the text',
    [
      [0x20, [0], []],
      [0xa0, [], [2]],
    ],
    'have 2, which is in none of its documents',
  ],
])('an odd-offset alias with %s is named', (_, ofD0b4, problem) => {
  const path = write({ ofD0b4 });
  expect(() => verifySegment(nodeDisk, path)).toThrow(
    `is damaged: odd-offset positions of trigram d0 b4 20 ${problem}`,
  );
});

test('two trigrams at one odd-offset position are reported', () => {
  const path = write({
    ofD0b4: [
      [0x20, [0], []],
      [0x21, [0], []],
      [0xa0, [], [0]],
      [0xa1, [], [0]],
    ],
  });
  expect(() => verifySegment(nodeDisk, path)).toThrow(
    'odd-offset positions of trigram d0 b4 21 have 0, where another trigram stands',
  );
});
