import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { FaultyDisk, type Failure } from '../../test/faulty-disk.ts';
import { lineOf, loggedLine, put, putMarked, remove } from '../../test/logs.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { nodeDisk, type Disk } from '../disk.ts';
import { SegmentsCorrupt } from '../errors.ts';
import type { Operation } from './log-format.ts';
import { LogReader } from './log-reader.ts';
import { LogWriter } from './log-writer.ts';

function newLog(
  after = 0,
  failures: readonly Failure[] = [],
): { path: string; disk: Disk; writer: LogWriter } {
  const folder = temporaryFolder();
  const path = join(folder, '000001.log');
  const disk = failures.length === 0 ? nodeDisk : new FaultyDisk(folder, { failures });
  const writer = LogWriter.create(disk, path, after);
  onTestFinished(() => writer.close());
  return { path, disk, writer };
}

function openReader(path: string): LogReader {
  const reader = LogReader.open(nodeDisk, path);
  onTestFinished(() => reader.close());
  return reader;
}

const read = (reader: LogReader, committed: number): string[] =>
  reader.read(committed).map((operation) => loggedLine(reader, operation));
const readAll = (path: string, committed: number): string[] => read(openReader(path), committed);

/** A document with these ranges of zone 1. */
function zoned(parts: readonly string[], ranges: readonly number[]): Operation {
  return withZones(parts, [new Uint32Array(), Uint32Array.from(ranges)]);
}

function withZones(parts: readonly string[], zones: readonly Uint32Array[]): Operation {
  return {
    kind: 'put',
    sequence: 4,
    replaces: null,
    owner: 1,
    parts: parts.map((part) => Buffer.from(part)),
    zones,
  };
}

function commit(writer: LogWriter, ...operations: readonly Operation[]): void {
  writer.append(operations);
  writer.sync();
  writer.commit();
}

test('a log gives back what was appended', () => {
  const operations = [
    put(1, ['page', 'other']),
    put(2, []),
    put(5, [''], 1),
    remove(6, 2),
    // Latin-1 for the bytes of `é`.
    put(2 ** 52, ['\u00c3\u00a9'], 5),
    putMarked(2 ** 52 + 1, '<0>one</0> and <2>t<0>w</0>o</2>'),
  ];
  const { path, writer } = newLog();
  commit(writer, ...operations);
  expect(readAll(path, 2 ** 52 + 1)).toEqual(operations.map(lineOf));
  expect(writer.lastSequence).toBe(2 ** 52 + 1);
  expect(writer.textBytes).toBe(14 + 0 + 2 + 4 + 14);
  expect(writer.bytes).toBe(nodeDisk.stat(path)?.bytes);
});

test.each([1, 16_381, 16_382, 16_383, 16_384, 32_766, 262_144, 262_145, 1_000_001])(
  'a text of about %i bytes is given back whole',
  (length) => {
    const text = Array.from({ length: Math.ceil(length / 7) }, (_, i) => String(i * 7919 + 1e6))
      .join('')
      .slice(0, length);
    const operations = [put(1, ['before']), put(2, ['x', text, 'y']), put(3, ['behind'])];
    const { path, writer } = newLog();
    commit(writer, ...operations);
    expect(readAll(path, 3)).toEqual(operations.map(lineOf));
  },
);

test('a reader goes on where it ended, and not beyond what is committed', () => {
  const operations = [put(10, ['a']), put(20, ['b']), remove(30, 10), put(40, ['c'])];
  const { path, writer } = newLog(5);
  const reader = openReader(path);
  expect([reader.after, reader.lastSequence]).toEqual([5, 5]);
  expect(read(reader, 5)).toEqual([]);
  writer.append(operations.slice(0, 3));
  expect(read(reader, 20)).toEqual(operations.slice(0, 2).map(lineOf));
  expect(read(reader, 20)).toEqual([]);
  expect(read(reader, 10)).toEqual([]);
  writer.append(operations.slice(3));
  expect(read(reader, 40)).toEqual(operations.slice(2).map(lineOf));
  expect(reader.position).toBe(writer.bytes);
});

