import { openAnalysisPool, type AnalysisPool } from '@sitegrep/analysis';
import { loadConfig, type Config } from '@sitegrep/config';
import type { Storage } from '@sitegrep/storage';
import { lockDataFolder, makeDataFolder } from '@sitegrep/storage/sqlite';
import { pino, type Logger } from 'pino';
import { openConfiguredStorage } from './storage.ts';

/** What has been opened, to be closed in the opposite order. */
export type Closers = AsyncDisposableStack;

export function readConfig(): Config {
  return loadConfig(process.env);
}

/** Lines of JSON on standard error, so that standard output holds answers only. */
export function openLogger(config: Config): Logger {
  return pino({ level: config.logLevel }, pino.destination({ fd: 2, sync: true }));
}

/** For commands that read what is there: runs beside other processes on the same storage. */
export function openExistingStorage(config: Config, closers: Closers): Promise<Storage> {
  return openStorage(config, closers, true);
}

/** For commands that write a row or two, be it into a new folder: runs beside other processes on the same storage. */
export function openSharedStorage(config: Config, closers: Closers): Promise<Storage> {
  if (config.storage === 'sqlite') makeDataFolder(config.dataDir);
  return openStorage(config, closers, false);
}

/** For commands that fill the index. No other may on the same data folder; on a cluster any number may. */
export async function openWritableStorage(config: Config, closers: Closers): Promise<Storage> {
  if (config.storage === 'sqlite') lockFolder(config, closers);
  return openStorage(config, closers, false);
}

/** Makes the data folder and holds its lock until the process closes. @throws StorageMisconfigured if another has it */
export function lockFolder(config: Config, closers: Closers): void {
  closers.defer(lockDataFolder(config.dataDir));
}

async function openStorage(config: Config, closers: Closers, mustExist: boolean): Promise<Storage> {
  const storage = await openConfiguredStorage(config, mustExist);
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
