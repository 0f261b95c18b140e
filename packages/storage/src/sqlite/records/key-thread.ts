// The thread that keeps keys in records.sqlite.
import { workerData } from 'node:worker_threads';
import { serve } from '../serve.ts';
import { createKeyRows, KEY_READS } from './key-rows.ts';
import { openRecords, type RecordThreadData } from './database.ts';

const data = workerData as RecordThreadData;

serve(data.file, () => {
  const db = openRecords(data);
  return { db, calls: createKeyRows(db), reads: KEY_READS, transactions: 'grouped' };
});
