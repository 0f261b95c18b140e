import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { FaultyDisk } from '../../test/faulty-disk.ts';
import { resealed } from '../../test/resealed.ts';
import { seededRandom } from '../../test/seeded-random.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { documentOf, markedDocument, ownerOf, randomLetters, Workbench } from '../../test/workbench.ts';
import { DocIdSlice } from '../codec/doc-ids.ts';
import { nodeDisk } from '../disk.ts';
import { SegmentsCorrupt } from '../errors.ts';
import type { PositionsWriter } from '../segment/positions-writer.ts';
import { SegmentWriter } from '../segment/segment-writer.ts';
import { verifySegment } from './verify-segment.ts';

test('an intact segment is counted: documents, trigrams with ends of parts, even positions', () => {
  const bench = new Workbench();
  // "abcd": abc, bcd and the end cd; of these, abc and cd stand at even offsets. "ab": its end alone. "x": nothing.
  const { path } = bench.build([documentOf(1, 'abcd'), documentOf(2), documentOf(5, '', 'ab', 'x')]);
  expect(verifySegment(nodeDisk, path)).toEqual({ documents: 3, trigrams: 4, positions: 3 });
  const empty = bench.build([documentOf(7), documentOf(8, '')]);
  expect(verifySegment(nodeDisk, empty.path)).toEqual({ documents: 2, trigrams: 0, positions: 0 });
});

test('a bit that is flipped in any byte of the file is found', () => {
  const bench = new Workbench();
  const { path } = bench.build([
    documentOf(3, 'abracadabra', 'é'),
    documentOf(9, 'x'.repeat(600)),
    markedDocument(10, '<0>abra</0>cad<1>abra</1>'),
  ]);
  const whole = readFileSync(path);
  for (let at = 0; at < whole.length; at++) {
    const flipped = Buffer.from(whole);
    flipped[at] = (whole[at] ?? 0) ^ (1 << (at % 8));
    writeFileSync(path, flipped);
    expect(() => verifySegment(nodeDisk, path), `byte ${at}`).toThrow(SegmentsCorrupt);
  }
});

test('a truncated file is noticed wherever it ends', () => {
  const bench = new Workbench();
  const { path } = bench.build([documentOf(3, 'abracadabra'), markedDocument(4, '<0>abra</0>cad')]);
  const whole = readFileSync(path);
  for (let length = 0; length < whole.length; length++) {
    writeFileSync(path, whole.subarray(0, length));
    expect(() => verifySegment(nodeDisk, path), `${length} bytes`).toThrow(SegmentsCorrupt);
  }
});

function isFound(path: string): boolean {
  try {
    verifySegment(nodeDisk, path);
    return false;
  } catch (error) {
    if (error instanceof SegmentsCorrupt) return true;
    throw error;
  }
}

test('wrong lists under right checksums are found, except positions that no text contradicts', () => {
  const bench = new Workbench();
  const random = seededRandom(11);
  const documents = Array.from({ length: 60 }, (_, index) =>
    documentOf(
      3 * index + 1,
      ...Array.from({ length: random(4) }, () => randomLetters(random, 'aab <div>é', random(300))),
      'x'.repeat(random(300)),
    ),
  );
  const { path, footer } = bench.build(documents);
  const whole = readFileSync(path);
  let found = 0;
  for (let round = 0; round < 300; round++) {
    const at = random(footer.bodyEnd);
    const bit = 1 << random(8);
    writeFileSync(
      path,
      resealed(whole, (body) => body.set([(body[at] ?? 0) ^ bit], at)),
    );
    if (isFound(path)) found++;
  }
  expect(found).toBeGreaterThan(295);
});

