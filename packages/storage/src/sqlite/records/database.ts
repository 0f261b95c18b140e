import { DatabaseSync } from 'node:sqlite';
import { STORED_VERSIONS } from '../../stored-versions.ts';
import { damaged } from '../failure.ts';
import { ensureSchema, openDatabase, requireSchema, type Schema } from '../connection.ts';
import { openToRead, type ReadDatabase } from '../reading.ts';
import { addRowChecks, CHECK_TRIGGERS, checksumColumn } from './checked-rows.ts';

/**
 * records.sqlite: crawls, schedules, keys, the audit log and the sizes of days.
 *
 * - `crawl.number` orders crawls by their creation. A crawl's row holds the counts of its sites' rows; both change in the
 *   same transaction. `appended_at`: when sites were last added. `fingerprint`: of what was submitted.
 * - `site.result` is JSON of a SiteResult; `outcome` repeats its outcome for the indexes. `ended` is the site's number among
 *   those of its crawl that ended: the crawl's `finished` after this one was counted.
 * - `removed_crawl`: crawls that are gone and whose sites are removed in pieces; their rows in `site` have no crawl.
 * - `crawl_key`: idempotency keys of submissions.
 * - `schedule`: timing, spec, source and runs are JSON.
 * - `replaced_secret`: they stay when they have ended, so that none is ever taken for a new one.
 * - `session`: those that ended are removed when the key gets another one.
 * - `audit`: see audit-rows.ts; `size`: see size-rows.ts.
 * - `crc`: checksum of the row, see checked-rows.ts.
 */
