import type { DatabaseSync } from 'node:sqlite';
import { ensureSchema, openDatabase } from '../connection.ts';
import { readMark, requireCommits } from './commit-mark.ts';
import { DOMAIN_PAGE_BYTES } from './options.ts';
import { DOMAIN_SCHEMA } from './schema.ts';
import { buildLists } from './order/build.ts';
import { EMPTY_STATE, stateReader, writeState } from './state.ts';

/** Writes of facts and sources go to the same few pages. */
const CACHE_BYTES = 24 << 20;

/**
 * Opens, or makes, domains.sqlite, and sees that it has all that was ever acknowledged.
 *
 * @throws StorageCorrupt, StorageMisconfigured; errors of SQLite
 */
export function openDomains(file: string): DatabaseSync {
  // Before the database: another process may be writing, and marks a commit behind it.
  const marked = readMark(file);
  const db = openDatabase(file, { pageSize: DOMAIN_PAGE_BYTES, cacheBytes: CACHE_BYTES });
  try {
    ensureDomainSchema(db, file);
    requireCommits(file, marked, stateReader(db)().commits);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

export function ensureDomainSchema(db: DatabaseSync, file: string): void {
  ensureSchema(db, file, DOMAIN_SCHEMA, () => {
    writeState(db, { ...EMPTY_STATE, lastChunk: buildLists(db, 0) });
  });
}
