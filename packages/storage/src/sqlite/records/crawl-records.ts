import { join } from 'node:path';
import type { CrawlRecords } from '../../crawls.ts';
import { Thread } from '../../thread/thread.ts';
import type { CrawlCalls, UnfinishedSite } from './crawl-rows.ts';
import type { RecordThreadData } from './database.ts';

/** Calls that wait for the thread at most. */
const MAX_PENDING = 10_000;

/** Sites written in one step: other calls wait for a few milliseconds at most. */
const SITES_AT_A_TIME = 1_000;

/** Crawls in records.sqlite, kept by a thread of their own. */
export async function openCrawlRecords(dataDir: string): Promise<CrawlRecords> {
  const workerData: RecordThreadData = { file: join(dataDir, 'records.sqlite') };
  const thread = await Thread.start<CrawlCalls>({
    name: 'crawl records',
    entry: new URL('./crawl-thread.ts', import.meta.url),
    workerData,
    maxPending: MAX_PENDING,
  });

  async function* unfinished(crawlId: string | null): AsyncGenerator<{ crawlId: string; domain: string }> {
    for (let after: UnfinishedSite | null = null; ;) {
      const sites: readonly UnfinishedSite[] = await thread.call('unfinished', { crawlId, after });
      for (const { crawlId, domain } of sites) yield { crawlId, domain };
      after = sites.at(-1) ?? null;
      if (after === null) return;
    }
  }

  return {
    create: (spec) => thread.call('create', spec),
    async appendSites(crawlId, sites) {
      let added = 0;
      for (let from = 0; from === 0 || from < sites.length; from += SITES_AT_A_TIME) {
        added += await thread.call('appendSites', {
          crawlId,
          sites: sites.slice(from, from + SITES_AT_A_TIME),
        });
      }
      return added;
    },
    seal: (crawlId, rejected) => thread.call('seal', { crawlId, rejected }),
    get: (crawlId) => thread.call('get', crawlId),
    spec: (crawlId) => thread.call('spec', crawlId),
    list: (page) => thread.call('list', page),
    sites: (crawlId, page) => thread.call('sites', { crawlId, page }),
    site: (crawlId, domain) => thread.call('site', { crawlId, domain }),
    begin: (crawlId, domain, at) => thread.call('begin', { crawlId, domain, at }),
    finish: (crawlId, domain, result) => thread.call('finish', { crawlId, domain, result }),
    unfinished: (crawlId) => unfinished(crawlId ?? null),
    discardUnsealed: (quietMs) => thread.call('discardUnsealed', quietMs),
    discard: (crawlId) => thread.call('discard', crawlId),
    close: () => thread.close(),
  };
}