export const RECORD_SCHEMA: Schema = {
  version: STORED_VERSIONS.sqlite.records,
  sql: `
    CREATE TABLE crawl (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      state TEXT NOT NULL,
      sealed INTEGER NOT NULL DEFAULT 0,
      spec TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      appended_at INTEGER NOT NULL,
      started_at INTEGER,
      cancelled_at INTEGER,
      finished_at INTEGER,
      total INTEGER NOT NULL DEFAULT 0,
      running INTEGER NOT NULL DEFAULT 0,
      finished INTEGER NOT NULL DEFAULT 0,
      pages INTEGER NOT NULL DEFAULT 0,
      bytes INTEGER NOT NULL DEFAULT 0,
      rejected TEXT NOT NULL DEFAULT '{"count":0,"reasons":{},"samples":[]}',
      fingerprint TEXT,
      ${checksumColumn('crawl')}
    ) STRICT;
    CREATE INDEX crawl_unsealed ON crawl (number) WHERE NOT sealed;
    CREATE INDEX crawl_open ON crawl (number) WHERE finished_at IS NULL;
    CREATE INDEX crawl_finished ON crawl (finished_at) WHERE finished_at IS NOT NULL;

    CREATE TABLE removed_crawl (
      crawl INTEGER PRIMARY KEY,
      ${checksumColumn('removed_crawl')}
    ) STRICT;
    CREATE TRIGGER crawl_removed AFTER DELETE ON crawl BEGIN
      INSERT INTO removed_crawl VALUES (OLD.number);
    END;

    CREATE TABLE crawl_outcome (
      crawl INTEGER NOT NULL REFERENCES crawl ON DELETE CASCADE,
      outcome TEXT NOT NULL,
      count INTEGER NOT NULL,
      ${checksumColumn('crawl_outcome')},
      PRIMARY KEY (crawl, outcome)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE crawl_key (
      key TEXT PRIMARY KEY,
      crawl INTEGER NOT NULL REFERENCES crawl ON DELETE CASCADE,
      ${checksumColumn('crawl_key')}
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX crawl_key_crawl ON crawl_key (crawl);

    CREATE TABLE site (
      crawl INTEGER NOT NULL,
      domain TEXT NOT NULL,
      urls TEXT NOT NULL,
      started_at INTEGER,
      outcome TEXT,
      result TEXT,
      ended INTEGER,
      ${checksumColumn('site')},
      PRIMARY KEY (crawl, domain)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX site_unfinished ON site (crawl, domain) WHERE outcome IS NULL;
    CREATE INDEX site_running ON site (crawl, domain) WHERE outcome IS NULL AND started_at IS NOT NULL;
    CREATE INDEX site_by_outcome ON site (crawl, outcome, domain) WHERE outcome IS NOT NULL;
    CREATE UNIQUE INDEX site_ended ON site (crawl, ended) WHERE ended IS NOT NULL;

    CREATE TABLE schedule (
      id TEXT PRIMARY KEY,
      timing TEXT NOT NULL,
      spec TEXT NOT NULL,
      enabled INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      runs TEXT NOT NULL,
      source TEXT NOT NULL,
      ${checksumColumn('schedule')}
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE api_key (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      prefix TEXT NOT NULL,
      hash TEXT NOT NULL UNIQUE,
      scopes TEXT NOT NULL,
      rate_limit_per_minute INTEGER,
      expires_at INTEGER,
      created_at INTEGER NOT NULL,
      replaced_until INTEGER,
      last_used_at INTEGER,
      revoked_at INTEGER,
      ${checksumColumn('api_key')}
    ) STRICT;

    CREATE TABLE replaced_secret (
      hash TEXT PRIMARY KEY,
      key INTEGER NOT NULL REFERENCES api_key ON DELETE CASCADE,
      ends_at INTEGER NOT NULL,
      ${checksumColumn('replaced_secret')}
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX replaced_secret_key ON replaced_secret (key, ends_at);

    CREATE TABLE session (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      hash TEXT NOT NULL UNIQUE,
      key INTEGER NOT NULL REFERENCES api_key ON DELETE CASCADE,
      created_at INTEGER NOT NULL,
      ends_at INTEGER NOT NULL,
      ${checksumColumn('session')}
    ) STRICT;
    CREATE INDEX session_key ON session (key, ends_at);

    CREATE TABLE secret (
      name TEXT PRIMARY KEY,
      value BLOB NOT NULL,
      ${checksumColumn('secret')}
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE audit (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      at INTEGER NOT NULL,
      actor TEXT NOT NULL,
      key_id TEXT,
      key_prefix TEXT,
      session_id TEXT,
      action TEXT NOT NULL,
      target TEXT,
      remote_address TEXT,
      request_id TEXT,
      result TEXT,
      status INTEGER,
      ${checksumColumn('audit')}
    ) STRICT;
    CREATE INDEX audit_at ON audit (at);
    CREATE INDEX audit_action ON audit (action);
    CREATE INDEX audit_key ON audit (key_id);

    CREATE TABLE size (
      day TEXT PRIMARY KEY,
      at INTEGER NOT NULL,
      domains INTEGER NOT NULL,
      pages INTEGER NOT NULL,
      source_bytes INTEGER NOT NULL,
      total_bytes INTEGER NOT NULL,
      ${checksumColumn('size')}
    ) STRICT, WITHOUT ROWID;
    ${CHECK_TRIGGERS}`,
};

/** Data that the threads of records.sqlite are started with. */
export interface RecordThreadData {
  readonly file: string;
  /** Whether the file is only read, because this process may not write it. Absent: it may. */
  readonly isReadOnly?: boolean;
}

const PAGE_BYTES = 4_096;
const CACHE_BYTES = 16 << 20;

/** Opens, or makes, records.sqlite. @throws StorageCorrupt, StorageMisconfigured; errors of SQLite */
export function openRecords({ file, isReadOnly = false }: RecordThreadData): ReadDatabase {
  const opened = isReadOnly
    ? openToRead(file, { cacheBytes: CACHE_BYTES })
    : {
        db: openDatabase(file, { pageSize: PAGE_BYTES, cacheBytes: CACHE_BYTES }),
        requireUnchanged: () => undefined,
      };
  const { db } = opened;
  try {
    addRowChecks(db);
    if (isReadOnly) requireSchema(db, file, RECORD_SCHEMA);
    else ensureSchema(db, file, RECORD_SCHEMA);
    if (tablesOf(db) !== tablesAsWritten()) throw damaged(db, 'its tables are not those that were made');
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
