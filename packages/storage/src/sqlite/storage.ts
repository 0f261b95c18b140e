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
  const [domains, keys] = await bothOpened(
    openDomainIndex({ ...options, isReadOnly }),
    openKeyStore(dataDir, isReadOnly),
  );
  const crawls = openCrawlRecords(dataDir, isReadOnly);
  const { audit, sizes, measurements, reanalysis, commoncrawl, deliveries, reports, fingerprints } = keys;
  return {
    domains,
    crawls,
    keys,
    audit,
    sizes,
    measurements,
    reanalysis,
    commoncrawl,
    deliveries,
    reports,
    fingerprints,
    isFull: () => isFull(dataDir),
    // The reader threads are this process's own.
    shareSearches: async ({ onShare }) => {
      onShare(options.readers);
      return () => Promise.resolve();
    },
    async close() {
      await Promise.all([domains, crawls, keys].map((part) => part.close()));
    },
  };
}

/** Two parts that open side by side. If one does not open, the other is closed, and the first error is thrown. */
async function bothOpened<A extends Closable, B extends Closable>(
  one: Promise<A>,
  other: Promise<B>,
): Promise<readonly [A, B]> {
  const opened = await Promise.allSettled([one, other]);
  const [first, second] = opened;
  if (first.status === 'fulfilled' && second.status === 'fulfilled') return [first.value, second.value];
  for (const part of opened) if (part.status === 'fulfilled') await part.value.close();
  throw first.status === 'rejected' ? first.reason : (second as PromiseRejectedResult).reason;
}

interface Closable {
  close(): Promise<void>;
}
