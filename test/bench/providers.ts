// What an answer costs between a client and a provider: our chain with an adapter's mapping, beside a bare proxy of the
// same upstream, which passes bytes on. Each is an HTTP server of its own thread; the upstream is another one, and answers
// at once. Every keyword is new, so nothing comes from what is kept. The two take turns; processor time is that of the
// server's thread alone.
//
//   npm run bench:providers -- [--requests 2000] [--clients 16] [--rounds 5] [--out FILE.json]
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { writeFile } from 'node:fs/promises';
import { json } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import {
  createChains,
  createLocalCounts,
  createMemoryCache,
  languageOf,
  locationOf,
  openHttpClient,
  openSerper,
  type Chain,
} from '@sitegrep/providers';
import { Agent } from 'undici';
import { numberOf } from './arguments.ts';
import { runRecord } from './run-record.ts';

const KINDS = ['proxy', 'chain'] as const;
type Kind = (typeof KINDS)[number];

/** What a thread is to be. */
interface Role {
  readonly kind: Kind | 'upstream';
  /** Of the upstream; the upstream itself has none. */
  readonly origin: string;
}

interface Figures {
  readonly kind: Kind;
  readonly round: number;
  readonly perSecond: number;
  /** Milliseconds, as a client sees them. */
  readonly p50: number;
  readonly p99: number;
  /** Milliseconds a request of the server's thread. */
  readonly processor: number;
}

if (isMainThread) await main();
else await serve(workerData as Role);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '2000' },
      clients: { type: 'string', default: '16' },
      rounds: { type: 'string', default: '5' },
      out: { type: 'string' },
    },
  });
  const [requests, clients, rounds] = [
    numberOf('requests', values.requests),
    numberOf('clients', values.clients),
    numberOf('rounds', values.rounds),
  ];
  const upstream = await start({ kind: 'upstream', origin: '' });
  const servers = {
    proxy: await start({ kind: 'proxy', origin: upstream.origin }),
    chain: await start({ kind: 'chain', origin: upstream.origin }),
  };
  // Code is compiled, and connections are open.
  for (const kind of KINDS) await measure(servers[kind], kind, -1, requests, clients);
  const figures: Figures[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const kind of KINDS) figures.push(await measure(servers[kind], kind, round, requests, clients));
  }
  const median = (kind: Kind, field: 'perSecond' | 'p50' | 'p99' | 'processor'): number =>
    quantile(
      figures.flatMap((one) => (one.kind === kind ? [one[field]] : [])),
      0.5,
    );
  const summary = KINDS.map((kind) => ({
    server: kind,
    'requests/s': Math.round(median(kind, 'perSecond')),
    'p50 ms': rounded(median(kind, 'p50')),
    'p99 ms': rounded(median(kind, 'p99')),
    'processor ms a request': rounded(median(kind, 'processor')),
  }));
  console.table(summary);
  const share = median('proxy', 'perSecond') / median('chain', 'perSecond');
  const added = median('chain', 'p99') - median('proxy', 'p99');
  console.log(`Requests/s of the bare proxy: ${rounded(share)} × ours; p99 added: ${rounded(added)} ms.`);
  if (values.out !== undefined) {
    const record = { ...(await runRecord([])), requests, clients, figures };
    await writeFile(values.out, `${JSON.stringify(record, null, 2)}\n`);
  }
  for (const { worker } of [upstream, servers.proxy, servers.chain]) await worker.terminate();
}

interface Running {
  readonly worker: Worker;
  readonly origin: string;
}

async function start(role: Role): Promise<Running> {
  const worker = new Worker(new URL(import.meta.url), { workerData: role });
  const port = await told(worker);
  return { worker, origin: `http://127.0.0.1:${port}` };
}

function told(worker: Worker): Promise<number> {
  return new Promise((resolve) => worker.once('message', resolve));
}

/** Milliseconds of processor time that the thread has taken. */
function processorTime(worker: Worker): Promise<number> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  worker.postMessage('time');
  return told(worker);
}

