import { connect } from 'node:net';
import { METRICS } from '@sitegrep/metrics';
import { type Family, parseExposition } from '@sitegrep/metrics/exposition';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, type Changes, documentOf, searching, serve, type Served } from '../../test/served-api.ts';
import { wholeSite } from '@sitegrep/storage';

/** Everything that a process with an api alone shows of sitegrep, however it is asked. */
const OF_THE_API = [
  'sitegrep_build_info',
  'sitegrep_dependency_up',
  'sitegrep_disk_full',
  'sitegrep_http_request_duration_seconds',
  'sitegrep_http_requests_in_flight',
  'sitegrep_http_requests_total',
  'sitegrep_index_domains',
  'sitegrep_index_pages',
  'sitegrep_index_source_bytes',
  'sitegrep_index_stored_bytes',
  'sitegrep_index_versions',
  'sitegrep_oldest_unfinished_crawl_age_seconds',
  'sitegrep_queue_jobs',
  'sitegrep_requests_shed_total',
  'sitegrep_saved_searches',
  'sitegrep_search_deliveries_waiting',
  'sitegrep_search_duration_seconds',
  'sitegrep_search_events',
  'sitegrep_search_wait_duration_seconds',
  'sitegrep_searches_at_once',
  'sitegrep_searches_waiting',
  'sitegrep_source_failures_total',
  'sitegrep_unfinished_sites',
];

const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

async function open(changes: Changes = {}): Promise<{ api: Served; admin: string }> {
  const api = await serve(changes);
  closing.push(() => api.close());
  return { api, admin: await api.key(['admin', 'search']) };
}

async function scrape({ api, admin }: { api: Served; admin: string }): Promise<ReadonlyMap<string, Family>> {
  const answer = await fetch(`${api.url}/metrics`, { headers: { 'x-api-key': admin } });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  return parseExposition(await answer.text());
}

/** @returns the value of the one sample with these labels; null if there is none */
function value(families: ReadonlyMap<string, Family>, name: string, labels: Record<string, string> = {}) {
  const family = name.replace(/_(count|sum|bucket)$/, '');
  const samples = (families.get(family) ?? families.get(name))?.samples ?? [];
  const found = samples.filter(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([label, text]) => sample.labels[label] === text),
  );
  expect(found.length).toBeLessThanOrEqual(1);
  return found[0]?.value ?? null;
}

/** Serves an API with real queues, which take seconds to open. */
let full: { api: Served; admin: string };
beforeAll(async () => {
  full = await open({ withQueues: true });
});

const search = ({ api, admin }: { api: Served; admin: string }, terms: readonly string[]) =>
  ask(`${api.url}/html-source-code-search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': admin },
    body: JSON.stringify({ search_terms: terms }),
  });

test('needs a key with the scope admin', async () => {
  const { api } = await open();
  expect((await ask(`${api.url}/metrics`, {})).status).toBe(401);
  const headers = { 'x-api-key': await api.key(['search']) };
  expect((await ask(`${api.url}/metrics`, { headers })).status).toBe(403);
});

test('requests are counted by the template of their route, never by their path', async () => {
  const served = await open();
  const headers = { 'x-api-key': served.admin };
  for (const path of ['/nowhere-1', '/nowhere-2', '/admin/crawls/secret-1', '/admin/crawls/secret-2', '/%zz'])
    expect((await ask(`${served.api.url}${path}`, { headers })).status).toBe(404);
  await search(served, []);
  await search(served, ['x']);
  const families = await scrape(served);
  const requests = families.get('sitegrep_http_requests_total')?.samples ?? [];
  const counted = requests.map(({ labels, value }) => [
    labels['method'],
    labels['route'],
    labels['status'],
    value,
  ]);
  expect(counted.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
    ['GET', '/admin/crawls/:id', '404', 2],
    ['GET', 'none', '404', 2],
    ['POST', '/html-source-code-search', '200', 1],
    ['POST', '/html-source-code-search', '400', 1],
  ]);
  const duration = { method: 'POST', route: '/html-source-code-search' };
  expect(value(families, 'sitegrep_http_request_duration_seconds_count', duration)).toBe(2);
  // The one that asks.
  expect(value(families, 'sitegrep_http_requests_in_flight')).toBe(1);
});

test('searches that are answered, fail, or are given up are counted separately; a request whose client left has status 499', async () => {
  const begun = Promise.withResolvers<void>();
  let next: 'answer' | 'fail' | 'hang' = 'answer';
  const served = await open({
    parts: (parts) => {
      const { domains } = parts.storage;
      const watched = searching(async (query, options) => {
        if (next === 'fail') throw new Error('broken');
        if (next === 'hang') {
          begun.resolve();
          const left = options?.signal;
          await new Promise((resolve) => left?.addEventListener('abort', resolve, { once: true }));
        }
        return domains.search(query, options);
      });
      return { ...parts, storage: { ...parts.storage, domains: { ...domains, ...watched } } };
    },
  });
  expect((await search(served, ['x'])).status).toBe(200);
  next = 'fail';
  expect((await search(served, ['x'])).status).toBe(500);
  next = 'hang';
  const socket = connect(served.api.port, '127.0.0.1');
  const body = '{"search_terms":["x"]}';
  socket.write(
    `POST /html-source-code-search HTTP/1.1\r\nHost: x\r\nX-API-Key: ${served.admin}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await begun.promise;
  expect(value(await scrape(served), 'sitegrep_http_requests_in_flight')).toBe(2);
  socket.destroy();
  let families = await scrape(served);
  const searches = (outcome: string) =>
    value(families, 'sitegrep_search_duration_seconds_count', { outcome });
  while (searches('aborted') === 0) families = await scrape(served);
  expect(['answered', 'failed', 'aborted'].map(searches)).toEqual([1, 1, 1]);
  const requests = (status: string) =>
    value(families, 'sitegrep_http_requests_total', { route: '/html-source-code-search', status });
  expect(['200', '500', '499'].map(requests)).toEqual([1, 1, 1]);
  expect(value(families, 'sitegrep_http_requests_in_flight')).toBe(1);
});

