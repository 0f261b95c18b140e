// What a command opens here: log, storage and analysis. A command that speaks to a server loads none of this.
import { readFile } from 'node:fs/promises';
import { type AnalysisPool, openAnalysisPool } from '@sitegrep/analysis';
import type { Config } from '@sitegrep/config';
import type { Storage } from '@sitegrep/storage';
import type { ElasticsearchStorageOptions } from '@sitegrep/storage/elasticsearch';
import { lockDataFolder, lockToRead, makeDataFolder, openSqliteStorage } from '@sitegrep/storage/sqlite';
import { type Logger, pino } from 'pino';
import { CommandFailed } from './failure.ts';
import { errorForLog, logDestination } from './log-lines.ts';
import { type Closers, readConfig } from './read-config.ts';

/** Opens a log on standard error; standard output is for results. */
export function openLogger(config: Config): Logger {
  return pino({ level: config.logLevel, serializers: { err: errorForLog } }, logDestination());
}

/** Opens the storage for a command that reads, also where it may not write; other processes may use it meanwhile. */
export function openExistingStorage(config: Config, closers: Closers): Promise<Storage> {
  return openStorage(config, closers, true);
}

/** Opens the storage for a command that writes a row or two, if need be into a new folder; other processes may use it meanwhile. */
export function openSharedStorage(config: Config, closers: Closers): Promise<Storage> {
  if (config.storage === 'sqlite') makeDataFolder(config.dataDir);
  return openStorage(config, closers, false);
}

/** Opens the storage for a command that writes to the index: one process at a time in a data folder, any number in a cluster. */
export async function openWritableStorage(config: Config, closers: Closers): Promise<Storage> {
  if (config.storage === 'sqlite') lockFolder(config, closers);
  return openStorage(config, closers, false);
}

/** Creates the data folder and locks it until `closers` run. @throws StorageMisconfigured if another process holds the lock */
export function lockFolder(config: Config, closers: Closers): void {
  closers.defer(lockDataFolder(config.dataDir));
}

/** Sees that nobody writes to the data folder until `closers` run, without need to write there. @throws StorageMisconfigured if another process holds it */
export function lockFolderToRead(config: Config, closers: Closers): void {
  closers.defer(lockToRead(config.dataDir));
}

async function openStorage(config: Config, closers: Closers, mustExist: boolean): Promise<Storage> {
  const storage = await openConfiguredStorage(config, mustExist);
  closers.defer(() => storage.close());
  return storage;
}

/** Stored pages whose technologies are explained at the same time: at most as many as searches run. */
const MAX_EXPLAINED = 64;

export function openAnalysis(config: Config, closers: Closers): AnalysisPool {
  const pool = openAnalysisPool({
    threads: config.analysisThreads,
    deadlineMs: config.analysisDeadline,
    heapMb: Math.floor(config.analysisHeap / 2 ** 20),
    maxSourceBytes: config.maxPageBytes,
    fullText: config.fullText === 'on',
    // Those of an import, of one from Common Crawl, and of sites.
    queueLimit: 4 * config.analysisThreads + config.sitesInFlight + MAX_EXPLAINED,
  });
  closers.defer(() => pool.close());
  return pool;
}

/**
 * Reads the settings of a command that works on a data folder.
 *
 * @param command its name, for the message
 * @param cluster what to do instead on Elasticsearch, for the message
 * @throws CommandFailed if the settings name no data folder
 */
export function requireDataFolder(command: string, cluster: string): Config {
  const config = readConfig();
  if (config.storage === 'sqlite') return config;
  throw new CommandFailed(
    `"sitegrep ${command}" works on a data folder (SITEGREP_STORAGE=sqlite); ${cluster}.`,
  );
}

/** Reads the settings of a command that works on the index of a data folder; Elasticsearch needs no such work. */
export function dataFolderConfig(command: string): Config {
  return requireDataFolder(`index ${command}`, 'Elasticsearch maintains its index by itself');
}

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
      readerHeapMb: Math.floor(config.searchHeap / 2 ** 20),
      cacheBytes: config.indexCache,
      buildBytes: config.indexBuildMemory,
      fullText: config.fullText === 'on',
      keepVersions: config.keepVersions,
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
    recordShards: config.elasticsearchRecordShards,
    fullText: config.fullText === 'on',
    keepVersions: config.keepVersions,
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
