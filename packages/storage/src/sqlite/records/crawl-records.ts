import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { SiteResult } from '@sitegrep/site';
import type {
  Backlog,
  Cancelling,
  Crawl,
  CrawlRecords,
  CrawlSeed,
  CrawlSite,
  CrawlSpec,
  EndedSite,
  Listed,
  OpenCrawl,
  PageRequest,
  RejectedLines,
  Removing,
  SitesRequest,
  Visit,
} from '../../records.ts';
import { Thread } from '../../thread/thread.ts';
import type { RecordThreadData } from './database.ts';
import type { ScheduleCalls } from './schedule-rows.ts';

/** The calls of the crawls thread. Each must run inside a transaction, one that writes except for CRAWL_READS. */
export type CrawlCalls = {
  create(spec: CrawlSpec): Crawl;
  appendSites(call: { readonly crawlId: string; readonly sites: readonly CrawlSeed[] }): number;
  seal(call: {
    readonly crawlId: string;
    readonly rejected: RejectedLines;
    readonly fingerprint: string | null;
  }): Crawl;
  get(crawlId: string): Crawl | null;
  spec(crawlId: string): CrawlSpec | null;
  list(page: PageRequest): Listed<Crawl>;
  sites(call: { readonly crawlId: string; readonly page: SitesRequest }): Listed<CrawlSite>;
  visits(call: { readonly domain: string; readonly page: PageRequest }): Listed<Visit>;
  site(call: SiteKey): CrawlSite | null;
  ended(call: {
    readonly crawlId: string;
    readonly after: number;
    readonly limit: number;
  }): readonly EndedSite[];
  begin(call: SiteKey & { readonly at: number }): void;
  finish(call: SiteKey & { readonly result: SiteResult }): boolean;
  reserveKey(call: { readonly key: string; readonly crawlId: string }): string;
  keyHolder(key: string): { readonly crawlId: string; readonly fingerprint: string | null } | null;
  cancel(crawlId: string): Cancelling;
  cancelledAmong(crawlIds: readonly string[]): readonly string[];
  cancelSites(call: { readonly limit: number; readonly begunToo: boolean }): number;
  open(call: { readonly renders: boolean; readonly limit: number }): readonly OpenCrawl[];
  unfinished(call: {
    readonly crawlId: string;
    readonly after: string | null;
    readonly limit: number;
  }): readonly string[];
  backlog(renders: boolean): Backlog;
  discardUnsealed(quietMs: number): readonly string[];
  discard(crawlId: string): void;
  remove(crawlId: string): Removing;
  removeEnded(call: { readonly before: number; readonly limit: number }): number;
  purge(limit: number): number;
};

/** Calls that change nothing. */
export const CRAWL_READS: ReadonlySet<keyof CrawlCalls> = new Set([
  'get',
  'spec',
  'list',
  'sites',
  'visits',
  'site',
  'ended',
  'keyHolder',
  'cancelledAmong',
  'open',
  'unfinished',
  'backlog',
]);

/** Calls that wait a little for others: there are two for each site, and few others for each crawl. */
export const CRAWL_PATIENT: ReadonlySet<string> = new Set<keyof CrawlCalls>(['begin', 'finish']);

interface SiteKey {
  readonly crawlId: string;
  readonly domain: string;
}

/** Maximum number of calls that wait for the thread. */
const MAX_PENDING = 10_000;

/** Sites written in one step: other calls wait for a few milliseconds at most. */
const SITES_AT_A_TIME = 1_000;
/** Fewer: each gets a result, which takes longer than adding it. */
const CANCELLED_AT_A_TIME = 250;
/** Sites removed in one step. */
const PURGED_AT_A_TIME = 1_000;
/** Pause between two such steps, in milliseconds: SQLite's lock has no queue, and other threads want to write too. */
const PAUSE_MS = 10;

/** Crawls and schedules in records.sqlite, read and written by a thread of their own. */
export async function openCrawlRecords(dataDir: string, isReadOnly = false): Promise<CrawlRecords> {
  const workerData: RecordThreadData = { file: join(dataDir, 'records.sqlite'), isReadOnly };
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
    reserveKey: (key, crawlId) => thread.call('reserveKey', { key, crawlId }),
    keyHolder: (key) => thread.call('keyHolder', key),
    get: (crawlId) => thread.call('get', crawlId),
    spec: (crawlId) => thread.call('spec', crawlId),
    list: (page) => thread.call('list', page),
    sites: (crawlId, page) => thread.call('sites', { crawlId, page }),
    visits: (domain, page) => thread.call('visits', { domain, page }),
    site: (crawlId, domain) => thread.call('site', { crawlId, domain }),
    ended: (crawlId, after, limit) => thread.call('ended', { crawlId, after, limit }),
    begin: (crawlId, domain, at) => thread.call('begin', { crawlId, domain, at }),
    finish: (crawlId, domain, result) => thread.call('finish', { crawlId, domain, result }),
    cancel: (crawlId) => thread.call('cancel', crawlId),
    cancelledAmong: (crawlIds) => thread.call('cancelledAmong', crawlIds),
    cancelSites: (limit, begunToo = false) =>
      inSteps(limit, CANCELLED_AT_A_TIME, (some) => thread.call('cancelSites', { limit: some, begunToo })),
    open: (renders, limit) => thread.call('open', { renders, limit }),
    unfinished: (crawlId, after, limit) => thread.call('unfinished', { crawlId, after, limit }),
    backlog: (renders) => thread.call('backlog', renders),
    discardUnsealed: (quietMs) => thread.call('discardUnsealed', quietMs),
    schedules: {
      put: (definition) => thread.call('putSchedule', definition),
      get: (id) => thread.call('getSchedule', id),
      list: (page) => thread.call('listSchedules', page),
      remove: (id) => thread.call('removeSchedule', id),
      setRuns: (id, seen, runs) => thread.call('setScheduleRuns', { id, seen, runs }),
    },
    discard: (crawlId) => thread.call('discard', crawlId),
    remove: (crawlId) => thread.call('remove', crawlId),
    removeEnded: (before, limit) => thread.call('removeEnded', { before, limit }),
    purge: (limit) => inSteps(limit, PURGED_AT_A_TIME, (some) => thread.call('purge', some)),
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
