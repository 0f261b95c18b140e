// The thread that reads and writes crawls and schedules in records.sqlite.
import { CRAWLS, SCHEDULES } from './crawl-records.ts';
import { createCrawlRows } from './crawl-rows.ts';
import { callsOf, serveStores } from './serve-stores.ts';
import { createScheduleRows } from './schedule-rows.ts';

serveStores((db) => {
  const { calls, counts } = createCrawlRows(db);
  return {
    calls: [...callsOf(CRAWLS, calls), ...callsOf(SCHEDULES, createScheduleRows(db))],
    counts,
  };
});