describe('the fault of a segment that was written wrongly is named', () => {
  const DOCUMENTS = 160;
  /** The documents with text, `abcd`; the others have none. */
  const WITH_TEXT = Uint32Array.of(3, 7);
  const IDS = Float64Array.from({ length: DOCUMENTS }, (_, docId) => 5 + docId);
  /** Half positions: those texts are 6 bytes long each, and the second one begins where the first one ends. */
  const STARTS = Uint32Array.from(
    { length: DOCUMENTS + 1 },
    (_, docId) => 3 * WITH_TEXT.filter((before) => before < docId).length,
  );
  const ABC = Uint32Array.of(0, 3);
  const CD_END = Uint32Array.of(1, 4);
  const END = 0xff;

  interface Lists {
    readonly ids: Float64Array;
    readonly owners: Uint32Array;
    readonly starts: Uint32Array;
    readonly ofAb: readonly number[];
    readonly ofAbc: readonly number[];
    readonly ofCdEnd: readonly number[];
    readonly atAbc: readonly number[];
    readonly atBcd: readonly number[];
    readonly atCdEnd: readonly number[];
    readonly ofD: readonly number[];
    /** Stored ranges of each zone by document, where there are any. */
    readonly zones: readonly Readonly<Record<number, readonly number[]>>[];
  }

  const right: Lists = {
    ids: IDS,
    owners: Uint32Array.from(IDS, ownerOf),
    starts: STARTS,
    ofAb: [3, 7],
    ofAbc: [3, 7],
    ofCdEnd: [],
    atAbc: [...ABC],
    atBcd: [],
    atCdEnd: [...CD_END],
    ofD: [3, 7],
    zones: [],
  };

  function write(changes: Partial<Lists>): string {
    const lists = { ...right, ...changes };
    const path = `${temporaryFolder()}/1.segment`;
    const writer = new SegmentWriter(nodeDisk, path, lists);
    const list = (numbers: readonly number[]): DocIdSlice => new DocIdSlice(Uint32Array.from(numbers));
    const pushing = (positions: readonly number[]) => (list: PositionsWriter) => {
      for (const position of positions) list.push(position);
    };
    writer.writePositions(0x63, pushing(lists.atAbc));
    writer.pairDocuments(list(lists.ofAb));
    writer.trigramDocuments(0x63, list(lists.ofAbc));
    writer.endGroup(0x6162);
    writer.writePositions(0x64, pushing(lists.atBcd));
    writer.pairDocuments(list([3, 7]));
    writer.trigramDocuments(0x64, list([3, 7]));
    writer.endGroup(0x6263);
    writer.writePositions(END, pushing(lists.atCdEnd));
    writer.pairDocuments(list([3, 7]));
    writer.trigramDocuments(END, list(lists.ofCdEnd));
    writer.endGroup(0x6364);
    for (const symbol of [0x61, 0x62, 0x63]) writer.symbolDocuments(symbol, list([3, 7]));
    writer.symbolDocuments(0x64, list(lists.ofD));
    for (const zone of lists.zones)
      for (const docId of IDS.keys()) writer.zoneRanges(Uint8Array.from(zone[docId] ?? []));
    writer.finish();
    return path;
  }

  test('written correctly, it is one that is built', () => {
    const bench = new Workbench();
    const built = bench.build(
      Array.from(IDS, (id, docId) => (WITH_TEXT.includes(docId) ? documentOf(id, 'abcd') : documentOf(id))),
    );
    expect(readFileSync(write({})).equals(readFileSync(built.path))).toBe(true);
    expect(verifySegment(nodeDisk, built.path)).toEqual({ documents: 160, trigrams: 3, positions: 4 });
  });

  test.each<[what: string, changes: Partial<Lists>, problem: string]>([
    ['ids that do not ascend', { ids: IDS.with(4, 8) }, 'table of documents does not ascend at document 4'],
    ['a pair without documents', { ofAb: [] }, 'documents of pair 61 62 are none'],
    ['a document that is not there', { ofAb: [3, 160] }, 'documents of pair 61 62 have 160 as number 1'],
    ['a trigram without documents', { ofAbc: [] }, 'documents of trigram 61 62 63 are none'],
    [
      'a trigram in a document without its pair',
      { ofAb: [3] },
      'documents of trigram 61 62 63 name document 7, which lacks its pair',
    ],
    [
      'a trigram in more documents than its last two bytes',
      { ofAb: [3, 7, 9], ofAbc: [3, 7, 9] },
      'documents of trigram 61 62 63 are more than those of pair 62 63',
    ],
    [
      'an end of a part with documents',
      { ofCdEnd: [3] },
      'documents of trigram 63 64 ff are listed at the end of a part',
    ],
    [
      'a position after the text',
      { atAbc: [0, 6] },
      'positions of trigram 61 62 63 have 6, which is in none of its documents',
    ],
    [
      'a position at the end of a text',
      { atAbc: [2, 3] },
      'positions of trigram 61 62 63 have 2, which is in none of its documents',
    ],
    [
      'a position in a document that lacks the trigram',
      { ofAbc: [3] },
      'positions of trigram 61 62 63 have 3, which is in none of its documents',
    ],
    ['a position that comes twice', { atAbc: [0, 0] }, 'positions of trigram 61 62 63 '],
    [
      'a position of two trigrams',
      { atBcd: [0] },
      'positions of trigram 62 63 64 have 0, where another trigram stands',
    ],
    ['a byte that lacks a document', { ofD: [7] }, 'documents of byte 64 lack document 3'],
    [
      'a range that ends after the text',
      { zones: [{}, { 3: [1, 2, 1, 0], 7: [1, 4] }] },
      'zone 1 has ranges of document 7 that end after its text',
    ],
    [
      'a range of a document without text',
      { zones: [{ 4: [0, 1] }] },
      'zone 0 has ranges of document 4 that end after its text',
    ],
    [
      'a range that is cut off',
      { zones: [{ 3: [1, 0x80] }] },
      'zone 0 has ranges of document 3 that are cut off',
    ],
    [
      'a last byte of a text of an even length',
      { zones: [{ 3: [0, 4, 0x64] }] },
      'zone 0 has ranges of document 3 that state a last byte of its text which it cannot have',
    ],
    [
      'zones that are too many',
      { zones: Array.from({ length: 17 }, () => ({ 3: [0, 4] })) },
      'table of zones has 17',
    ],
  ])('%s', (_, changes, problem) => {
    expect(() => verifySegment(nodeDisk, write(changes))).toThrow(`is damaged: ${problem}`);
  });

  test('a block of a zone that is not as long as its ranges', () => {
    const bench = new Workbench();
    const { path, footer } = bench.build([markedDocument(1, '<0>ab</0>cde'), markedDocument(2, 'a<0>b</0>')]);
    const whole = readFileSync(path);
    // Bytes of the ranges of both documents, then these: 0 and 2 bytes on, 1 and 1 byte on.
    const block = [...whole.subarray(footer.symbolsEnd, footer.zonesEnd)];
    expect(block).toEqual([2, 2, 0, 2, 1, 1]);
    for (const [at, byte, problem] of [
      [0, 3, 'zone 0 has block 0 in 6 bytes instead of 7'],
      [0, 0x80, 'zone 0 has block 0 in 6 bytes instead of 259'],
    ] as const) {
      writeFileSync(
        path,
        resealed(whole, (body) => body.set([byte], footer.symbolsEnd + at)),
      );
      expect(() => verifySegment(nodeDisk, path)).toThrow(`is damaged: ${problem}`);
    }
  });

  test('a skip table whose entry is wrong', () => {
    const bench = new Workbench();
    const { path, dictionary } = bench.build([documentOf(1, 'x'.repeat(2_000))]);
    const [x] = dictionary.trigrams(bench.cache, 0x7878, 0x78, 0x78);
    const skips = x?.positions.skipsAt ?? 0;
    const whole = readFileSync(path);
    // 999 positions: seven full blocks and one more; of each block, its floor and its offset.
    expect(x?.positions).toMatchObject({ count: 999, blocks: 8 });
    expect(whole.readUInt32LE(skips + 8)).toBe(128);
    for (const [at, problem] of [
      [skips + 8, 'positions of trigram 78 78 78 have a wrong skip entry for block 1'],
      [skips + 12, 'positions of trigram 78 78 78 have a wrong skip entry for block 1'],
      [skips - 1, 'lists of trigram 78 78 78 begin after unknown bytes'],
    ] as const) {
      writeFileSync(
        path,
        resealed(whole, (body) => body.set([(body[at] ?? 0) ^ 128], at)),
      );
      expect(() => verifySegment(nodeDisk, path)).toThrow(`is damaged: ${problem}`);
    }
  });
});

test('progress is reported up to the end, and the callback may give up', () => {
  const bench = new Workbench();
  const { path, footer } = bench.build([documentOf(1, 'abcd'), documentOf(2, 'bcx')]);
  const seen: number[] = [];
  verifySegment(nodeDisk, path, (bytes, of) => {
    expect(of).toBe(footer.symbolsEnd);
    seen.push(bytes);
  });
  // A report for each pair: ab, bc, cd, cx; the lists of documents of single bytes, which come last, are short.
  expect(seen).toHaveLength(4);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(seen.at(-1)).toBe(footer.groupsEnd);
  const giveUp = (): never => {
    throw new Error('enough');
  };
  expect(() => verifySegment(nodeDisk, path, giveUp)).toThrow('enough');
});

test('an error of the disk is passed on unchanged', () => {
  const bench = new Workbench();
  const { path } = bench.build([documentOf(1, 'abcd')]);
  const disk = new FaultyDisk(path.slice(0, path.lastIndexOf('/')), {
    failures: [{ call: 'read', nth: 6, code: 'EIO' }],
  });
  expect(() => verifySegment(disk, path)).toThrow('EIO');
});
