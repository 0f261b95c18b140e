import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { documentOf, ownerOf, Workbench } from '../../test/workbench.ts';
import { DocIdSlice } from '../codec/doc-ids.ts';
import { nodeDisk } from '../disk.ts';
import { FourgramsWriter } from '../segment/fourgrams.ts';
import { SegmentWriter } from '../segment/segment-writer.ts';
import { verifySegment } from './verify-segment.ts';

const IDS = Float64Array.of(1, 2, 3, 4);

/** 4-grams of the first trigram, whose documents are 0, 1 and 3; their members are indexes among these. */
interface Wrong {
  readonly unlisted?: readonly number[];
  readonly fourths?: readonly (readonly [fourth: number, indexes: readonly number[]])[];
}

/** Writes a segment of `abcd`, `abcd`, `xxxx` and `abcd`. */
function write({ unlisted = [], fourths = [[0x64, [0, 1, 2]]] }: Wrong): string {
  const path = `${temporaryFolder()}/1.segment`;
  const writer = new SegmentWriter(nodeDisk, path, {
    ids: IDS,
    owners: Uint32Array.from(IDS, ownerOf),
    starts: Uint32Array.of(0, 3, 6, 9, 12),
  });
  const of = (...docIds: readonly number[]): DocIdSlice => new DocIdSlice(Uint32Array.from(docIds));
  const trigramPositions = (third: number, ...positions: readonly number[]): void =>
    writer.writePositions(third, (list) => {
      for (const position of positions) list.push(position);
    });
  const fourgrams = new FourgramsWriter();
  const listFourgrams = (third: number): void => {
    fourgrams.begin(third === 0x78 ? 1 : 3, of());
    if (third === 0x78) fourgrams.add(third, of(0));
    writer.trigramFourgrams(third, fourgrams);
  };
  trigramPositions(0x63, 0, 3, 9);
  writer.pairDocuments(of(0, 1, 3));
  writer.trigramDocuments(0x63, of(0, 1, 3));
  fourgrams.begin(3, of(...unlisted));
  for (const [fourth, indexes] of fourths) fourgrams.add(fourth, of(...indexes));
  writer.trigramFourgrams(0x63, fourgrams);
  writer.endGroup(0x6162);
  writer.pairDocuments(of(0, 1, 3));
  writer.trigramDocuments(0x64, of(0, 1, 3));
  listFourgrams(0x64);
  writer.endGroup(0x6263);
  trigramPositions(0xff, 1, 4, 10);
  writer.pairDocuments(of(0, 1, 3));
  writer.endGroup(0x6364);
  trigramPositions(0x78, 6);
  trigramPositions(0xff, 7);
  writer.pairDocuments(of(2));
  writer.trigramDocuments(0x78, of(2));
  listFourgrams(0x78);
  writer.endGroup(0x7878);
  for (const symbol of [0x61, 0x62, 0x63, 0x64]) writer.symbolDocuments(symbol, of(0, 1, 3));
  writer.symbolDocuments(0x78, of(2));
  writer.finish();
  return path;
}

test('4-grams that are written correctly are those that are built', () => {
  const bench = new Workbench();
  const built = bench.build(['abcd', 'abcd', 'xxxx', 'abcd'].map((text, at) => documentOf(at + 1, text)));
  expect(readFileSync(write({})).equals(readFileSync(built.path))).toBe(true);
  verifySegment(nodeDisk, built.path);
  verifySegment(nodeDisk, write({ unlisted: [1], fourths: [[0x64, [0, 2]]] }));
});

test.each<[what: string, wrong: Wrong, problem: string]>([
  ['a 4-gram without documents', { fourths: [[0x64, []]] }, 'with fourth byte 100 are none'],
  [
    '4-grams that do not ascend',
    {
      fourths: [
        [0x64, [0]],
        [0x64, [1]],
      ],
    },
    'with fourth byte 100 stand after 100',
  ],
  ['the end of a part', { fourths: [[0xff, [0]]] }, 'with fourth byte 255 stand after -1'],
  [
    'a document that lacks the last three bytes',
    { fourths: [[0x78, [1, 2]]] },
    'with fourth byte 120 name 2 documents that lack their last three bytes',
  ],
  [
    'indexes above those of the trigram',
    { fourths: [[0x64, [0, 6]]] },
    'with fourth byte 100 are bits 65 of 3',
  ],
  [
    'unlisted documents above those of the trigram',
    { unlisted: [3] },
    'have unlisted documents that have 3 as number 0',
  ],
])('%s', (_, wrong, problem) => {
  expect(() => verifySegment(nodeDisk, write(wrong))).toThrow(
    `is damaged: 4-grams of trigram 61 62 63 ${problem}`,
  );
});
