import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { nodeDisk } from '../disk.ts';
import { randomDocuments } from '../query/random-search.fixture.ts';
import { contentsOf, expectedContents } from '../segment/contents.fixture.ts';
import { Workbench } from '../segment/segment.fixture.ts';
import { verifySegment } from '../verify.ts';

test('a segment lists each byte, pair and triple of its documents, and every second position', () => {
  const bench = new Workbench();
  const law = fc.property(randomDocuments, (documents) => {
    const segment = bench.build(documents);
    expect(contentsOf(segment, bench.cache)).toEqual(expectedContents(documents));
    expect(verifySegment(nodeDisk, segment.path).documents).toBe(documents.length);
    bench.clear();
  });
  fc.assert(law, { numRuns: 100 });
}, 60_000);
