import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { nodeDisk } from '../disk.ts';
import { randomDocuments } from '../query/random-search.fixture.ts';
import { contentsOf, expectedContents } from '../segment/contents.fixture.ts';
import { Workbench } from '../segment/segment.fixture.ts';
import { verifySegment } from '../verify.ts';

test('a merged segment has the lists of one that is built of the live documents', () => {
  const bench = new Workbench();
  const law = fc.property(
    fc.tuple(randomDocuments, randomDocuments, randomDocuments),
    fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 20 }),
    fc.nat({ max: 10 }),
    (groups, moods, deadly) => {
      let last = 0;
      const distinct = groups.map((group) => group.map(({ parts }) => ({ id: (last += 3), parts })));
      const isLive = (id: number): boolean => id === last || (moods[id % moods.length] ?? 0) >= deadly - 1;
      const live = distinct.flat().filter(({ id }) => isLive(id));
      const segments = distinct.map((group) => bench.build(group));
      const merged = bench.merge(segments, isLive);
      expect(contentsOf(merged, bench.cache)).toEqual(expectedContents(live));
      expect(verifySegment(nodeDisk, merged.path)).toEqual(verifySegment(nodeDisk, bench.build(live).path));
      const [first, ...others] = segments;
      const begun = first === undefined ? [] : [bench.merge([first])];
      const again = bench.merge([...begun, ...others], isLive);
      expect(contentsOf(again, bench.cache)).toEqual(expectedContents(live));
      bench.clear();
    },
  );
  fc.assert(law, { numRuns: 40 });
}, 60_000);
