import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { StorageMisconfigured } from '../errors.ts';

/** How long a connection waits for another one's lock, in milliseconds. */
const BUSY_TIMEOUT_MS = 10_000;

/** A log that grew past this is cut back to it once it was copied into the database, in bytes. */
const JOURNAL_LIMIT = 64 << 20;

export interface ConnectionOptions {
  /** Bytes; takes effect on a new file only. */
  readonly pageSize: number;
  /** Page cache of this connection, in bytes. */
  readonly cacheBytes: number;
}

/**
 * Opens a database that is written ahead (WAL): readers and the writer don't wait for each other, and a process that is
 * killed leaves a file that opens again.
 *
 * `synchronous=FULL` syncs the log at every commit, so what was acknowledged also survives the loss of power; NORMAL
 * would sync at checkpoints alone and could lose the last commits.
 *
 * @throws an error of SQLite, as `storageError` maps it
 */
export function openDatabase(file: string, options: ConnectionOptions): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  try {
    db.exec(`PRAGMA page_size = ${options.pageSize}`);
    db.exec('PRAGMA journal_mode = WAL');
    db.exec('PRAGMA synchronous = FULL');
    db.exec(`PRAGMA cache_size = -${Math.ceil(options.cacheBytes / 1024)}`);
    db.exec(`PRAGMA wal_autocheckpoint = ${Math.ceil(JOURNAL_LIMIT / options.pageSize)}`);
    db.exec(`PRAGMA journal_size_limit = ${JOURNAL_LIMIT}`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Brings a database to the newest schema; `user_version` counts the steps it has taken.
 *
 * @param steps SQL of each step, oldest first; a step that was released never changes
 * @throws StorageMisconfigured if a newer version of the program wrote the database
 */
export function migrate(db: DatabaseSync, file: string, steps: readonly string[]): void {
  inTransaction(db, () => {
    const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
    if (version > steps.length) {
      throw new StorageMisconfigured(
        `${file} was written by a newer version of sitegrep (schema ${version}, this version knows up to ${steps.length}): ` +
          'upgrade sitegrep, or set SITEGREP_DATA_DIR to another folder',
      );
    }
    if (version === steps.length) return;
    for (const step of steps.slice(version)) db.exec(step);
    db.exec(`PRAGMA user_version = ${steps.length}`);
  });
}

/** Runs `work` in a write transaction: all of it is kept, or none of it. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
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

/**
 * Prepares a statement that writes. Each run reports the connection's last row id, and FTS5 leaves there that of its own
 * tables, past 2^53.
 */
export function prepareChange(db: DatabaseSync, sql: string): StatementSync {
  const statement = db.prepare(sql);
  statement.setReadBigInts(true);
  return statement;
}
