import { expect, it } from 'vitest';
import { put } from '../../test/logs.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { soughtTerm } from '../../test/workbench.ts';
import { SegmentBuilder } from '../build/build-segment.ts';
import { nodeDisk } from '../disk.ts';
import { inlineWorkers, type BuildWorkers } from './build-workers.ts';
import { verifyIndex } from './inspect-index.ts';
import { SegmentsReader } from './reader.ts';
import { SegmentStore } from './store.ts';

const inline = inlineWorkers(nodeDisk, new SegmentBuilder({ positionBytes: 1 << 12 }));
const DISK_FULL = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });

it('tries failed work of the background again, reports a backlog, and catches up once it succeeds', async () => {
  const folder = temporaryFolder();
  let [isFull, tries] = [true, 0];
  const whileThereIsSpace = async <T>(work: () => Promise<T>): Promise<T> => {
    tries++;
    if (isFull) throw DISK_FULL;
    return work();
  };
  const workers: BuildWorkers = {
    build: (job) => whileThereIsSpace(() => inline.build(job)),
    merge: (job) => whileThereIsSpace(() => inline.merge(job)),
    close: async () => {},
  };
  const problems: unknown[] = [];
  const onProblem = (error: unknown): void => void problems.push(error);
  const store = SegmentStore.open(nodeDisk, folder, 0, {
    logBytes: 10,
    segmentBytes: 1_000,
    restMs: 0,
    workers,
    onProblem,
  });
  const write = async (sequence: number): Promise<void> => {
    store.append([put(sequence, [`document ${sequence};`])]);
    store.sync();
    store.commit();
    await store.idle();
  };
  const reader = new SegmentsReader(nodeDisk, folder, { cacheBytes: 0 });
  const expectAll = (last: number): void => {
    expect(reader.refresh(last)).toBe(true);
    const { ids } = reader.search({ all: [soughtTerm('document')], none: [] }, () => {});
    expect([...ids]).toEqual(Array.from({ length: last }, (_, at) => at + 1));
  };

  await write(1);
  expect(tries).toBe(1);
  expect(store.isBacklogged).toBe(false);
  await store.ready();
  await write(2);
  expect(store.isBacklogged).toBe(true);
  await expect(store.ready()).rejects.toBe(DISK_FULL);
  await expect(store.settled()).rejects.toBe(DISK_FULL);
  await expect(store.mergeAll()).rejects.toBe(DISK_FULL);
  expect(new Set(problems)).toEqual(new Set([DISK_FULL]));
  expectAll(2);

  isFull = false;
  problems.length = 0;
  await store.ready();
  expect(store.isBacklogged).toBe(false);
  await write(3);
  await store.mergeAll();
  expect(problems).toEqual([]);
  expect(store.manifest.segments).toHaveLength(1);
  expectAll(3);
  reader.close();
  await store.close();
  expect(verifyIndex(nodeDisk, folder, 3, () => {}).documents).toBe(3);
});

it('is ready again as soon as one log fewer is pending', async () => {
  const folder = temporaryFolder();
  const builds: (() => void)[] = [];
  const workers: BuildWorkers = {
    ...inline,
    async build(job) {
      await new Promise<void>((resolve) => builds.push(resolve));
      return inline.build(job);
    },
  };
  const onProblem = (error: unknown): never => {
    throw error;
  };
  const options = { logBytes: 10, segmentBytes: 1_000, restMs: 0, workers, onProblem };
  const store = SegmentStore.open(nodeDisk, folder, 0, options);
  for (const sequence of [1, 2]) {
    store.append([put(sequence, [`document ${sequence};`])]);
    store.sync();
    store.commit();
  }
  const ready = store.ready();
  // A step begins in a task of its own.
  await Promise.resolve();
  expect(builds).toHaveLength(1);
  builds[0]?.();
  await ready;
  expect(store.manifest.logs).toHaveLength(2);
  expect(store.manifest.segments).toHaveLength(1);
  for (let built = 1; built < builds.length; built++) builds[built]?.();
  await store.settled();
  await store.close();
});
