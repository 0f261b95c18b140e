// What is done in the background: a log becomes a segment, segments become one. Values in, files and values out; what the
// manifest says of it is decided by the store.
import { join } from 'node:path';
import type { SegmentBuilder } from '../build/build-segment.ts';
import { textBytes } from '../build/counts.ts';
import type { Disk } from '../disk.ts';
import { SegmentsCorrupt } from '../errors.ts';
import { mergeSegments, type MergeInput } from '../merge/merge-segments.ts';
import { GranuleCache } from '../segment/granule-cache.ts';
import { Segment } from '../segment/segment.ts';
import { LogReader } from './log-reader.ts';
import { fileName } from './manifest-file.ts';
import type { SegmentEntry } from './manifest.ts';
import { removeUnfinished } from './new-file.ts';
import type { LoggedOperation, LoggedPut } from './operation.ts';
import { readTombstones } from './tombstones.ts';

export interface BuildJob {
  readonly folder: string;
  readonly log: number;
  /** Sequence number of the log's last operation. */
  readonly last: number;
  /** Number of the segment to write. */
  readonly output: number;
}

export interface Built {
  /** Null if no document of the log is alive. */
  readonly segment: SegmentEntry | null;
  /** Ids of documents of earlier segments that the log removed, ascending. */
  readonly removed: Float64Array;
}

export interface MergeInputEntry {
  readonly entry: SegmentEntry;
  /** Ids of its dead documents, ascending. */
  readonly dead: Float64Array;
}

export interface MergeJob {
  readonly folder: string;
  /** In the order of their ids. */
  readonly inputs: readonly MergeInputEntry[];
  readonly output: number;
}

/** Reads a log and builds a segment of the documents that its own operations left alive. */
export function buildLog(
  disk: Disk,
  builder: SegmentBuilder,
  { folder, log, last, output }: BuildJob,
): Built {
  const reader = LogReader.open(disk, join(folder, fileName(log, 'log')));
  try {
    const operations = reader.read(last);
    const own = new Set(operations.map(({ sequence }) => sequence));
    const gone = new Set(operations.map(earlierOf).filter((id) => id !== null));
    const puts = operations.filter((operation) => operation.kind === 'put');
    const live = puts.filter(({ sequence }) => !gone.has(sequence));
    const removed = Float64Array.from(gone.difference(own)).sort();
    if (live.length === 0) return { segment: null, removed };
    const path = join(folder, fileName(output, 'segment'));
    return { segment: buildDocuments(disk, builder, reader, live, path, output), removed };
  } finally {
    reader.close();
  }
}

/** The document that an operation takes away. */
export function earlierOf(operation: LoggedOperation): number | null {
  return operation.kind === 'put' ? operation.replaces : operation.removes;
}

function buildDocuments(
  disk: Disk,
  builder: SegmentBuilder,
  reader: LogReader,
  documents: readonly LoggedPut[],
  path: string,
  number: number,
): SegmentEntry {
  const starts = new Uint32Array(documents.length + 1);
  for (const [index, { text }] of documents.entries())
    starts[index + 1] = (starts[index] ?? 0) + text.bytes / 2;
  const write = (into: Uint8Array): void => {
    let at = 0;
    for (const { text } of documents)
      at += reader.readPieces(text, 0, text.checksums.length, into.subarray(at));
  };
  const ids = Float64Array.from(documents, ({ sequence }) => sequence);
  const written = removedIfItFails(disk, path, () => builder.build(disk, path, { starts, write }, ids));
  return {
    number,
    ...written,
    documents: ids.length,
    firstId: ids[0] ?? 0,
    lastId: ids.at(-1) ?? 0,
    textBytes: textBytes({ starts }),
    dead: null,
  };
}

/**
 * Merges what is alive of some segments.
 *
 * @param pace see `mergeSegments`
 * @returns null if nothing is alive
 */
export function mergeEntries(
  disk: Disk,
  { folder, inputs, output }: MergeJob,
  pace: () => void,
): SegmentEntry | null {
  const cache = new GranuleCache(disk, 0);
  const open: Segment[] = [];
  try {
    const merging = inputs.map(({ entry, dead }): MergeInput => {
      const segment = openEntry(disk, folder, entry);
      open.push(segment);
      const isDead = new Set(dead);
      return { segment, isLive: (id) => !isDead.has(id) };
    });
    const live = merging.flatMap(({ segment, isLive }) => [...segment.ids].filter(isLive));
    const [firstId] = live;
    if (firstId === undefined) return null;
    const path = join(folder, fileName(output, 'segment'));
    const written = removedIfItFails(disk, path, () => mergeSegments(disk, merging, path, pace));
    const textBytes = merging.reduce((sum, { segment, isLive }) => sum + liveBytes(segment, isLive), 0);
    const lastId = live.at(-1) ?? firstId;
    return { number: output, ...written, documents: live.length, firstId, lastId, textBytes, dead: null };
  } finally {
    for (const segment of open) segment.close(cache);
  }
}

/**
 * Opens a segment that the manifest names.
 *
 * @throws SegmentsCorrupt if it is damaged or missing, or not the one that was written
 */
export function openEntry(disk: Disk, folder: string, entry: SegmentEntry): Segment {
  const segment = openFile(disk, join(folder, fileName(entry.number, 'segment')));
  if (segment.bytes === entry.bytes && segment.checksum === entry.checksum) return segment;
  segment.close(new GranuleCache(disk, 0));
  throw new SegmentsCorrupt(segment.path, 'file', 'is not the one that the manifest names');
}

function openFile(disk: Disk, path: string): Segment {
  try {
    return new Segment(disk, path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new SegmentsCorrupt(path, 'file', 'is missing');
    throw error;
  }
}

/** Ids of a segment's dead documents, ascending. */
export function deadOf(disk: Disk, folder: string, { dead }: SegmentEntry): Float64Array {
  return dead === null
    ? new Float64Array()
    : readTombstones(disk, join(folder, fileName(dead.number, 'dead')), dead);
}

function liveBytes({ ids, starts }: Segment, isLive: (id: number) => boolean): number {
  return ids.reduce(
    (sum, id, at) => (isLive(id) ? sum + 2 * ((starts[at + 1] ?? 0) - (starts[at] ?? 0)) : sum),
    0,
  );
}

function removedIfItFails<T>(disk: Disk, path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    removeUnfinished(disk, path);
    throw error;
  }
}
