// The thread that keeps crawls in records.sqlite.
import { workerData } from 'node:worker_threads';
import { serve } from '../serve.ts';
import { createCrawlRows } from './crawl-rows.ts';
import { openRecords, type RecordThreadData } from './database.ts';

serve(() => {
  const db = openRecords(workerData as RecordThreadData);
  return { db, calls: createCrawlRows(db), transactions: 'grouped' };
});
