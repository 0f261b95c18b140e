import type { DatabaseSync } from 'node:sqlite';
import { StorageCorrupt } from '../errors.ts';

/** What to do where nothing else in the folder tells what is lost. */
export const RESTORE =
  'restore the data folder from a backup, or set SITEGREP_DATA_DIR to a new folder and crawl or import again';

/** A row, or a file beside the database, is not what was written. */
export function damaged(db: DatabaseSync, place: string): StorageCorrupt {
  return new StorageCorrupt(`${fileOf(db)} is damaged: ${place}: ${RESTORE}`);
}

/** What can be made anew from the rows is not what was written. */
export function damagedIndex(db: DatabaseSync, place: string): StorageCorrupt {
  return new StorageCorrupt(
    `${fileOf(db)} is damaged: ${place}: make it anew from the stored rows with "sitegrep index rebuild"; ` +
      `if that fails too, ${RESTORE}`,
  );
}

function fileOf(db: DatabaseSync): string {
  return db.location() ?? 'the database';
}
