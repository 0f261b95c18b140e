// Restores a backup into an empty data folder. Files are written and checked in a subfolder, and moved into the data folder
// at the end: while the subfolder exists, no process opens the data folder.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { StorageMisconfigured } from '../../errors.ts';
import { PAST_SEGMENTS } from '../domains/options.ts';
import { storageError } from '../failure.ts';
import { LOCK_FILES, lockFolder, makeDataFolder, RESTORING } from '../lock.ts';
import { damagedBackup, readBackup, type BackupDescription, type ListedFile } from './contents.ts';
import { checksumOf, requireSpace, syncFolder, withFile, writeCopy, writeError } from './copy-file.ts';

export interface RestoreOptions {
  /** A folder that `backUpDataFolder` made. */
  readonly source: string;
  /** A folder that is empty, or not there yet. */
  readonly dataDir: string;
  readonly onProgress: (progress: RestoreProgress) => void;
}

export type RestoreProgress =
  | { readonly step: 'copying'; readonly done: number; readonly of: number }
  /** Reported before each file or folder is moved into the data folder. */
  | { readonly step: 'moving'; readonly name: string };

/** Contents of a data folder, in the order in which they are moved. The index's database is last: without it there is no data. */
const CONTENTS = ['segments', PAST_SEGMENTS, 'records.sqlite', 'domains.sqlite'];
/** Names that file systems themselves put into an empty folder. */
const NOT_OURS = new Set(['lost+found']);

/**
 * Restores a backup. If it is killed, the data folder can't be opened until it is run again, or the folder is emptied.
 *
 * @returns the description of the backup
 * @throws StorageMisconfigured if there is anything in the data folder, or the backup is incomplete or has another schema
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
    // A process that had the lock may have written.
    requireEmpty(dataDir);
    removeUnfinished(dataDir);
    requireSpace(dataDir, description.bytes);
    await fill(source, dataDir, files, description.bytes, options.onProgress);
    moveIn(dataDir, options.onProgress);
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
  // An earlier restore, which began in an empty folder, leaves only these.
  const expected = found.includes(RESTORING) ? new Set([RESTORING, ...CONTENTS]) : new Set<string>();
  const other = found.find((name) => !expected.has(name));
  if (other === undefined) return;
  throw new StorageMisconfigured(
    `the data folder ${dataDir} is not empty (it has ${other}): a restore overwrites nothing; move what is there, or set SITEGREP_DATA_DIR to another folder`,
  );
}

/** Removes what an unfinished restore left. While its subfolder exists, everything in the data folder is from it. */
function removeUnfinished(dataDir: string): void {
  const unfinished = join(dataDir, RESTORING);
  if (!existsSync(unfinished)) return;
  for (const name of CONTENTS) rmSync(join(dataDir, name), { recursive: true, force: true });
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

function moveIn(dataDir: string, onProgress: RestoreOptions['onProgress']): void {
  const folder = join(dataDir, RESTORING);
  for (const name of CONTENTS) {
    if (!existsSync(join(folder, name))) continue;
    onProgress({ step: 'moving', name });
    renameSync(join(folder, name), join(dataDir, name));
  }
  syncFolder(dataDir);
  onProgress({ step: 'moving', name: RESTORING });
  rmSync(folder, { recursive: true });
  syncFolder(dataDir);
}
