import type { DatabaseSync } from 'node:sqlite';
import { createCrawlListRows } from './crawl-list-rows.ts';
import { createProgressRows } from './crawl-progress-rows.ts';
import type { CrawlCalls } from './crawl-records.ts';
import { createRemovalRows } from './crawl-removal-rows.ts';
import { createSubmissionRows } from './crawl-submission-rows.ts';
import { createCancelRows, createWorkRows } from './crawl-work-rows.ts';
import { createSiteRows } from './site-rows.ts';

/** The calls about crawls and their sites. Each must run inside a transaction. */
export function createCrawlRows(db: DatabaseSync): CrawlCalls {
  const lists = createCrawlListRows(db);
  const progress = createProgressRows(db);
  return {
    ...lists,
    ...createSubmissionRows(db, lists.get),
    ...createSiteRows(db),
    ...progress,
    ...createCancelRows(db, progress.finish),
    ...createWorkRows(db),
    ...createRemovalRows(db),
  };
}