test('tells what is in the queue and the index', async () => {
  const served = full;
  await served.api.storage.domains.put([
    wholeSite(documentOf('a.com', 'aé')),
    wholeSite(documentOf('b.com', 'bbb')),
  ]);
  const before = Date.now();
  for (const crawl of [{ domains: ['c.com', 'd.com', 'e.com'] }, { domains: ['f.com'], render: 'always' }]) {
    const created = await ask(`${served.api.url}/admin/crawls`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': served.admin },
      body: JSON.stringify(crawl),
    });
    expect(created.status).toBe(202);
  }
  const families = await scrape(served);
  const jobs = (state: string) => value(families, 'sitegrep_queue_jobs', { queue: 'site', state });
  expect(['waiting', 'active', 'delayed'].map(jobs)).toEqual([0, 0, 0]);
  for (const [queue, sites] of [
    ['site', 3],
    ['rendered', 1],
  ] as const) {
    expect(value(families, 'sitegrep_unfinished_sites', { queue })).toBe(sites);
    const age = value(families, 'sitegrep_oldest_unfinished_crawl_age_seconds', { queue }) ?? -1;
    expect(age).toBeGreaterThanOrEqual(0);
    expect(age).toBeLessThanOrEqual((Date.now() - before) / 1_000);
  }
  expect(value(families, 'sitegrep_index_domains')).toBe(2);
  expect(value(families, 'sitegrep_index_pages')).toBe(2);
  expect(value(families, 'sitegrep_index_source_bytes')).toBe(6);
  const { totalBytes } = await served.api.storage.domains.stats();
  expect(value(families, 'sitegrep_index_stored_bytes', { part: 'all' })).toBeLessThanOrEqual(totalBytes);
});

test('a queue that cannot be read is counted and logged, and the other metrics are shown', async () => {
  const served = await open();
  const families = await scrape(served);
  expect(value(families, 'sitegrep_source_failures_total', { source: 'queue' })).toBe(1);
  expect(families.has('sitegrep_queue_jobs')).toBe(false);
  expect(value(families, 'sitegrep_index_domains')).toBe(0);
  expect(served.api.log.some((line) => line.includes('a value for the metrics could not be read'))).toBe(
    true,
  );
});

test('names, types, help and labels are those of the table', async () => {
  const served = full;
  await search(served, ['x']);
  await scrape(served);
  const families = await scrape(served);
  const ours = [...families].filter(([name]) => name.startsWith('sitegrep_'));
  expect(ours.map(([name]) => name).sort()).toEqual(OF_THE_API);
  const table = new Map<string, (typeof METRICS)[keyof typeof METRICS]>(Object.entries(METRICS));
  for (const [name, { type, help, samples }] of ours) {
    const row = table.get(name);
    expect([name, type, help]).toEqual([name, row?.type, row?.help]);
    expect(samples.length).toBeGreaterThan(0);
    for (const { labels } of samples) {
      const { le: _bucket, ...own } = labels;
      expect([name, Object.keys(own).sort()]).toEqual([name, Object.keys(row?.labels ?? {}).sort()]);
    }
  }
});
