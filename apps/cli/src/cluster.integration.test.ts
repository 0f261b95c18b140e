import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ownWord, serveSampleSites, siteName, writeSampleWarc } from '../../../test/support/sample-sites.ts';
import { run, start, type Started } from '../test/command.ts';

const SITES = 20;
const KEY = `sg_${randomBytes(24).toString('hex')}`;
const OVERALL = 120_000;

let folder: string;
let proxy: Awaited<ReturnType<typeof serveSampleSites>>;
let settings: Record<string, string>;
const started: Started[] = [];

function endpoint(variable: string): string {
  const value = process.env[variable];
  if (value === undefined || value === '') throw new Error(`${variable} names no service`);
  return value;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-cluster-'));
  proxy = await serveSampleSites(1);
  settings = {
    SITEGREP_STORAGE: 'elasticsearch',
    SITEGREP_ELASTICSEARCH_NODES: endpoint('TEST_ELASTICSEARCH'),
    SITEGREP_ELASTICSEARCH_INDEX_PREFIX: `cli-${randomBytes(4).toString('hex')}`,
    SITEGREP_ELASTICSEARCH_REPLICAS: '0',
    SITEGREP_ELASTICSEARCH_REFRESH_INTERVAL: '100ms',
    SITEGREP_QUEUE: 'redis',
    SITEGREP_REDIS_URL: endpoint('TEST_REDIS'),
    SITEGREP_REDIS_PREFIX: `cli-${randomBytes(4).toString('hex')}`,
    SITEGREP_HTTP_PROXY: proxy.proxyUrl,
    SITEGREP_HTTP_PROXY_GUARD: 'proxy',
    SITEGREP_CRAWL_DELAY: '1ms',
    SITEGREP_ANALYSIS_THREADS: '1',
    SITEGREP_PORT: '0',
    SITEGREP_METRICS_PORT: '0',
    SITEGREP_ADMIN_KEY: KEY,
    // Used by nothing here: if it came into being, a test says so.
    SITEGREP_DATA_DIR: join(folder, 'unused'),
  };
});
afterAll(async () => {
  for (const { child } of started) child.kill('SIGKILL');
  proxy.server.close();
  const node = settings['SITEGREP_ELASTICSEARCH_NODES'] ?? '';
  const listed = await fetch(
    `${node}/_cat/indices/${settings['SITEGREP_ELASTICSEARCH_INDEX_PREFIX'] ?? ''}*?h=index`,
  );
  for (const index of (await listed.text()).split('\n').filter(Boolean)) {
    await fetch(`${node}/${index}`, { method: 'DELETE' });
  }
  await rm(folder, { recursive: true });
});

interface Running extends Started {
  /** URL of metrics and readiness. */
  readonly monitoring: string;
  /** Resolves with the first line of standard output that holds the text. */
  says(text: string): Promise<string>;
}

/** `api` or `worker`, once it serves its monitoring. */
async function startProcess(args: readonly string[], more: Record<string, string> = {}): Promise<Running> {
  const process = start(args, { ...settings, ...more });
  started.push(process);
  const output: string[] = [];
  createInterface({ input: process.child.stdout }).on('line', (line) => output.push(line));
  const log: string[] = [];
  createInterface({ input: process.child.stderr }).on('line', (line) => log.push(line));
  const monitoring = await vi.waitFor(
    () => {
      const line = log.find((each) => each.includes('metrics, health and readiness are served'));
      if (line === undefined) throw new Error(`${args.join(' ')} serves no monitoring: ${log.join('\n')}`);
      const { host, port } = JSON.parse(line) as { host: string; port: number };
      return `http://${host}:${port}`;
    },
    { timeout: OVERALL },
  );
  return {
    ...process,
    monitoring,
    says: (text) =>
      vi.waitFor(
        () => {
          const line = output.find((each) => each.includes(text));
          if (line === undefined)
            throw new Error(`${args.join(' ')} does not say "${text}": ${log.join('\n')}`);
          return line;
        },
        { timeout: OVERALL },
      ),
  };
}

