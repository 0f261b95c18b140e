import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { STORED_VERSIONS } from '../../stored-versions.ts';
import { damaged } from '../failure.ts';
import { ensureSchema, openDatabase, requireSchema, type Schema } from '../connection.ts';
import { openToRead, type ReadDatabase, requireReadable } from '../reading.ts';
import { markFile, readMark, requireCommits } from '../commit-mark.ts';
import { addRowChecks, CHECK_TRIGGERS, CHECKED_TABLES } from './checked-rows.ts';
import { commitsOf, countFromZero } from './record-commits.ts';
import { INDEXES } from './tables.ts';

export const RECORD_SCHEMA: Schema = {
  version: STORED_VERSIONS.sqlite.records,
  sql: `${CHECKED_TABLES}${INDEXES}${CHECK_TRIGGERS}`,
};

/** Data that the threads of records.sqlite are started with. */
export interface RecordThreadData {
  readonly file: string;
  /** Whether the file is only read, because this process may not write it. Absent: it may. */
  readonly isReadOnly?: boolean;
}

const CACHE_BYTES = 16 << 20;

/**
 * Opens, or makes, records.sqlite, and sees that it has all that was ever acknowledged.
 *
 * @throws StorageCorrupt, StorageMisconfigured; errors of SQLite
 */
export function openRecords({ file, isReadOnly = false }: RecordThreadData): ReadDatabase {
  if (isReadOnly) for (const path of [file, markFile(file)]) if (existsSync(path)) requireReadable(path);
  // Read before the database: another process may be writing, and marks each commit after it.
  const marked = readMark(file);
  const opened = isReadOnly
    ? openToRead(file, { cacheBytes: CACHE_BYTES })
    : {
        db: openDatabase(file, CACHE_BYTES),
        requireUnchanged: () => undefined,
      };
  const { db } = opened;
  try {
    addRowChecks(db);
    if (isReadOnly) requireSchema(db, file, RECORD_SCHEMA);
    else ensureSchema(db, file, RECORD_SCHEMA, countFromZero);
    if (tablesOf(db) !== tablesAsWritten()) throw damaged(db, 'its tables are not those that were made');
    requireCommits(file, marked, commitsOf(db));
    return opened;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Tables, indexes and triggers as the database has them. A changed name would make a value be another one, or none. */
function tablesOf(db: DatabaseSync): string {
  const rows = db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all();
  return JSON.stringify(rows);
}

function tablesAsWritten(): string {
  const db = new DatabaseSync(':memory:');
  try {
    addRowChecks(db);
    db.exec(RECORD_SCHEMA.sql);
    return tablesOf(db);
  } finally {
    db.close();
  }
}
