import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FaultyDisk } from '../../test/faulty-disk.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { nodeDisk } from '../disk.ts';
import { SegmentsCorrupt } from '../errors.ts';
import { readTombstones, writeTombstones } from './tombstones.ts';

const IDS = Float64Array.of(1, 2, 70_000, 2 ** 33 + 1, 2 ** 53 - 1);

function written(): {
  path: string;
  entry: { number: number; bytes: number; checksum: number; documents: number };
} {
  const path = join(temporaryFolder(), '000007.dead');
  return { path, entry: { number: 7, ...writeTombstones(nodeDisk, path, IDS) } };
}

test('the ids are read as they were written', () => {
  const { path, entry } = written();
  expect(entry).toMatchObject({ bytes: 32 + 5 * 8, documents: 5 });
  expect(readTombstones(nodeDisk, path, entry)).toEqual(IDS);
});

test('each flipped bit is noticed, and each byte that is missing or too many', () => {
  const { path, entry } = written();
  const whole = readFileSync(path);
  const readsAs = (bytes: Buffer): (() => unknown) => {
    writeFileSync(path, bytes);
    return () => readTombstones(nodeDisk, path, entry);
  };
  for (let bit = 0; bit < whole.length * 8; bit++) {
    const flipped = Buffer.from(whole);
    flipped[bit >> 3] = (whole[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(readsAs(flipped), `bit ${bit}`).toThrow(SegmentsCorrupt);
  }
  for (let length = 0; length < whole.length; length++) {
    expect(readsAs(whole.subarray(0, length)), `${length} bytes`).toThrow(SegmentsCorrupt);
  }
  expect(readsAs(Buffer.concat([whole, Buffer.alloc(1)]))).toThrow(/longer than 72 bytes/);
});

test('the tombstones of another segment are not taken for those that the manifest names', () => {
  const { path, entry } = written();
  nodeDisk.remove(path);
  writeTombstones(
    nodeDisk,
    path,
    IDS.map((id) => (id === 2 ? 3 : id)),
  );
  expect(() => readTombstones(nodeDisk, path, entry)).toThrow(/not those that the manifest names/);
  nodeDisk.remove(path);
  expect(() => readTombstones(nodeDisk, path, entry)).toThrow(/file is missing/);
});

test('a write on a full disk leaves no file', () => {
  const folder = temporaryFolder();
  const disk = new FaultyDisk(folder, { failures: [{ call: 'write', nth: 1, code: 'ENOSPC' }] });
  expect(() => writeTombstones(disk, join(folder, '000007.dead'), IDS)).toThrow('ENOSPC');
  expect(nodeDisk.list(folder)).toEqual([]);
});
