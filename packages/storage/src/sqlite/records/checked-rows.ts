/*
 * Checksums of the rows of records.sqlite. Each row has a CRC-32 of its values, which SQLite computes as a generated column
 * whenever it writes the row. Every statement that reads a row compares it (`intact`), and a trigger does so before a row is
 * changed, so that no change gives damaged values a new checksum.
 */
import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { damaged } from '../failure.ts';

/** Columns of each table that its checksums cover: all but the checksum. */
const COLUMNS = {
  crawl: [
    'number',
    'id',
    'state',
    'sealed',
    'spec',
    'created_at',
    'appended_at',
    'started_at',
    'cancelled_at',
    'finished_at',
    'total',
    'running',
    'finished',
    'pages',
    'bytes',
    'rejected',
    'fingerprint',
  ],
  removed_crawl: ['crawl'],
  crawl_outcome: ['crawl', 'outcome', 'count'],
  crawl_key: ['key', 'crawl'],
  site: ['crawl', 'domain', 'urls', 'started_at', 'outcome', 'result', 'ended'],
  schedule: ['id', 'timing', 'spec', 'enabled', 'created_at', 'updated_at', 'runs', 'source'],
  api_key: [
    'number',
    'id',
    'name',
    'prefix',
    'hash',
    'scopes',
    'rate_limit_per_minute',
    'expires_at',
    'created_at',
    'replaced_until',
    'last_used_at',
    'revoked_at',
  ],
  replaced_secret: ['hash', 'key', 'ends_at'],
  session: ['number', 'id', 'hash', 'key', 'created_at', 'ends_at'],
  secret: ['name', 'hex(value)'],
  audit: [
    'number',
    'at',
    'actor',
    'key_id',
    'key_prefix',
    'session_id',
    'action',
    'target',
    'remote_address',
    'request_id',
    'result',
    'status',
  ],
  size: ['day', 'at', 'domains', 'pages', 'source_bytes', 'total_bytes'],
} as const;

export type RecordTable = keyof typeof COLUMNS;
const TABLES = Object.keys(COLUMNS) as readonly RecordTable[];

/** Values of a row as JSON. @param of name before each column, as `OLD` in a trigger */
function valuesOf(table: RecordTable, of: string): string {
  const columns = COLUMNS[table].map((column) =>
    column.startsWith('hex(') ? column.replace('(', `(${of}.`) : `${of}.${column}`,
  );
  return `json_array(${columns.join(', ')})`;
}

/** Definition of the column with the checksum. */
export function checksumColumn(table: RecordTable): string {
  const values = `json_array(${COLUMNS[table].join(', ')})`;
  return `crc INTEGER NOT NULL GENERATED ALWAYS AS (row_checksum('${table}', ${values})) STORED`;
}

/** Condition of a statement: true, or it ends with StorageCorrupt if a row is not what was written. */
export function intact(table: RecordTable, of: string = table): string {
  return `require_intact('${table}', ${valuesOf(table, of)}, ${of}.crc)`;
}

/** Statements that make the triggers. */
export const CHECK_TRIGGERS = TABLES.map(
  (table) =>
    `CREATE TRIGGER ${table}_intact BEFORE UPDATE ON ${table} BEGIN SELECT ${intact(table, 'OLD')}; END;`,
).join('\n');

/** Adds the functions that the tables and `intact` use to a connection. */
export function addRowChecks(db: DatabaseSync): void {
  const checksum = (table: unknown, values: unknown): number => crc32(`${String(table)} ${String(values)}`);
  db.function('row_checksum', { deterministic: true }, checksum);
  db.function('require_intact', { deterministic: true }, (table, values, crc) => {
    if (checksum(table, values) === crc) return 1;
    throw damaged(db, `the checksum of a row of table ${String(table)} is wrong`);
  });
}

/**
 * Reads every row of records.sqlite and compares it with its checksum, and lets SQLite check its pages and indexes.
 *
 * @returns how many rows there are
 * @throws StorageCorrupt at the first fault
 */
export function verifyRecordRows(db: DatabaseSync): number {
  let rows = 0;
  for (const table of TABLES) {
    const sql = `SELECT count(*) AS count FROM ${table} NOT INDEXED WHERE ${intact(table)}`;
    rows += Number(db.prepare(sql).get()?.['count']);
  }
  const found = db.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'];
  if (found !== 'ok') throw damaged(db, String(found));
  return rows;
}
