/*
 * One crawl from a list to its end: accepted as an upload, crawled in part, cancelled. The real command does it; a name
 * server on loopback knows none of the names. What the command must hold is checked on the way.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { serveNames } from '../../../packages/crawl/test/name-server.ts';
import { readResidentMiB } from '../resident.ts';
import { startServer, type RunningServer } from '../../support/server-process.ts';
import { followCrawl, type CrawlState } from './follow.ts';
import { madeList, type MadeList } from './list.ts';
import { watchProcess, type Sample } from './watch-process.ts';

export interface RunOptions {
  readonly dataDir: string;
  /** Sites of the list. */
  readonly sites: number;
  /** Sites that have ended before the crawl is cancelled. */
  readonly cancelAfter: number;
  /** Jobs that wait at most. */
  readonly window: number;
  /** Milliseconds between two measurements of memory and queue. */
  readonly lookEveryMs: number;
  /** How much memory the process may take beyond that of its start, in MiB. */
  readonly maxGrowthMiB: number;
  /** Further settings, e.g. of another storage. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly progress?: (line: string) => void;
}

export interface RunFigures {
  readonly sites: number;
  readonly listBytes: number;
  readonly acceptSeconds: number;
  readonly sitesASecond: number;
  /** Seconds until no site was in flight, and until each had its outcome. */
  readonly leftSeconds: number;
  readonly cancelSeconds: number;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly residentMiB: { readonly start: number; readonly accepted: number; readonly most: number };
  readonly longestQueue: number;
  readonly samples: readonly Sample[];
  /** Problems found; empty if all is well. */
  readonly problems: readonly string[];
}

/** How long sites under way may go on after the cancelling was answered, in seconds. */
const LEFT_WITHIN_SECONDS = 5;

/** A look at a large crawl on a cluster is up to a minute old. */
const GIVE_UP_MS = 30 * 60_000;

export async function runCrawl(options: RunOptions): Promise<RunFigures> {
  const { sites, cancelAfter, window, progress = () => {} } = options;
  const list = madeList(sites);
  await using closers = new AsyncDisposableStack();
  const names = await serveNames(() => null);
  closers.defer(() => names.close());
  const server = await startServer(options.dataDir, {
    SITEGREP_DNS_SERVERS: names.address,
    SITEGREP_QUEUE_WINDOW: String(window),
    SITEGREP_LOG_LEVEL: 'warn',
    // Nobody is there to be polite to.
    SITEGREP_CRAWL_DELAY: '0ms',
    SITEGREP_DELAY_FACTOR: '0',
    ...options.settings,
  });
  closers.defer(() => server.stop());
  const start = await readResidentMiB(server.pid);
  const watch = watchProcess(server, options.lookEveryMs, ({ seconds, residentMiB, waiting }) =>
    progress(`${seconds.toFixed(0)} s: ${residentMiB.toFixed(0)} MiB, ${waiting ?? '–'} jobs wait`),
  );
  closers.defer(() => watch.stop());

  const begun = performance.now();
  const crawl = await upload(server, list);
  const acceptSeconds = secondsSince(begun);
  const accepted = await readResidentMiB(server.pid);
  progress(`${sites} sites were accepted in ${acceptSeconds.toFixed(1)} s`);
  const problems = [...problemsOfList(crawl, list)];

  const { look, until } = followCrawl(server, crawl.id, GIVE_UP_MS);
  const crawling = performance.now();
  await until(({ sites: { finished } }) => finished > 0);
  watch.askQueue();
  await watch.look();
  const before = await until(({ sites: { finished } }) => finished >= cancelAfter);
  const sitesASecond = before.sites.finished / secondsSince(crawling);
  progress(`${before.sites.finished} sites ended, ${sitesASecond.toFixed(0)} a second; cancelling`);

  const cancelling = performance.now();
  const cancelled = await server.ask(`/admin/crawls/${crawl.id}/cancel`, { method: 'POST' });
  if (cancelled.status !== 200) problems.push(`cancelling was answered ${cancelled.status}`);
  await until(({ sites: { running } }) => running === 0);
  const leftSeconds = secondsSince(cancelling);
  const end = await until(({ finished_at: at }) => at !== null);
  const cancelSeconds = secondsSince(cancelling);
  progress(`each site has its outcome after ${cancelSeconds.toFixed(1)} s`);
  problems.push(...problemsOfEnd(end, sites, cancelAfter));
  if (leftSeconds > LEFT_WITHIN_SECONDS) problems.push(`sites went on for ${leftSeconds.toFixed(1)} s`);
  if (JSON.stringify(await look()) !== JSON.stringify(end)) problems.push('the crawl changed after its end');

  // Jobs of the cancelled crawl pass through the workers.
  for (let waits = 0; (await watch.look()).waiting !== 0; waits++) {
    if (waits === 60) {
      problems.push('jobs of the cancelled crawl stay in the queue');
      break;
    }
    await delay(1_000);
  }
  const samples = watch.samples();
  const most = Math.max(...samples.map(({ residentMiB }) => residentMiB));
  const longestQueue = Math.max(...samples.map(({ waiting }) => waiting ?? 0));
  if (longestQueue > window) problems.push(`${longestQueue} jobs waited, more than the window of ${window}`);
  if (longestQueue === 0) problems.push('no job was ever seen waiting');
  if (most - start > options.maxGrowthMiB) {
    problems.push(
      `the process grew by ${(most - start).toFixed(0)} MiB, by more than ${options.maxGrowthMiB}`,
    );
  }
  return {
    sites,
    listBytes: list.bytes,
    acceptSeconds,
    sitesASecond,
    leftSeconds,
    cancelSeconds,
    outcomes: end.outcomes,
    residentMiB: { start, accepted, most },
    longestQueue,
    samples,
    problems,
  };
}

