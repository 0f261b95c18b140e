import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FaultyDisk, PowerLost } from '../../test/faulty-disk.ts';
import { lineOf, loggedLine, put, putMarked, remove } from '../../test/logs.ts';
import type { Survivors } from '../../test/power-loss.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { nodeDisk } from '../disk.ts';
import { SegmentsCorrupt, SegmentsUnsupported } from '../errors.ts';
import type { Operation } from './log-format.ts';
import { LogReader } from './log-reader.ts';
import { LogWriter } from './log-writer.ts';

const OPERATIONS = [
  put(11, ['a page', 'other']),
  remove(12, 11),
  put(15, ['new'], 3),
  putMarked(17, '<0>a</0> zon<3>e</3>'),
];
const LINES = OPERATIONS.map(lineOf);

/** The log of `OPERATIONS`, and its length after each number of them. */
function writtenLog(): { path: string; whole: Buffer; ends: number[] } {
  const path = join(temporaryFolder(), '000001.log');
  const writer = LogWriter.create(nodeDisk, path, 10);
  const ends = [writer.bytes];
  for (const operation of OPERATIONS) {
    writer.append([operation]);
    ends.push(writer.bytes);
  }
  writer.close();
  return { path, whole: readFileSync(path), ends };
}

function linesOf(path: string, committed: number): string[] {
  const reader = LogReader.open(nodeDisk, path);
  try {
    return reader.read(committed).map((operation) => loggedLine(reader, operation));
  } finally {
    reader.close();
  }
}

/** The result of `open`, or `damaged` if it refuses the log. */
function attempt<T>(open: () => T): T | 'damaged' {
  try {
    return open();
  } catch (error) {
    if (error instanceof SegmentsCorrupt || error instanceof SegmentsUnsupported) return 'damaged';
    throw error;
  }
}

/**
 * Operations that a reader gives, or `damaged`; a writer that opens the log must find the same, and truncate it after
 * them.
 */
function outcome(path: string, committed: number): readonly string[] | 'damaged' {
  const read = attempt(() => linesOf(path, committed));
  const length = attempt(() => {
    const writer = LogWriter.open(nodeDisk, path, committed);
    writer.close();
    return writer.bytes;
  });
  expect(length === 'damaged').toBe(read === 'damaged');
  if (read === 'damaged') return read;
  expect(linesOf(path, committed)).toEqual(read);
  expect(nodeDisk.stat(path)?.bytes).toBe(length);
  return read;
}

const committedAfter = (count: number): number => OPERATIONS[count - 1]?.sequence ?? 10;

test('a log that is truncated at any byte has everything that was committed, or is found damaged', () => {
  const { path, whole, ends } = writtenLog();
  for (let length = 0; length < whole.length; length++) {
    for (let count = 0; count <= OPERATIONS.length; count++) {
      writeFileSync(path, whole.subarray(0, length));
      const expected = length >= (ends[count] ?? 0) ? LINES.slice(0, count) : 'damaged';
      expect(outcome(path, committedAfter(count)), `${length} bytes`).toEqual(expected);
    }
  }
});

test('a truncated text is noticed before it is read', () => {
  const { path, whole } = writtenLog();
  writeFileSync(path, whole.subarray(0, -1));
  const reader = LogReader.open(nodeDisk, path);
  expect(() => reader.read(17)).toThrow(/text at byte \d+ is truncated/);
  reader.close();
});

test('a log is opened for writing only if every piece of a long text is intact', () => {
  const path = join(temporaryFolder(), '000001.log');
  const writer = LogWriter.create(nodeDisk, path, 0);
  writer.append([put(1, ['x'.repeat(600_000)])]);
  writer.close();
  const whole = readFileSync(path);
  for (let at = whole.length - 1; at > whole.length - 600_000; at -= 16_384) {
    const flipped = Buffer.from(whole);
    flipped[at] = (whole[at] ?? 0) ^ 1;
    writeFileSync(path, flipped);
    expect(() => LogWriter.open(nodeDisk, path, 1)).toThrow(/text at byte \d+ does not match its checksum/);
  }
});

test('a bit that is flipped in any committed byte is noticed, one after them is harmless', () => {
  const { path, whole, ends } = writtenLog();
  for (let at = 0; at < whole.length; at++) {
    const flipped = Buffer.from(whole);
    flipped[at] = (whole[at] ?? 0) ^ (1 << (at & 7));
    for (const count of [1, OPERATIONS.length]) {
      writeFileSync(path, flipped);
      const expected = at < (ends[count] ?? 0) ? 'damaged' : LINES.slice(0, count);
      expect(outcome(path, committedAfter(count)), `byte ${at}`).toEqual(expected);
    }
  }
});

test('a log of another version is refused, with the remedy', () => {
  const { path, whole } = writtenLog();
  whole.writeUInt32LE(2, 8);
  // CRC-32 of "sitegLOG", 02 00 00 00: worked out with Python's zlib.
  whole.writeUInt32LE(0x0d9f9e1b, 12);
  writeFileSync(path, whole);
  expect(() => LogReader.open(nodeDisk, path)).toThrow(
    `${path} has format version 2, but this program reads version 1: upgrade sitegrep, or rebuild the index with \`sitegrep index rebuild\``,
  );
});

const STORED: readonly Survivors[] = [
  'everything',
  'nothing',
  ...Array.from({ length: 5 }, (_, seed): Survivors => ({ some: 'prefix', seed })),
  ...Array.from({ length: 5 }, (_, seed): Survivors => ({ some: 'subset', seed })),
];

/** Changes of the disk until the new log and its name are durable: create, write, sync, sync of the folder. */
const NAMED_AFTER = 4;

/**
 * Appends batches, with a rollback between, and the caller's own commit: `done` has what was committed at any moment.
 */
function work(disk: FaultyDisk, folder: string, done: Operation[]): void {
  const path = join(folder, '000001.log');
  const writer = LogWriter.create(disk, path, 0);
  disk.syncFolder(folder);
  const commit = (...batch: readonly Operation[]): void => {
    writer.append(batch);
    writer.sync();
    done.push(...batch);
    writer.commit();
  };
  commit(put(1, ['one', 'x'.repeat(3000)]), put(2, ['two']));
  writer.append([put(3, ['never'.repeat(500)])]);
  writer.append([put(4, ['never'])]);
  writer.sync();
  writer.rollback();
  commit(put(3, ['three'], 1));
  writer.close();
  const again = LogWriter.open(disk, path, 3);
  again.append([remove(4, 2)]);
  again.rollback();
  again.append([put(4, ['y'.repeat(300_000)])]);
  again.append([remove(5, 4)]);
  again.sync();
  done.push(put(4, ['y'.repeat(300_000)]), remove(5, 4));
}

test('after a loss of power at any moment, whatever reached the disk, exactly the committed operations are there', () => {
  const root = temporaryFolder();
  const quiet = new FaultyDisk(root);
  work(quiet, root, []);
  for (let powerLossAfter = NAMED_AFTER; powerLossAfter <= quiet.changes; powerLossAfter++) {
    for (const stored of STORED) {
      const folder = temporaryFolder();
      const disk = new FaultyDisk(folder, { powerLossAfter });
      const done: Operation[] = [];
      expect(() => work(disk, folder, done)).toThrow(PowerLost);
      disk.crash(stored);
      const committed = done.at(-1)?.sequence ?? 0;
      expect(outcome(join(folder, '000001.log'), committed)).toEqual(done.map(lineOf));
    }
  }
});
