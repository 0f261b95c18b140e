import { openAnalysisPool, type AnalysisPool } from '@sitegrep/analysis';
import { loadConfig, type Config } from '@sitegrep/config';
import { openSiteCrawler, type SiteCrawler } from '@sitegrep/crawl';
import { openQueues, type Queues } from '@sitegrep/jobs';
import {
  lockDataFolder,
  makeDataFolder,
  openSqliteStorage,
  type SqliteStorage,
} from '@sitegrep/storage/sqlite';
import { join } from 'node:path';
import { pino, type Logger } from 'pino';
import { VERSION } from './version.ts';

/** What has been opened, to be closed in the opposite order. */
export type Closers = AsyncDisposableStack;

export function readConfig(): Config {
  return loadConfig(process.env);
}

/** Lines of JSON on standard error, so that standard output holds answers only. */
export function openLogger(config: Config): Logger {
  return pino({ level: config.logLevel }, pino.destination({ fd: 2, sync: true }));
}

/** For commands that read what is there: runs beside another process on the same folder. */
export function openExistingStorage(config: Config, closers: Closers): Promise<SqliteStorage> {
  return openStorage(config, closers, true);
}

/** For commands that write a row or two, be it into a new folder: runs beside another process on the same folder. */
export function openSharedStorage(config: Config, closers: Closers): Promise<SqliteStorage> {
  makeDataFolder(config.dataDir);
  return openStorage(config, closers, false);
}

/** For commands that own the data folder: no other may while they run. */
export async function openOwnedStorage(config: Config, closers: Closers): Promise<SqliteStorage> {
  const release = lockDataFolder(config.dataDir);
  closers.defer(release);
  return openStorage(config, closers, false);
}

async function openStorage(config: Config, closers: Closers, mustExist: boolean): Promise<SqliteStorage> {
  const { dataDir, searchThreads: readers } = config;
  const storage = await openSqliteStorage({ dataDir, readers, mustExist });
  closers.defer(() => storage.close());
  return storage;
}

export function openAnalysis(config: Config, closers: Closers): AnalysisPool {
  const pool = openAnalysisPool({
    threads: config.analysisThreads,
    deadlineMs: config.analysisDeadline,
    heapMb: Math.floor(config.analysisHeap / 2 ** 20),
    maxSourceBytes: config.maxPageBytes,
    queueLimit: 2 * config.analysisThreads + config.sitesInFlight,
  });
  closers.defer(() => pool.close());
  return pool;
}

/** Who works on the queues closes them. */
export async function openJobs(
  config: Config,
  logger: Logger,
  onFatal: (error: Error) => void,
): Promise<Queues> {
  return openQueues({
    backend: { kind: config.queue, dataDir: join(config.dataDir, 'queue') },
    onError: (error) => logger.warn({ err: error }, 'a job failed and is tried again'),
    onFatal: (error) => {
      logger.fatal({ err: error }, 'the queue is gone');
      onFatal(error);
    },
  });
}

export function openCrawler(config: Config, closers: Closers): SiteCrawler {
  const crawler = openSiteCrawler({
    version: VERSION,
    contact: config.contact,
    concurrency: config.sitesInFlight,
    hostConcurrency: config.hostConcurrency,
    crawlDelayMs: config.crawlDelay,
    maxCrawlDelayMs: config.maxCrawlDelay,
    maxRetries: config.retries,
    maxRetryAfterMs: config.maxRetryAfter,
    maxRedirects: config.maxRedirects,
    requestTimeoutMs: config.requestTimeout,
    siteTimeoutMs: config.siteTimeout,
    maxBodyBytes: config.maxPageBytes,
    ignoreRobots: config.robots === 'ignore',
    allowedAddresses: config.allowedAddresses,
    proxyUrl: config.httpProxy,
  });
  closers.defer(() => crawler.close(config.shutdownTimeout));
  return crawler;
}
