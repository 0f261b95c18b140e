import { readFile } from 'node:fs/promises';
import type { Config } from '@sitegrep/config';
import type { Storage } from '@sitegrep/storage';
import type { ElasticsearchStorageOptions } from '@sitegrep/storage/elasticsearch';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';

/**
 * Opens the configured storage. The client of Elasticsearch is loaded only where it is used.
 *
 * @param mustExist whether a data folder without data is refused, instead of being created
 * @throws StorageMisconfigured, StorageCorrupt, StorageUnavailable; ENOENT and the like if certificates can't be read
 */
export async function openConfiguredStorage(config: Config, mustExist: boolean): Promise<Storage> {
  if (config.storage === 'sqlite') {
    return openSqliteStorage({
      dataDir: config.dataDir,
      readers: config.searchThreads,
      cacheBytes: config.indexCache,
      buildBytes: config.indexBuildMemory,
      mustExist,
    });
  }
  const { openElasticsearchStorage } = await import('@sitegrep/storage/elasticsearch');
  return openElasticsearchStorage(await elasticsearchOptions(config));
}

export async function elasticsearchOptions(config: Config): Promise<ElasticsearchStorageOptions> {
  const { elasticsearchCa: ca, elasticsearchRefreshInterval: refreshMs } = config;
  return {
    nodes: config.elasticsearchNodes,
    auth: authOf(config),
    ca: ca === null ? null : await readFile(ca, 'utf8'),
    requestTimeoutMs: config.elasticsearchTimeout,
    indexPrefix: config.elasticsearchIndexPrefix,
    shards: config.elasticsearchShards,
    replicas: config.elasticsearchReplicas,
    refreshInterval: refreshMs === 0 ? '-1' : `${refreshMs}ms`,
    bulkBytes: config.elasticsearchBulkBytes,
    bulkConcurrency: config.elasticsearchBulkConcurrency,
  };
}

function authOf(config: Config): ElasticsearchStorageOptions['auth'] {
  const { elasticsearchApiKey: apiKey, elasticsearchUsername: username } = config;
  if (apiKey !== null) return { kind: 'apiKey', apiKey };
  // The configuration makes sure that both are set or neither is.
  if (username !== null) return { kind: 'basic', username, password: config.elasticsearchPassword ?? '' };
  return { kind: 'none' };
}
