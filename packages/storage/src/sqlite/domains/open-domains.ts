import type { DatabaseSync } from 'node:sqlite';
import { migrate, openDatabase } from '../connection.ts';
import { readMark, requireCommits } from './commit-mark.ts';
import { DOMAIN_PAGE_BYTES } from './options.ts';
import { DOMAIN_SCHEMA } from './schema.ts';
import { stateReader } from './state.ts';

/** Writes of facts and sources go to the same few pages; where texts are in the database, more is asked for. */
const CACHE_BYTES = 24 << 20;

/**
 * Opens, or makes, domains.sqlite, brings it to the newest schema, and sees that it has all that was ever acknowledged.
 *
 * @throws StorageCorrupt, StorageMisconfigured; errors of SQLite
 */
export function openDomains(file: string): DatabaseSync {
  // Before the database: another process may be writing, and marks a commit behind it.
  const marked = readMark(file);
  const db = openDatabase(file, { pageSize: DOMAIN_PAGE_BYTES, cacheBytes: CACHE_BYTES });
  try {
    migrate(db, file, DOMAIN_SCHEMA);
    requireCommits(file, marked, stateReader(db)().commits);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
