import { expect, test } from 'vitest';
import { put } from '../../test/logs.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { SegmentBuilder } from '../build/build-segment.ts';
import { nodeDisk } from '../disk.ts';
import { inlineWorkers, type BuildWorkers } from './build-workers.ts';
import { SegmentStore } from './store.ts';

const inline = inlineWorkers(nodeDisk, new SegmentBuilder({ positionBytes: 1 << 12 }));

test('a quarter of a log is built if it was searched, unless another log is', async () => {
  const building = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let builds = 0;
  const workers: BuildWorkers = {
    ...inline,
    build: async (job) => {
      await building[builds++]?.promise;
      return inline.build(job);
    },
  };
  let searches = 0;
  const store = SegmentStore.open(nodeDisk, temporaryFolder(), 0, {
    logBytes: 400,
    segmentBytes: 10_000,
    restMs: 0,
    workers,
    onProblem: (error) => {
      throw error;
    },
    searches: () => searches,
  });
  let sequence = 0;
  /** Writes a document of so many bytes. @returns how many logs there are then */
  const write = (bytes: number): number => {
    store.append([put(++sequence, ['x'.repeat(bytes - 2)])]);
    store.sync();
    store.commit();
    return store.manifest.logs.length;
  };

  expect(write(350)).toBe(1);
  searches++;
  expect(write(2)).toBe(2);
  searches++;
  // The builder is at work.
  expect(write(350)).toBe(2);
  building[0]?.resolve();
  await store.settled();
  expect(write(2)).toBe(2);
  building[1]?.resolve();
  await store.settled();
  searches++;
  expect([write(98), write(2)]).toEqual([1, 2]);
  await store.settled();
  // Nobody has searched this one.
  expect([write(398), write(2)]).toEqual([1, 2]);
  await store.idle();
  expect(store.manifest.segments.reduce((sum, { documents }) => sum + documents, 0)).toBe(sequence);
  await store.close();
});
