/**
 * Whether refused keys can be told apart by the time that their refusals take: `node test/bench/key-timing.ts`, with
 * `--tries 10000` of each state, `--storage elasticsearch` (at TEST_ELASTICSEARCH) and `--states revoked,expired,…`.
 *
 * A server of its own, one connection, requests one after the other, the states in a new random order in each round.
 * Each is compared with an unknown key; so is another unknown one, which shows what the comparison makes of no
 * difference. Last, how long a lookup takes where the key is valid, which all requests wait for.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { Agent, get, type IncomingHttpHeaders } from 'node:http';
import { parseArgs } from 'node:util';
import { numberOf, refuse } from './arguments.ts';
import { difference, quantile, sorted, trimmedMean } from './key-timing/figures.ts';
import { type RunningServer, startServer } from './server-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Before any time counts. */
const WARM_UP = 200;
const RESAMPLED = 1_000;
const STATES = ['revoked', 'expired', 'replaced', 'malformed', 'missing'] as const;

interface Made {
  readonly id: string;
  readonly secret: string;
}

const { values } = parseArgs({
  options: {
    tries: { type: 'string', default: '10000' },
    storage: { type: 'string', default: 'sqlite' },
    states: { type: 'string', default: 'revoked' },
  },
});
const tries = numberOf('tries', values.tries, 100);
const states = values.states.split(',').map((name) => {
  const state = STATES.find((known) => known === name);
  return state ?? refuse(`--states takes ${STATES.join(', ')}, not ${JSON.stringify(name)}`);
});

await using closers = new AsyncDisposableStack();
const folder = temporaryFolder('key-timing');
const server = await startServer(folder, settingsOf(values.storage));
closers.defer(() => server.stop());
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
closers.defer(() => agent.destroy());

const secrets = new Map<string, string | null>([
  ['unknown', unknown()],
  ['another unknown', unknown()],
]);
for (const state of states) secrets.set(state, await secretOf(state, server));
const times = await measured(secrets);
report(times);
const valid = await measured(new Map([['valid', server.key]]), Math.min(tries, 2_000));
console.log(`\na valid key: ${summary(valid.get('valid') ?? [])} to the 404 of a crawl`);

function unknown(): string {
  return `sg_${randomBytes(4).toString('hex')}_${randomBytes(16).toString('hex')}`;
}

function settingsOf(storage: string): Readonly<Record<string, string>> {
  const quiet = { SITEGREP_LOG_LEVEL: 'warn' };
  if (storage === 'sqlite') return quiet;
  const node = process.env['TEST_ELASTICSEARCH'];
  if (storage !== 'elasticsearch' || node === undefined) {
    refuse('--storage takes sqlite, or elasticsearch with its address in TEST_ELASTICSEARCH');
  }
  const prefix = `bench-${randomUUID()}`;
  closers.defer(async () => {
    const names = Object.keys((await (await fetch(`${node}/${prefix}-*`)).json()) as object);
    await fetch(`${node}/${names.join(',')}`, { method: 'DELETE' });
  });
  return {
    ...quiet,
    SITEGREP_STORAGE: 'elasticsearch',
    SITEGREP_ELASTICSEARCH_NODES: node,
    SITEGREP_ELASTICSEARCH_INDEX_PREFIX: prefix,
  };
}

async function made({ ask }: RunningServer, wish: object = {}): Promise<Made> {
  const body = JSON.stringify({ name: 'timed', scopes: ['admin'], ...wish });
  return dataOf(
    await ask('/admin/keys', { method: 'POST', body, headers: { 'content-type': 'application/json' } }),
  );
}

async function dataOf(response: Response): Promise<Made> {
  const { data } = (await response.json()) as { readonly data: Made };
  if (!response.ok) throw new Error(`the server answers ${response.status}`);
  return data;
}

async function secretOf(state: (typeof STATES)[number], at: RunningServer): Promise<string | null> {
  switch (state) {
    case 'missing':
      return null;
    case 'malformed':
      return 'x';
    case 'revoked': {
      const { id, secret } = await made(at);
      await dataOf(await at.ask(`/admin/keys/${id}`, { method: 'DELETE' }));
      return secret;
    }
    case 'expired': {
      const end = new Date(Date.now() + 2_000).toISOString().slice(0, 19).replace('T', ' ');
      const { secret } = await made(at, { expires_at: `${end} +00:00` });
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      return secret;
    }
    case 'replaced': {
      const { id, secret } = await made(at);
      const body = JSON.stringify({ overlap_seconds: 0 });
      const headers = { 'content-type': 'application/json' };
      await dataOf(await at.ask(`/admin/keys/${id}/rotate`, { method: 'POST', body, headers }));
      return secret;
    }
  }
}

/** Milliseconds from a request's start to the end of its answer, by the name of what was sent. */
async function measured(
  sent: ReadonlyMap<string, string | null>,
  rounds = tries,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const found = new Map<string, number[]>([...sent.keys()].map((name) => [name, []]));
  for (let round = -WARM_UP; round < rounds; round++) {
    for (const [name, secret] of shuffled([...sent])) {
      const time = await timeOf(secret);
      if (round >= 0) found.get(name)?.push(time);
    }
  }
  return found;
}

function shuffled<T>(items: readonly T[]): readonly T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

function timeOf(secret: string | null): Promise<number> {
  const headers: IncomingHttpHeaders = secret === null ? {} : { 'x-api-key': secret };
  return new Promise((resolve, reject) => {
    const start = performance.now();
    get(`${server.url}/admin/crawls/00000000-0000-0000-0000-000000000000`, { agent, headers }, (response) => {
      response.resume();
      response.once('end', () => resolve(performance.now() - start));
    }).once('error', reject);
  });
}

function report(all: ReadonlyMap<string, readonly number[]>): void {
  const reference = all.get('unknown') ?? [];
  console.log(
    `${tries} tries of each, keys in ${values.storage}; milliseconds, differences in microseconds\n`,
  );
  for (const [name, found] of all) console.log(`${name.padEnd(16)} ${summary(found)}`);
  console.log(
    '\nagainst unknown    trimmed mean   99 % interval        P(longer)  Mann–Whitney p  KS distance (p)',
  );
  for (const [name, found] of all) {
    if (name === 'unknown') continue;
    const {
      trimmedMean: shift,
      interval,
      longer,
      rankP,
      distance,
      distanceP,
    } = difference(reference, found, RESAMPLED, Math.random);
    const range = interval.map((end) => micro(end)).join(' … ');
    console.log(
      `${name.padEnd(18)} ${micro(shift).padStart(9)}   [${range}]`.padEnd(54) +
        `${longer.toFixed(4)}  ${rankP.toFixed(3).padStart(10)}      ${distance.toFixed(4)} (${distanceP.toFixed(3)})`,
    );
  }
}

function micro(milliseconds: number): string {
  const value = (milliseconds * 1_000).toFixed(1);
  return milliseconds < 0 ? value : `+${value}`;
}

function summary(found: readonly number[]): string {
  const values_ = sorted(found);
  const at = (part: number): string => quantile(values_, part).toFixed(3);
  return `p5 ${at(0.05)}  median ${at(0.5)}  p95 ${at(0.95)}  p99 ${at(0.99)}  trimmed mean ${trimmedMean(values_).toFixed(3)}`;
}
