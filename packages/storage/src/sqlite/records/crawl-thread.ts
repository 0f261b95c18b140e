// The thread that reads and writes crawls and schedules in records.sqlite.
import { workerData } from 'node:worker_threads';
import { serve } from '../serve.ts';
import { CRAWL_PATIENT, CRAWL_READS } from './crawl-records.ts';
import { createCrawlRows } from './crawl-rows.ts';
import { openRecords, type RecordThreadData } from './database.ts';
import { createScheduleRows, SCHEDULE_READS } from './schedule-rows.ts';

const data = workerData as RecordThreadData;

serve(data.file, () => {
  const { db, requireUnchanged } = openRecords(data);
  return {
    db,
    requireUnchanged,
    calls: { ...createCrawlRows(db), ...createScheduleRows(db) },
    reads: new Set<string>([...CRAWL_READS, ...SCHEDULE_READS]),
    patient: CRAWL_PATIENT,
  };
});
