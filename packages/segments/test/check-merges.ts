import * as fc from 'fast-check';
import { expect } from 'vitest';
import { nodeDisk } from '../src/disk.ts';
import { verifySegment } from '../src/verify/verify-segment.ts';
import { contentsOf, expectedContents } from './contents.ts';
import { wrongFourgrams } from './fourgrams.ts';
import { randomDocuments } from './random-search.ts';
import { Workbench } from './workbench.ts';

/** Checks so many random merges: the merged segment must have the lists of one that is built of the live documents. */
export function checkMerges(numRuns: number): number {
  const bench = new Workbench();
  const law = fc.property(
    fc.tuple(randomDocuments, randomDocuments, randomDocuments),
    fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 20 }),
    fc.nat({ max: 10 }),
    (groups, moods, deadly) => {
      let last = 0;
      const distinct = groups.map((group) => group.map((document) => ({ ...document, id: (last += 3) })));
      const isLive = (id: number): boolean => id === last || (moods[id % moods.length] ?? 0) >= deadly - 1;
      const live = distinct.flat().filter(({ id }) => isLive(id));
      const segments = distinct.map((group) => bench.build(group));
      const merged = bench.merge(segments, isLive);
      expect(contentsOf(merged, bench.cache)).toEqual(expectedContents(live));
      expect(wrongFourgrams(merged, bench.cache, live)).toEqual([]);
      expect(verifySegment(nodeDisk, merged.path)).toEqual(verifySegment(nodeDisk, bench.build(live).path));
      const [first, ...others] = segments;
      const begun = first === undefined ? [] : [bench.merge([first])];
      const again = bench.merge([...begun, ...others], isLive);
      expect(contentsOf(again, bench.cache)).toEqual(expectedContents(live));
      expect(wrongFourgrams(again, bench.cache, live)).toEqual([]);
      bench.clear();
    },
  );
  fc.assert(law, { numRuns });
  return numRuns;
}
