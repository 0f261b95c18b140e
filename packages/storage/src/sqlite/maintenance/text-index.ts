import {
  describeIndex,
  nodeDisk,
  verifyIndex,
  type IndexDescription,
  type VerifiedIndex,
} from '@sitegrep/segments';
import { requireBuilt, stateKeeper, stateReader } from '../domains/state.ts';
import { openTextWriter } from '../domains/text-writer.ts';
import { verifyRows, type VerifiedRows } from './verify-rows.ts';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { openDomains, openDomainsToRead } from '../domains/database.ts';
import { LOG_BYTES, searchLoad, segmentsFolder, type TextIndexOptions } from '../domains/options.ts';
import { storageError } from '../failure.ts';
import { requireData } from '../lock.ts';
import { isWritable } from '../reading.ts';
import { verifyRecordRows } from '../records/checked-rows.ts';
import { openRecords } from '../records/database.ts';

/**
 * Describes the segments of a data folder, also while other processes use it.
 *
 * @returns null if the index is being rebuilt, or a rebuild was interrupted
 * @throws storage errors
 */
export function describeTextIndex(dataDir: string): Promise<IndexDescription | null> {
  return maintained(dataDir, 0, async ({ db, segments }) =>
    stateReader(db)().isRebuilding ? null : describeIndex(nodeDisk, segments),
  );
}

/** The segments before and after a merge. */
export interface MergedTextIndex {
  readonly before: IndexDescription;
  readonly after: IndexDescription;
}

/**
 * Builds and merges what is to be built and merged. The caller has locked the folder.
 *
 * @throws storage errors
 */
export function mergeTextIndex(dataDir: string, buildBytes: number): Promise<MergedTextIndex> {
  return maintained(dataDir, buildBytes, async ({ db, segments, texts: options }) => {
    const texts = openTextWriter(stateKeeper(db), { ...options, folder: segments });
    let before: IndexDescription;
    try {
      before = describeIndex(nodeDisk, segments);
      await texts.merge();
    } finally {
      await texts.close();
    }
    return { before, after: describeIndex(nodeDisk, segments) };
  });
}

/** Sizes of what was read and found intact. */
export interface VerifiedFolder {
  /** Rows of records.sqlite. */
  readonly records: number;
  readonly rows: VerifiedRows;
  readonly segments: VerifiedIndex;
}

/**
 * Reads all of the index, of the rows and sources beside it, and of the records. The caller has locked the folder, if it may write it.
 *
 * @param report how much was read of what there is, in bytes: first of the database, then of the segments
 * @throws StorageCorrupt at the first fault; StorageMisconfigured if a rebuild was interrupted; other storage errors; what
 * `report` throws
 */
export function verifyTextIndex(
  dataDir: string,
  report: (done: number, of: number) => void,
): Promise<VerifiedFolder> {
  return maintained(dataDir, 0, async ({ db, segments }) => {
    const records = verifyRecords(join(dataDir, 'records.sqlite'));
    const rows = verifyRows(db, report);
    const state = stateReader(db)();
    requireBuilt(state);
    return { records, rows, segments: verifyIndex(nodeDisk, segments, state.sequence, report) };
  });
}

/** @returns how many rows there are; 0: there is no such database yet */
function verifyRecords(file: string): number {
  if (!existsSync(file)) return 0;
  let db: DatabaseSync | null = null;
  try {
    const opened = openRecords({ file, isReadOnly: !isWritable(dirname(file)) });
    ({ db } = opened);
    const rows = verifyRecordRows(db);
    opened.requireUnchanged();
    return rows;
  } catch (error) {
    throw storageError(error, file);
  } finally {
    db?.close();
  }
}

/** Page cache for reading a folder that can't be written, in bytes. */
const CACHE_BYTES = 24 << 20;

/** The databases of a data folder, which the caller has locked if it writes. */
export interface Maintained {
  readonly db: DatabaseSync;
  /** Folder of the segments, there or not. */
  readonly segments: string;
  readonly texts: TextIndexOptions;
}

/**
 * Opens the index of a data folder to look after it, in this thread; one that this process may not write, to read it.
 *
 * @throws StorageMisconfigured if there is none; other storage errors
 */
export async function maintained<T>(
  dataDir: string,
  buildBytes: number,
  work: (opened: Maintained) => Promise<T>,
): Promise<T> {
  requireData(dataDir);
  const file = join(dataDir, 'domains.sqlite');
  let db: DatabaseSync | null = null;
  try {
    const opened = isWritable(dataDir)
      ? { db: openDomains(file), requireUnchanged: () => undefined }
      : openDomainsToRead(file, CACHE_BYTES);
    ({ db } = opened);
    const segments = segmentsFolder(file);
    const done = await work({ db, segments, texts: { buildBytes, logBytes: LOG_BYTES, load: searchLoad() } });
    opened.requireUnchanged();
    return done;
  } catch (error) {
    throw storageError(error, file);
  } finally {
    db?.close();
  }
}
