import { DatabaseSync } from 'node:sqlite';
import { StorageCorrupt, StorageMisconfigured } from '../errors.ts';
import { RESTORE } from './failure.ts';

/** How long a connection waits for another one's lock, in milliseconds. */
const BUSY_TIMEOUT_MS = 10_000;

/**
 * Page size in bytes. A put writes each page whole that it changes: larger ones make a single page of a site cost twice the bytes, and
 * leave more space unused beside sources.
 */
export const PAGE_BYTES = 4_096;

/** A write-ahead log that grew larger is truncated to this size after it was copied into the database, in bytes. */
const JOURNAL_LIMIT = 64 << 20;

/**
 * Opens a database with a write-ahead log: readers and the writer don't wait for each other, and a process that is
 * killed leaves a file that opens again.
 *
 * `synchronous=FULL` syncs the log at every commit, so what was acknowledged also survives the loss of power; NORMAL
 * would sync at checkpoints alone and could lose the last commits.
 *
 * @param cacheBytes page cache of this connection
 * @throws an error of SQLite, as `storageError` maps it
 */
export function openDatabase(file: string, cacheBytes: number): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  try {
    db.exec(`PRAGMA page_size = ${PAGE_BYTES}`);
    db.exec('PRAGMA journal_mode = WAL');
    db.exec('PRAGMA synchronous = FULL');
    db.exec(`PRAGMA cache_size = -${Math.ceil(cacheBytes / 1024)}`);
    db.exec(`PRAGMA wal_autocheckpoint = ${Math.ceil(JOURNAL_LIMIT / PAGE_BYTES)}`);
    db.exec(`PRAGMA journal_size_limit = ${JOURNAL_LIMIT}`);
    // Pages are checked more closely when they are read, and deleted content is overwritten: so a damaged pointer finds
    // nothing that looks valid.
    db.exec('PRAGMA cell_size_check = ON');
    db.exec('PRAGMA secure_delete = ON');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** The tables of a database, in the one form that this program reads and writes. */
export interface Schema {
  /** ≥ 1; rises whenever `sql` changes. */
  readonly version: number;
  /** Statements that make the tables in an empty database. */
  readonly sql: string;
}

/** Written beside `user_version`, with the version in its low bits, so that a damaged version is not believed. */
const APPLICATION = 0x7367_0000;

/**
 * Checks that a database has the schema of this program.
 *
 * @returns false if the database is new: it has no schema yet
 * @throws StorageMisconfigured if another version of the program wrote the database
 * @throws StorageCorrupt if its version is not what was written
 */
export function requireSchema(db: DatabaseSync, file: string, schema: Schema): boolean {
  const numberIn = (pragma: 'user_version' | 'application_id'): number =>
    Number(db.prepare(`PRAGMA ${pragma}`).get()?.[pragma]);
  const [version, application] = [numberIn('user_version'), numberIn('application_id')];
  if (version === 0 && application === 0) return false;
  if (application !== APPLICATION + version) {
    throw new StorageCorrupt(
      `${file} is damaged: its header has schema ${version}, which was never written: ${RESTORE}`,
    );
  }
  if (version === schema.version) return true;
  const [written, remedy] =
    version > schema.version
      ? ['a newer', 'upgrade sitegrep']
      : ['an older', 'use the version that wrote it'];
  throw new StorageMisconfigured(
    `${file} was written by ${written} version of sitegrep (schema ${version}, this version reads schema ${schema.version}): ` +
      `${remedy}, or set SITEGREP_DATA_DIR to another folder`,
  );
}

/**
 * Makes the tables of a new database, and checks the schema of one that is there.
 *
 * @param onCreate is called in the transaction that makes the tables
 * @throws as `requireSchema`
 */
export function ensureSchema(
  db: DatabaseSync,
  file: string,
  schema: Schema,
  onCreate: (db: DatabaseSync) => void = () => {},
): void {
  inTransaction(db, () => {
    if (requireSchema(db, file, schema)) return;
    db.exec(schema.sql);
    onCreate(db);
    db.exec(
      `PRAGMA user_version = ${schema.version}; PRAGMA application_id = ${APPLICATION + schema.version};`,
    );
  });
}

/** Runs `work` in a write transaction: all of it is stored, or none of it. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  return within(db, 'BEGIN IMMEDIATE', work);
}

/** Runs `work`, which only reads, on one state of the database; waits for no lock. */
export function inSnapshot<T>(db: DatabaseSync, work: () => T): T {
  return within(db, 'BEGIN', work);
}

function within<T>(db: DatabaseSync, begin: string, work: () => T): T {
  db.exec(begin);
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    // SQLite rolls back by itself after some failures, e.g. a full disk.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
