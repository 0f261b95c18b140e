// The files of an index as of one operation, to be copied while the store goes on. They are open, so none of them
// vanishes; segments and tombstones never change, and a log ends after its last committed operation.
import { join } from 'node:path';
import type { Disk } from '../disk.ts';
import { element } from '../elements.ts';
import { SegmentsCorrupt } from '../errors.ts';
import { openNamed } from './index-files.ts';
import { LogReader, logStart } from './log-reader.ts';
import { encodeManifest, fileName, filesOf, MANIFEST_NAME, readManifest, type Manifest } from './manifest.ts';

export interface IndexSnapshot {
  /** Files, the manifest among them, which names exactly the others. Empty if nothing was ever written. */
  readonly files: readonly SnapshotFile[];
  close(): void;
}

interface SnapshotFile {
  readonly name: string;
  readonly bytes: number;
  /** Fills `into`, unless the file ends before. @returns how many bytes were read */
  read(into: Uint8Array, position: number): number;
}

/** Times that the files may change while they are opened; more is reported as damage. */
const ATTEMPTS = 100;

/**
 * @param committed sequence number of the last operation to include, which the caller's database has
 * @returns null if the files are ahead of it: then it needs a newer number
 * @throws SegmentsCorrupt, SegmentsUnsupported; errors of the disk
 */
export function snapshotIndex(disk: Disk, folder: string, committed: number): IndexSnapshot | null {
  for (let attempt = 1; ; attempt++) {
    const manifest = readManifest(disk, folder);
    if (manifest === null) {
      if (committed === 0) return { files: [], close: () => {} };
      throw new SegmentsCorrupt(join(folder, MANIFEST_NAME), 'file', 'is missing');
    }
    if (manifest.sequence > committed) return null;
    try {
      return openSnapshot(disk, folder, manifest, committed);
    } catch (error) {
      // A file that a newer manifest no longer names may be gone.
      const isCurrent = readManifest(disk, folder)?.generation === manifest.generation;
      if (attempt === ATTEMPTS || isCurrent) throw error;
    }
  }
}

function openSnapshot(disk: Disk, folder: string, manifest: Manifest, committed: number): IndexSnapshot {
  const opened: number[] = [];
  const close = (): void => {
    for (const file of opened.splice(0)) disk.close(file);
  };
  const openFile = (name: string, bytes: number | null): SnapshotFile => {
    const file = openNamed(disk, join(folder, name));
    opened.push(file);
    const length = bytes ?? disk.size(file);
    return { name, bytes: length, read: (into, position) => readUpTo(disk, file, into, position, length) };
  };
  try {
    const logs = logsUpTo(disk, folder, manifest, committed);
    const snapshot = { ...manifest, logs: logs.map(({ number }) => number) };
    const ends = new Map(logs.map(({ number, end }) => [fileName(number, 'log'), end]));
    const files = filesOf(snapshot).map((name) => openFile(name, ends.get(name) ?? null));
    return { files: [...files, inMemory(MANIFEST_NAME, encodeManifest(snapshot))], close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Logs that begin no later than `committed`. @returns their numbers, and their lengths up to that operation */
function logsUpTo(
  disk: Disk,
  folder: string,
  { logs }: Manifest,
  committed: number,
): { readonly number: number; readonly end: number }[] {
  const starts = logs.map((number) => logStart(disk, join(folder, fileName(number, 'log'))));
  return logs
    .filter((_, at) => element(starts, at) <= committed)
    .map((number, at) => {
      const log = LogReader.open(disk, join(folder, fileName(number, 'log')));
      try {
        log.read(Math.min(committed, starts[at + 1] ?? Infinity));
        return { number, end: log.position };
      } finally {
        log.close();
      }
    });
}

function readUpTo(disk: Disk, file: number, into: Uint8Array, position: number, end: number): number {
  return disk.read(file, into.subarray(0, Math.max(0, end - position)), position);
}

function inMemory(name: string, content: Uint8Array): SnapshotFile {
  return {
    name,
    bytes: content.length,
    read: (into, position) => {
      const part = content.subarray(position, position + into.length);
      into.set(part);
      return part.length;
    },
  };
}
