import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ChangeScript, operationOf, partsOf } from '../../test/change-script.ts';
import { put } from '../../test/logs.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { soughtTerm } from '../../test/workbench.ts';
import { SegmentBuilder } from '../build/build-segment.ts';
import { nodeDisk } from '../disk.ts';
import { SegmentsCorrupt } from '../errors.ts';
import { inlineWorkers } from './build-workers.ts';
import { verifyIndex } from './inspect-index.ts';
import { SegmentsReader } from './reader.ts';
import { snapshotIndex, type IndexSnapshot } from './snapshot.ts';
import { SegmentStore } from './store.ts';

const SEED = 7;

function openStore(folder: string): SegmentStore {
  return SegmentStore.open(nodeDisk, folder, 0, {
    logBytes: 30_000,
    segmentBytes: 10_000_000,
    restMs: 0,
    workers: inlineWorkers(nodeDisk, new SegmentBuilder({ positionBytes: 1 << 16 })),
    onProblem: (error) => {
      throw error;
    },
  });
}

/** Writes the files of a snapshot into a new folder, read in small pieces. */
function copied({ files }: IndexSnapshot): string {
  const folder = temporaryFolder();
  for (const file of files) {
    const content = Buffer.alloc(file.bytes);
    for (let at = 0; at < file.bytes;) at += file.read(content.subarray(at, at + 1_000), at);
    expect(file.read(Buffer.alloc(10), file.bytes)).toBe(0);
    writeFileSync(join(folder, file.name), content);
  }
  return folder;
}

/** Ids of the live documents, each found by bytes that it alone has. */
function idsIn(folder: string, last: number): readonly number[] {
  const reader = new SegmentsReader(nodeDisk, folder, { cacheBytes: 1 << 20 });
  expect(reader.refresh(last)).toBe(true);
  const { ids } = reader.search({ all: [soughtTerm('#')], none: [] }, () => {});
  for (const id of ids) {
    const [own = ''] = partsOf(SEED, id);
    expect([...reader.search({ all: [soughtTerm(own)], none: [] }, () => {}).ids]).toEqual([id]);
  }
  reader.close();
  return [...ids];
}

it('is the index as of its operation, whatever is written, built, merged and removed meanwhile', async () => {
  const folder = temporaryFolder();
  const store = openStore(folder);
  const script = new ChangeScript(SEED);
  const taken: { snapshot: IndexSnapshot; last: number; live: readonly number[] }[] = [];
  for (let batch = 0; batch < 300; batch++) {
    const before = script.last;
    store.append(script.next().map((change) => operationOf(SEED, change)));
    store.sync();
    if (batch % 40 === 17) {
      // Between the store's write and the caller's commit: operations after `before` must not be in it.
      const live = new ChangeScript(SEED);
      live.advanceTo(before);
      const snapshot = snapshotIndex(nodeDisk, folder, before);
      if (snapshot === null) throw new Error('nothing after the last commit is in segments');
      taken.push({ snapshot, last: before, live: live.live.toSorted((a, b) => a - b) });
    }
    store.commit();
    await store.ready();
  }
  await store.mergeAll();
  await store.close();
  expect(taken).toHaveLength(8);
  for (const { snapshot, last, live } of taken) {
    const copy = copied(snapshot);
    snapshot.close();
    expect(idsIn(copy, last)).toEqual(live);
    verifyIndex(nodeDisk, copy, last, () => {});
    // It goes on from there.
    const again = SegmentStore.open(nodeDisk, copy, last, {
      logBytes: 30_000,
      segmentBytes: 10_000_000,
      restMs: 0,
      workers: inlineWorkers(nodeDisk, new SegmentBuilder({ positionBytes: 1 << 16 })),
      onProblem: () => {},
    });
    again.append([put(last + 1, ['more'])]);
    again.sync();
    again.commit();
    await again.close();
  }
});

it('needs a newer number once the files are ahead of it, and has no files of an absent folder', async () => {
  const folder = temporaryFolder();
  expect(snapshotIndex(nodeDisk, join(folder, 'absent'), 0)?.files).toEqual([]);
  expect(() => snapshotIndex(nodeDisk, join(folder, 'absent'), 1)).toThrow(SegmentsCorrupt);
  const store = openStore(folder);
  store.append([put(1, ['one']), put(2, ['two'])]);
  store.sync();
  store.commit();
  await store.mergeAll();
  expect(snapshotIndex(nodeDisk, folder, 1)).toBeNull();
  const snapshot = snapshotIndex(nodeDisk, folder, 2);
  expect(snapshot?.files.map(({ name }) => name)).toEqual(['000002.log', '000003.segment', 'manifest']);
  snapshot?.close();
  await store.close();
  expect(() => snapshotIndex(nodeDisk, folder, 3)).toThrow(/000002\.log is damaged.*is missing/);
});
