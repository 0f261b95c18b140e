import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { soughtTerm } from '../../test/workbench.ts';
import { SegmentBuilder } from '../build/build-segment.ts';
import { nodeDisk, type Disk } from '../disk.ts';
import { inlineWorkers } from './build-workers.ts';
import { filesOf, type SegmentEntry } from './manifest.ts';
import { withinFreeSpace } from './merge-policy.ts';
import { SegmentsReader } from './reader.ts';
import { SegmentStore } from './store.ts';

const MIB = 2 ** 20;

function entry(number: number, bytes: number): SegmentEntry {
  const ids = { firstId: number, lastId: number };
  return { number, bytes, checksum: number, documents: 1, ...ids, textBytes: bytes, dead: null };
}

const diskWith = (freeBytes: number): Disk => ({ ...nodeDisk, freeBytes: () => freeBytes });

test('the first merge is chosen that leaves space for what is written meanwhile', () => {
  const [large, small] = [
    [entry(1, 400 * MIB), entry(2, 100 * MIB)],
    [entry(3, 10 * MIB), entry(4, 10 * MIB)],
  ];
  expect(withinFreeSpace(diskWith(564 * MIB), '/data', [large, small])).toBe(large);
  expect(withinFreeSpace(diskWith(564 * MIB - 1), '/data', [large, small])).toBe(small);
  expect(() => withinFreeSpace(diskWith(84 * MIB - 1), '/data', [large, small])).toThrow(
    'merging 2 segments in /data needs 564 MiB of free space on its disk, which has 84 MiB',
  );
  expect(withinFreeSpace(diskWith(0), '/data', [])).toBeNull();
});

test('a machine reports the free space of a disk', () => {
  const free = nodeDisk.freeBytes(temporaryFolder());
  expect(Number.isSafeInteger(free)).toBe(true);
  expect(free).toBeGreaterThan(0);
  expect(() => nodeDisk.freeBytes('/nowhere/at/all')).toThrow('ENOENT');
});

test.runIf(process.platform === 'linux')('a file system without a size has space for everything', () => {
  expect(nodeDisk.freeBytes('/proc')).toBe(Infinity);
});

test('without space for merges everything is written and found, and merged once there is some', async () => {
  const folder = temporaryFolder();
  let free = 64 * MIB;
  const disk: Disk = { ...nodeDisk, freeBytes: () => free };
  const problems: unknown[] = [];
  const store = SegmentStore.open(disk, folder, 0, {
    logBytes: 1,
    segmentBytes: 1_000_000,
    restMs: 0,
    workers: inlineWorkers(disk, new SegmentBuilder({ positionBytes: 1 << 12 })),
    onProblem: (error) => problems.push(error),
  });
  for (let sequence = 1; sequence <= 6; sequence++) {
    store.append([
      {
        kind: 'put',
        sequence,
        replaces: null,
        owner: 1,
        parts: [Buffer.from(`page ${sequence}`)],
        zones: [],
      },
    ]);
    store.sync();
    store.commit();
  }
  await store.settled();
  await store.idle();
  expect(store.manifest.segments).toHaveLength(6);
  expect(problems.map(String)).toContainEqual(
    expect.stringMatching(/SegmentsNoSpace: merging [45] segments/),
  );
  // Reported once, to the caller, and not again when the store is closed.
  const told = problems.length;
  await expect(store.mergeAll()).rejects.toThrow('which has 64 MiB');
  await store.wrapUp();
  expect(problems).toHaveLength(told);
  const reader = new SegmentsReader(nodeDisk, folder, { cacheBytes: 0 });
  reader.refresh(6);
  expect([...reader.search({ all: [soughtTerm('page')], none: [] }, () => {}).ids]).toEqual([
    1, 2, 3, 4, 5, 6,
  ]);
  reader.close();
  free = 65 * MIB;
  await store.mergeAll();
  expect(store.manifest.segments).toHaveLength(1);
  // A merge that was not begun left nothing.
  expect(readdirSync(folder).sort()).toEqual(['manifest', ...filesOf(store.manifest)].sort());
  await store.close();
});
