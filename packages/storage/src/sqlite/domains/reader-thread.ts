// One of the threads that search and read domains.sqlite.
import { workerData } from 'node:worker_threads';
import { openDatabase } from '../connection.ts';
import { serve } from '../serve.ts';
import { DOMAIN_PAGE_BYTES, type DomainThreadData } from './options.ts';
import { createReader } from './reader.ts';

const CACHE_BYTES = 64 << 20;

serve(() => {
  const { file, abortedTicket } = workerData as DomainThreadData;
  const db = openDatabase(file, { pageSize: DOMAIN_PAGE_BYTES, cacheBytes: CACHE_BYTES });
  db.exec('PRAGMA query_only = TRUE');
  return { db, calls: createReader(db, abortedTicket), transactions: 'alone' };
});