async function stop({ child, ended }: Started): Promise<number | null> {
  child.kill('SIGTERM');
  return (await ended).code;
}

const names = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, n) => siteName(from + n));

test(
  'what is imported by one process is found by others, without a data folder',
  { timeout: OVERALL },
  async () => {
    const warc = join(folder, 'sites.warc.gz');
    await writeSampleWarc(warc, SITES);
    const imported = await run(['import', warc], settings);
    expect(imported).toMatchObject({ code: 0, stderr: '' });
    expect(imported.stdout).toContain(`${SITES} pages stored, 0 unchanged`);
    const again = await run(['import', warc], settings);
    expect(again.stdout).toContain(`0 pages stored, ${SITES} unchanged`);

    const found = await run(['search', ownWord(siteName(7)).toUpperCase()], settings);
    expect(found).toMatchObject({ code: 0, stderr: '' });
    expect(found.stdout).toMatch(/^DOMAIN.*\nsite-7\.example.*\n1 domain\n$/);
    expect((await run(['search', 'no such text'], settings)).code).toBe(1);

    const stats = await run(['stats', '--json'], settings);
    expect(JSON.parse(stats.stdout)).toMatchObject({ domains: SITES, pages: SITES });
    const verified = await run(['verify', '--terms', '12', '--absent', '4'], settings);
    expect([verified.code, verified.stdout]).toEqual([0, expect.stringContaining('index and sources agree')]);
    expect(await run(['stats'], { SITEGREP_DATA_DIR: join(folder, 'unused') })).toMatchObject({ code: 2 });
  },
);