async function upload(server: RunningServer, list: MadeList): Promise<CrawlState> {
  const answer = await server.ask('/admin/crawls?max_pages=1', {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: ReadableStream.from(list.chunks()),
    duplex: 'half',
  });
  if (answer.status !== 202)
    throw new Error(`the upload was answered ${answer.status}: ${await answer.text()}`);
  const { data } = (await answer.json()) as { readonly data: CrawlState };
  return data;
}

function* problemsOfList({ sites, rejected }: CrawlState, list: MadeList): Generator<string> {
  if (sites.total !== list.sites) yield `${sites.total} sites of ${list.sites} were accepted`;
  const told = inOrder(rejected.reasons);
  const wanted = inOrder(list.rejected.reasons);
  if (rejected.count !== list.rejected.count || JSON.stringify(told) !== JSON.stringify(wanted)) {
    yield `lines were rejected as ${JSON.stringify(told)}, not ${JSON.stringify(wanted)}`;
  }
}

function inOrder(reasons: Readonly<Record<string, number>>): readonly string[] {
  return Object.entries(reasons)
    .map(([reason, count]) => `${reason}: ${count}`)
    .toSorted();
}

function* problemsOfEnd(end: CrawlState, sites: number, cancelAfter: number): Generator<string> {
  const { dns_failed: crawled = 0, cancelled = 0, ...others } = end.outcomes;
  const told = JSON.stringify({ ...end.sites, ...end.outcomes });
  if (end.state !== 'cancelled') yield `the crawl is ${end.state}`;
  if (end.sites.total !== sites || end.sites.finished !== sites) yield `not every site has ended: ${told}`;
  if (crawled + cancelled !== sites || Object.keys(others).length > 0) yield `the counts are off: ${told}`;
  if (crawled < cancelAfter || cancelled === 0) yield `it was not cancelled half-way: ${told}`;
}

function secondsSince(start: number): number {
  return (performance.now() - start) / 1_000;
}
