import { constants, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StorageMisconfigured } from '../errors.ts';
import { isWritable, refusal } from './reading.ts';

/** The locks that are held: if a holder loses the function that releases one, the garbage collector must not release it. */
const locks = new Set<DatabaseSync>();

/**
 * Makes the data folder if need be and takes it for this process alone.
 *
 * The lock is a transaction held open on an otherwise empty database, so the operating system frees it however the
 * process ends; the process id beside it is only for people to read.
 *
 * @returns a function that releases the folder
 * @throws StorageMisconfigured if another process holds the folder, or if it can't be made or written
 */
export function lockDataFolder(dataDir: string): () => void {
  const folder = resolve(dataDir);
  const release = lockFolder(folder, heldByAnother);
  try {
    refuseUnfinishedRestore(folder);
    return release;
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Takes a data folder for this process, to read it while nobody writes. Where this process may not write, it can't lock:
 * then the folder must be free now, and readers notice if it changes.
 *
 * @returns a function that releases the folder
 * @throws StorageMisconfigured if another process holds the folder
 */
export function lockToRead(dataDir: string): () => void {
  if (isWritable(dataDir)) return lockDataFolder(dataDir);
  const holder = holderOf(dataDir);
  if (holder.kind === 'held') throw heldByAnother(resolve(dataDir), holder.pid);
  return () => undefined;
}

/** Files of a lock, which mean nothing while it is free. */
export const LOCK_FILES: readonly string[] = ['lock.sqlite', 'lock.pid'];

/**
 * Makes a folder if need be and takes it for this process alone.
 *
 * @param held gives what to throw if another process has it; gets that process's id, if it is known
 * @returns a function that releases the folder
 * @throws StorageMisconfigured if it can't be made or written; what `held` gives
 */
export function lockFolder(
  folder: string,
  held: (folder: string, pid: string | null) => StorageMisconfigured,
): () => void {
  const holderFile = join(folder, 'lock.pid');
  const db = openLock(folder);
  try {
    db.exec('PRAGMA journal_mode = MEMORY');
    db.exec('BEGIN EXCLUSIVE');
    writeFileSync(holderFile, `${process.pid}\n`);
  } catch (error) {
    db.close();
    if (isBusy(error)) throw held(folder, readHolder(holderFile));
    throw unusable(folder, error);
  }
  locks.add(db);
  return () => {
    if (!locks.delete(db)) return;
    rmSync(holderFile, { force: true });
    db.close();
  };
}

export type Holder = { readonly kind: 'free' } | { readonly kind: 'held'; readonly pid: string | null };

/** Whether a process holds a folder, and which, as far as this process may read its lock. Takes no lock. @throws errors of SQLite */
export function holderOf(dataDir: string): Holder {
  const folder = resolve(dataDir);
  const file = join(folder, 'lock.sqlite');
  if (refusal(file, constants.R_OK) !== null) return { kind: 'free' };
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    db.prepare('SELECT 1 FROM sqlite_schema').get();
    return { kind: 'free' };
  } catch (error) {
    if (isBusy(error)) return { kind: 'held', pid: readHolder(join(folder, 'lock.pid')) };
    throw error;
  } finally {
    db.close();
  }
}

function openLock(folder: string): DatabaseSync {
  makeDataFolder(folder);
  const why = refusal(folder, constants.W_OK);
  if (why !== null) throw unusable(folder, why);
  try {
    return new DatabaseSync(join(folder, 'lock.sqlite'));
  } catch (error) {
    throw unusable(folder, error);
  }
}

/**
 * Makes the data folder if need be.
 *
 * @throws StorageMisconfigured if it can't be made
 */
export function makeDataFolder(dataDir: string): void {
  const folder = resolve(dataDir);
  try {
    makeFolder(folder);
  } catch (error) {
    if (error instanceof StorageMisconfigured) throw error;
    throw unusable(folder, error);
  }
}

/** Makes folders without `recursive: true`, which never returns where a file system refuses with ENOENT (/proc does). */
function makeFolder(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return;
  if (found !== undefined) {
    throw new StorageMisconfigured(
      `${folder} is a file, and the data need a folder: set SITEGREP_DATA_DIR to another one`,
    );
  }
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  mkdirSync(folder);
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

function heldByAnother(folder: string, pid: string | null): StorageMisconfigured {
  return new StorageMisconfigured(
    `the data folder ${folder} is in use by ${pid === null ? 'another process' : `process ${pid}`}: ` +
      `stop it${pid === null ? '' : ` (kill ${pid})`}, or set SITEGREP_DATA_DIR to another folder`,
  );
}

/** The process id of the holder; null if it has not written it yet. */
function readHolder(holderFile: string): string | null {
  try {
    return /^\d+$/m.exec(readFileSync(holderFile, 'utf8'))?.[0] ?? null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

function unusable(folder: string, error: unknown): StorageMisconfigured {
  const reason = error instanceof Error ? error.message : String(error);
  return new StorageMisconfigured(
    `the data folder ${folder} can't be written (${reason}): check its permissions and free space, or set SITEGREP_DATA_DIR to another folder`,
    { cause: error },
  );
}

/** A folder in the data folder: while it exists, everything else there belongs to a restore that has not ended. */
export const RESTORING = 'restore.incomplete';

/** @throws StorageMisconfigured if the data folder has only a part of a backup */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (!existsSync(join(dataDir, RESTORING))) return;
  throw new StorageMisconfigured(
    `a restore into the data folder ${resolve(dataDir)} has not ended, or was interrupted: run "sitegrep restore" again, or empty the folder`,
  );
}

/** @throws StorageMisconfigured if nothing was ever stored in the data folder, or a restore into it has not ended */
export function requireData(dataDir: string): void {
  const why = existsSync(dataDir) ? refusal(dataDir, constants.R_OK | constants.X_OK) : null;
  if (why !== null) {
    throw new StorageMisconfigured(
      `the data folder ${resolve(dataDir)} can't be read (${why}): run the command as the user who owns it, or let that user give you the right to read it`,
    );
  }
  refuseUnfinishedRestore(dataDir);
  if (existsSync(join(dataDir, 'domains.sqlite'))) return;
  throw new StorageMisconfigured(
    `there is no data in ${resolve(dataDir)}: crawl or import something first, or set SITEGREP_DATA_DIR to the folder that has it`,
  );
}
