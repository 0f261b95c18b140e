import { setTimeout as delay } from 'node:timers/promises';
import type { CrawlRecords, ScheduleStore } from '../../records.ts';
import { type Calls, type InThread, Thread } from '../../thread/thread.ts';
import { recordThread, type RecordStore, remoteStore } from './record-stores.ts';

export type CrawlCalls = InThread<Omit<CrawlRecords, 'schedules' | 'close'>>;

/** The calls about crawls. Two are patient: there are two for each site, and few others for each crawl. */
export const CRAWLS: RecordStore<CrawlCalls> = {
  name: 'crawls',
  kinds: {
    create: 'write',
    appendSites: 'write',
    seal: 'write',
    reserveKey: 'write',
    keyHolder: 'read',
    get: 'read',
    spec: 'read',
    timeline: 'read',
    list: 'read',
    sites: 'read',
    visits: 'read',
    site: 'read',
    ended: 'read',
    begin: 'patient',
    finish: 'patient',
    cancel: 'write',
    cancelledAmong: 'read',
    cancelSites: 'write',
    open: 'read',
    unfinished: 'read',
    backlog: 'read',
    discardUnsealed: 'write',
    discard: 'write',
    remove: 'write',
    removeEnded: 'write',
    purge: 'write',
  },
};

export type ScheduleCalls = InThread<ScheduleStore>;

export const SCHEDULES: RecordStore<ScheduleCalls> = {
  name: 'schedules',
  kinds: { put: 'write', get: 'read', list: 'read', remove: 'write', setRuns: 'write' },
};

/** Sites written in one step: other calls wait for a few milliseconds at most. */
const SITES_AT_A_TIME = 1_000;
/** Fewer: each gets a result, which takes longer than adding it. */
const CANCELLED_AT_A_TIME = 250;
/** Sites removed in one step. */
const PURGED_AT_A_TIME = 1_000;
/** Pause between two such steps, in milliseconds: SQLite's lock has no queue, and other threads want to write too. */
const PAUSE_MS = 10;

/**
 * Crawls and schedules in records.sqlite, read and written by a thread of their own, which starts with the first call: the thread
 * of keys makes and checks the file.
 */
export function openCrawlRecords(dataDir: string, isReadOnly?: boolean): CrawlRecords {
  const entry = new URL('./crawl-thread.ts', import.meta.url);
  const thread = Thread.idle<Calls>(recordThread('crawl records', entry, dataDir, isReadOnly));
  const crawls = remoteStore(thread, CRAWLS);

  return {
    ...crawls,
    async appendSites(crawlId, sites) {
      let added = 0;
      for (let from = 0; from === 0 || from < sites.length; from += SITES_AT_A_TIME) {
        added += await crawls.appendSites(crawlId, sites.slice(from, from + SITES_AT_A_TIME));
      }
      return added;
    },
    cancelSites: (limit, begunToo) =>
      inSteps(limit, CANCELLED_AT_A_TIME, (some) => crawls.cancelSites(some, begunToo)),
    purge: (limit) => inSteps(limit, PURGED_AT_A_TIME, (some) => crawls.purge(some)),
    schedules: remoteStore(thread, SCHEDULES),
    close: () => thread.close(),
  };
}

/** Does something to up to `limit` rows, some at a time. @param step gives the number of rows; fewer than `some`: there are no more */
async function inSteps(
  limit: number,
  size: number,
  step: (some: number) => Promise<number>,
): Promise<number> {
  let done = 0;
  while (done < limit) {
    const some = Math.min(size, limit - done);
    const rows = await step(some);
    done += rows;
    if (rows < some) break;
    await delay(PAUSE_MS);
  }
  return done;
}
