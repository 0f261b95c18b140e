/*
 * Checksums of the rows of records.sqlite. Each row has a CRC-32 of its values, which SQLite computes as a generated column
 * whenever it writes the row. Every statement that reads a row compares it (`intact`), and a trigger does so before a row is
 * changed, so that no change gives damaged values a new checksum.
 */
import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { damaged } from '../failure.ts';
import { type RecordTable, TABLES, tableStatement } from './tables.ts';

const NAMES = Object.keys(TABLES) as readonly RecordTable[];

/** Values of a row as JSON. @param of `table.`, or another name of the row, before each column */
function valuesOf(table: RecordTable, of: string): string {
  const columns = Object.entries<string>(TABLES[table]).map(([column, type]) =>
    type.startsWith('BLOB') ? `hex(${of}${column})` : `${of}${column}`,
  );
  return `json_array(${columns.join(', ')})`;
}

/** Statements that make the tables. */
export const CHECKED_TABLES = NAMES.map((table) =>
  tableStatement(
    table,
    `crc INTEGER NOT NULL GENERATED ALWAYS AS (row_checksum('${table}', ${valuesOf(table, '')})) STORED`,
  ),
).join('\n');

/** Condition of a statement: true, or it ends with StorageCorrupt if a row is not what was written. */
export function intact(table: RecordTable, of: string = table): string {
  return `require_intact('${table}', ${valuesOf(table, `${of}.`)}, ${of}.crc)`;
}

/** Statements that make the triggers. */
export const CHECK_TRIGGERS = NAMES.map(
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
  for (const table of NAMES) {
    const sql = `SELECT count(*) AS count FROM ${table} NOT INDEXED WHERE ${intact(table)}`;
    rows += Number(db.prepare(sql).get()?.['count']);
  }
  const found = db.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'];
  if (found !== 'ok') throw damaged(db, String(found));
  return rows;
}
