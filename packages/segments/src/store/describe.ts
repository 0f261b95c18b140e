import { join } from 'node:path';
import type { Disk } from '../disk.ts';
import { fileName, readManifest } from './manifest-file.ts';
import { FIRST_MANIFEST } from './manifest.ts';

/** What an index is made of. */
export interface IndexDescription {
  readonly generation: number;
  /** Every operation up to it is in segments; those after it are in logs. */
  readonly sequence: number;
  readonly segments: readonly SegmentDescription[];
  /** Oldest first; the last one is written to. Length of the file, in bytes. */
  readonly logs: readonly { readonly number: number; readonly bytes: number }[];
}

interface SegmentDescription {
  readonly number: number;
  readonly documents: number;
  readonly deadDocuments: number;
  /** Of the texts that were indexed. */
  readonly textBytes: number;
  /** On disk, tombstones included. */
  readonly bytes: number;
}

/** @throws SegmentsCorrupt, SegmentsUnsupported if the manifest can't be read */
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
