import { setTimeout as delay } from 'node:timers/promises';
import type { Crawl, CrawlRecords } from '@sitegrep/storage';
import type { WaitingSites } from '@sitegrep/worker';
import { openProgress } from './progress.ts';
import { counted, formatSeconds } from './terminal.ts';

export interface WatchOptions {
  /** Ids of the crawls to wait for; null: all that are unfinished now. */
  readonly ids: readonly string[] | null;
  readonly silent: boolean;
  /** Sites that wait for their hosts now; null if there is none. */
  readonly waiting: () => WaitingSites | null;
  /** Ends the watching, not the crawls. */
  readonly signal: AbortSignal;
}

const LOOK_EVERY_MS = 250;

/** Shows the progress of crawls until all have ended. @returns the crawls in their last state */
export async function watchCrawls(records: CrawlRecords, options: WatchOptions): Promise<readonly Crawl[]> {
  const ids = options.ids ?? (await openCrawls(records));
  const progress = openProgress('crawling', options.silent);
  const startedAt = performance.now();
  let startedWith: number | null = null;
  try {
    for (;;) {
      const crawls = await load(records, ids);
      const done = sum(crawls, (crawl) => crawl.sites.finished);
      const pages = sum(crawls, (crawl) => crawl.pages);
      startedWith ??= done;
      const seconds = Math.max(0.001, (performance.now() - startedAt) / 1000);
      const rate = ((done - startedWith) / seconds).toFixed(1);
      progress.update(
        done,
        sum(crawls, (crawl) => crawl.sites.total),
        `${counted(pages, 'page')}  ${rate} sites/s${waitingNote(options.waiting(), Date.now())}`,
      );
      if (options.signal.aborted || crawls.every((crawl) => crawl.finishedAt !== null)) return crawls;
      await pause(options.signal);
    }
  } finally {
    progress.stop();
  }
}

/** Text for the sites that wait: `  2 sites wait for busy hosts, a.test for 42s (answered 429 Too Many Requests)`. */
export function waitingNote(waiting: WaitingSites | null, now: number): string {
  if (waiting === null) return '';
  const { sites, next } = waiting;
  const verb = sites === 1 ? 'waits for a busy host' : 'wait for busy hosts';
  return `  ${counted(sites, 'site')} ${verb}, ${next.domain} for ${formatSeconds((next.until - now) / 1_000)} (${next.reason})`;
}

async function pause(signal: AbortSignal): Promise<void> {
  try {
    await delay(LOOK_EVERY_MS, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function load(records: CrawlRecords, ids: readonly string[]): Promise<Crawl[]> {
  const crawls = await Promise.all(ids.map((id) => records.get(id)));
  return crawls.filter((crawl) => crawl !== null);
}

async function openCrawls(records: CrawlRecords): Promise<string[]> {
  const ids: string[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<CrawlRecords['list']>> = await records.list({
      limit: 1_000,
      ...(after === null ? {} : { after }),
    });
    ids.push(...page.items.filter((crawl) => crawl.finishedAt === null).map((crawl) => crawl.id));
    after = page.next;
  } while (after !== null);
  return ids;
}

function sum(crawls: readonly Crawl[], value: (crawl: Crawl) => number): number {
  return crawls.reduce((total, crawl) => total + value(crawl), 0);
}
