// What others may do to a key: strangers without a key, a thousand idle connections, a key whose searches take seconds.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { RunningServer } from '../../support/server-process.ts';
import { atLeast, atMost, type Goal } from '../harness/figures.ts';
import { generate } from './generate.ts';
import { type Figures, only, refusedOf, searchRequest } from './plan.ts';

const CONNECTIONS = 1_000;
const LAST_ANSWERS_MS = 5_000;

/** A key's own searches at half of the load that is borne, for a number of seconds. */
type HalfLoad = (seconds: number) => Promise<Figures>;

/** Times of /healthz while `work` runs, requested every 20 ms; a failure counts as endless. */
async function probing<T>(
  server: RunningServer,
  work: Promise<T>,
): Promise<{ readonly done: T; readonly probes: readonly number[] }> {
  const ended = new AbortController();
  const probed = probe(server, ended.signal);
  const done = await work.finally(() => ended.abort());
  return { done, probes: await probed };
}

async function probe(server: RunningServer, ended: AbortSignal): Promise<readonly number[]> {
  const times: number[] = [];
  while (!ended.aborted) {
    const startedAt = performance.now();
    const isWell = await server.ask('/healthz').then(
      ({ status }) => status === 200,
      () => false,
    );
    times.push(isWell ? performance.now() - startedAt : Infinity);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return times;
}

/** 1,500 requests a second with a wrong key, beside a key at half load. */
export async function measureStrangers(
  server: RunningServer,
  half: HalfLoad,
  seconds: number,
): Promise<readonly Goal[]> {
  const strangers = generate({
    url: server.url,
    requests: [searchRequest(server.url, 'sg_nobody', { search_terms: ['x'] })],
    connections: CONNECTIONS,
    phases: [{ rate: 1_500, seconds }],
    lastAnswersMs: LAST_ANSWERS_MS,
  });
  const { done, probes } = await probing(server, Promise.all([strangers, half(seconds)]));
  const [stranger, own] = done.map(only);
  if (stranger === undefined || own === undefined) throw new Error('a phase is missing');
  return [
    atMost('strangers: not answered 401', stranger.sent - (stranger.refusals['401'] ?? 0), 0),
    atMost('strangers: slowest 401, s', stranger.refusalMaxMs / 1_000, 1),
    atMost('beside strangers: refused, %', (100 * refusedOf(own)) / own.sent, 1),
    atMost('beside strangers: broken', own.broken, 0),
    atMost('beside strangers: p99, s', own.p99Ms / 1_000, 1),
    atMost('beside strangers: slowest /healthz, s', Math.max(...probes) / 1_000, 1),
  ];
}

/** Connections that send nothing, more than there may be at all. */
export async function measureIdle(
  server: RunningServer,
  half: HalfLoad,
  count: number,
  seconds: number,
): Promise<readonly Goal[]> {
  const { hostname, port } = new URL(server.url);
  const idle: Socket[] = [];
  for (let n = 0; n < count; n++) {
    // Another address than that of the searches, whose own idle connections would go first.
    const socket = connect({ port: Number(port), host: hostname, localAddress: `127.0.0.${2 + (n % 8)}` });
    socket.on('error', () => undefined);
    idle.push(socket);
    if (n % 100 === 0) await once(socket, 'connect');
  }
  try {
    const { done, probes } = await probing(server, half(seconds));
    const own = only(done);
    return [
      atMost('beside idle connections: refused or broken', refusedOf(own) + own.broken, 0),
      atMost('beside idle connections: slowest /healthz, s', Math.max(...probes) / 1_000, 1),
    ];
  } finally {
    for (const socket of idle) socket.destroy();
  }
}

/** Requests of a key that costs much, by which it may not harm another one. */
export interface Costly {
  readonly name: string;
  /** Connections on which they are sent one after the other. */
  readonly clients: number;
  /** Bodies of searches, and their path. */
  readonly path: string;
  readonly searches: readonly object[];
}

/** Kinds of work that cost much. Each search of a scan has another pattern, so that nothing is known of it. */
export const COSTLY: readonly Costly[] = [
  {
    name: 'ten thousand snippets',
    clients: 4,
    path: '/html-source-code-search',
    searches: [{ search_terms: ['<div'], limit: 10_000, snippets: true }],
  },
  {
    name: 'two scans at once',
    clients: 2,
    path: '/search',
    searches: Array.from({ length: 100 }, (_, number) => ({ q: `/[a-z][0-9][^<>]{${number + 1}}[A-Z]\\d/` })),
  },
  {
    name: '790 KB of patterns',
    clients: 4,
    path: '/search',
    searches: ['[a-z]', '(?:'].map((part) => ({
      query: {
        or: Array.from({ length: 79 }, (_, number) => ({
          pattern: part.repeat(10_000 / part.length) + number,
        })),
      },
    })),
  },
  {
    name: 'extracts',
    clients: 10,
    path: '/search',
    searches: Array.from({ length: 10 }, (_, number) => ({
      q: '<div',
      limit: 500 + number,
      extract: [{ as: 'links', select: 'body :has(> a)', all: true }],
    })),
  },
];

/** Requests a minute of a key that costs much. */
const USUAL_LIMIT = 600;

/** A key that costs much, beside one client of another key. Both keys are new. */
export async function measureCostly(
  server: RunningServer,
  { name, clients, path, searches }: Costly,
  terms: readonly string[],
  seconds: number,
): Promise<{ readonly goals: readonly Goal[]; readonly record: object }> {
  const plan = { url: server.url, connections: CONNECTIONS, lastAnswersMs: 35_000 };
  const [costlyKey, secondKey] = [await newKey(server, USUAL_LIMIT), await newKey(server, 1_000_000)];
  const requests = terms.map((term) =>
    searchRequest(server.url, secondKey, { search_terms: [term], limit: 10 }),
  );
  const second = (): Promise<Figures> =>
    generate({ ...plan, requests, phases: [{ clients: 1, seconds }], lastAnswersMs: LAST_ANSWERS_MS });
  const alone = only(await second());
  const costly = generate({
    ...plan,
    requests: searches.map((search) => searchRequest(server.url, costlyKey, search, path)),
    phases: [{ clients, seconds: seconds + 1 }],
  });
  const { done, probes } = await probing(server, second());
  const beside = only(done);
  const held = only(await costly);
  return {
    goals: [
      atMost(`beside ${name}: p99, of that alone`, beside.p99Ms / alone.p99Ms, 5),
      atMost(`beside ${name}: refused or broken`, refusedOf(beside) + beside.broken, 0),
      atMost(`${name}: broken`, held.broken, 0),
      atLeast(`${name}: answered`, held.accepted + refusedOf(held), 1),
    ],
    record: {
      name,
      aloneP99Ms: alone.p99Ms,
      besideP99Ms: beside.p99Ms,
      costlyP50Ms: held.p50Ms,
      costlyAnswered: held.accepted,
      costlyRefusals: held.refusals,
      healthMaxMs: Math.max(...probes),
    },
  };
}

/** Makes a key for searches. */
async function newKey(server: RunningServer, perMinute: number): Promise<string> {
  const answer = await server.ask('/admin/keys', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bench', scopes: ['search'], rate_limit_per_minute: perMinute }),
  });
  const { data } = (await answer.json()) as { readonly data: { readonly secret: string } };
  return data.secret;
}
