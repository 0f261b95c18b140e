import { openAnalysisPool, type AnalysisPool } from '@sitegrep/analysis';
import { loadConfig, type Config } from '@sitegrep/config';
import type { Storage } from '@sitegrep/storage';
import { lockDataFolder, makeDataFolder } from '@sitegrep/storage/sqlite';
import { pino, type Logger } from 'pino';
import { openConfiguredStorage } from './storage.ts';

/** Functions that close what was opened, to be run in the opposite order. */
export type Closers = AsyncDisposableStack;

export function readConfig(): Config {
  return loadConfig(process.env);
}

/** Opens a log of JSON lines on standard error; standard output is for results. */
export function openLogger(config: Config): Logger {
  return pino({ level: config.logLevel }, pino.destination({ fd: 2, sync: true }));
}

/** Opens the storage for a command that reads; other processes may use it meanwhile. */
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
