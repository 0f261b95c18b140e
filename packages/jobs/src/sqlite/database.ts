import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { QueuesUnavailable } from '../errors.ts';

/** Version of the schema, in `PRAGMA user_version`; any change of the schema raises it. */
const SCHEMA_VERSION = 2;

const SCHEMA = `
  CREATE TABLE job (
    number       INTEGER PRIMARY KEY,
    queue        TEXT NOT NULL,
    id           TEXT NOT NULL,
    payload      TEXT NOT NULL,
    state        TEXT NOT NULL CHECK (state IN ('waiting', 'active', 'delayed')),
    level        INTEGER NOT NULL CHECK (level BETWEEN 0 AND 20),
    position        INTEGER NOT NULL,
    due          INTEGER NOT NULL DEFAULT 0,
    failed       INTEGER NOT NULL DEFAULT 0,
    begun        INTEGER NOT NULL DEFAULT 0,
    stalled      INTEGER NOT NULL DEFAULT 0,
    repeats      TEXT,
    scheduled_at INTEGER,
    UNIQUE (queue, id)
  ) STRICT;
  CREATE INDEX job_waiting ON job (queue, level, position) WHERE state = 'waiting';
  CREATE INDEX job_delayed ON job (queue, due) WHERE state = 'delayed';
  CREATE INDEX job_repeats ON job (queue, repeats) WHERE repeats IS NOT NULL;

  CREATE TABLE repeat (
    queue     TEXT NOT NULL,
    key       TEXT NOT NULL,
    payload   TEXT NOT NULL,
    seconds   INTEGER,
    pattern   TEXT,
    time_zone TEXT,
    next      INTEGER,
    PRIMARY KEY (queue, key),
    CHECK ((seconds IS NULL) = (pattern IS NOT NULL AND time_zone IS NOT NULL))
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX repeat_next ON repeat (queue, next);
`;

/**
 * Pages of 4 KiB after which the write-ahead log is copied into the database: about a thousand jobs. That takes two
 * syncs, about 25 ms on the calling thread, so it should be rare. But with a larger log it takes longer to open the
 * database after a kill.
 */
const CHECKPOINT_PAGES = 4_096;

/**
 * Opens the database of the queues. One with another schema version is replaced, because the records hold all
 * unfinished work.
 *
 * Commits survive the death of the process, however it ends, because the operating system holds the writes.
 * `synchronous=NORMAL` syncs only when the log is copied, so a power cut may lose the last commits, but never half
 * of one, and leaves the database intact. Then jobs that were done come again and find their outcome; lost
 * additions are still in the records.
 *
 * @param file path in a folder that nothing else uses
 * @throws QueueDamaged, or an error of SQLite, which `databaseError` translates
 */
export function openDatabase(file: string): DatabaseSync {
  const db = new DatabaseSync(file);
  try {
    db.exec('PRAGMA journal_mode = WAL');
    db.exec('PRAGMA synchronous = NORMAL');
    db.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
    if (version === SCHEMA_VERSION) {
      check(db, file);
      return db;
    }
    if (version === 0) {
      make(db);
      return db;
    }
  } catch (error) {
    db.close();
    throw error;
  }
  db.close();
  for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
  return openDatabase(file);
}

/**
 * A job missing from an index would never be taken, nor could it be added. The check takes a few milliseconds for
 * the usual number of jobs.
 *
 * @throws QueueDamaged
 */
function check(db: DatabaseSync, file: string): void {
  const found = db.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'];
  if (found !== 'ok') throw damaged(file, new Error(String(found)));
}

function make(db: DatabaseSync): void {
  inTransaction(db, () => {
    db.exec(SCHEMA);
    db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
  });
}

/** Runs `work` in a write transaction: all of its changes are saved, or none. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    // SQLite itself rolls back after some failures, e.g. a full disk.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

/** The content of the database is damaged. */
export class QueueDamaged extends Error {
  override readonly name = 'QueueDamaged';
}

/** Primary result code of a full disk, see https://sqlite.org/rescode.html. */
const FULL = 13;
/** Result codes of temporary failures: busy, locked, out of memory, read-only, I/O error, cannot open. */
const PASSING = new Set([5, 6, 7, 8, 10, 14]);

/**
 * The meaning of an error of SQLite: QueuesUnavailable if a retry may succeed, QueueDamaged if not; any other error
 * is returned unchanged.
 *
 * @param file path of the database
 */
export function databaseError(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return error;
  // The low byte is the primary code, the rest is detail.
  const code = error.errcode & 0xff;
  if (code === FULL) {
    return new QueuesUnavailable(
      `the disk that holds the queue's database ${file} is full: free some space, or move SITEGREP_DATA_DIR to a larger disk`,
      { cause: error },
    );
  }
  if (PASSING.has(code)) {
    return new QueuesUnavailable(
      `the queue's database ${file} failed (${error.message}): check the disk that holds it and the permissions`,
      { cause: error },
    );
  }
  return damaged(file, error);
}

function damaged(file: string, cause: Error): QueueDamaged {
  return new QueueDamaged(
    `the queue's database ${file} is damaged (${cause.message}): delete the folder that it is in and start again; ` +
      'unfinished crawls are put back into the queue at the start',
    { cause },
  );
}
