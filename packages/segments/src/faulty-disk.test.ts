import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FaultyDisk, PowerLost } from '../test/faulty-disk.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';

const bytes = (text: string): Buffer => Buffer.from(text);
const SEEDS = Array.from({ length: 40 }, (_, seed) => seed);

/** A folder with a durable file `a`, changed since without a sync of the file. */
function changedFile(): { readonly folder: string; readonly path: string; readonly disk: FaultyDisk } {
  const folder = temporaryFolder();
  const path = join(folder, 'a');
  writeFileSync(path, 'synced');
  const disk = new FaultyDisk(folder);
  const file = disk.open(path, 'change');
  disk.write(file, bytes('12'), 6);
  disk.write(file, bytes('34'), 8);
  return { folder, path, disk };
}

test('synced bytes survive, others are lost or survive', () => {
  const lost = changedFile();
  lost.disk.crash('nothing');
  expect(readFileSync(lost.path, 'utf8')).toBe('synced');
  const stored = changedFile();
  stored.disk.crash('everything');
  expect(readFileSync(stored.path, 'utf8')).toBe('synced1234');
});

test('a prefix of the writes survives, the last one perhaps torn; or any of them, with zeros between', () => {
  const after = (some: 'prefix' | 'subset'): Set<string> =>
    new Set(
      SEEDS.map((seed) => {
        const { disk, path } = changedFile();
        disk.crash({ some, seed });
        return readFileSync(path, 'latin1');
      }),
    );
  expect(after('prefix')).toEqual(new Set(['synced', 'synced1', 'synced12', 'synced123', 'synced1234']));
  expect(after('subset')).toEqual(new Set(['synced', 'synced12', 'synced1234', 'synced\0\x0034']));
});

test('a name survives after the sync of its folder, the content after that of the file', () => {
  const folder = temporaryFolder();
  const disk = new FaultyDisk(folder);
  const named = disk.open(join(folder, 'named'), 'create');
  disk.syncFolder(folder);
  disk.write(named, bytes('content'), 0);
  const written = disk.open(join(folder, 'written'), 'create');
  disk.write(written, bytes('content'), 0);
  disk.sync(written);
  disk.crash('nothing');
  expect(readdirSync(folder)).toEqual(['named']);
  expect(readFileSync(join(folder, 'named'), 'utf8')).toBe('');
});

test('a rename that was not synced happened or did not', () => {
  const outcomes = SEEDS.map((seed) => {
    const { folder, path, disk } = changedFile();
    const file = disk.open(join(folder, 'b'), 'create');
    disk.write(file, bytes('new'), 0);
    disk.sync(file);
    disk.syncFolder(folder);
    disk.rename(join(folder, 'b'), path);
    disk.crash({ some: 'subset', seed });
    return `${readdirSync(folder).join()} ${readFileSync(path, 'utf8').slice(0, 3)}`;
  });
  expect(new Set(outcomes)).toEqual(new Set(['a,b syn', 'a new']));
});

test('the n-th call of a kind fails, and a write that fails has written a half', () => {
  const folder = temporaryFolder();
  const disk = new FaultyDisk(folder, { failures: [{ call: 'write', nth: 2, code: 'ENOSPC' }] });
  const file = disk.open(join(folder, 'a'), 'create');
  disk.write(file, bytes('ab'), 0);
  expect(() => disk.write(file, bytes('cdef'), 2)).toThrow(expect.objectContaining({ code: 'ENOSPC' }));
  expect(disk.size(file)).toBe(4);
  disk.write(file, bytes('cdef'), 2);
  expect(disk.size(file)).toBe(6);
});

test('the next sync does not bring back the bytes that a failed one has lost', () => {
  const folder = temporaryFolder();
  const disk = new FaultyDisk(folder, { failures: [{ call: 'sync', nth: 1, code: 'EIO' }] });
  const file = disk.open(join(folder, 'a'), 'create');
  disk.syncFolder(folder);
  disk.write(file, bytes('lost'), 0);
  expect(() => disk.sync(file)).toThrow('EIO');
  disk.sync(file);
  disk.crash('nothing');
  expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('');
});

test('after the given number of changes every call fails', () => {
  const folder = temporaryFolder();
  const disk = new FaultyDisk(folder, { powerLossAfter: 2 });
  const file = disk.open(join(folder, 'a'), 'create');
  expect(() => disk.write(file, bytes('x'), 0)).toThrow(PowerLost);
  expect(() => disk.size(file)).toThrow(PowerLost);
  expect(disk.changes).toBe(2);
  disk.crash('everything');
  expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('x');
});
