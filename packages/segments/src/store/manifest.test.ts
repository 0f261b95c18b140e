import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { FaultyDisk, PowerLost, type Failure } from '../../test/faulty-disk.ts';
import type { Survivors } from '../../test/power-loss.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { nodeDisk } from '../disk.ts';
import { SegmentsCorrupt, SegmentsUnsupported } from '../errors.ts';
import { LogReader } from './log-reader.ts';
import { LogWriter } from './log-writer.ts';
import {
  fileName,
  FIRST_MANIFEST,
  MANIFEST_NAME,
  readManifest,
  writeManifest,
  type Manifest,
} from './manifest.ts';
import { readTombstones, writeTombstones } from './tombstones.ts';

const MANIFEST: Manifest = {
  generation: 12,
  nextNumber: 10,
  sequence: 500,
  segments: [
    {
      number: 3,
      bytes: 5e9,
      checksum: 4_294_967_295,
      documents: 90,
      firstId: 1,
      lastId: 100,
      textBytes: 4e9,
      dead: null,
    },
    {
      number: 8,
      bytes: 1000,
      checksum: 0,
      documents: 300,
      firstId: 101,
      lastId: 400,
      textBytes: 900,
      dead: { number: 7, bytes: 40, checksum: 77, documents: 1 },
    },
  ],
  logs: [5, 9],
};

/** Makes the folder's manifest this JSON, with the right checksum. */
function storeJson(folder: string, json: string): void {
  const checksum = crc32(json).toString(16).padStart(8, '0');
  writeFileSync(join(folder, MANIFEST_NAME), `sitegrep-segments 1 ${checksum}\n${json}`);
}

test('the last manifest is read as it was written', () => {
  const folder = temporaryFolder();
  writeManifest(nodeDisk, folder, FIRST_MANIFEST);
  expect(readManifest(nodeDisk, folder)).toEqual(FIRST_MANIFEST);
  writeManifest(nodeDisk, folder, MANIFEST);
  expect(readManifest(nodeDisk, folder)).toEqual(MANIFEST);
  expect(nodeDisk.list(folder)).toEqual(['manifest']);
});

test('an absent or empty folder has no manifest, one with files has lost it', () => {
  const folder = temporaryFolder();
  expect(readManifest(nodeDisk, join(folder, 'absent'))).toBeNull();
  expect(readManifest(nodeDisk, folder)).toBeNull();
  writeFileSync(join(folder, 'manifest.new'), 'what a loss of power left of the first one');
  expect(readManifest(nodeDisk, folder)).toBeNull();
  writeFileSync(join(folder, '000001.segment'), '');
  expect(() => readManifest(nodeDisk, folder)).toThrow(/manifest is damaged: file is missing/);
});

test('a flipped bit in any byte, and any truncation, is noticed', () => {
  const folder = temporaryFolder();
  const path = join(folder, MANIFEST_NAME);
  writeManifest(nodeDisk, folder, MANIFEST);
  const whole = readFileSync(path);
  const isNoticed = (bytes: Buffer): boolean => {
    writeFileSync(path, bytes);
    try {
      readManifest(nodeDisk, folder);
      return false;
    } catch (error) {
      return error instanceof SegmentsCorrupt || error instanceof SegmentsUnsupported;
    }
  };
  for (let length = 0; length < whole.length; length++)
    expect(isNoticed(whole.subarray(0, length))).toBe(true);
  // Each bit of the first line, one of each byte after it, which a CRC-32 covers.
  for (let bit = 0; bit < whole.length * 8; bit += bit < 40 * 8 ? 1 : 9) {
    const flipped = Buffer.from(whole);
    flipped[bit >> 3] = (whole[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(isNoticed(flipped), `bit ${bit}`).toBe(true);
  }
  expect(isNoticed(whole)).toBe(false);
});

test('a manifest of another version is refused, with the remedy', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, MANIFEST_NAME), 'sitegrep-segments 2 00000000\nanything');
  expect(() => readManifest(nodeDisk, folder)).toThrow(
    `${join(folder, 'manifest')} has format version 2, but this program reads version 1: upgrade sitegrep, or rebuild the index with \`sitegrep index rebuild\``,
  );
  writeFileSync(join(folder, MANIFEST_NAME), 'sitegrep-segments 0 00000000\nanything');
  expect(() => readManifest(nodeDisk, folder)).toThrow(
    /has format version 0, but this program reads version 1: rebuild the index with `sitegrep index rebuild`/,
  );
});

