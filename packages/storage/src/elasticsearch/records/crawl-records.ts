import type { Client } from '@elastic/elasticsearch';
import type { CrawlRecords } from '../../records.ts';
import { openIndex } from '../versioned-index.ts';
import { CrawlDocuments } from './crawl-documents.ts';
import { createEnds } from './crawl-ends.ts';
import { createLists } from './crawl-lists.ts';
import { createPurge } from './crawl-purge.ts';
import { createRemoval } from './crawl-removal.ts';
import { CrawlSites } from './crawl-sites.ts';
import { createReservations, createSubmissions } from './crawl-submissions.ts';
import { createTimeline } from './crawl-timeline.ts';
import { createWork } from './crawl-work.ts';
import { type RecordOptions, smallIndexes } from './mappings.ts';
import { createSchedules } from './schedules.ts';
import { SiteMonths } from './site-months.ts';

/**
 * Opens the crawls and their sites for any number of processes.
 *
 * No counter is stored: the counts and the state of a crawl are computed from its sites on each read. So they are
 * exact whichever processes finish sites concurrently or are killed: without transactions over two documents, a
 * crash could leave a counter that does not match the sites. The price is one aggregation per read. An ended crawl
 * never changes again, so the first reader stores its counts.
 *
 * @param client stays open: its owner closes it
 * @param now clock in milliseconds since the epoch, by which crawls are made in a month
 * @throws StorageMisconfigured, StorageUnavailable
 */
export async function openCrawlRecords(
  client: Client,
  options: RecordOptions,
  now: () => number = Date.now,
): Promise<CrawlRecords> {
  const index = await openIndex(client, smallIndexes(options).crawls);
  const months = await SiteMonths.open(client, options);
  const crawls = new CrawlDocuments(client, index, months);
  const sites = new CrawlSites(client, months);
  const ends = createEnds({ client, crawls: index, sites });
  return {
    ...createSubmissions(crawls, sites, now),
    ...createReservations(crawls),
    ...createLists(crawls, sites, months),
    timeline: createTimeline(client, crawls, months),
    ...createWork(crawls, sites, months),
    ...createRemoval(crawls),
    ...createPurge({ crawls, sites, months, ends, now }),
    ended: async (crawlId, after, limit) =>
      (await crawls.find(crawlId)) === null ? [] : ends.list(crawlId, after, limit),
    begin: (crawlId, domain, at) => sites.begin(crawlId, domain, at),
    finish: (crawlId, domain, result) => sites.finish(crawlId, domain, result),
    schedules: createSchedules({ client, crawls: index, refreshCrawls: crawls.refresh }),
    close: () => sites.close(),
  };
}
