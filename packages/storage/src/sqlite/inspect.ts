// Inspects a data folder without changing a byte of it, also while a process has it open.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { describeIndex, nodeDisk, SegmentsReader } from '@sitegrep/segments';
import { requireSchema } from './connection.ts';
import { readMark, requireCommits } from './commit-mark.ts';
import { pastSegmentsFolder, segmentsFolder } from './domains/options.ts';
import { DOMAIN_SCHEMA } from './domains/database.ts';
import { requireBuilt, stateReader } from './domains/state.ts';
import { storageError } from './failure.ts';
import { openToRead } from './reading.ts';
import { RECORD_SCHEMA } from './records/database.ts';

/**
 * Checks that the databases that are there have the schema of this program.
 *
 * @returns how many there are
 * @throws StorageMisconfigured if another version wrote one; StorageCorrupt if one is damaged; StorageUnavailable
 */
export function inspectDatabases(dataDir: string): number {
  const databases = [
    { file: join(dataDir, 'domains.sqlite'), schema: DOMAIN_SCHEMA },
    { file: join(dataDir, 'records.sqlite'), schema: RECORD_SCHEMA },
  ].filter(({ file }) => existsSync(file));
  for (const { file, schema } of databases) reading(file, (db) => requireSchema(db, file, schema));
  return databases.length;
}

export interface InspectedIndex {
  readonly domains: number;
  /** Those of versions among them. */
  readonly segments: number;
  /** Logs that are to be built into segments, besides the one that is written to: of pages, or of versions if those are more. */
  readonly pendingLogs: number;
}

/** Page cache, in bytes. */
const CACHE_BYTES = 2 << 20;

/** How often the index may get ahead of the state that was read. */
const ATTEMPTS = 100;

/**
 * Opens the index as a search does: every file of it must be there, be the one that was written, and have sound tables;
 * the contents that the tables point to are not read.
 *
 * @returns null if there is none yet
 * @throws StorageCorrupt; StorageMisconfigured if a rebuild was interrupted; StorageUnavailable
 */
export function inspectIndex(dataDir: string): InspectedIndex | null {
  const file = join(dataDir, 'domains.sqlite');
  if (!existsSync(file)) return null;
  const marked = readMark(file);
  return reading(file, (db) => {
    const state = stateReader(db);
    requireCommits(file, marked, state().commits);
    requireBuilt(state());
    const { domains } = state();
    const pages = inspectFolder(segmentsFolder(file), () => state().sequence);
    const past = inspectFolder(pastSegmentsFolder(file), () => state().pastSequence);
    return {
      domains,
      segments: pages.segments + past.segments,
      pendingLogs: Math.max(pages.pendingLogs, past.pendingLogs),
    };
  });
}

/** @param sequence gives the last operation that the folder must have */
function inspectFolder(folder: string, sequence: () => number): Omit<InspectedIndex, 'domains'> {
  const reader = new SegmentsReader(nodeDisk, folder, { cacheBytes: 0 });
  try {
    for (let attempt = 1; !reader.refresh(sequence()) && attempt < ATTEMPTS; attempt++);
    const { segments, logs } = describeIndex(nodeDisk, folder);
    return { segments: segments.length, pendingLogs: Math.max(0, logs.length - 1) };
  } finally {
    reader.close();
  }
}

/** Opens a database for reading, without making so much as SQLite's files beside it. */
function reading<T>(file: string, work: (db: DatabaseSync) => T): T {
  let db: DatabaseSync | null = null;
  try {
    const opened = openToRead(file, { cacheBytes: CACHE_BYTES });
    ({ db } = opened);
    const found = work(db);
    opened.requireUnchanged();
    return found;
  } catch (error) {
    throw storageError(error, file);
  } finally {
    db?.close();
  }
}
