import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { describeIndex, nodeDisk, type IndexDescription } from '@sitegrep/segments';
import { openDomainsFor } from '../domains/database.ts';
import { LOG_BYTES, searchLoad, segmentsFolder, type TextIndexOptions } from '../domains/options.ts';
import { storageError } from '../failure.ts';
import { stateKeeper, stateReader } from '../domains/state.ts';
import { openTextWriter } from '../domains/text-writer.ts';
import { requireData } from '../lock.ts';

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
    const opened = openDomainsFor(file);
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
