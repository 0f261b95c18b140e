import type { DatabaseSync } from 'node:sqlite';
import { createCrawlListRows } from './crawl-list-rows.ts';
import { createProgressRows } from './crawl-progress-rows.ts';
import type { CrawlCalls } from './crawl-records.ts';
import { createRemovalRows } from './crawl-removal-rows.ts';
import { createSubmissionRows } from './crawl-submission-rows.ts';
import { createTimelineRows } from './crawl-timeline-rows.ts';
import { createCancelRows, createWorkRows } from './crawl-work-rows.ts';
import type { CountsOfTransaction } from './record-commits.ts';
import { createSiteRows } from './site-rows.ts';

export interface CrawlRows {
  /** The calls about crawls and their sites. Each must run inside a transaction. */
  readonly calls: CrawlCalls;
  /** The counts of a transaction that are written at its end. */
  readonly counts: CountsOfTransaction;
}

export function createCrawlRows(db: DatabaseSync): CrawlRows {
  const lists = createCrawlListRows(db);
  const { timeline, count, ...counts } = createTimelineRows(db);
  const progress = createProgressRows(db, count);
  const calls: CrawlCalls = {
    timeline,
    ...lists,
    ...createSubmissionRows(db, lists.get),
    ...createSiteRows(db),
    ...progress,
    ...createCancelRows(db, progress.finish),
    ...createWorkRows(db),
    ...createRemovalRows(db),
  };
  return { calls, counts };
}
