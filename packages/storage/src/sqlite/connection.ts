import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { StorageCorrupt, StorageMisconfigured } from '../errors.ts';
import { RESTORE } from './damage.ts';

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
    // Pages are looked at more closely when they are read, and what is deleted is overwritten: so a pointer that is damaged
    // hits nothing that looks alive.
    db.exec('PRAGMA cell_size_check = ON');
    db.exec('PRAGMA secure_delete = FAST');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** A step of a schema. */
export type SchemaStep = string | ((db: DatabaseSync) => void);

/** Written beside `user_version`, with the version in its low bits, so that a damaged version is not believed. */
const APPLICATION = 0x7367_0000;

/**
 * How many steps of its schema a database has taken, and whether that is written a second time.
 *
 * @param known steps that this program has
 * @throws StorageMisconfigured if a newer version of the program wrote the database
 * @throws StorageCorrupt if its version is not what was written
 */
export function schemaOf(
  db: DatabaseSync,
  file: string,
  known: number,
): { readonly version: number; readonly isMarked: boolean } {
  const numberIn = (pragma: 'user_version' | 'application_id'): number =>
    Number(db.prepare(`PRAGMA ${pragma}`).get()?.[pragma] ?? 0);
  const [version, application] = [numberIn('user_version'), numberIn('application_id')];
  // Versions up to 2 were written without it.
  if (application !== APPLICATION + version && (application !== 0 || version > 2)) {
    throw new StorageCorrupt(
      `${file} is damaged: its header has schema ${version}, which was never written: ${RESTORE}`,
    );
  }
  if (version > known) {
    throw new StorageMisconfigured(
      `${file} was written by a newer version of sitegrep (schema ${version}, this version knows up to ${known}): ` +
        'upgrade sitegrep, or set SITEGREP_DATA_DIR to another folder',
    );
  }
  return { version, isMarked: application !== 0 };
}

/**
 * Brings a database to the newest schema; `user_version` counts the steps it has taken.
 *
 * @param steps SQL of each step, oldest first, or what does it; a step that was released never changes
 * @throws StorageMisconfigured if a newer version of the program wrote the database
 * @throws StorageCorrupt if its version is not what was written
 */
export function migrate(db: DatabaseSync, file: string, steps: readonly SchemaStep[]): void {
  inTransaction(db, () => {
    const { version, isMarked } = schemaOf(db, file, steps.length);
    if (version === steps.length && isMarked) return;
    for (const step of steps.slice(version)) {
      if (typeof step === 'string') db.exec(step);
      else step(db);
    }
    db.exec(`PRAGMA user_version = ${steps.length}; PRAGMA application_id = ${APPLICATION + steps.length};`);
  });
}

/** Runs `work` in a write transaction: all of it is kept, or none of it. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  return within(db, 'BEGIN IMMEDIATE', work);
}

/** Runs `work`, which only reads, on one state of the database; waits for nobody's lock. */
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

/**
 * Prepares a statement that writes. Each run reports the connection's last row id, and FTS5 leaves there that of its own
 * tables, past 2^53.
 */
export function prepareChange(db: DatabaseSync, sql: string): StatementSync {
  const statement = db.prepare(sql);
  statement.setReadBigInts(true);
  return statement;
}
