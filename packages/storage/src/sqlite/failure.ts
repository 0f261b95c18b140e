import {
  CrawlClosed,
  DuplicateKey,
  InvalidPosition,
  StorageCorrupt,
  StorageFull,
  StorageMisconfigured,
  StorageUnavailable,
} from '../errors.ts';
import type { DatabaseSync } from 'node:sqlite';

/** Codes of the file system for a disk, or the quota of a user, that is used up. */
export const NO_SPACE: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

const DISK_FULL =
  'the disk that holds the data folder is full: free some space, or move SITEGREP_DATA_DIR to a larger disk';

/** Primary result codes, https://sqlite.org/rescode.html. */
const SQLITE = {
  busy: 5,
  noMemory: 7,
  readOnly: 8,
  ioError: 10,
  full: 13,
  cantOpen: 14,
};

/**
 * Codes that a sound database never gives. Statements are fixed and every value that is written is checked before, so a
 * statement that doesn't fit the schema (1), breaks a constraint (19), or has a wrong type (20) or a value that is too
 * large (18), met a database that was changed; 11 and 26 mean so, 2 that SQLite is confused, 522 that a file ends too early.
 */
const DAMAGE = new Set([1, 2, 11, 18, 19, 20, 26, 522]);

/** The storage error that an error of the file system means; null if it is none that is known. */
function diskError(error: Error): Error | null {
  const code = 'code' in error ? error.code : null;
  if (code !== null && NO_SPACE.has(code)) {
    return new StorageFull(DISK_FULL, { cause: error });
  }
  if (code === 'EFBIG') {
    return new StorageUnavailable(
      `a file of the index may not grow any further (${error.message}): raise the limit that the process has (ulimit -f), or move SITEGREP_DATA_DIR to a file system that takes larger files`,
      { cause: error },
    );
  }
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') {
    return new StorageUnavailable(
      `a file of the index can't be used (${error.message}): check the permissions of the data folder`,
      { cause: error },
    );
  }
  if (code === 'EMFILE' || code === 'ENFILE') {
    return new StorageUnavailable(
      `too many files are open (${error.message}): raise the limit (ulimit -n), or lower SITEGREP_SITES_IN_FLIGHT`,
      { cause: error },
    );
  }
  if (code === 'EIO') {
    return new StorageUnavailable(
      `the disk that holds the data folder failed (${error.message}): check the disk, and move SITEGREP_DATA_DIR if it is broken`,
      { cause: error },
    );
  }
  return null;
}

/** Whether an error concerns one call only; any other concerns the store and everything that it was doing. */
export function concernsOneCall(error: unknown): boolean {
  return error instanceof DuplicateKey || error instanceof CrawlClosed || error instanceof InvalidPosition;
}

/**
 * The storage error that an error of SQLite means to a caller; any other error as it is.
 *
 * @param file of the database
 */
export function storageError(error: unknown, file: string): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const cause = { cause: error };
  if (error.name === 'SegmentsCorrupt') {
    return new StorageCorrupt(
      `${error.message}: rebuild the index from the stored sources with "sitegrep index rebuild"`,
      cause,
    );
  }
  if (error.name === 'SegmentsNoSpace') {
    return new StorageFull(
      `${error.message}: free some space, or move SITEGREP_DATA_DIR to a larger disk; until then searches look through more segments`,
      cause,
    );
  }
  if (error.name === 'SegmentsUnsupported') return new StorageMisconfigured(error.message, cause);
  // A stored number that was never written: all that are can be held exactly.
  if ('code' in error && error.code === 'ERR_OUT_OF_RANGE') return corrupt(error, file);
  if (!('errcode' in error) || typeof error.errcode !== 'number') return diskError(error) ?? error;
  if (DAMAGE.has(error.errcode) || DAMAGE.has(error.errcode & 0xff)) return corrupt(error, file);
  // The low byte is the primary code; the rest is a detail of it.
  switch (error.errcode & 0xff) {
    case SQLITE.full:
      return new StorageFull(DISK_FULL, cause);
    case SQLITE.readOnly:
    case SQLITE.cantOpen:
      return new StorageUnavailable(
        `${file} can't be opened for writing (${error.message}): check that SITEGREP_DATA_DIR is there and its permissions; if they are right, the file is damaged: ${RESTORE}`,
        cause,
      );
    case SQLITE.busy:
    case SQLITE.noMemory:
    case SQLITE.ioError:
      return new StorageUnavailable(
        `the database ${file} failed (${error.message}): try again; if it fails again, check the disk and the memory`,
        cause,
      );
    default:
      return error;
  }
}

function corrupt(error: Error, file: string): StorageCorrupt {
  return new StorageCorrupt(`${file} is damaged (${error.message}): ${RESTORE}`, { cause: error });
}

/** Remedy if what is lost can't be made anew from the rest of the folder. */
export const RESTORE =
  'restore the data folder from a backup, or set SITEGREP_DATA_DIR to a new folder and crawl or import again';

/** An error for a row, or a file beside the database, that is not what was written. */
export function damaged(db: DatabaseSync, what: string): StorageCorrupt {
  return new StorageCorrupt(`${fileOf(db)} is damaged: ${what}: ${RESTORE}`);
}

/** An error for damage of something that can be made anew from the rows. */
export function damagedIndex(db: DatabaseSync, what: string): StorageCorrupt {
  return new StorageCorrupt(
    `${fileOf(db)} is damaged: ${what}: make it anew from the stored rows with "sitegrep index rebuild"; ` +
      `if that fails too, ${RESTORE}`,
  );
}

function fileOf(db: DatabaseSync): string {
  return db.location() ?? 'the database';
}
