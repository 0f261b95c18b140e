// Databases that this process may read and not write: in a folder of another user, or on a medium that is read-only.
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { StorageMisconfigured, StorageUnavailable } from '../errors.ts';

/** How long a connection waits for another one's lock, in milliseconds. */
const BUSY_TIMEOUT_MS = 5_000;

/** Databases of a data folder. */
const DATABASES = ['domains.sqlite', 'records.sqlite'];

/** Whether this process may change a data folder and all databases that are in it. */
export function isWritable(dataDir: string): boolean {
  const files = DATABASES.flatMap((name) => [name, `${name}-wal`, `${name}-shm`]).map((name) =>
    join(dataDir, name),
  );
  return [dataDir, ...files.filter((file) => existsSync(file))].every(
    (path) => refusal(path, constants.W_OK) === null,
  );
}

/**
 * Why this process may not use a path in a way, as the system names it.
 *
 * @param mode of `fs.constants`
 * @returns null if it may
 */
export function refusal(path: string, mode: number): string | null {
  try {
    accessSync(path, mode);
    return null;
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    return error.code === 'EROFS'
      ? 'it is on a read-only file system'
      : `${String(error.code)}, not permitted`;
  }
}

/** A database that was opened for reading only. */
export interface ReadDatabase {
  readonly db: DatabaseSync;
  /**
   * Is called after each state that was read.
   *
   * @throws StorageUnavailable if a process has begun to write meanwhile, which the connection does not follow
   */
  readonly requireUnchanged: () => void;
}

/**
 * Opens a database without changing a byte of its folder. While a process writes the database, or after one that was
 * killed, SQLite reads the write-ahead log beside it; otherwise it is told that the file does not change, because it
 * could make no log.
 *
 * @throws StorageMisconfigured if the file, or what its log holds, can't be read; an error of SQLite
 */
export function openToRead(file: string, { cacheBytes }: { readonly cacheBytes: number }): ReadDatabase {
  requireReadable(file);
  const url = pathToFileURL(file);
  const isFixed = !isLogged(file);
  const before = versionOf(file);
  if (isFixed) url.searchParams.set('immutable', '1');
  const db = new DatabaseSync(url, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    db.exec(`PRAGMA cache_size = -${Math.ceil(cacheBytes / 1024)}`);
    db.exec('PRAGMA cell_size_check = ON');
  } catch (error) {
    db.close();
    throw error;
  }
  return {
    db,
    requireUnchanged() {
      if (!isFixed || (versionOf(file) === before && !isLogged(file))) return;
      throw new StorageUnavailable(
        `a process has begun to write ${file}, which this command may only read: run the command again`,
      );
    },
  };
}

/** @throws StorageMisconfigured if this process may not read a file */
export function requireReadable(file: string): void {
  const why = refusal(file, constants.R_OK);
  if (why === null) return;
  throw new StorageMisconfigured(
    `${file} can't be read (${why}): run the command as the user who owns the data folder, or let that user give you the right to read it`,
  );
}

/**
 * Whether a write-ahead log belongs to a database.
 *
 * @throws StorageMisconfigured if it can be used only by a process that may write
 */
function isLogged(file: string): boolean {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  if (log === undefined) return false;
  requireReadable(`${file}-wal`);
  if (existsSync(`${file}-shm`)) {
    requireReadable(`${file}-shm`);
    return true;
  }
  if (log.size === 0) return false;
  // SQLite makes the missing file.
  if (isWritable(dirname(file))) return true;
  throw new StorageMisconfigured(
    `the last process that wrote ${resolve(file)} was killed, and what it wrote last is still in ${resolve(file)}-wal: ` +
      'run "sitegrep stats" once as a user who may write the data folder, or copy the folder to a place where you may write',
  );
}

function versionOf(file: string): string {
  const { ino, size, mtimeNs } = statSync(file, { bigint: true });
  return `${ino}:${size}:${mtimeNs}`;
}
