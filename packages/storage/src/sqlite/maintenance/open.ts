import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { openDomains } from '../domains/open-domains.ts';
import { LOG_BYTES, searchLoad, segmentsFolder, type TextIndexOptions } from '../domains/options.ts';
import { storageError } from '../failure.ts';
import { requireData } from '../lock.ts';

/** The databases of a data folder, which the caller has locked if it writes. */
export interface Maintained {
  readonly db: DatabaseSync;
  /** Folder of the segments, there or not. */
  readonly segments: string;
  readonly texts: TextIndexOptions;
}

/**
 * Opens the index of a data folder to look after it, in this thread.
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
    db = openDomains(file);
    const segments = segmentsFolder(file);
    return await work({ db, segments, texts: { buildBytes, logBytes: LOG_BYTES, load: searchLoad() } });
  } catch (error) {
    throw storageError(error, file);
  } finally {
    db?.close();
  }
}
