import { readdirSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { soughtTerm } from '../../test/workbench.ts';
import { SegmentBuilder } from '../build/build-segment.ts';
import { nodeDisk } from '../disk.ts';
import { inlineWorkers, type BuildWorkers } from './build-workers.ts';
import { filesOf } from './manifest.ts';
import { SegmentsReader } from './reader.ts';
import { SegmentStore } from './store.ts';

const builder = new SegmentBuilder({ positionBytes: 1 << 12 });

test('a merge of documents that are all replaced while it runs leaves no file', async () => {
  const folder = temporaryFolder();
  const merging = Promise.withResolvers<void>();
  const replaced = Promise.withResolvers<void>();
  const workers = inlineWorkers(nodeDisk, builder);
  const slow: BuildWorkers = {
    ...workers,
    async merge(job) {
      const merged = await workers.merge(job);
      merging.resolve();
      await replaced.promise;
      return merged;
    },
  };
  const options = {
    // Each document is a log of its own; four of them are merged.
    logBytes: 1,
    segmentBytes: 1_000_000,
    restMs: 0,
    workers: slow,
    onProblem: (error: unknown) => {
      throw error;
    },
  };
  const store = SegmentStore.open(nodeDisk, folder, 0, options);
  const put = (sequence: number, replaces: number | null): void => {
    store.append([
      { kind: 'put', sequence, replaces, owner: 1, parts: [Buffer.from(`document ${sequence}`)], zones: [] },
    ]);
    store.sync();
    store.commit();
  };
  for (const sequence of [1, 2, 3, 4]) put(sequence, null);
  await merging.promise;
  for (const sequence of [5, 6, 7, 8]) put(sequence, sequence - 4);
  await store.settled();
  replaced.resolve();
  await store.idle();

  const { manifest } = store;
  expect(readdirSync(folder).sort()).toEqual(['manifest', ...filesOf(manifest)].sort());
  const reader = new SegmentsReader(nodeDisk, folder, { cacheBytes: 0 });
  reader.refresh(8);
  expect([...reader.search({ all: [soughtTerm('document')], none: [] }, () => {}).ids]).toEqual([5, 6, 7, 8]);
  reader.close();
  await store.close();
});

test.each([
  { restMs: 0, merged: 1 },
  { restMs: 3_600_000, merged: 4 },
])(
  'four segments become one at once, or when writing rests: after $restMs ms',
  async ({ restMs, merged }) => {
    const store = storeOfFour(restMs);
    await store.settled();
    await vi.waitFor(() => expect(store.manifest.segments).toHaveLength(merged), 60_000);
    await store.idle();
    expect(store.manifest.segments.map(({ documents }) => documents)).toEqual([4]);
    await store.close();
  },
);

test('merges catch up by themselves once no log was sealed for a while', async () => {
  const store = storeOfFour(50);
  await store.settled();
  await vi.waitFor(() => expect(store.manifest.segments).toHaveLength(1), 60_000);
  await store.close();
});

test('while logs keep coming, eight segments are merged if somebody has searched since the last merge', async () => {
  let searches = 5;
  const store = SegmentStore.open(nodeDisk, temporaryFolder(), 0, {
    ...optionsOf(3_600_000),
    searches: () => searches,
  });
  const write = async (first: number, last: number): Promise<number> => {
    put(store, first, last);
    await store.settled();
    return store.manifest.segments.length;
  };
  expect(await write(1, 12)).toBe(12);
  searches++;
  put(store, 13, 13);
  await vi.waitFor(() => expect(store.manifest.segments).toHaveLength(2), 60_000);
  expect(await write(14, 27)).toBe(16);
  await store.close();
});

test('merges that wait only because nobody has searched are done when writing ends', async () => {
  const store = storeOf(20, 3_600_000);
  await store.settled();
  expect(store.manifest.segments).toHaveLength(20);
  await store.wrapUp();
  expect(store.manifest.segments.map(({ documents }) => documents)).toEqual([16, 1, 1, 1, 1]);
  await store.close();
});

test('segments that would wait for more become one once writing has rested for long, or a caller waits for that', async () => {
  const resting = storeOf(2, 20);
  await resting.settled();
  await vi.waitFor(() => expect(resting.manifest.segments).toHaveLength(1), 60_000);
  await resting.close();
  const [writing, never] = [storeOf(2, 3_600_000), storeOf(2, 0)];
  for (const store of [writing, never]) {
    await store.settled();
    expect(store.manifest.segments).toHaveLength(2);
    await store.idle();
  }
  expect(writing.manifest.segments).toHaveLength(1);
  expect(never.manifest.segments).toHaveLength(2);
  await writing.close();
  await never.close();
});

test('a store that is opened finds writing at rest', async () => {
  const folder = temporaryFolder();
  const first = storeOfFour(3_600_000, folder);
  await first.settled();
  await first.close();
  const again = SegmentStore.open(nodeDisk, folder, 4, optionsOf(3_600_000));
  await vi.waitFor(() => expect(again.manifest.segments).toHaveLength(1), 60_000);
  await again.close();
});

function optionsOf(restMs: number): Parameters<typeof SegmentStore.open>[3] {
  return {
    logBytes: 1,
    segmentBytes: 1_000_000,
    restMs,
    workers: inlineWorkers(nodeDisk, builder),
    onProblem: (error) => {
      throw error;
    },
  };
}

function storeOfFour(restMs: number, folder?: string): SegmentStore {
  return storeOf(4, restMs, folder);
}

function storeOf(documents: number, restMs: number, folder = temporaryFolder()): SegmentStore {
  const store = SegmentStore.open(nodeDisk, folder, 0, optionsOf(restMs));
  put(store, 1, documents);
  return store;
}

/** Writes documents, each a log of its own. */
function put(store: SegmentStore, first: number, last: number): void {
  for (let sequence = first; sequence <= last; sequence++) {
    const parts = [Buffer.from(`document ${sequence} of some`)];
    store.append([{ kind: 'put', sequence, replaces: null, owner: 1, parts, zones: [] }]);
    store.sync();
    store.commit();
  }
}
