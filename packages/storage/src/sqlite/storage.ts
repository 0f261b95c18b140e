import type { Storage } from '../storage.ts';
import { openDomainIndex, type DomainIndexOptions } from './domains/domain-index.ts';
import { refuseUnfinishedRestore, requireData } from './lock.ts';
import { isFull } from './free-space.ts';
import { isWritable } from './reading.ts';
import { openCrawlRecords } from './records/crawl-records.ts';
import { openKeyStore } from './records/key-store.ts';

export interface SqliteStorageOptions extends Omit<DomainIndexOptions, 'isReadOnly'> {
  /**
   * Refuse a folder in which there are no databases yet, instead of making them. A folder that this process may not write
   * is opened for reading only.
   */
  readonly mustExist?: boolean;
}

/**
 * Opens, or makes, the databases of a data folder. A process that crawls or imports has locked it before.
 *
 * @throws StorageMisconfigured if a newer version wrote them, or if there are none and there must be
 * @throws StorageCorrupt, StorageUnavailable
 */
export async function openSqliteStorage(options: SqliteStorageOptions): Promise<Storage> {
  const { dataDir, mustExist = false } = options;
  if (mustExist) requireData(dataDir);
  else refuseUnfinishedRestore(dataDir);
  const isReadOnly = mustExist && !isWritable(dataDir);
  const opened: { close(): Promise<void> }[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(opened.map((part) => part.close()));
  };
  try {
    const domains = await openDomainIndex({ ...options, isReadOnly });
    opened.push(domains);
    const crawls = await openCrawlRecords(dataDir, isReadOnly);
    opened.push(crawls);
    const keys = await openKeyStore(dataDir, isReadOnly);
    opened.push(keys);
    const { audit, sizes, reanalysis, deliveries, fingerprints } = keys;
    return {
      domains,
      crawls,
      keys,
      audit,
      sizes,
      reanalysis,
      deliveries,
      fingerprints,
      isFull: () => isFull(dataDir),
      // The reader threads are this process's own.
      shareSearches: async ({ onShare }) => {
        onShare(options.readers);
        return () => Promise.resolve();
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
