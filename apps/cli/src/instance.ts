import { openAnalysisPool, type AnalysisPool } from '@sitegrep/analysis';
import { loadConfig, type Config } from '@sitegrep/config';
import {
  lockDataFolder,
  makeDataFolder,
  openSqliteStorage,
  type SqliteStorage,
} from '@sitegrep/storage/sqlite';
import { pino, type Logger } from 'pino';

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
