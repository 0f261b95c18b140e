import { expect, test } from 'vitest';
import { put } from '../../test/logs.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { watchedDisk } from '../../test/watched-disk.ts';
import { soughtTerm } from '../../test/workbench.ts';
import { SegmentBuilder } from '../build/build-segment.ts';
import { nodeDisk } from '../disk.ts';
import { inlineWorkers } from './build-workers.ts';
import { SegmentsReader } from './reader.ts';
import { SegmentStore } from './store.ts';

test('a closed reader has no file open, and opens the current files again', async () => {
  const { disk, open } = watchedDisk();
  const folder = temporaryFolder();
  const store = SegmentStore.open(nodeDisk, folder, 0, {
    logBytes: 100,
    segmentBytes: 10_000,
    restMs: 0,
    workers: inlineWorkers(nodeDisk, new SegmentBuilder({ positionBytes: 1 << 12 })),
    onProblem: (error) => {
      throw error;
    },
  });
  const write = async (sequence: number, text: string, replaces: number | null = null): Promise<void> => {
    store.append([put(sequence, [text], replaces)]);
    store.sync();
    store.commit();
    await store.settled();
  };
  const reader = new SegmentsReader(disk, folder, { cacheBytes: 1 << 20 });
  const find = (committed: number, term: string): readonly number[] => {
    expect(reader.refresh(committed)).toBe(true);
    return [...reader.search({ all: [soughtTerm(term)], none: [] }, () => {}).ids];
  };

  await write(1, `one${'.'.repeat(120)}`);
  await write(2, 'two of one');
  expect(find(2, 'one')).toEqual([1, 2]);
  expect(store.manifest.segments).toHaveLength(1);
  expect(open.size).toBe(3);
  expect(reader.memoryBytes).toBeGreaterThan(0);

  reader.close();
  expect(open.size).toBe(0);
  expect([reader.memoryBytes, reader.committed, reader.fileNames]).toEqual([0, 0, []]);
  expect([...reader.search({ all: [soughtTerm('one')], none: [] }, () => {}).ids]).toEqual([]);

  expect(find(2, 'one')).toEqual([1, 2]);
  reader.close();
  await write(3, `one${'.'.repeat(120)}`, 1);
  expect(find(3, 'one')).toEqual([2, 3]);
  reader.close();
  reader.close();
  expect(open.size).toBe(0);
  await store.close();
});
