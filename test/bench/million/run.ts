/*
 * One crawl from a list to its end: accepted as an upload, crawled in part, cancelled. The real command does it; a name
 * server on loopback knows none of the names. What the command must hold is checked on the way.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { serveNames } from '../../../packages/crawl/test/name-server.ts';
import { type RunningServer, startServer } from '../../support/server-process.ts';
import { readResidentMiB } from '../harness/memory.ts';

export interface RunOptions {
  readonly dataDir: string;
  /** Sites of the list. */
  readonly sites: number;
  /** Sites that have ended before the crawl is cancelled. */
  readonly cancelAfter: number;
  /** Jobs that wait at most. */
  readonly window: number;
  /** How much memory the process may take beyond that of its start, in MiB. */
  readonly maxGrowthMiB: number;
  readonly progress?: (line: string) => void;
}

export interface RunFigures {
  readonly listBytes: number;
  readonly acceptSeconds: number;
  readonly sitesASecond: number;
  /** Seconds until no site was in flight, and until each had its outcome. */
  readonly leftSeconds: number;
  readonly cancelSeconds: number;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly residentMiB: { readonly start: number; readonly most: number };
  readonly longestQueue: number;
  /** Problems found; empty if all is well. */
  readonly problems: readonly string[];
}

/** The fields of a crawl that are read from the API. */
interface CrawlState {
  readonly id: string;
  readonly state: string;
  readonly finished_at: string | null;
  readonly sites: { readonly total: number; readonly running: number; readonly finished: number };
  readonly outcomes: Readonly<Record<string, number>>;
  readonly rejected: { readonly count: number; readonly reasons: Readonly<Record<string, number>> };
}

/** How long sites under way may go on after the cancelling was answered, in seconds. */
const LEFT_WITHIN_SECONDS = 5;
const LOOK_EVERY_MS = 200;
/** A look at a large crawl on a cluster is up to a minute old. */
const GIVE_UP_MS = 30 * 60_000;
/** Lines between two that name no site. */
const JUNK_EVERY = 200;

/** Lines that name no site, each with the reason why it is rejected; null if it is skipped without being counted. */
const JUNK: readonly (readonly [line: string, reason: string | null])[] = [
  ['this names no site', 'not a domain or http(s) URL'],
  ['12345', 'a number, not a domain'],
  ['https://user:secret@with-password.test/', 'a URL with a password'],
  ['', null],
  [`${'x'.repeat(3_000)}.test`, 'longer than 2048 characters'],
  ['# a comment', null],
  ['ftp://files.test/', 'not a domain or http(s) URL'],
];

