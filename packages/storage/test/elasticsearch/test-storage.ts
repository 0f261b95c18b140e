import { randomUUID } from 'node:crypto';
import type { ElasticsearchStorageOptions } from '../../src/elasticsearch/client.ts';
import { openElasticsearchStorage } from '../../src/elasticsearch/storage.ts';
import type { Storage } from '../../src/storage.ts';

/** URL of the cluster of the integration tests. */
export function testCluster(): string {
  const url = process.env['TEST_ELASTICSEARCH'];
  if (url === undefined) throw new Error('TEST_ELASTICSEARCH is not set: run npm run test:integration');
  return url;
}

/**
 * Opens a storage with one shard on the cluster of the integration tests. When `closers` is disposed, it is closed and its
 * indexes are deleted.
 *
 * @param options what is other than usual; several storages share indexes by `indexPrefix`
 */
export async function openTestStorage(
  closers: AsyncDisposableStack,
  options: Partial<ElasticsearchStorageOptions> = {},
): Promise<Storage> {
  const { indexPrefix = `test-${randomUUID()}` } = options;
  closers.defer(() => deleteIndexes(indexPrefix));
  const storage = await openElasticsearchStorage({
    nodes: [testCluster()],
    auth: { kind: 'none' },
    ca: null,
    requestTimeoutMs: 60_000,
    shards: 1,
    recordShards: 1,
    replicas: 0,
    refreshInterval: '100ms',
    bulkBytes: 1_000_000,
    bulkConcurrency: 1,
    ...options,
    indexPrefix,
  });
  closers.defer(() => storage.close());
  return storage;
}

/** The cluster refuses to delete by a pattern, so the names are read first. */
async function deleteIndexes(prefix: string): Promise<void> {
  const listed = await fetch(new URL(`/${prefix}-*`, testCluster()));
  const names = Object.keys((await listed.json()) as object);
  if (names.length > 0) await fetch(new URL(`/${names.join(',')}`, testCluster()), { method: 'DELETE' });
}
