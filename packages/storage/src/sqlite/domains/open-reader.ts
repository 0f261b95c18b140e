import { openDatabase } from '../connection.ts';
import type { Service } from '../serve.ts';
import { fts5Matcher } from './matches.ts';
import { DOMAIN_PAGE_BYTES, segmentsFolder, type ReaderThreadData } from './options.ts';
import { createReader, type ReaderCalls } from './reader.ts';
import { segmentsMatcher } from './segments-matches.ts';
import { stateReader } from './state.ts';

/** For facts and orders; the system has the pages, too. Tables of FTS5, which are in the same file, get what is set for the index. */
const CACHE_BYTES = 24 << 20;

/** Opens domains.sqlite, which a writer opened before, and what is beside it to be read. @throws StorageCorrupt; errors of SQLite */
export function openReader({
  file,
  cacheBytes,
  abortedTicket,
}: ReaderThreadData): Service & { readonly calls: ReaderCalls } {
  const db = openDatabase(file, { pageSize: DOMAIN_PAGE_BYTES, cacheBytes: CACHE_BYTES });
  try {
    db.exec('PRAGMA query_only = TRUE');
    const isFts5 = stateReader(db)().kind === 'fts5';
    if (isFts5) db.exec(`PRAGMA cache_size = -${Math.ceil(cacheBytes / 1_024)}`);
    const matcher = isFts5 ? fts5Matcher(db) : segmentsMatcher(db, segmentsFolder(file), cacheBytes);
    const calls = createReader(db, matcher, abortedTicket);
    return { db, calls, transactions: 'alone', close: () => matcher.close() };
  } catch (error) {
    db.close();
    throw error;
  }
}
