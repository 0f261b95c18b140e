import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { migrate, openDatabase } from '../connection.ts';
import { DOMAIN_PAGE_BYTES, LOG_BYTES, segmentsFolder, type TextIndexOptions } from '../domains/options.ts';
import { DOMAIN_SCHEMA } from '../domains/schema.ts';
import { storageError } from '../failure.ts';
import { requireData } from '../lock.ts';

const CACHE_BYTES = 64 << 20;

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
    db = openDatabase(file, { pageSize: DOMAIN_PAGE_BYTES, cacheBytes: CACHE_BYTES });
    migrate(db, file, DOMAIN_SCHEMA);
    const load = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const segments = segmentsFolder(file);
    return await work({ db, segments, texts: { buildBytes, logBytes: LOG_BYTES, load } });
  } catch (error) {
    throw storageError(error);
  } finally {
    db?.close();
  }
}
