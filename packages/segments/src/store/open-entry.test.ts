import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { SegmentBuilder } from '../build/build-segment.ts';
import { nodeDisk } from '../disk.ts';
import { SegmentsCorrupt } from '../errors.ts';
import { inlineWorkers } from './build-workers.ts';
import { fileName } from './manifest.ts';
import { SegmentStore } from './store.ts';
import { openEntry } from './tombstones.ts';

/** A folder with one segment, of one document. */
async function folderWith(text: string): Promise<{ readonly folder: string; readonly store: SegmentStore }> {
  const folder = temporaryFolder();
  const store = SegmentStore.open(nodeDisk, folder, 0, {
    logBytes: 1,
    segmentBytes: 1_000_000,
    restMs: 0,
    workers: inlineWorkers(nodeDisk, new SegmentBuilder({ positionBytes: 1 << 12 })),
    onProblem: (error) => {
      throw error;
    },
  });
  store.append([
    { kind: 'put', sequence: 1, replaces: null, owner: 1, parts: [Buffer.from(text)], zones: [] },
  ]);
  store.sync();
  store.commit();
  await store.settled();
  await store.close();
  return { folder, store };
}

test('another intact segment of the same length is refused', async () => {
  const [one, other] = [await folderWith('a document'), await folderWith('a documens')];
  const [entry, foreign] = [one, other].map(({ store }) => store.manifest.segments[0]);
  if (entry === undefined || foreign === undefined) throw new Error('nothing was built');
  expect(foreign).toEqual({ ...entry, checksum: foreign.checksum });
  openEntry(nodeDisk, one.folder, entry);
  const name = fileName(entry.number, 'segment');
  copyFileSync(join(other.folder, name), join(one.folder, name));
  expect(() => openEntry(nodeDisk, one.folder, entry)).toThrow(SegmentsCorrupt);
  expect(() => openEntry(nodeDisk, one.folder, entry)).toThrow(/is not the one that the manifest names/);
});