test('a reader sees not the operations that were rolled back, but those that replaced them', () => {
  const { path, writer } = newLog();
  const reader = openReader(path);
  commit(writer, put(1, ['one']));
  writer.append([put(2, ['never'.repeat(1000)])]);
  writer.append([put(3, ['nor this'])]);
  writer.sync();
  expect(read(reader, 1)).toEqual([lineOf(put(1, ['one']))]);
  writer.rollback();
  expect([writer.lastSequence, writer.textBytes, writer.bytes]).toEqual([1, 6, reader.position]);
  commit(writer, put(2, ['two']));
  expect(read(reader, 2)).toEqual([lineOf(put(2, ['two']))]);
});

test('a log that is opened again goes on after the committed operations', () => {
  const { path, writer } = newLog();
  commit(writer, put(1, ['one']), put(2, ['two']));
  const { bytes } = writer;
  writer.append([put(3, ['three'])]);
  writer.sync();
  const again = LogWriter.open(nodeDisk, path, 2);
  onTestFinished(() => again.close());
  expect([again.bytes, again.textBytes, again.lastSequence]).toEqual([bytes, 6 + 6, 2]);
  expect(nodeDisk.stat(path)?.bytes).toBe(bytes);
  commit(again, put(3, ['other']));
  expect(readAll(path, 3)).toEqual([put(1, ['one']), put(2, ['two']), put(3, ['other'])].map(lineOf));
});

test('an empty log opens at the operation before it, and refuses an earlier one', () => {
  const { path, writer } = newLog(7);
  writer.append([put(8, ['never'])]);
  const again = LogWriter.open(nodeDisk, path, 7);
  onTestFinished(() => again.close());
  expect([again.lastSequence, again.textBytes]).toEqual([7, 0]);
  expect(() => LogWriter.open(nodeDisk, path, 6)).toThrow(
    /operations up to 7 were committed before it began/,
  );
});

test('a committed operation that is missing is noticed', () => {
  const { path, writer } = newLog();
  commit(writer, put(1, ['one']), put(3, ['three']));
  expect(() => readAll(path, 4)).toThrow(/operations after 3 were committed, but the file ends here/);
  expect(() => readAll(path, 2)).toThrow(/sequence number 3, where one from 2 to 2 was committed/);
  expect(() => LogWriter.open(nodeDisk, path, 4)).toThrow(SegmentsCorrupt);
  nodeDisk.remove(path);
  expect(() => LogReader.open(nodeDisk, path)).toThrow(/is damaged: file is missing/);
});

test.each<[string, Operation, RegExp]>([
  ['a sequence number that was used', put(3, []), /sequence must be an integer above 3/],
  ['a sequence number that is not an integer', put(3.5, []), /sequence must be an integer/],
  ['a sequence number of 2^53', put(2 ** 53, []), /sequence must be an integer/],
  ['a replacement of itself', put(4, [], 4), /replaces must be the id of a document before 4/],
  ['a removal of nothing', remove(4, 0), /removes must be the id of a document before 4/],
  ['a part that is not UTF-8', put(4, ['a\u00ffb']), /parts of document 4 must be UTF-8/],
  ['a part that ends in half a letter', put(4, ['a', 'b\u00d0']), /parts of document 4 must be UTF-8/],
  [
    'zones of two parts',
    zoned(['a', 'b'], [0, 1]),
    /zones of document 4 must be of a single part, but it has 2/,
  ],
  ['zones of no part', zoned([], [0, 0]), /zones of document 4 must be of a single part, but it has 0/],
  ['a range without an end', zoned(['abc'], [0, 1, 2]), /as many starts as ends, as zone 1 has not/],
  [
    'a range that begins before its start',
    zoned(['abc'], [2, 1]),
    /must ascend, as zone 1 does not at byte 1/,
  ],
  ['ranges that overlap', zoned(['abc'], [0, 2, 1, 3]), /must ascend, as zone 1 does not at byte 1/],
  [
    'a range that is too long',
    zoned(['abc'], [0, 2, 2, 4]),
    /must end with the text, but zone 1 ends at byte 4 of 3/,
  ],
  [
    'a zone with a large number',
    withZones(
      ['a'],
      Array.from({ length: 17 }, () => Uint32Array.of(0, 1)),
    ),
    /zones of document 4 must have a number below 16/,
  ],
])('%s is refused, with all of its batch', (_, operation, message) => {
  const { path, writer } = newLog();
  commit(writer, put(3, ['three']));
  const { bytes } = writer;
  const batch = operation.sequence > 4 ? [put(4, []), operation] : [operation, put(5, [])];
  expect(() => writer.append(batch)).toThrow(RangeError);
  expect(() => writer.append(batch)).toThrow(message);
  expect(nodeDisk.stat(path)?.bytes).toBe(bytes);
  expect(writer.lastSequence).toBe(3);
});

