import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { CrawlRecords } from '../../crawls.ts';
import { Thread } from '../../thread/thread.ts';
import type { CrawlCalls } from './crawl-calls.ts';
import type { RecordThreadData } from './database.ts';
import type { ScheduleCalls } from './schedule-rows.ts';

/** Calls that wait for the thread at most. */
const MAX_PENDING = 10_000;

/** Sites written in one step: other calls wait for a few milliseconds at most. */
const SITES_AT_A_TIME = 1_000;
/** Each gets a result, which takes longer than being made. */
const CANCELLED_AT_A_TIME = 250;
/** Between two such steps, in milliseconds: whoever else writes, e.g. keys, waits for the lock without a place in a queue. */
const CANCEL_PAUSE_MS = 10;

/** Crawls in records.sqlite, kept by a thread of their own. */
export async function openCrawlRecords(dataDir: string): Promise<CrawlRecords> {
  const workerData: RecordThreadData = { file: join(dataDir, 'records.sqlite') };
  const thread = await Thread.start<CrawlCalls & ScheduleCalls>({
    name: 'crawl records',
    entry: new URL('./crawl-thread.ts', import.meta.url),
    workerData,
    maxPending: MAX_PENDING,
  });

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
    seal: (crawlId, rejected, fingerprint) =>
      thread.call('seal', { crawlId, rejected, fingerprint: fingerprint ?? null }),
    claim: (key, crawlId) => thread.call('claim', { key, crawlId }),
    claimed: (key) => thread.call('claimed', key),
    get: (crawlId) => thread.call('get', crawlId),
    spec: (crawlId) => thread.call('spec', crawlId),
    list: (page) => thread.call('list', page),
    sites: (crawlId, page) => thread.call('sites', { crawlId, page }),
    site: (crawlId, domain) => thread.call('site', { crawlId, domain }),
    ended: (crawlId, after, limit) => thread.call('ended', { crawlId, after, limit }),
    begin: (crawlId, domain, at) => thread.call('begin', { crawlId, domain, at }),
    finish: (crawlId, domain, result) => thread.call('finish', { crawlId, domain, result }),
    cancel: (crawlId) => thread.call('cancel', crawlId),
    cancelledAmong: (crawlIds) => thread.call('cancelledAmong', crawlIds),
    async cancelSites(limit, begunToo = false) {
      let cancelled = 0;
      while (cancelled < limit) {
        const some = Math.min(CANCELLED_AT_A_TIME, limit - cancelled);
        const done = await thread.call('cancelSites', { limit: some, begunToo });
        cancelled += done;
        if (done < some) break;
        await delay(CANCEL_PAUSE_MS);
      }
      return cancelled;
    },
    open: (limit) => thread.call('open', limit),
    unfinished: (crawlId, after, limit) => thread.call('unfinished', { crawlId, after, limit }),
    backlog: () => thread.call('backlog', undefined),
    discardUnsealed: (quietMs) => thread.call('discardUnsealed', quietMs),
    schedules: {
      put: (definition) => thread.call('putSchedule', definition),
      get: (id) => thread.call('getSchedule', id),
      list: (page) => thread.call('listSchedules', page),
      remove: (id) => thread.call('removeSchedule', id),
      setRuns: (id, seen, runs) => thread.call('setScheduleRuns', { id, seen, runs }),
    },
    discard: (crawlId) => thread.call('discard', crawlId),
    close: () => thread.close(),
  };
}
