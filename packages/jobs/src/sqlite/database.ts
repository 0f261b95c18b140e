import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { QueuesUnavailable } from '../errors.ts';

/** Tells databases of this shape from all others, in `PRAGMA user_version`: goes up with every change of the schema. */
const SCHEMA_VERSION = 1;

const SCHEMA = `
  CREATE TABLE job (
    number       INTEGER PRIMARY KEY,
    queue        TEXT NOT NULL,
    id           TEXT NOT NULL,
    payload      TEXT NOT NULL,
    state        TEXT NOT NULL CHECK (state IN ('waiting', 'active', 'delayed')),
    priority     INTEGER NOT NULL CHECK (priority BETWEEN 0 AND 10),
    place        INTEGER NOT NULL,
    due          INTEGER NOT NULL DEFAULT 0,
    failed       INTEGER NOT NULL DEFAULT 0,
    begun        INTEGER NOT NULL DEFAULT 0,
    stalled      INTEGER NOT NULL DEFAULT 0,
    repeats      TEXT,
    scheduled_at INTEGER,
    UNIQUE (queue, id)
  ) STRICT;
  CREATE INDEX job_waiting ON job (queue, priority, place) WHERE state = 'waiting';
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
 * The log that is written ahead is copied into the database when it has so many pages of 4 KiB, after a thousand jobs or
 * so. That takes two syncs, some 25 ms on the calling thread, so it should be rare; the larger the log, the longer it
 * takes to open what a killed process left.
 */
const CHECKPOINT_PAGES = 4_096;

/**
 * Opens the database of the queues; one that another version made is made anew, for the records hold what is to be done.
 *
 * What was committed outlives the process, whatever kills it: the operating system holds the writes. `synchronous=NORMAL`
 * syncs when the log is copied only, so a power cut may take the last commits, never half of one, and the database is
 * whole after it. Then jobs that were done come again, whose outcome is found, and added ones are missing, which the
 * records still have.
 *
 * @param file in a folder that nobody else uses
 * @throws QueueDamaged, or an error of SQLite, as `databaseError` maps it
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
 * A job that is missing in an index would never be taken, nor could it be added. Some milliseconds for the usual window.
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

/** The database is not what was written. */
export class QueueDamaged extends Error {
  override readonly name = 'QueueDamaged';
}

/** Primary result codes, https://sqlite.org/rescode.html. */
const FULL = 13;
/** Of a disk or a lock that is in the way for now: busy, locked, out of memory, read-only, I/O error, can't open. */
const PASSING = new Set([5, 6, 7, 8, 10, 14]);

/**
 * What an error of SQLite means: QueuesUnavailable if the same may succeed later, QueueDamaged if it can't; any other
 * error as it is.
 *
 * @param file of the database
 */
export function databaseError(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return error;
  // The low byte is the primary code; what is above tells more of it.
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
