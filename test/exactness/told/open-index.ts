// An index of either storage, for processes that are killed while they write to it.
import { openDomainIndex } from '../../../packages/storage/src/elasticsearch/domains/domain-index.ts';
import type { DomainIndex } from '../../../packages/storage/src/domains.ts';
import { openSqliteStorage } from '../../../packages/storage/src/sqlite/storage.ts';
import { killedSettings } from '../../../packages/storage/test/elasticsearch/killed-visits-plan.ts';
import { connectToTestCluster } from '../../../packages/storage/test/elasticsearch/test-indexes.ts';

export type StorageName = 'elasticsearch' | 'sqlite';

export interface OpenedIndex {
  readonly index: DomainIndex;
  /** Makes all that was written visible to searches. */
  readonly refresh: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** @param location a data folder, or a prefix of indexes */
export async function openIndex(storage: StorageName, location: string): Promise<OpenedIndex> {
  if (storage === 'sqlite') {
    const opened = await openSqliteStorage({
      dataDir: location,
      readers: 1,
      logBytes: 4_000_000,
    });
    return { index: opened.domains, refresh: async () => {}, close: () => opened.close() };
  }
  const client = await connectToTestCluster();
  const index = await openDomainIndex(client, killedSettings(location));
  return {
    index,
    refresh: async () => void (await client.indices.refresh({ index: `${location}-*` })),
    close: async () => {
      await index.close();
      await client.close();
    },
  };
}
