import { describe } from 'vitest';
import type { CrawlRecords } from '../../src/records.ts';
import { describeCrawlCounts } from './crawl-counts.ts';
import { describeCrawlLists } from './crawl-lists.ts';
import { describeCrawlRemoval } from './crawl-removal.ts';
import { describeCrawlSubmissions } from './crawl-submissions.ts';
import { describeCrawlWork } from './crawl-work.ts';
import type { EmptyStore } from './empty-store.ts';

/** Everything records of crawls must do, whatever keeps them. */
export function describeCrawlRecords(name: string, emptyStore: EmptyStore<CrawlRecords>): void {
  describe(`crawl records: ${name}`, () => {
    describeCrawlCounts(emptyStore);
    describeCrawlLists(emptyStore);
    describeCrawlWork(emptyStore);
    describeCrawlSubmissions(emptyStore);
    describeCrawlRemoval(emptyStore);
  });
}
