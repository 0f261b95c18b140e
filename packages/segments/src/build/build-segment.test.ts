import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkBuilds } from '../../test/check-builds.ts';
import { contentsOf, expectedContents } from '../../test/contents.ts';
import { FaultyDisk, type Failure } from '../../test/faulty-disk.ts';
import { listedTrigrams, wrongFourgrams } from '../../test/fourgrams.ts';
import { seededRandom } from '../../test/seeded-random.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { documentOf, randomLetters, namesOf, textOf, Workbench } from '../../test/workbench.ts';
import { nodeDisk } from '../disk.ts';
import { verifySegment } from '../verify/verify-segment.ts';
import { SegmentBuilder } from './build-segment.ts';

test('a segment lists each byte, pair and trigram of its documents, 4-grams of frequent trigrams, and every second position', () => {
  // build-segment.slow.test.ts tries many more.
  expect(checkBuilds(8)).toBe(8);
});

// Up to 256 documents gaps are bytes: `x` makes lists of few of the documents, and 4-grams of few of frequent trigrams.
test.each([256, 257, 700])(
  'lists of %j documents are written as they are read, built and merged',
  (count) => {
    const bench = new Workbench();
    const random = seededRandom(count);
    const documents = Array.from({ length: count }, (_, index) =>
      documentOf(index + 1, `abcy${random(3) === 0 ? ' zbcx' : ''}${random(40) === 0 ? ' abcx' : ''}`),
    );
    const parts = [documents.slice(0, 200), documents.slice(200)].map((part) => bench.build(part));
    for (const segment of [bench.build(documents), bench.merge(parts)]) {
      expect(contentsOf(segment, bench.cache)).toEqual(expectedContents(documents));
      expect(wrongFourgrams(segment, bench.cache, documents)).toEqual([]);
      expect(listedTrigrams(segment, bench.cache).trigrams).toContain(0x626378);
      verifySegment(nodeDisk, segment.path);
    }
  },
);

test('a builder has space for a text most of whose odd-offset positions are listed, too', () => {
  const bench = new Workbench();
  const random = seededRandom(5);
  const documents = Array.from({ length: 1_000 }, (_, index) =>
    documentOf(index + 1, randomLetters(random, 'дияр ', 2_000)),
  );
  const segment = bench.build(documents, new SegmentBuilder({ positionBytes: 1 << 25 }));
  const { positions } = verifySegment(nodeDisk, segment.path);
  expect(positions).toBeGreaterThan(0.7 * segment.footer.textBytes);
});

test('after a full disk a builder builds the next segment as if nothing had happened', () => {
  const random = seededRandom(3);
  const documents = Array.from({ length: 40 }, (_, index) =>
    documentOf(index + 1, randomLetters(random, 'abcdefgh éê', 6_000)),
  );
  const bench = new Workbench();
  const expected = readFileSync(bench.build(documents).path);
  // Memory for a few positions: the text is gone over many times, and the disk is full between two of them.
  const builder = new SegmentBuilder({ positionBytes: 4_096 });
  const failures: readonly Failure[] = [
    { call: 'open', nth: 1, code: 'EROFS' },
    { call: 'write', nth: 1, code: 'ENOSPC' },
    { call: 'write', nth: 2, code: 'ENOSPC' },
    { call: 'sync', nth: 1, code: 'EIO' },
  ];
  const folder = temporaryFolder();
  for (const failure of failures) {
    const disk = new FaultyDisk(folder, { failures: [failure] });
    const path = join(folder, `${failure.call}${failure.nth}`);
    expect(() => builder.build(disk, path, textOf(documents), namesOf(documents))).toThrow(failure.code);
    builder.build(nodeDisk, `${path}.again`, textOf(documents), namesOf(documents));
    expect(readFileSync(`${path}.again`).equals(expected)).toBe(true);
  }
  // Files that are not whole stay: it is the caller who knows what belongs to the index.
  expect(readdirSync(folder)).toHaveLength(2 * failures.length - 1);
});
