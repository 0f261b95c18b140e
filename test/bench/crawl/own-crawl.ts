import { setTimeout as delay } from 'node:timers/promises';
import { type RunningServer, startServer } from '../../support/server-process.ts';
import { openTemporaryIndex } from '../../support/temporary-index.ts';
import { readMemory } from '../harness/memory.ts';
import { ThreadTimes } from '../harness/processor-time.ts';
import type { Numbers, OwnFigures } from './crawl-figures.ts';

/** Settings of the crawl that differ from the defaults. */
const SETTINGS = {
  // One host a site, and a site has one page: a pause would be one between robots.txt and the page.
  SITEGREP_CRAWL_DELAY: '0s',
  SITEGREP_ALLOWED_ADDRESSES: '127.0.0.0/8',
  SITEGREP_LOG_LEVEL: 'warn',
};

const LOOK_EVERY_MS = 50;
/** Pages after which memory is measured again. */
const MEASURE_EVERY = 1_000;
/** Processor time in a second below which a process may be at rest, in milliseconds. */
const REST_MS = 50;
/** It is at rest after so many of them: merges catch up ten seconds after the last log was sealed. */
const REST_SECONDS = 12;

interface CrawlItem {
  readonly id: string;
  readonly state: string;
  readonly pages: number;
  readonly outcomes: Numbers;
}

/** A new data folder, the real command, one crawl through its API: until each site has its outcome and can be found. */
export async function crawlByOwn(
  urls: readonly string[],
  proxy: string,
  settings: Readonly<Record<string, string>>,
): Promise<OwnFigures> {
  await using closers = new AsyncDisposableStack();
  const temporary = await openTemporaryIndex('sqlite');
  closers.defer(() => temporary.remove());
  const server = await startServer(temporary.settings.SITEGREP_DATA_DIR, {
    ...temporary.settings,
    ...SETTINGS,
    SITEGREP_HTTP_PROXY: proxy,
    SITEGREP_HTTP_PROXY_GUARD: 'proxy',
    ...settings,
  });
  closers.defer(() => server.stop());
  const threads = new ThreadTimes(server.pid);
  closers.defer(() => threads.stop());
  return await measure(server, urls, threads);
}

async function measure(
  server: RunningServer,
  urls: readonly string[],
  threads: ThreadTimes,
): Promise<OwnFigures> {
  const residentMiB: (readonly [pages: number, MiB: number])[] = [];
  const held: OwnFigures['held'][number][] = [];
  const hold = async (pages: number): Promise<Metrics> => {
    const metrics = await metricsOf(server);
    const [openFiles, resources] = [metrics('process_open_fds'), metrics('nodejs_active_resources_total')];
    held.push({ pages, openFiles, resources });
    return metrics;
  };
  const before = threads.read();
  const startedAt = performance.now();
  const { id } = await ask(server, '/admin/crawls?max_pages=1', urls.join('\n'));
  let crawl: CrawlItem;
  for (;;) {
    crawl = await ask(server, `/admin/crawls/${id}`);
    if (crawl.pages >= (residentMiB.at(-1)?.[0] ?? -MEASURE_EVERY) + MEASURE_EVERY) {
      residentMiB.push([crawl.pages, Math.round(readMemory(server.pid).residentMiB)]);
      await hold(crawl.pages);
    }
    if (crawl.state === 'completed') break;
    await delay(LOOK_EVERY_MS);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  await rest(threads);
  const used = Object.fromEntries(
    Object.entries(threads.read()).map(([name, ms]) => [name, ms - (before[name] ?? 0)]),
  );
  const metrics = await hold(crawl.pages);
  const { peakMiB, residentMiB: restMiB } = readMemory(server.pid);
  return {
    pages: crawl.pages,
    seconds,
    processorSeconds: sumOf(used) / 1000,
    peakMiB,
    residentMiB,
    restMiB,
    extractSeconds: metrics('sitegrep_page_extract_duration_seconds_sum'),
    detectSeconds: metrics('sitegrep_page_detect_duration_seconds_sum'),
    threads: used,
    outcomes: crawl.outcomes,
    held,
  };
}

/** Several crawls of the same sites as one: memory over time is that of the last one. */
export function allCrawls(crawls: readonly OwnFigures[]): OwnFigures {
  const last = crawls.at(-1);
  if (last === undefined) throw new RangeError('no crawl');
  const sum = (of: (crawl: OwnFigures) => number): number =>
    crawls.reduce((all, crawl) => all + of(crawl), 0);
  const sums = (of: (crawl: OwnFigures) => Numbers): Numbers => {
    const names = new Set(crawls.flatMap((crawl) => Object.keys(of(crawl))));
    return Object.fromEntries([...names].map((name) => [name, sum((crawl) => of(crawl)[name] ?? 0)]));
  };
  return {
    ...last,
    pages: sum(({ pages }) => pages),
    seconds: sum(({ seconds }) => seconds),
    processorSeconds: sum(({ processorSeconds }) => processorSeconds),
    extractSeconds: sum(({ extractSeconds }) => extractSeconds),
    detectSeconds: sum(({ detectSeconds }) => detectSeconds),
    threads: sums(({ threads }) => threads),
    outcomes: sums(({ outcomes }) => outcomes),
    peakMiB: Math.max(...crawls.map(({ peakMiB }) => peakMiB)),
  };
}

/** Resolves when seconds went by with hardly any work: what is built and merged behind a crawl is done. */
async function rest(threads: ThreadTimes): Promise<void> {
  let last = sumOf(threads.read());
  for (let quiet = 0; quiet < REST_SECONDS;) {
    await delay(1_000);
    const now = sumOf(threads.read());
    quiet = now - last < REST_MS ? quiet + 1 : 0;
    last = now;
  }
}

function sumOf(times: Numbers): number {
  return Object.values(times).reduce((sum, ms) => sum + ms, 0);
}

/** @param list what is uploaded, one URL a line; absent: a GET */
async function ask(server: RunningServer, path: string, list?: string): Promise<CrawlItem> {
  const headers = { 'content-type': 'text/plain' };
  const answer = await server.ask(path, list === undefined ? {} : { method: 'POST', headers, body: list });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  const { data } = (await answer.json()) as { readonly data: CrawlItem };
  return data;
}

type Metrics = (name: string) => number;

async function metricsOf(server: RunningServer): Promise<Metrics> {
  const text = await (await server.ask('/metrics')).text();
  return (name) => {
    const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1];
    if (value === undefined) throw new Error(`/metrics has no ${name}`);
    return Number(value);
  };
}
