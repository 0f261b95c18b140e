import { openDatabase } from '../connection.ts';
import type { Service } from '../serve.ts';
import { DOMAIN_PAGE_BYTES, segmentsFolder, type ReaderThreadData } from './options.ts';
import { createReader, type ReaderCalls } from './reader.ts';
import { openTextMatcher } from './text-matches.ts';

/** For facts and orders; the system caches the pages, too. */
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
    const matcher = openTextMatcher(db, segmentsFolder(file), cacheBytes);
    const calls = createReader(db, matcher, abortedTicket);
    return { db, calls, transactions: 'alone', close: () => matcher.close() };
  } catch (error) {
    db.close();
    throw error;
  }
}
