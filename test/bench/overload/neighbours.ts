// What others may do to a key: strangers without a key, a thousand idle connections, a key whose searches take seconds.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { RunningServer } from '../../support/server-process.ts';
import { generate } from './generate.ts';
import type { Goal } from './goals.ts';
import { refusedOf, searchRequest, type Figures, type PhaseFigures } from './plan.ts';

const CONNECTIONS = 1_000;
const LAST_ANSWERS_MS = 5_000;

/** A key's own searches at half of the load that is borne, for a number of seconds. */
type HalfLoad = (seconds: number) => Promise<Figures>;

function only({ phases }: Figures): PhaseFigures {
  const [phase] = phases;
  if (phase === undefined) throw new Error('a phase is missing');
  return phase;
}

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
    {
      name: 'strangers: not answered 401',
      value: stranger.sent - (stranger.refusals['401'] ?? 0),
      bound: { max: 0 },
    },
    { name: 'strangers: slowest 401, s', value: stranger.refusalMaxMs / 1_000, bound: { max: 1 } },
    { name: 'beside strangers: refused, %', value: (100 * refusedOf(own)) / own.sent, bound: { max: 1 } },
    { name: 'beside strangers: broken', value: own.broken, bound: { max: 0 } },
    { name: 'beside strangers: p99, s', value: own.p99Ms / 1_000, bound: { max: 1 } },
    { name: 'beside strangers: slowest /healthz, s', value: Math.max(...probes) / 1_000, bound: { max: 1 } },
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
      {
        name: 'beside idle connections: refused or broken',
        value: refusedOf(own) + own.broken,
        bound: { max: 0 },
      },
      {
        name: 'beside idle connections: slowest /healthz, s',
        value: Math.max(...probes) / 1_000,
        bound: { max: 1 },
      },
    ];
  } finally {
    for (const socket of idle) socket.destroy();
  }
}

/** Four connections of a key with ten thousand snippets a search, beside one client of another key. */
export async function measureCostly(
  server: RunningServer,
  secondKey: string,
  terms: readonly string[],
  seconds: number,
): Promise<{ readonly goals: readonly Goal[]; readonly record: object }> {
  const plan = { url: server.url, connections: CONNECTIONS, lastAnswersMs: 35_000 };
  const requests = terms.map((term) =>
    searchRequest(server.url, secondKey, { search_terms: [term], limit: 10 }),
  );
  const second = (): Promise<Figures> =>
    generate({ ...plan, requests, phases: [{ clients: 1, seconds }], lastAnswersMs: LAST_ANSWERS_MS });
  const alone = only(await second());
  const costly = generate({
    ...plan,
    requests: [
      searchRequest(server.url, server.key, { search_terms: ['<div'], limit: 10_000, snippets: true }),
    ],
    phases: [{ clients: 4, seconds: seconds + 4 }],
  });
  // Until all four run.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const { done, probes } = await probing(server, second());
  const beside = only(done);
  const held = only(await costly);
  return {
    goals: [
      {
        name: 'beside a costly key: p99, of that alone',
        value: beside.p99Ms / alone.p99Ms,
        bound: { max: 5 },
      },
      {
        name: 'beside a costly key: refused or broken',
        value: refusedOf(beside) + beside.broken,
        bound: { max: 0 },
      },
      { name: 'the costly key: refused or broken', value: refusedOf(held) + held.broken, bound: { max: 0 } },
      { name: 'the costly key: answered', value: held.accepted, bound: { min: 1 } },
    ],
    record: {
      aloneP99Ms: alone.p99Ms,
      besideP99Ms: beside.p99Ms,
      costlyP50Ms: held.p50Ms,
      costlyAnswered: held.accepted,
      healthMaxMs: Math.max(...probes),
    },
  };
}

/** Makes a second key, for searches. */
export async function newKey(server: RunningServer): Promise<string> {
  const answer = await server.ask('/admin/keys', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'second', scopes: ['search'], rate_limit_per_minute: 1_000_000 }),
  });
  const { data } = (await answer.json()) as { readonly data: { readonly secret: string } };
  return data.secret;
}
