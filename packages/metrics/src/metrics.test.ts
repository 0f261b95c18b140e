import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseExposition, type Sample } from '../test/exposition.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { METRICS } from './table.ts';

async function read(metrics: Metrics) {
  return parseExposition(await metrics.text());
}

async function samples(metrics: Metrics, name: string): Promise<readonly Sample[]> {
  return (await read(metrics)).get(name)?.samples ?? [];
}

test('shows only the version of sitegrep until something is declared or happens', async () => {
  const families = await read(createMetrics({ version: '1.2.3' }));
  const names = [...families.keys()];
  expect(names.filter((name) => name.startsWith('sitegrep_'))).toEqual(['sitegrep_build_info']);
  expect(families.get('sitegrep_build_info')?.samples).toEqual([
    { name: 'sitegrep_build_info', labels: { version: '1.2.3' }, value: 1 },
  ]);
});

test('shows the metrics of Node and the process under their usual names', async () => {
  const families = await read(createMetrics({ version: '1' }));
  for (const name of [
    'nodejs_eventloop_lag_p99_seconds',
    'process_resident_memory_bytes',
    'process_cpu_seconds_total',
  ])
    expect(families.get(name)?.samples).toHaveLength(1);
  for (const name of families.keys()) expect(name).toMatch(/^(nodejs|process|sitegrep)_/);
});

test('declared metrics are those of the table, at 0 for every listed label value', async () => {
  const metrics = createMetrics({ version: '1' });
  metrics.declare('sitegrep_sites_total', 'sitegrep_fetch_duration_seconds', 'sitegrep_http_requests_total');
  const families = await read(metrics);
  for (const name of [
    'sitegrep_sites_total',
    'sitegrep_fetch_duration_seconds',
    'sitegrep_http_requests_total',
  ] as const) {
    const { type, help } = METRICS[name];
    expect(families.get(name)).toMatchObject({ type, help });
  }
  const sites = families.get('sitegrep_sites_total')?.samples ?? [];
  expect(sites.map(({ labels }) => labels['outcome'])).toEqual(METRICS.sitegrep_sites_total.labels.outcome);
  expect(new Set(sites.map(({ value }) => value))).toEqual(new Set([0]));
  expect(families.get('sitegrep_http_requests_total')?.samples).toEqual([]);
  expect(families.get('sitegrep_fetch_duration_seconds')?.samples.at(-1)).toEqual({
    name: 'sitegrep_fetch_duration_seconds_count',
    labels: {},
    value: 0,
  });
});

test('counts, moves and observes', async () => {
  const metrics = createMetrics({ version: '1' });
  metrics.count('sitegrep_sites_total', { outcome: 'indexed' });
  metrics.count('sitegrep_sites_total', { outcome: 'indexed' }, 2);
  metrics.move('sitegrep_sites_in_flight', {}, 3);
  metrics.move('sitegrep_sites_in_flight', {}, -1);
  metrics.observe('sitegrep_search_duration_seconds', { outcome: 'answered' }, 0.004);
  metrics.observe('sitegrep_search_duration_seconds', { outcome: 'answered' }, 31);

  const indexed = (await samples(metrics, 'sitegrep_sites_total')).find(
    ({ labels }) => labels['outcome'] === 'indexed',
  );
  expect(indexed?.value).toBe(3);
  expect((await samples(metrics, 'sitegrep_sites_in_flight')).map(({ value }) => value)).toEqual([2]);
  const answered = (await samples(metrics, 'sitegrep_search_duration_seconds')).filter(
    ({ labels }) => labels['outcome'] === 'answered',
  );
  const upTo = (le: string) => answered.find(({ labels }) => labels['le'] === le)?.value;
  expect([upTo('0.0025'), upTo('0.005'), upTo('30'), upTo('+Inf')]).toEqual([0, 1, 1, 2]);
  expect(answered.find(({ name }) => name.endsWith('_sum'))?.value).toBeCloseTo(31.004);
});

test('times work that fails as well as work that succeeds', async () => {
  const metrics = createMetrics({ version: '1' });
  expect(await metrics.time('sitegrep_index_put_duration_seconds', async () => 'done')).toBe('done');
  const failing = metrics.time('sitegrep_index_put_duration_seconds', () =>
    Promise.reject(new Error('full')),
  );
  await expect(failing).rejects.toThrow('full');
  expect((await samples(metrics, 'sitegrep_index_put_duration_seconds')).at(-1)?.value).toBe(2);
});

test('any label value is written and read unchanged', async () => {
  const metrics = createMetrics({ version: '1' });
  const routes = fc.sample(
    fc.string({ unit: fc.constantFrom('a', '"', '\\', '\n', '{', '}', ',', '=', ' ', 'é') }),
    200,
  );
  for (const route of routes)
    metrics.count('sitegrep_http_requests_total', { method: 'GET', route, status: '200' });
  const shown = (await samples(metrics, 'sitegrep_http_requests_total')).map(({ labels }) => labels['route']);
  expect(new Set(shown)).toEqual(new Set(routes));
});

test('two sets of metrics are independent', async () => {
  const one = createMetrics({ version: '1' });
  const other = createMetrics({ version: '1' });
  one.move('sitegrep_sites_in_flight', {}, 1);
  expect(await samples(other, 'sitegrep_sites_in_flight')).toEqual([]);
});

test('a source is read when the text is; while it fails, only its values are absent', async () => {
  const metrics = createMetrics({ version: '1' });
  const failures: unknown[] = [];
  const broken = new Error('gone');
  const answers = [async () => [reading(5)], () => Promise.reject(broken), async () => [reading(7)]];
  metrics.addSource({
    name: 'index',
    everyMs: 0,
    read: () => (answers.shift() ?? (() => Promise.resolve([])))(),
    onFailure: (error) => failures.push(error),
  });
  // Asked less often after a slow answer; these take no time, but a clock that stands still is not to be relied on.
  const texts = [
    await read(metrics),
    await readUntil(metrics, () => answers.length === 1),
    await readUntil(metrics, () => answers.length === 0),
  ];
  const domains = texts.map((text) => text.get('sitegrep_index_domains')?.samples.map(({ value }) => value));
  expect(domains).toEqual([[5], [], [7]]);
  expect(failures).toEqual([broken]);
  const failed = (await samples(metrics, 'sitegrep_source_failures_total')).map(({ labels, value }) => [
    labels['source'],
    value,
  ]);
  expect(failed).toEqual([
    ['dependencies', 0],
    ['queue', 0],
    ['disk', 0],
    ['crawls', 0],
    ['index', 1],
    ['providers', 0],
    ['searches', 0],
  ]);
});

const reading = (value: number) => ({ name: 'sitegrep_index_domains', labels: {}, value }) as const;

async function readUntil(metrics: Metrics, done: () => boolean) {
  for (;;) {
    const text = await read(metrics);
    if (done()) return text;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