export async function runCrawl(options: RunOptions): Promise<RunFigures> {
  const { sites, cancelAfter, window, progress = () => {} } = options;
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
  });
  closers.defer(() => server.stop());
  const start = await readResidentMiB(server.pid);
  let [most, longestQueue] = [start, 0];
  const problems: string[] = [];
  const check = (isWell: boolean, problem: string): void => void (isWell || problems.push(problem));

  const begun = performance.now();
  const list = listOf(sites);
  const crawl = await upload(server, list);
  const acceptSeconds = secondsSince(begun);
  progress(`${sites} sites were accepted in ${acceptSeconds.toFixed(1)} s`);
  check(crawl.sites.total === sites, `${crawl.sites.total} sites of ${sites} were accepted`);
  const rejected = listed(crawl.rejected.reasons);
  const expected = listed(rejectedOf(sites));
  check(rejected === expected, `rejected were ${rejected}, not ${expected}`);

  const until = async (is: (crawl: CrawlState) => boolean): Promise<CrawlState> => {
    for (const end = performance.now() + GIVE_UP_MS; ;) {
      const now = await stateOf(server, crawl.id);
      most = Math.max(most, await readResidentMiB(server.pid));
      // The metrics repeat a value for at least ten seconds, so they are read when the queue is in use.
      if (now.sites.finished > 0) longestQueue = Math.max(longestQueue, (await waitingJobs(server)) ?? 0);
      if (is(now)) return now;
      if (performance.now() > end) throw new Error(`it stays so: ${JSON.stringify(now)}`);
      await delay(LOOK_EVERY_MS);
    }
  };
  const crawling = performance.now();
  const before = await until(({ sites: { finished } }) => finished >= cancelAfter);
  const sitesASecond = before.sites.finished / secondsSince(crawling);
  progress(`${before.sites.finished} sites ended, ${sitesASecond.toFixed(0)} a second; cancelling`);

  const cancelling = performance.now();
  const { status } = await server.ask(`/admin/crawls/${crawl.id}/cancel`, { method: 'POST' });
  check(status === 200, `cancelling was answered ${status}`);
  await until(({ sites: { running } }) => running === 0);
  const leftSeconds = secondsSince(cancelling);
  check(leftSeconds <= LEFT_WITHIN_SECONDS, `sites went on for ${leftSeconds.toFixed(1)} s`);
  const end = await until(({ finished_at: at }) => at !== null);
  const cancelSeconds = secondsSince(cancelling);
  progress(`each site has its outcome after ${cancelSeconds.toFixed(1)} s`);
  problems.push(...problemsOfEnd(end, sites, cancelAfter));
  const again = await stateOf(server, crawl.id);
  check(JSON.stringify(again) === JSON.stringify(end), 'the crawl changed after its end');

  // Jobs of the cancelled crawl pass through the workers.
  for (let waits = 0; (await waitingJobs(server)) !== 0; waits++) {
    if (waits === 60) throw new Error('jobs of the cancelled crawl stay in the queue');
    await delay(1_000);
  }
  check(longestQueue > 0, 'no job was ever seen waiting');
  check(longestQueue <= window, `${longestQueue} jobs waited, more than the window of ${window}`);
  const growth = Math.round(most - start);
  check(growth <= options.maxGrowthMiB, `the process grew by ${growth} MiB, not ${options.maxGrowthMiB}`);
  return {
    listBytes: list.reduce((sum, { length }) => sum + length, 0),
    acceptSeconds,
    sitesASecond,
    leftSeconds,
    cancelSeconds,
    outcomes: end.outcomes,
    residentMiB: { start, most },
    longestQueue,
    problems,
  };
}

/** A list of so many sites whose names lead nowhere, with junk lines between them, as it is uploaded. */
function listOf(sites: number): readonly Uint8Array[] {
  return Array.from({ length: Math.ceil(sites / JUNK_EVERY) }, (_, part) => {
    const from = part * JUNK_EVERY;
    const numbers = Array.from({ length: Math.min(JUNK_EVERY, sites - from) }, (__, at) => from + at);
    const lines = numbers.map((number) => `x${number.toString(36).padStart(5, '0')}-a.test`);
    return Buffer.from([...lines, JUNK[part % JUNK.length]?.[0], ''].join('\n'));
  });
}

/** Rejected lines of the list by their reasons. */
function rejectedOf(sites: number): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (let part = 0; part < Math.ceil(sites / JUNK_EVERY); part++) {
    const reason = JUNK[part % JUNK.length]?.[1] ?? null;
    if (reason !== null) counts[reason] = (counts[reason] ?? 0) + 1;
  }
  return counts;
}

function listed(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([reason, count]) => `${reason}: ${count}`)
    .toSorted()
    .join(', ');
}

async function upload(server: RunningServer, list: readonly Uint8Array[]): Promise<CrawlState> {
  const answer = await server.ask('/admin/crawls?max_pages=1', {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: ReadableStream.from(list),
    duplex: 'half',
  });
  return dataOf(answer, 202);
}

async function stateOf(server: RunningServer, id: string): Promise<CrawlState> {
  return dataOf(await server.ask(`/admin/crawls/${id}`), 200);
}

async function dataOf(answer: Response, expected: number): Promise<CrawlState> {
  if (answer.status !== expected) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
  const { data } = (await answer.json()) as { readonly data: CrawlState };
  return data;
}

/** Jobs that wait in the queue, which the metrics look at every ten seconds at most; null: they do not say. */
async function waitingJobs(server: RunningServer): Promise<number | null> {
  const text = await (await server.ask('/metrics')).text();
  const value = /^sitegrep_queue_jobs\{[^}]*state="waiting"[^}]*\} (\d+)$/m.exec(text)?.[1];
  return value === undefined ? null : Number(value);
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
