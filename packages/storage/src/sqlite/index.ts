// The embedded adapter: everything in one data folder, over node:sqlite. domains.sqlite holds the index and the sources,
// records.sqlite crawls and keys; each has threads of its own, so that nothing runs on the caller's event loop.
// maintenance/ is an entry of its own.
export { holderOf, lockDataFolder, lockToRead, makeDataFolder, refuseUnfinishedRestore } from './lock.ts';
export { openSqliteStorage, type SqliteStorageOptions } from './storage.ts';
