// Watching crawls over the API until they have ended: progress for a person, lines of JSON for a program, and what failed.
import type { CrawlItem, CrawlSiteItem, SitegrepClient } from '@sitegrep/client';
import { parseTimestamp } from '@sitegrep/site';
import { openProgress, type Progress } from './progress.ts';
import { counted, formatSeconds, printable } from './terminal.ts';

export interface WatchOptions {
  readonly ids: readonly string[];
  /** Called for each site that has ended, also before the watching began. */
  readonly onSite: (site: CrawlSiteItem) => void;
  /** Whether progress is shown. */
  readonly isSilent: boolean;
  /** Ends the watching, not the crawls. */
  readonly signal: AbortSignal;
}

/** Crawls whose events are read at the same time. */
const AT_ONCE = 20;
/** Interval at which progress is drawn, in milliseconds. */
const DRAW_EVERY_MS = 250;

type State = Pick<CrawlItem, 'sites' | 'pages' | 'waiting'>;

/** Watches crawls until all have ended, or the signal fires. */
export async function watchCrawls(client: SitegrepClient, options: WatchOptions): Promise<void> {
  const { ids, signal, onSite } = options;
  const states = new Map<string, State>();
  for (const crawl of await crawlsOf(client, ids)) states.set(crawl.id, crawl);
  const progress = openProgress('crawling', options.isSilent);
  let seen = 0;
  const draw = setInterval(() => show(progress, [...states.values()], seen), DRAW_EVERY_MS);
  const left = [...ids];
  const follow = async (): Promise<void> => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) {
      for await (const event of client.admin.crawls.events(id, { signal })) {
        if (event.type === 'progress') states.set(id, event.data);
        if (event.type !== 'site') continue;
        seen += 1;
        onSite(event.data);
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, follow));
    for (const crawl of await crawlsOf(client, ids)) states.set(crawl.id, crawl);
    show(progress, [...states.values()], seen);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    clearInterval(draw);
    progress.stop();
  }
}

/** Reads the crawls with these ids. */
export async function crawlsOf(
  client: SitegrepClient,
  ids: readonly string[],
): Promise<readonly CrawlItem[]> {
  const crawls: CrawlItem[] = [];
  for (const id of ids) crawls.push(await client.admin.crawls.get(id));
  return crawls;
}

/** Ids of the crawls that have not ended. */
export async function openCrawls(client: SitegrepClient): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const crawl of client.admin.crawls.all({ pageSize: 1_000 })) {
    if (crawl.finished_at === null) ids.push(crawl.id);
  }
  return ids;
}

/** @param seen sites that have ended as the watcher knows, which may be more than the last report of progress says */
function show(progress: Progress, states: readonly State[], seen: number): void {
  const sum = (value: (state: State) => number): number =>
    states.reduce((total, state) => total + value(state), 0);
  const waiting = states.map((state) => waitingNote(state.waiting, Date.now())).find((note) => note !== '');
  progress.update(
    Math.max(
      seen,
      sum(({ sites }) => sites.finished),
    ),
    sum(({ sites }) => sites.total),
    `${counted(
      sum(({ pages }) => pages),
      'page',
    )}  ${counted(
      sum(({ sites }) => sites.running),
      'site',
    )} under way${waiting ?? ''}`,
  );
}

/** Text for the sites that wait: `  2 sites wait for busy hosts, a.test for 42s (answered 429 Too Many Requests)`. */
export function waitingNote(waiting: CrawlItem['waiting'], now: number): string {
  if (waiting === null) return '';
  const { sites, domain, reason, until } = waiting;
  const verb = sites === 1 ? 'waits for a busy host' : 'wait for busy hosts';
  const seconds = ((parseTimestamp(until) ?? now) - now) / 1_000;
  return `  ${counted(sites, 'site')} ${verb}, ${printable(domain)} for ${formatSeconds(seconds)} (${printable(reason)})`;
}
