// One of the threads that search and read domains.sqlite, and the segments beside it.
import { workerData } from 'node:worker_threads';
import { openDatabase } from '../connection.ts';
import { serve } from '../serve.ts';
import { fts5Matcher } from './matches.ts';
import { DOMAIN_PAGE_BYTES, kindOf, segmentsFolder, type ReaderThreadData } from './options.ts';
import { createReader } from './reader.ts';
import { segmentsMatcher } from './segments-matches.ts';

const CACHE_BYTES = 64 << 20;

serve(() => {
  const { file, abortedTicket } = workerData as ReaderThreadData;
  const db = openDatabase(file, { pageSize: DOMAIN_PAGE_BYTES, cacheBytes: CACHE_BYTES });
  db.exec('PRAGMA query_only = TRUE');
  const matcher = kindOf(db) === 'fts5' ? fts5Matcher(db) : segmentsMatcher(db, segmentsFolder(file));
  const calls = createReader(db, matcher, abortedTicket);
  return { db, calls, transactions: 'alone', close: () => matcher.close() };
});