async function measure(
  { worker, origin }: Running,
  kind: Kind,
  round: number,
  requests: number,
  clients: number,
): Promise<Figures> {
  const agent = new Agent({ connections: clients });
  const times: number[] = [];
  let left = requests;
  const client = async (): Promise<void> => {
    while (left > 0) {
      const keyword = `otters ${round} ${left--}`;
      const startedAt = performance.now();
      const { statusCode, body } = await agent.request({
        origin,
        path: '/',
        method: 'POST',
        body: JSON.stringify({ keyword }),
      });
      await body.arrayBuffer();
      if (statusCode !== 200) throw new Error(`${kind} answered with ${statusCode}`);
      times.push(performance.now() - startedAt);
    }
  };
  const processor = await processorTime(worker);
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: clients }, client));
  const seconds = (performance.now() - startedAt) / 1_000;
  const used = (await processorTime(worker)) - processor;
  await agent.close();
  return {
    kind,
    round,
    perSecond: requests / seconds,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    processor: used / requests,
  };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

async function serve({ kind, origin }: Role): Promise<void> {
  const answers: Readonly<Record<Role['kind'], (origin: string) => Answer>> = { upstream, proxy, chain };
  const answer = answers[kind](origin);
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    tell(typeof address === 'object' ? (address?.port ?? 0) : 0);
  });
  parentPort?.on('message', () => {
    const { user, system } = process.threadCpuUsage();
    tell((user + system) / 1_000);
  });
}

function tell(number: number): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(number);
}

/** Ten results, as long as they usually are. */
function upstream(): Answer {
  const body = JSON.stringify({
    searchParameters: { q: 'otters', gl: 'us', hl: 'en', num: 10, type: 'search' },
    organic: Array.from({ length: 10 }, (_, n) => ({
      title: `Otters of the lake number ${n}, and where they swim`,
      link: `https://lake-${n}.example/guides/otters/where-they-swim?page=${n}`,
      snippet: `Otters swim in all lakes of the north.${' They eat fish, and sleep by day.'.repeat(4)}`,
      position: n + 1,
    })),
    peopleAlsoAsk: Array.from({ length: 4 }, (_, n) => ({
      question: `What do otters eat on day ${n}?`,
      snippet: 'Fish. '.repeat(40),
      title: 'Otters',
      link: `https://food.example/${n}`,
    })),
    relatedSearches: Array.from({ length: 8 }, (_, n) => ({ query: `otters ${n}` })),
    credits: 1,
  });
  return async (request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(body);
  };
}

function proxy(origin: string): Answer {
  const agent = new Agent();
  return async (request, response) => {
    const asked = await json(request);
    const { body } = await agent.request({
      origin,
      path: '/search',
      method: 'POST',
      body: JSON.stringify(asked),
    });
    const bytes = Buffer.from(await body.arrayBuffer());
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(bytes);
  };
}

function chain(origin: string): Answer {
  const serp = chainOver(origin);
  const [language, location] = [languageOf('en'), locationOf(2840)];
  if (language === null || location === null) throw new Error('English and the United States are known');
  return async (request, response) => {
    const { keyword } = (await json(request)) as { readonly keyword: string };
    const asked = { keyword, language, location, device: 'desktop', os: 'windows', depth: 10 } as const;
    const { answer } = await serp.ask(asked, new AbortController().signal);
    const body = JSON.stringify(answer);
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(body);
  };
}

function chainOver(origin: string): Chain<'web-serp'> {
  const http = openHttpClient({
    userAgent: 'bench',
    maxBytes: 8_388_608,
    connectTimeoutMs: 5_000,
    connections: 16,
  });
  const none = { providers: [], ttlMs: 0 };
  const chains = createChains({
    offers: new Map([['serper', { offer: openSerper({ http, url: origin, key: 'k' }), isLocal: false }]]),
    operations: {
      'web-serp': { providers: ['serper'], ttlMs: 3_600_000 },
      'web-autocomplete': none,
      'video-info': none,
      'video-serp': none,
    },
    deadlineMs: 40_000,
    timeoutMs: 15_000,
    concurrency: 16,
    rates: {},
    budgets: { serper: 100_000_000 },
    counts: createLocalCounts(Date.now),
    cache: createMemoryCache(64 * 2 ** 20, Date.now),
    now: Date.now,
    onCall: () => undefined,
    onLookup: () => undefined,
    onCacheFailure: (error) => {
      throw error;
    },
  });
  return chains['web-serp'];
}
