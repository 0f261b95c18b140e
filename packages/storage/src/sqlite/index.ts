// The embedded adapter: everything in one data folder, over node:sqlite. domains.sqlite holds the index and the sources,
// records.sqlite crawls and keys; each has threads of its own, so that nothing runs on the caller's event loop.
export { backUpDataFolder, type BackUpProgress } from './backup/back-up.ts';
export type { BackupDescription } from './backup/contents.ts';
export { restoreDataFolder, type RestoreProgress } from './backup/restore.ts';
export { inspectDatabases, inspectIndex, type InspectedIndex } from './inspect.ts';
export { holderOf, lockDataFolder, lockToRead, makeDataFolder, refuseUnfinishedRestore } from './lock.ts';
export { openSqliteStorage, type SqliteStorage, type SqliteStorageOptions } from './storage.ts';
export { rebuildTextIndex, type RebuildProgress } from './maintenance/rebuild.ts';
export {
  describeTextIndex,
  mergeTextIndex,
  type MergedTextIndex,
  verifyTextIndex,
  type VerifiedFolder,
} from './maintenance/text-index.ts';
