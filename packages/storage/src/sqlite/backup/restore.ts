// Puts a backup into an empty data folder. Files are written and checked in a folder of their own inside it, and moved to
// their places at the end: while that folder is there, nobody opens the data folder.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { StorageMisconfigured } from '../../errors.ts';
import { storageError } from '../failure.ts';
import { LOCK_FILES, lockFolder, makeDataFolder, RESTORING } from '../lock.ts';
import { damagedBackup, readBackup, type BackupDescription, type ListedFile } from './contents.ts';
import { checksumOf, requireRoom, syncFolder, withFile, writeCopy, writeError } from './copy-file.ts';

export interface RestoreOptions {
  /** Folder that `backUpDataFolder` made. */
  readonly source: string;
  /** Empty, or not there yet. */
  readonly dataDir: string;
  readonly onProgress: (progress: RestoreProgress) => void;
}

export type RestoreProgress =
  | { readonly step: 'copying'; readonly done: number; readonly of: number }
  /** Before each file or folder that takes its place. */
  | { readonly step: 'placing'; readonly name: string };

/** What a restore puts into a data folder. The database of the index is last: without it there is no data. */
const PLACED = ['segments', 'records.sqlite', 'domains.sqlite'];
/** What file systems put into an empty folder. */
const NOT_OURS = new Set(['lost+found']);

/**
 * Restores a backup. If it is killed, the data folder can't be opened until it is run again, or the folder is emptied.
 *
 * @returns what was in the backup
 * @throws StorageMisconfigured if there is anything in the data folder, or the backup is not whole or a newer version's
 * @throws StorageCorrupt if a file of the backup is damaged, which is named; then the data folder stays empty
 * @throws StorageUnavailable if the disk is full
 */
export async function restoreDataFolder(options: RestoreOptions): Promise<BackupDescription> {
  const [source, dataDir] = [resolve(options.source), resolve(options.dataDir)];
  const { description, files } = readBackup(source);
  makeDataFolder(dataDir);
  requireEmpty(dataDir);
  const release = lockFolder(
    dataDir,
    (folder) =>
      new StorageMisconfigured(`the data folder ${folder} is in use by another process: stop it first`),
  );
  try {
    // Whoever had the lock may have written.
    requireEmpty(dataDir);
    removeUnfinished(dataDir);
    requireRoom(dataDir, description.bytes);
    await fill(source, dataDir, files, description.bytes, options.onProgress);
    place(dataDir, options.onProgress);
    return description;
  } catch (error) {
    removeUnfinished(dataDir);
    throw storageError(writeError(error, dataDir), dataDir);
  } finally {
    release();
  }
}

function requireEmpty(dataDir: string): void {
  const found = readdirSync(dataDir).filter((name) => !NOT_OURS.has(name) && !LOCK_FILES.includes(name));
  // What an earlier restore left, which began in an empty folder.
  const expected = found.includes(RESTORING) ? new Set([RESTORING, ...PLACED]) : new Set<string>();
  const other = found.find((name) => !expected.has(name));
  if (other === undefined) return;
  throw new StorageMisconfigured(
    `the data folder ${dataDir} is not empty (it has ${other}): a restore overwrites nothing; move what is there, or set SITEGREP_DATA_DIR to another folder`,
  );
}

/** Does nothing unless a restore was begun: what else is in the folder then is its own. */
function removeUnfinished(dataDir: string): void {
  const unfinished = join(dataDir, RESTORING);
  if (!existsSync(unfinished)) return;
  for (const name of PLACED) rmSync(join(dataDir, name), { recursive: true, force: true });
  syncFolder(dataDir);
  rmSync(unfinished, { recursive: true });
  syncFolder(dataDir);
}

async function fill(
  source: string,
  dataDir: string,
  files: readonly ListedFile[],
  of: number,
  onProgress: RestoreOptions['onProgress'],
): Promise<void> {
  const folder = join(dataDir, RESTORING);
  mkdirSync(folder);
  syncFolder(dataDir);
  let done = 0;
  for (const { path, sha256 } of files) {
    const [from, to] = [join(source, path), join(folder, path)];
    if (!existsSync(from)) throw damagedBackup(from, 'it is missing');
    mkdirSync(dirname(to), { recursive: true });
    const read = await withFile(from, (opened) =>
      writeCopy(opened, to, (count) => {
        done += count;
        onProgress({ step: 'copying', done, of });
      }),
    );
    if (read !== sha256) throw damagedBackup(from, 'its checksum is not the one in SHA256SUMS');
    if ((await checksumOf(to)) !== sha256) {
      throw new Error(`${to} does not read as it was written: check the disk that holds the data folder`);
    }
    syncFolder(dirname(to));
  }
  syncFolder(folder);
}

function place(dataDir: string, onProgress: RestoreOptions['onProgress']): void {
  const folder = join(dataDir, RESTORING);
  for (const name of PLACED) {
    if (!existsSync(join(folder, name))) continue;
    onProgress({ step: 'placing', name });
    renameSync(join(folder, name), join(dataDir, name));
  }
  syncFolder(dataDir);
  onProgress({ step: 'placing', name: RESTORING });
  rmSync(folder, { recursive: true });
  syncFolder(dataDir);
}