test('an append on a full disk changes nothing, and can be tried again', () => {
  // The header of the log is the first write, the committed operation the second; the batch takes three.
  for (const nth of [3, 4, 5]) {
    const { path, writer } = newLog(0, [{ call: 'write', nth, code: 'ENOSPC' }]);
    commit(writer, put(1, ['one']));
    const before = [writer.bytes, writer.textBytes, writer.lastSequence];
    const batch = [put(2, ['two']), put(3, ['three'.repeat(100_000)]), put(4, ['four'])];
    expect(() => writer.append(batch)).toThrow(expect.objectContaining({ code: 'ENOSPC' }));
    expect([writer.bytes, writer.textBytes, writer.lastSequence]).toEqual(before);
    expect(nodeDisk.stat(path)?.bytes).toBe(writer.bytes);
    commit(writer, ...batch);
    expect(readAll(path, 4)).toEqual([put(1, ['one']), ...batch].map(lineOf));
  }
});

test('after a failed sync only a rollback is left', () => {
  const { path, writer } = newLog(0, [{ call: 'sync', nth: 3, code: 'EIO' }]);
  commit(writer, put(1, ['one']));
  writer.append([put(2, ['two'])]);
  expect(() => writer.sync()).toThrow('EIO');
  expect(() => writer.sync()).toThrow(/must be rolled back/);
  expect(() => writer.commit()).toThrow(/must be rolled back/);
  expect(() => writer.append([put(3, [])])).toThrow(/must be rolled back/);
  writer.rollback();
  commit(writer, put(2, ['again']));
  expect(readAll(path, 2)).toEqual([put(1, ['one']), put(2, ['again'])].map(lineOf));
});

test('a log that could not be truncated after a failed write is truncated by rollback', () => {
  const failures: Failure[] = [
    { call: 'write', nth: 3, code: 'EIO' },
    { call: 'truncate', nth: 1, code: 'EIO' },
  ];
  const { path, writer } = newLog(0, failures);
  commit(writer, put(1, ['one']));
  expect(() => writer.append([put(2, ['two'])])).toThrow('EIO');
  expect(() => writer.append([put(2, ['two'])])).toThrow(/must be rolled back/);
  writer.rollback();
  expect(nodeDisk.stat(path)?.bytes).toBe(writer.bytes);
  commit(writer, put(2, ['two']));
  expect(readAll(path, 2)).toHaveLength(2);
});

test('operations that are not synced cannot be committed', () => {
  const { writer } = newLog();
  writer.append([put(1, [])]);
  expect(() => writer.commit()).toThrow(/must be synced/);
});

test('a log that cannot be made leaves no file', () => {
  for (const call of ['write', 'sync'] as const) {
    const folder = temporaryFolder();
    const disk = new FaultyDisk(folder, { failures: [{ call, nth: 1, code: 'ENOSPC' }] });
    expect(() => LogWriter.create(disk, join(folder, '000001.log'), 0)).toThrow('ENOSPC');
    expect(nodeDisk.list(folder)).toEqual([]);
  }
});
