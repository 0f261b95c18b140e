import type { DatabaseSync } from 'node:sqlite';
import { ensureSchema, openDatabase } from '../connection.ts';
import { RECORD_SCHEMA } from './schema.ts';

/** What the threads of records.sqlite are started with. */
export interface RecordThreadData {
  readonly file: string;
}

const PAGE_BYTES = 4_096;
const CACHE_BYTES = 16 << 20;

export function openRecords({ file }: RecordThreadData): DatabaseSync {
  const db = openDatabase(file, { pageSize: PAGE_BYTES, cacheBytes: CACHE_BYTES });
  ensureSchema(db, file, RECORD_SCHEMA);
  return db;
}
