import { setTimeout as delay } from 'node:timers/promises';
import { openTemporaryIndex } from '../../support/temporary-index.ts';
import { readResidentMiB } from '../resident.ts';
import { startServer, type RunningServer } from '../../support/server-process.ts';
import type { CrawlFigures } from './figures.ts';
import { ThreadTimes } from './processor-time.ts';
import { Resident } from './resident-over-time.ts';

/** Settings of the crawl that differ from the defaults. */
const SETTINGS = {
  // One host a site, and a site has one page: a pause would be one between robots.txt and the page.
  SITEGREP_CRAWL_DELAY: '0s',
  SITEGREP_ALLOWED_ADDRESSES: '127.0.0.0/8',
  SITEGREP_LOG_LEVEL: 'warn',
};

const LOOK_EVERY_MS = 50;
/** Processor time in a second below which a process may be at rest, in milliseconds. */
const REST_MS = 50;
/** It is at rest after so many of them: merges catch up ten seconds after the last log was sealed. */
const REST_SECONDS = 12;

export interface OwnFigures extends CrawlFigures {
  /** Seconds of extraction and of detection in threads, as the process itself counts them. */
  readonly extractSeconds: number;
  readonly detectSeconds: number;
  /** Processor time by thread, in milliseconds, from the submission until the process was at rest. */
  readonly threads: Readonly<Record<string, number>>;
  readonly outcomes: Readonly<Record<string, number>>;
  /** About every thousand pages and at rest. */
  readonly held: readonly Held[];
}

/** Resources whose number would grow if the process leaked them. */
interface Held {
  readonly pages: number;
  readonly openFiles: number;
  /** Number of things that keep Node.js alive: sockets, timers, requests to threads. */
  readonly resources: number;
}

/** A new data folder, the real command, one crawl through its API: until each site has its outcome and can be found. */
export async function crawlByOwn(
  urls: readonly string[],
  proxy: string,
  settings: Readonly<Record<string, string>>,
): Promise<OwnFigures> {
  const temporary = await openTemporaryIndex('sqlite');
  try {
    const server = await startServer(temporary.settings.SITEGREP_DATA_DIR, {
      ...temporary.settings,
      ...SETTINGS,
      SITEGREP_HTTP_PROXY: proxy,
      SITEGREP_HTTP_PROXY_GUARD: 'proxy',
      ...settings,
    });
    try {
      return await measure(server, urls);
    } finally {
      await server.stop();
    }
  } finally {
    await temporary.remove();
  }
}

async function measure(server: RunningServer, urls: readonly string[]): Promise<OwnFigures> {
  const threads = new ThreadTimes(server.pid);
  try {
    return await measureThreads(server, urls, threads);
  } finally {
    threads.stop();
  }
}

async function measureThreads(
  server: RunningServer,
  urls: readonly string[],
  threads: ThreadTimes,
): Promise<OwnFigures> {
  const resident = new Resident(server.pid);
  const held: Held[] = [];
  const before = threads.read();
  const startedAt = performance.now();
  const id = await submit(server, urls);
  let crawl: CrawlItem;
  for (;;) {
    crawl = await ask<CrawlItem>(server, `/admin/crawls/${id}`);
    if (resident.note(crawl.pages)) held.push(await heldBy(server, crawl.pages));
    if (crawl.state === 'completed') break;
    await delay(LOOK_EVERY_MS);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  await rest(threads);
  const used = Object.fromEntries(
    Object.entries(threads.read()).map(([name, ms]) => [name, ms - (before[name] ?? 0)]),
  );
  held.push(await heldBy(server, crawl.pages));
  const metrics = await metricsOf(server);
  return {
    pages: crawl.pages,
    seconds,
    processorSeconds: Object.values(used).reduce((sum, ms) => sum + ms, 0) / 1000,
    peakMiB: resident.peakMiB,
    residentMiB: resident.byPages,
    restMiB: await readResidentMiB(server.pid),
    extractSeconds: metrics('sitegrep_page_extract_duration_seconds_sum'),
    detectSeconds: metrics('sitegrep_page_detect_duration_seconds_sum'),
    threads: used,
    outcomes: crawl.outcomes,
    held,
  };
}

/** Resolves when seconds went by with hardly any work: what is built and merged behind a crawl is done. */
async function rest(threads: ThreadTimes): Promise<void> {
  const total = (): number => Object.values(threads.read()).reduce((sum, ms) => sum + ms, 0);
  let last = total();
  for (let quiet = 0; quiet < REST_SECONDS;) {
    await delay(1_000);
    const now = total();
    quiet = now - last < REST_MS ? quiet + 1 : 0;
    last = now;
  }
}

interface CrawlItem {
  readonly id: string;
  readonly state: string;
  readonly pages: number;
  readonly outcomes: Readonly<Record<string, number>>;
}

async function submit(server: RunningServer, urls: readonly string[]): Promise<string> {
  const { id } = await ask<CrawlItem>(server, '/admin/crawls?max_pages=1', urls.join('\n'));
  return id;
}

/** @param list what is uploaded, one URL a line; absent: a GET */
async function ask<T>({ url, key }: RunningServer, path: string, list?: string): Promise<T> {
  const headers = { 'x-api-key': key, 'content-type': 'text/plain' };
  const answer = await fetch(
    `${url}${path}`,
    list === undefined ? { headers } : { method: 'POST', headers, body: list },
  );
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  const { data } = (await answer.json()) as { data: T };
  return data;
}

async function heldBy(server: RunningServer, pages: number): Promise<Held> {
  const metrics = await metricsOf(server);
  return {
    pages,
    openFiles: metrics('process_open_fds'),
    resources: metrics('nodejs_active_resources_total'),
  };
}

async function metricsOf({ url, key }: RunningServer): Promise<(name: string) => number> {
  const answer = await fetch(`${url}/metrics`, { headers: { 'x-api-key': key } });
  const text = await answer.text();
  return (name) => {
    const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1];
    if (value === undefined) throw new Error(`/metrics has no ${name}`);
    return Number(value);
  };
}