const [first, second] = MANIFEST.segments;
test.each<[string, unknown]>([
  ['content is not an object', []],
  ['generation is not an integer', { ...MANIFEST, generation: 1.5 }],
  ['nextNumber is not above', { ...MANIFEST, nextNumber: 9 }],
  ['sequence is below 400', { ...MANIFEST, sequence: 399 }],
  ['sequence is not an integer', { ...MANIFEST, sequence: 2 ** 53 }],
  ['segments is not a list', { ...MANIFEST, segments: {} }],
  ['segments[0] is not an object', { ...MANIFEST, segments: [null] }],
  ['segments[0].bytes is not an integer', { ...MANIFEST, segments: [{ ...first, bytes: '5' }] }],
  [
    'segments[0].checksum is not an integer from 0 to 4294967295',
    { ...MANIFEST, segments: [{ ...first, checksum: -1 }] },
  ],
  [
    'segments[0].documents is not an integer from 1 to 100',
    { ...MANIFEST, segments: [{ ...first, documents: 101 }] },
  ],
  ['segments[0].lastId is not an integer from 1', { ...MANIFEST, segments: [{ ...first, lastId: 0 }] }],
  ['segments[0].dead is not an object', { ...MANIFEST, segments: [{ ...first, dead: undefined }] }],
  [
    'segments[0].dead.documents',
    { ...MANIFEST, segments: [{ ...first, dead: { ...second?.dead, documents: 91 } }] },
  ],
  ['segments[1].firstId is not above 400', { ...MANIFEST, segments: [second, first] }],
  ['logs[1] is not above', { ...MANIFEST, logs: [9, 5] }],
  ['numbers of files are not all different', { ...MANIFEST, logs: [7, 9] }],
])('a manifest of which the %s is refused', (problem, manifest) => {
  const folder = temporaryFolder();
  storeJson(folder, JSON.stringify(manifest));
  expect(() => readManifest(nodeDisk, folder)).toThrow(`is damaged: ${problem}`);
});

test('a manifest that is not JSON is refused', () => {
  const folder = temporaryFolder();
  storeJson(folder, '{"generation": 1');
  expect(() => readManifest(nodeDisk, folder)).toThrow('content is not JSON');
});

test('a write that fails leaves the manifest as it was, and can be tried again', () => {
  const failures: readonly Failure[] = [
    { call: 'open', nth: 1, code: 'EMFILE' },
    { call: 'write', nth: 1, code: 'ENOSPC' },
    { call: 'sync', nth: 1, code: 'EIO' },
    { call: 'syncFolder', nth: 1, code: 'EIO' },
    { call: 'rename', nth: 1, code: 'EROFS' },
  ];
  for (const failure of failures) {
    const folder = temporaryFolder();
    writeManifest(nodeDisk, folder, FIRST_MANIFEST);
    const disk = new FaultyDisk(folder, { failures: [failure] });
    expect(() => writeManifest(disk, folder, MANIFEST)).toThrow(failure.code);
    expect(readManifest(nodeDisk, folder)).toEqual(FIRST_MANIFEST);
    writeManifest(disk, folder, MANIFEST);
    expect(readManifest(nodeDisk, folder)).toEqual(MANIFEST);
  }
});

const STORED: readonly Survivors[] = [
  'everything',
  'nothing',
  ...Array.from({ length: 4 }, (_, seed): Survivors => ({ some: 'prefix', seed })),
  ...Array.from({ length: 4 }, (_, seed): Survivors => ({ some: 'subset', seed })),
];

/**
 * Works on a folder from its beginning: first manifest, first log, tombstones and a second log. Reports each manifest
 * that stands.
 */
function work(disk: FaultyDisk, folder: string, stands: (generation: number) => void): void {
  disk.makeFolder(folder);
  disk.syncFolder(join(folder, '..'));
  writeManifest(disk, folder, FIRST_MANIFEST);
  stands(1);
  LogWriter.create(disk, join(folder, fileName(1, 'log')), 0).close();
  writeManifest(disk, folder, { ...FIRST_MANIFEST, generation: 2, nextNumber: 2, logs: [1] });
  stands(2);
  const dead = { number: 2, ...writeTombstones(disk, join(folder, fileName(2, 'dead')), Float64Array.of(3)) };
  LogWriter.create(disk, join(folder, fileName(3, 'log')), 500).close();
  const segments = MANIFEST.segments.slice(0, 1).map((segment) => ({ ...segment, number: 4, dead }));
  writeManifest(disk, folder, { ...MANIFEST, generation: 3, segments, logs: [1, 3] });
  stands(3);
  writeManifest(disk, folder, { ...MANIFEST, generation: 4, segments, logs: [3] });
  stands(4);
  disk.remove(join(folder, fileName(1, 'log')));
}

test('after a loss of power at any moment, whatever reached the disk, one manifest stands, and the files that it names', () => {
  const root = temporaryFolder();
  const quiet = new FaultyDisk(root);
  work(quiet, join(root, 'index'), () => {});
  for (let powerLossAfter = 1; powerLossAfter <= quiet.changes; powerLossAfter++) {
    for (const stored of STORED) {
      const root = temporaryFolder();
      const folder = join(root, 'index');
      const disk = new FaultyDisk(root, { powerLossAfter });
      let least = 0;
      expect(() => work(disk, folder, (generation) => (least = generation))).toThrow(PowerLost);
      disk.crash(stored);
      const manifest = readManifest(nodeDisk, folder);
      expect([least, least + 1]).toContain(manifest?.generation ?? 0);
      for (const { dead } of manifest?.segments ?? []) {
        if (dead !== null) readTombstones(nodeDisk, join(folder, fileName(dead.number, 'dead')), dead);
      }
      for (const log of manifest?.logs ?? [])
        LogReader.open(nodeDisk, join(folder, fileName(log, 'log'))).close();
    }
  }
});
