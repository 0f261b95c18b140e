import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { soughtTerm } from '../../test/workbench.ts';
import { SegmentBuilder } from '../build/build-segment.ts';
import { nodeDisk } from '../disk.ts';
import { inlineWorkers } from './build-workers.ts';
import type { Operation } from './log-format.ts';
import { SegmentsReader } from './reader.ts';
import { SegmentStore } from './store.ts';

it('takes more documents and removals in one log than a call takes arguments', async () => {
  const count = 300_000;
  const folder = temporaryFolder();
  const store = SegmentStore.open(nodeDisk, folder, 0, {
    logBytes: 2 ** 30,
    segmentBytes: 2 ** 30,
    restMs: 0,
    workers: inlineWorkers(nodeDisk, new SegmentBuilder({ positionBytes: 1 << 22 })),
    onProblem: (error) => {
      throw error;
    },
  });
  const reader = new SegmentsReader(nodeDisk, folder, { cacheBytes: 0 });
  const found = (committed: number): readonly number[] => {
    expect(reader.refresh(committed)).toBe(true);
    return [...reader.search({ all: [soughtTerm('y')], none: [] }, () => {}).ids];
  };
  const commit = (operations: readonly Operation[]): void => {
    store.append(operations);
    store.sync();
    store.commit();
  };
  const text = (id: number): Uint8Array => Buffer.from(id % 1_000 === 1 ? 'y' : 'x');
  const ids = Array.from({ length: count }, (_, index) => index + 1);
  commit(
    ids.map((id) => ({ kind: 'put', sequence: id, replaces: null, owner: id, parts: [text(id)], zones: [] })),
  );
  expect(found(count)).toHaveLength(300);
  store.seal();
  await store.settled();
  expect(found(count)).toHaveLength(300);
  // All but the last one.
  commit(ids.slice(1).map((id) => ({ kind: 'remove', sequence: count + id - 1, removes: id - 1 })));
  expect(found(2 * count - 1)).toEqual([]);
  store.seal();
  await store.settled();
  expect(found(2 * count - 1)).toEqual([]);
  // What is dead is merged away.
  await store.idle();
  expect(store.manifest.segments.map(({ documents, dead }) => [documents, dead])).toEqual([[1, null]]);
  expect(found(2 * count - 1)).toEqual([]);
  reader.close();
  await store.close();
});
