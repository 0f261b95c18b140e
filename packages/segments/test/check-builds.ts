import * as fc from 'fast-check';
import { expect } from 'vitest';
import { nodeDisk } from '../src/disk.ts';
import { verifySegment } from '../src/verify/verify-segment.ts';
import { contentsOf, expectedContents } from './contents.ts';
import { frequentTrigrams, listedTrigrams, wrongFourgrams } from './fourgrams.ts';
import { randomDocuments } from './random-search.ts';
import { Workbench } from './workbench.ts';

/** Checks the lists of segments that are built of so many random sets of documents. */
export function checkBuilds(numRuns: number): number {
  const bench = new Workbench();
  const law = fc.property(randomDocuments, (documents) => {
    const segment = bench.build(documents);
    expect(contentsOf(segment, bench.cache)).toEqual(expectedContents(documents));
    expect(wrongFourgrams(segment, bench.cache, documents)).toEqual([]);
    const most = Math.max(64, Math.floor(segment.footer.textBytes / 256));
    expect(listedTrigrams(segment, bench.cache)).toEqual({
      trigrams: frequentTrigrams(documents, most),
      unlisted: 0,
    });
    expect(verifySegment(nodeDisk, segment.path).documents).toBe(documents.length);
    bench.clear();
  });
  fc.assert(law, { numRuns });
  return numRuns;
}
