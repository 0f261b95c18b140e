// What is done to a data folder as a whole. An entry of its own: whoever only opens a folder does not load it.
export { backUpDataFolder, type BackUpProgress } from '../backup/back-up.ts';
export type { BackupDescription } from '../backup/contents.ts';
export { restoreDataFolder, type RestoreProgress } from '../backup/restore.ts';
export { inspectDatabases, inspectIndex, type InspectedIndex } from '../inspect.ts';
export { rebuildTextIndex, type RebuildProgress } from './rebuild.ts';
export type { IndexDescription } from '@sitegrep/segments';
export { describeTextIndex, mergeTextIndex, type MergedTextIndex } from './text-index.ts';
export { verifyTextIndex, type VerifiedFolder } from './verify.ts';
