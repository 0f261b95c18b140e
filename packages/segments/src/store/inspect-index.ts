import { join } from 'node:path';
import type { Disk } from '../disk.ts';
import { SegmentsCorrupt } from '../errors.ts';
import { GranuleCache } from '../segment/granule-cache.ts';
import { verifySegment } from '../verify/verify-segment.ts';
import { MAX_RUN_PIECES, PIECE_BYTES } from './log-format.ts';
import { LogReader, logStart } from './log-reader.ts';
import {
  fileName,
  FIRST_MANIFEST,
  MANIFEST_NAME,
  readManifest,
  type Manifest,
  type SegmentEntry,
} from './manifest.ts';
import { deadOf, openEntry } from './tombstones.ts';

/** Parts of an index. */
export interface IndexDescription {
  readonly generation: number;
  /** Sequence number: every operation up to it is in segments; those after it are in logs. */
  readonly sequence: number;
  readonly segments: readonly SegmentDescription[];
  /** Logs, oldest first, with the length of their files in bytes; the last one is written to. */
  readonly logs: readonly { readonly number: number; readonly bytes: number }[];
}

interface SegmentDescription {
  readonly number: number;
  readonly documents: number;
  readonly deadDocuments: number;
  /** Length of the texts that were indexed. */
  readonly textBytes: number;
  /** Bytes on disk, with tombstones. */
  readonly bytes: number;
}

/** @throws SegmentsCorrupt, SegmentsUnsupported if the manifest cannot be read */
export function describeIndex(disk: Disk, folder: string): IndexDescription {
  const { generation, sequence, segments, logs } = readManifest(disk, folder) ?? FIRST_MANIFEST;
  return {
    generation,
    sequence,
    segments: segments.map(({ number, documents, textBytes, bytes, dead }) => ({
      number,
      documents,
      deadDocuments: dead?.documents ?? 0,
      textBytes,
      bytes: bytes + (dead?.bytes ?? 0),
    })),
    logs: logs.map((number) => ({
      number,
      bytes: disk.stat(join(folder, fileName(number, 'log')))?.bytes ?? 0,
    })),
  };
}

export interface VerifiedIndex {
  readonly segments: number;
  readonly logs: number;
  /** Documents in segments, dead ones included, and those that operations in logs put. */
  readonly documents: number;
  /** Length of all texts. */
  readonly textBytes: number;
}

/**
 * Reads every file of an index that nobody writes to, and checks everything that can be checked.
 *
 * @param committed sequence number of the last operation that was committed
 * @param report gets how much was done, and of how much, in bytes of text; may throw to give up
 * @throws SegmentsCorrupt at the first fault; SegmentsUnsupported; errors of the disk
 */
export function verifyIndex(
  disk: Disk,
  folder: string,
  committed: number,
  report: (done: number, of: number) => void,
): VerifiedIndex {
  const manifest = readManifest(disk, folder) ?? FIRST_MANIFEST;
  const ofSegments = manifest.segments.reduce((sum, { textBytes }) => sum + textBytes, 0);
  let [documents, textBytes, reached] = [0, 0, manifest.sequence];
  for (const entry of manifest.segments) {
    verifyEntry(disk, folder, entry, (done, of) => {
      report(textBytes + (entry.textBytes * done) / Math.max(1, of), ofSegments);
    });
    documents += entry.documents;
    textBytes += entry.textBytes;
  }
  for (const [at, number] of manifest.logs.entries()) {
    const log = verifyLog(
      disk,
      join(folder, fileName(number, 'log')),
      lastOf(disk, folder, manifest, at, committed),
    );
    documents += log.documents;
    textBytes += log.textBytes;
    reached = log.lastSequence;
  }
  if (reached < committed) {
    const problem = `end at operation ${reached}, but those up to ${committed} were committed`;
    throw new SegmentsCorrupt(join(folder, MANIFEST_NAME), 'files', problem);
  }
  return { segments: manifest.segments.length, logs: manifest.logs.length, documents, textBytes };
}

function verifyEntry(
  disk: Disk,
  folder: string,
  entry: SegmentEntry,
  report: (done: number, of: number) => void,
): void {
  const segment = openEntry(disk, folder, entry);
  const ids = new Set(segment.ids);
  segment.close(new GranuleCache(disk, 0));
  const isSame =
    segment.ids[0] === entry.firstId && segment.ids.at(-1) === entry.lastId && ids.size === entry.documents;
  if (!isSame) throw new SegmentsCorrupt(segment.path, 'table of documents', 'is not what the manifest says');
  for (const id of deadOf(disk, folder, entry)) {
    if (!ids.has(id))
      throw new SegmentsCorrupt(segment.path, 'tombstones', `name document ${id}, which it does not have`);
  }
  verifySegment(disk, segment.path, report);
}

/** Sequence number of the last committed operation of a log. */
function lastOf(disk: Disk, folder: string, { logs }: Manifest, at: number, committed: number): number {
  const next = logs[at + 1];
  return next === undefined ? committed : logStart(disk, join(folder, fileName(next, 'log')));
}

function verifyLog(
  disk: Disk,
  path: string,
  last: number,
): { readonly documents: number; readonly textBytes: number; readonly lastSequence: number } {
  const log = LogReader.open(disk, path);
  try {
    const run = new Uint8Array(MAX_RUN_PIECES * PIECE_BYTES);
    let [documents, textBytes] = [0, 0];
    for (const operation of log.read(last)) {
      if (operation.kind === 'remove') continue;
      const { text } = operation;
      for (let at = 0; at < text.checksums.length; at += MAX_RUN_PIECES)
        log.readPieces(text, at, MAX_RUN_PIECES, run);
      documents += 1;
      textBytes += text.bytes;
    }
    return { documents, textBytes, lastSequence: log.lastSequence };
  } finally {
    log.close();
  }
}
