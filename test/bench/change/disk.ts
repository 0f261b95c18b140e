import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describeIndex, nodeDisk } from '@sitegrep/segments';

/** Bytes of a data folder's files. */
export interface DiskUse {
  /** Segments and what says which of their documents are dead. */
  readonly segments: number;
  /** Texts that are in no segment yet. */
  readonly logs: number;
  /** Records and sources, with what SQLite keeps beside them. */
  readonly database: number;
}

export function diskUse(dataDir: string): DiskUse {
  const files = [...sizesOf(join(dataDir, 'segments'))];
  const sum = (sizes: readonly (readonly [string, number])[]): number =>
    sizes.reduce((total, [, size]) => total + size, 0);
  return {
    segments: sum(files.filter(([name]) => !name.endsWith('.log'))),
    logs: sum(files.filter(([name]) => name.endsWith('.log'))),
    database: sum([...sizesOf(dataDir)].filter(([name]) => name.startsWith('domains.sqlite'))),
  };
}

/** Logs that wait to be built. */
export function waitingLogs(dataDir: string): number {
  return Math.max(0, filesOf(dataDir, '.log').length - 1);
}

/** Segments of an index, and how many of their documents are dead. */
export interface SegmentsUse {
  readonly segments: number;
  readonly documents: number;
  readonly deadDocuments: number;
}

export function segmentsUse(dataDir: string): SegmentsUse {
  const { segments } = describeIndex(nodeDisk, join(dataDir, 'segments'));
  return {
    segments: segments.length,
    documents: segments.reduce((sum, { documents }) => sum + documents, 0),
    deadDocuments: segments.reduce((sum, { deadDocuments }) => sum + deadDocuments, 0),
  };
}

export function totalOf({ segments, logs, database }: DiskUse): number {
  return segments + logs + database;
}

/** Milliseconds between two checks, and the number of successive checks that must find nothing in progress. */
const LOOK_EVERY_MS = 500;
const QUIET_LOOKS = 8;

/**
 * Resolves when nothing has been built or merged for four seconds: no log waits, and no segment is written, which the
 * manifest does not name before it is whole.
 */
export async function settled(dataDir: string): Promise<void> {
  for (let quiet = 0; quiet < QUIET_LOOKS;) {
    await delay(LOOK_EVERY_MS);
    const isBusy =
      waitingLogs(dataDir) > 0 || filesOf(dataDir, '.segment').length > segmentsUse(dataDir).segments;
    quiet = isBusy ? 0 : quiet + 1;
  }
}

function filesOf(dataDir: string, extension: string): readonly string[] {
  return [...sizesOf(join(dataDir, 'segments')).keys()].filter((name) => name.endsWith(extension));
}

/** Files come and go while they are looked at. */
function sizesOf(folder: string): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const name of readdirSync(folder)) {
    const found = statSync(join(folder, name), { throwIfNoEntry: false });
    if (found?.isFile() === true) sizes.set(name, found.size);
  }
  return sizes;
}