test('two workers crawl what an api takes in, and all end in order', { timeout: OVERALL }, async () => {
  const [api, one, two] = await Promise.all([
    startProcess(['api']),
    startProcess(['worker']),
    startProcess(['worker']),
  ]);
  const url = (await api.says('listens at')).split(' ').at(-1) ?? '';
  await one.says('is running');
  await two.says('is running');
  for (const process of [api, one, two]) {
    const ready = await fetch(`${process.monitoring}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([200, { status: 'ready' }]);
  }

  const ask = async (
    path: string,
    init: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ): Promise<{ status: number; data: Record<string, unknown> }> => {
    const answer = await fetch(`${url}${path}`, { ...init, headers: { 'x-api-key': KEY, ...init.headers } });
    const body = (await answer.json()) as { data: Record<string, unknown> };
    return { status: answer.status, data: body.data };
  };
  // Sites that no import brought in.
  const sites = names(SITES, 3 * SITES);
  const submitted = await ask('/admin/crawls', {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: sites.join('\n'),
  });
  expect(submitted.status).toBe(202);
  await vi.waitFor(
    async () => {
      const crawl = await ask(`/admin/crawls/${String(submitted.data['id'])}`);
      expect(crawl.data).toMatchObject({ state: 'completed', outcomes: { indexed: sites.length } });
    },
    { timeout: OVERALL, interval: 200 },
  );
  for (const site of sites) {
    const answer = await ask('/html-source-code-search', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ search_terms: [ownWord(site)] }),
    });
    expect(answer.data).toMatchObject({ total_count: 1, items: [{ domain: site }] });
  }

  const done = await Promise.all(
    [one, two].map((worker) => metric(worker, 'sitegrep_sites_total{outcome="indexed"}')),
  );
  expect(done.reduce((sum, count) => sum + count, 0)).toBe(sites.length);
  expect(await metric(api, 'sitegrep_index_domains')).toBeGreaterThanOrEqual(sites.length);
  expect(await Promise.all([stop(api), stop(one), stop(two)])).toEqual([0, 0, 0]);
});

test(
  'three processes of the API divide the search threads, and two take over from one that is killed',
  { timeout: OVERALL },
  async () => {
    const pools = await fetch(`${endpoint('TEST_ELASTICSEARCH')}/_nodes/thread_pool`);
    const { nodes } = (await pools.json()) as {
      readonly nodes: Record<
        string,
        { readonly thread_pool: { readonly search: { readonly size: number } } }
      >;
    };
    const threads = Object.values(nodes).reduce((sum, node) => sum + node.thread_pool.search.size, 0);
    const first = await startProcess(['api']);
    await first.says('listens at');
    const widths = (apis: readonly Running[]): Promise<readonly number[]> =>
      Promise.all(apis.map((api) => metric(api, 'sitegrep_searches_at_once')));
    const sum = async (apis: readonly Running[]): Promise<number> =>
      (await widths(apis)).reduce((total, width) => total + width, 0);
    expect(await widths([first])).toEqual([threads]);

    const all = [first, ...(await Promise.all([startProcess(['api']), startProcess(['api'])]))];
    for (const api of all) await api.says('listens at');
    await vi.waitFor(async () => expect(await sum(all)).toBe(Math.max(threads, all.length)), {
      timeout: 60_000,
      interval: 200,
    });

    const [killed, ...others] = all;
    killed?.child.kill('SIGKILL');
    await killed?.ended;
    await vi.waitFor(async () => expect(await sum(others)).toBe(Math.max(threads, others.length)), {
      timeout: 60_000,
      interval: 200,
    });
    expect(await Promise.all(others.map(stop))).toEqual([0, 0]);
  },
);

async function metric({ monitoring }: Running, series: string): Promise<number> {
  const exposition = await (await fetch(`${monitoring}/metrics`)).text();
  const line = exposition.split('\n').find((each) => each.startsWith(`${series} `));
  if (line === undefined) throw new Error(`${series} is not among the metrics`);
  return Number(line.split(' ').at(-1));
}

describe('what can be wrong', () => {
  test.each(['api', 'worker'])('%s on one machine says what to run instead', async (command) => {
    const { code, stdout, stderr } = await run([command], { SITEGREP_DATA_DIR: join(folder, 'unused') });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/SITEGREP_STORAGE=elasticsearch and SITEGREP_QUEUE=redis, or run "sitegrep up"/);
  });

  test.each([
    [
      { SITEGREP_ELASTICSEARCH_CA: '/no/such/ca.pem', SITEGREP_ELASTICSEARCH_NODES: 'https://127.0.0.1:9' },
      '/no/such/ca.pem: no such file',
    ],
    [{ SITEGREP_ELASTICSEARCH_NODES: 'http://127.0.0.1:9' }, 'Elasticsearch'],
  ])('a search with %j fails with one line', async (wrong, message) => {
    const { code, stdout, stderr } = await run(['search', 'x'], { ...settings, ...wrong });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('    at ');
  });

  test('a metrics port that is taken is named', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const { code, stderr } = await run(['worker'], { ...settings, SITEGREP_METRICS_PORT: String(port) });
    taken.close();
    expect(code).toBe(2);
    expect(stderr).toContain('SITEGREP_METRICS_PORT');
  });

  test.each(['api', 'worker'])(
    '%s waits for a cluster that is not up, says so, and can be stopped',
    { timeout: OVERALL },
    async (command) => {
      const waiting = await startProcess([command], { SITEGREP_ELASTICSEARCH_NODES: 'http://127.0.0.1:9' });
      const ready = await fetch(`${waiting.monitoring}/readyz`);
      expect([ready.status, await ready.json()]).toEqual([
        503,
        { status: 'not ready', degraded: [], dependencies: { start: 'down' } },
      ]);
      expect((await fetch(`${waiting.monitoring}/healthz`)).status).toBe(200);
      waiting.child.kill('SIGTERM');
      const { code } = await waiting.ended;
      expect(code).toBe(2);
    },
  );
});
