import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { describeIndex, nodeDisk, type IndexDescription } from '@sitegrep/segments';
import { openDomainsFor } from '../domains/database.ts';
import {
  LOG_BYTES,
  pastSegmentsFolder,
  searchLoad,
  segmentsFolder,
  type TextIndexOptions,
} from '../domains/options.ts';
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
export function describeTextIndex(dataDir: string): Promise<FolderDescription | null> {
  return maintained(dataDir, 0, async (folders) =>
    stateReader(folders.db)().isRebuilding ? null : describeFolders(folders),
  );
}

/** The segments of the pages of a data folder. */
export interface FolderDescription extends IndexDescription {
  /** Those of the versions that pages had before. */
  readonly past: IndexDescription;
}

/** The segments before and after a merge. */
export interface MergedTextIndex {
  readonly before: FolderDescription;
  readonly after: FolderDescription;
}

/**
 * Builds and merges what is to be built and merged. The caller has locked the folder.
 *
 * @throws storage errors
 */
export function mergeTextIndex(dataDir: string, buildBytes: number): Promise<MergedTextIndex> {
  return maintained(dataDir, buildBytes, async (opened) => {
    const { db, segments, pastSegments, texts: options } = opened;
    const before = describeFolders(opened);
    for (const own of [
      { folder: segments, sequence: 'sequence' },
      { folder: pastSegments, sequence: 'pastSequence' },
    ] as const) {
      const texts = openTextWriter(stateKeeper(db), { ...options, ...own });
      try {
        await texts.merge();
      } finally {
        await texts.close();
      }
    }
    return { before, after: describeFolders(opened) };
  });
}

function describeFolders({
  segments,
  pastSegments,
}: Pick<Maintained, 'segments' | 'pastSegments'>): FolderDescription {
  return { ...describeIndex(nodeDisk, segments), past: describeIndex(nodeDisk, pastSegments) };
}

/** The databases of a data folder, which the caller has locked if it writes. */
export interface Maintained {
  readonly db: DatabaseSync;
  /** Folder of the segments, there or not. */
  readonly segments: string;
  /** Folder of the segments of versions, there or not. */
  readonly pastSegments: string;
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
    const texts = { buildBytes, logBytes: LOG_BYTES, load: searchLoad() };
    const folders = { segments: segmentsFolder(file), pastSegments: pastSegmentsFolder(file) };
    const done = await work({ db, ...folders, texts });
    opened.requireUnchanged();
    return done;
  } catch (error) {
    throw storageError(error, file);
  } finally {
    db?.close();
  }
}
