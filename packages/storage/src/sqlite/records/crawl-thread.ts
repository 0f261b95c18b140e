// The thread that keeps crawls in records.sqlite.
import { workerData } from 'node:worker_threads';
import { serve } from '../serve.ts';
import { createCrawlRows } from './crawl-rows.ts';
import { openRecords, type RecordThreadData } from './database.ts';

const data = workerData as RecordThreadData;

serve(data.file, () => {
  const db = openRecords(data);
  return { db, calls: createCrawlRows(db), transactions: 'grouped' };
});
