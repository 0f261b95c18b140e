import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { appended, appendOrdinals, orOrdinals } from './join-ordinals.ts';
import { isBitmap, maxOrdinalsBytes, readOrdinals, writeOrdinals } from './ordinals.ts';

/** Documents of a segment, and of each whether it is in the list: all, none, few with wide gaps, or many. */
const list = fc.oneof(
  fc.nat({ max: 40 }).map((documents) => Array.from({ length: documents }, () => true)),
  fc.nat({ max: 400 }).map((documents) => Array.from({ length: documents }, () => false)),
  fc.array(fc.boolean(), { maxLength: 60 }),
  // Some of so few that gaps are bytes, alone or joined.
  fc
    .oneof(fc.constant(300), fc.constant(40_000))
    .chain((most) => fc.tuple(fc.nat({ max: most }), fc.array(fc.nat({ max: most }), { maxLength: 5 })))
    .map(([documents, some]) => {
      const of = new Set(some);
      return Array.from({ length: documents }, (_, ordinal) => of.has(ordinal));
    }),
);

/** The list as it is written, behind some other byte. */
function written(isIn: readonly boolean[]): { readonly count: number; readonly bytes: Uint8Array } {
  const ordinals = Uint32Array.from([...isIn.keys()].filter((ordinal) => isIn[ordinal]));
  const bytes = new Uint8Array(1 + maxOrdinalsBytes(ordinals.length, isIn.length)).fill(0xee);
  const end = writeOrdinals(bytes, 1, ordinals, 0, ordinals.length, isIn.length);
  return { count: ordinals.length, bytes: bytes.subarray(0, end) };
}

test('lists that are joined are the list that is written in one go', () => {
  const law = fc.property(fc.array(list, { minLength: 1, maxLength: 5 }), (lists) => {
    const all = lists.flat();
    const { count, bytes: expected } = written(all);
    if (count === all.length) return;
    const joined = new Uint8Array(expected.length + 8);
    let end = 1;
    let first = 0;
    appended.last = -1;
    for (const isIn of lists) {
      const { count: own, bytes } = written(isIn);
      if (isBitmap(count, all.length)) {
        orOrdinals(bytes, 1, own, isIn.length, joined, 1, first);
        end = expected.length;
      } else end = appendOrdinals(bytes, 1, own, isIn.length, joined, end, all.length, first);
      first += isIn.length;
    }
    expect([...joined.subarray(1, end)]).toEqual([...expected.subarray(1)]);
    const read = new Uint32Array(count);
    readOrdinals(joined, 1, count, all.length, read);
    expect([...read]).toEqual([...all.keys()].filter((ordinal) => all[ordinal]));
  });
  fc.assert(law, { numRuns: 300 });
});
