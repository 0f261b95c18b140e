import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { DocIdSlice } from '../codec/doc-ids.ts';
import { nodeDisk } from '../disk.ts';
import { Kernel } from '../kernel/kernel.ts';
import { FourgramsWriter } from '../segment/fourgrams.ts';
import { GranuleWriter } from '../segment/granule-writer.ts';

/** A trigram in a segment: for each of its documents whether it is unlisted, and its fourth bytes. */
interface OfSegment {
  readonly isListed: boolean;
  readonly documents: readonly { readonly isUnlisted: boolean; readonly fourths: readonly number[] }[];
}

/** Few documents, some, or more than have gaps of a byte; with 4-grams in few, many or all of them. */
const ofSegment: fc.Arbitrary<OfSegment> = fc
  .record({
    isListed: fc.boolean(),
    most: fc.constantFrom(3, 7, 9, 60, 300),
    bytes: fc.uniqueArray(fc.nat({ max: 255 }), { minLength: 1, maxLength: 6 }),
    share: fc.constantFrom(1, 2, 30),
    unlistedShare: fc.constantFrom(1, 3, 50, 1_000),
  })
  .chain(({ isListed, most, bytes, share, unlistedShare }) =>
    fc.record({
      isListed: fc.constant(isListed),
      documents: fc.array(
        fc.record({
          isUnlisted: fc.nat({ max: unlistedShare - 1 }).map((drawn) => drawn === 0),
          fourths: fc
            .array(fc.nat({ max: share - 1 }), { minLength: bytes.length, maxLength: bytes.length })
            .map((drawn) => bytes.filter((_, index) => drawn[index] === 0)),
        }),
        { minLength: 1, maxLength: most, size: 'max' },
      ),
    }),
  );

/** The 4-grams as they are written when the documents of all segments are at hand. */
function written(out: GranuleWriter, segments: readonly OfSegment[]): Uint8Array {
  const all = segments.flatMap(({ isListed, documents }) =>
    isListed ? documents : documents.map(() => ({ isUnlisted: true, fourths: [] })),
  );
  const listOf = (isIn: (index: number) => boolean): DocIdSlice =>
    new DocIdSlice(Uint32Array.from([...all.keys()].filter(isIn)));
  const writer = new FourgramsWriter();
  writer.begin(
    all.length,
    listOf((index) => all[index]?.isUnlisted === true),
  );
  const fourths = new Set(all.flatMap((document) => document.fourths));
  for (const fourth of [...fourths].sort((a, b) => a - b))
    writer.add(
      fourth,
      listOf((index) => all[index]?.fourths.includes(fourth) === true),
    );
  const start = out.at;
  writer.write(out);
  const bytes = out.bytes.slice(start, out.at);
  out.at = start;
  return bytes;
}

test('joined 4-grams of several segments are those that are written at once', () => {
  const kernel = new Kernel();
  const file = nodeDisk.open(join(temporaryFolder(), 'fourgrams'), 'create');
  const out = new GranuleWriter(nodeDisk, file, kernel);
  const [sources, rows, ends] = [kernel.take(12 * 5), kernel.take(257 * 16 * 5), kernel.take(4 * 513)];
  const [fourgrams, head, lists] = [kernel.take(1 << 20), kernel.take(3_840), kernel.take(1 << 20)];
  let bits = 0;
  const law = fc.property(fc.array(ofSegment, { minLength: 1, maxLength: 5 }), (segments) => {
    let [address, to] = [fourgrams, sources >>> 2];
    for (const segment of segments) {
      const { isListed, documents } = segment;
      const bytes = written(out, [segment]);
      kernel.bytes.set(bytes, address);
      kernel.words[to++] = documents.length;
      kernel.words[to++] = isListed ? address : 0;
      kernel.words[to++] = documents.filter(({ isUnlisted }) => isUnlisted).length;
      address += bytes.length;
    }
    // Bytes after the lists of a segment may be anything.
    kernel.bytes.fill(0xdd, address, address + 16);
    const listsEnd = kernel.run.joinFourgrams(sources, 4 * to, rows, ends, head, lists) >>> 0;
    const headEnd = kernel.run.fourgramsHeadEnd() >>> 0;
    const joined = [...kernel.bytes.subarray(head, headEnd), ...kernel.bytes.subarray(lists, listsEnd)];
    expect(joined).toEqual([...written(out, segments)]);
    if (segments.length > 1 && segments.flatMap(({ documents }) => documents).length <= 7) bits++;
  });
  fc.assert(law, {
    numRuns: 600,
    examples: [[[{ isListed: false, documents: [{ isUnlisted: true, fourths: [] }] }]]],
  });
  nodeDisk.close(file);
  expect(bits).toBeGreaterThan(5);
});
