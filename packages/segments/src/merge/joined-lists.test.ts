import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxDocIdsBytes, readDocIds, writeDocIds } from '../codec/doc-ids.ts';
import { Kernel } from '../kernel/kernel.ts';
import { JoinedLists, takeJoinBuffers, type JoinBuffers } from './join-lists.ts';

/** Documents of a segment, and for each whether it is in the list: all, none, few with wide gaps, or many. */
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
      return Array.from({ length: documents }, (_, docId) => of.has(docId));
    }),
);

/** The list as it is written, after another byte. */
function written(isIn: readonly boolean[]): { readonly count: number; readonly bytes: Uint8Array } {
  const docIds = Uint32Array.from([...isIn.keys()].filter((docId) => isIn[docId]));
  const bytes = new Uint8Array(1 + maxDocIdsBytes(docIds.length, isIn.length)).fill(0xee);
  const end = writeDocIds(bytes, 1, docIds, 0, docIds.length, isIn.length);
  return { count: docIds.length, bytes: bytes.subarray(0, end) };
}

/** Buffers for so many lists, and addresses for these and for the joined one. */
function spaceFor(lists: number): {
  readonly buffers: JoinBuffers;
  readonly from: number;
  readonly to: number;
} {
  const kernel = new Kernel();
  const buffers = takeJoinBuffers(kernel, [], 0);
  if (buffers === null) throw new Error('a kernel has space for nothing');
  const parts = kernel.take(16 * lists);
  return { buffers: { ...buffers, parts }, from: kernel.take(1 << 20), to: kernel.take(1 << 20) };
}

test('joined lists are the list that is written at once, and nothing after it is changed', () => {
  const { buffers, from, to } = spaceFor(5);
  const { kernel } = buffers;
  const joined = new JoinedLists(buffers);
  const law = fc.property(fc.array(list, { minLength: 1, maxLength: 5 }), (lists) => {
    const all = lists.flat();
    const { count, bytes: expected } = written(all);
    let [address, first] = [from, 0];
    joined.clear();
    for (const isIn of lists) {
      const { count: own, bytes } = written(isIn);
      kernel.bytes.set(bytes, address);
      joined.add(address + 1, own, isIn.length, first);
      address += bytes.length;
      first += isIn.length;
    }
    expect(joined.count).toBe(count);
    kernel.bytes.fill(0xdd, to, to + expected.length + 16);
    const end = joined.write(kernel.bytes, to, all.length);
    expect([...kernel.bytes.subarray(to, end)]).toEqual([...expected.subarray(1)]);
    expect([...kernel.bytes.subarray(end, end + 16)]).toEqual(Array.from({ length: 16 }, () => 0xdd));
    const read = new Uint32Array(count);
    readDocIds(kernel.bytes, to, count, all.length, read);
    expect([...read]).toEqual([...all.keys()].filter((docId) => all[docId]));
  });
  fc.assert(law, { numRuns: 300 });
});

test('lists that would take too much of the memory of the kernel are not joined', () => {
  const kernel = new Kernel();
  const { top } = kernel;
  expect(takeJoinBuffers(kernel, [], 20_000_000)).toBeNull();
  expect(kernel.top).toBe(top);
  expect(takeJoinBuffers(kernel, [], 1_000_000)).not.toBeNull();
});

test('lists are joined only in the memory of the kernel', () => {
  const { buffers, from } = spaceFor(1);
  const joined = new JoinedLists(buffers);
  joined.add(from, 1, 2, 0);
  expect(() => joined.write(new Uint8Array(8), 0, 2)).toThrow('the memory of the kernel');
});
