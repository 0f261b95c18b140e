import { join } from 'node:path';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { openAnalysisPool } from '@sitegrep/analysis';
import { readSeeds, submitCrawl } from '@sitegrep/intake';
import { openQueues } from '@sitegrep/jobs';
import { createMetrics, METRICS } from '@sitegrep/metrics';
import { parseExposition } from '@sitegrep/metrics/exposition';
import type { Rendering } from '@sitegrep/renderer';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { expect, test } from 'vitest';
import { openLoopbackCrawler, serveLoopback } from '../test/loopback.ts';
import { fetchMeter, meteredIndex, meteredRenderer, permitMeter } from './metered.ts';
import type { SiteRenderer } from './render-pages.ts';
import { startWorker } from './start-worker.ts';

const PAGES = new Map([
  ['ok.test/', '<!doctype html><title>Home</title><a href="/a">a</a><a href="/private">b</a>'],
  ['ok.test/a', '<!doctype html><title>ä</title><p>é'],
  ['ok.test/private', '<!doctype html><meta name="robots" content="noindex"><p>not this'],
]);

test('a crawl changes each metric of the worker, under the names of the table', async () => {
  await using closers = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'sitegrep-worker-'));
  closers.defer(() => rm(folder, { recursive: true }));
  const loopback = await serveLoopback((host, path) => {
    const html = PAGES.get(`${host}${path}`);
    return html === undefined ? null : { html };
  });
  closers.defer(() => loopback.close());
  const storage = await openSqliteStorage({ dataDir: folder, readers: 1 });
  closers.defer(() => storage.close());
  const analysis = openAnalysisPool({
    threads: 1,
    deadlineMs: 20_000,
    heapMb: 512,
    maxSourceBytes: 1_000_000,
    fullText: true,
    queueLimit: 100,
  });
  closers.defer(() => analysis.close());
  const metrics = createMetrics({ version: 'test' });
  const crawler = openLoopbackCrawler({ onFetch: fetchMeter(metrics), onPermit: permitMeter(metrics) });
  closers.defer(() => crawler.close(0));
  const fail = (error: Error): never => {
    throw error;
  };
  const queues = await openQueues({
    backend: { kind: 'sqlite', dataDir: join(folder, 'queue') },
    onError: fail,
    onFatal: fail,
  });

  const logged: object[] = [];
  const outcomes = new Map<string, string>();
  const done = Promise.withResolvers<void>();
  const worker = await startWorker({
    queues,
    storage,
    crawler,
    analysis,
    metrics,
    settings: {
      concurrency: 4,
      queueWindow: 100,
      crawlRetentionDays: 90,
      maxSiteBytes: 1_000_000,
      honourNoindex: true,
      honourNofollow: true,
      conditionalRequests: true,
      siteDeadlineMs: 60_000,
      storageRetryMs: 10,
    },
    logger: {
      debug: (fields, message) => logged.push({ ...fields, message }),
      info: () => {},
      error: (_fields, message) => fail(new Error(message)),
    },
    onOutcome: (domain, { outcome }) => {
      outcomes.set(domain, outcome);
      if (outcomes.size === 2) done.resolve();
    },
  });
  const lines = [loopback.url('ok.test'), loopback.url('gone.test')];
  const { crawls } = storage;
  const { id: crawlId } = await submitCrawl(
    crawls,
    { maxPages: 5, maxDepth: 1, priority: 5 },
    readSeeds(lines, 'text'),
  );
  await done.promise;
  await worker.close({ deadlineMs: 10_000 });
  expect(Object.fromEntries(outcomes)).toEqual({ 'ok.test': 'indexed', 'gone.test': 'http_error' });

  expect(logged).toHaveLength(2);
  expect(logged).toContainEqual(
    expect.objectContaining({ message: 'site', crawlId, domain: 'ok.test', outcome: 'indexed', pages: 2 }),
  );

  const families = parseExposition(await metrics.text());
  const ours = [...families.keys()].filter((name) => name.startsWith('sitegrep_'));
  expect(ours.sort()).toEqual([
    'sitegrep_build_info',
    'sitegrep_crawl_sites_removed_total',
    'sitegrep_crawls_expired_total',
    'sitegrep_fetch_duration_seconds',
    'sitegrep_fetch_wait_duration_seconds',
    'sitegrep_fetched_bytes_total',
    'sitegrep_fetches_total',
    'sitegrep_index_put_duration_seconds',
    'sitegrep_index_put_failures_total',
    'sitegrep_page_analysis_duration_seconds',
    'sitegrep_page_detect_duration_seconds',
    'sitegrep_page_extract_duration_seconds',
    'sitegrep_page_render_duration_seconds',
    'sitegrep_pages_total',
    'sitegrep_refusals_total',
    'sitegrep_rendered_pages_total',
    'sitegrep_searches_undecided_total',
    'sitegrep_site_duration_seconds',
    'sitegrep_sites_in_flight',
    'sitegrep_sites_in_flight_limit',
    'sitegrep_sites_total',
  ]);
  expect(Object.keys(METRICS)).toEqual(expect.arrayContaining(ours));

  /** Values by label, or by name; without those that are 0. */
  const moved = (name: string): Record<string, number> =>
    Object.fromEntries(
      (families.get(name)?.samples ?? [])
        .filter(({ name, value }) => value !== 0 && !/_(bucket|sum)$/.test(name))
        .map(({ labels, value }) => [labels['outcome'] ?? '', value]),
    );
  expect(moved('sitegrep_sites_total')).toEqual({ indexed: 1, http_error: 1 });
  expect(moved('sitegrep_pages_total')).toEqual({ indexed: 2, noindex: 1 });
  expect(moved('sitegrep_fetches_total')).toEqual({ page: 3, http_error: 1 });
  const bytes = [...PAGES.values()].reduce((sum, html) => sum + Buffer.byteLength(html), 0);
  expect(moved('sitegrep_fetched_bytes_total')).toEqual({ '': bytes });
  expect(moved('sitegrep_fetch_duration_seconds')).toEqual({ '': 4 });
  // Including those for the robots.txt of both sites.
  expect(moved('sitegrep_fetch_wait_duration_seconds')).toEqual({ '': 6 });
  expect(moved('sitegrep_refusals_total')).toEqual({});
  expect(moved('sitegrep_page_analysis_duration_seconds')).toEqual({ '': 3 });
  expect(moved('sitegrep_page_extract_duration_seconds')).toEqual({ '': 3 });
  expect(moved('sitegrep_page_detect_duration_seconds')).toEqual({ '': 3 });
  expect(moved('sitegrep_index_put_duration_seconds')).toEqual({ '': 1 });
  expect(moved('sitegrep_index_put_failures_total')).toEqual({});
  expect(moved('sitegrep_site_duration_seconds')).toEqual({ '': 2 });
  expect(moved('sitegrep_sites_in_flight')).toEqual({});
});

test('a busy host is counted, and the wait for its permit', async () => {
  const metrics = createMetrics({ version: 'test' });
  permitMeter(metrics)({ waitedMs: 2_000, refused: true });
  const families = parseExposition(await metrics.text());
  expect(families.get('sitegrep_refusals_total')?.samples[0]?.value).toBe(1);
  const wait = families.get('sitegrep_fetch_wait_duration_seconds')?.samples;
  expect(wait?.find(({ name }) => name.endsWith('_sum'))?.value).toBe(2);
});

test('a failed write is counted, timed, and fails', async () => {
  const metrics = createMetrics({ version: 'test' });
  const index = meteredIndex({ put: () => Promise.reject(new Error('disk full')) }, metrics);
  await expect(index.put([])).rejects.toThrow('disk full');
  const families = parseExposition(await metrics.text());
  expect(families.get('sitegrep_index_put_failures_total')?.samples[0]?.value).toBe(1);
  expect(families.get('sitegrep_index_put_duration_seconds')?.samples.at(-1)?.value).toBe(1);
});

test('renderings are counted by what came of them, and timed', async () => {
  const metrics = createMetrics({ version: '1' });
  metrics.declare('sitegrep_rendered_pages_total', 'sitegrep_page_render_duration_seconds');
  const whole = {
    kind: 'rendered',
    url: 'https://a.test/',
    html: '',
    truncated: false,
    globals: {},
    hosts: [],
    cookies: [],
    requested: [],
    screenshot: null,
    partial: null,
  } as const;
  const renderings: Rendering[] = [
    whole,
    { ...whole, partial: 'it was never idle' },
    { kind: 'failed', reason: 'the browser was killed' },
    whole,
  ];
  const pages: SiteRenderer['pages'] = { render: async () => renderings.shift() ?? whole };
  const renderer = meteredRenderer({ globals: [], screenshots: false, pages }, metrics);
  const { signal } = new AbortController();
  const request = { url: 'https://a.test/', globals: [], screenshot: false };
  for (let n = 0; n < 4; n++) await renderer.pages.render(request, signal);
  const families = parseExposition(await metrics.text());
  expect(
    families
      .get('sitegrep_rendered_pages_total')
      ?.samples.map(({ labels, value }) => [labels['outcome'], value]),
  ).toEqual([
    ['rendered', 2],
    ['partial', 1],
    ['failed', 1],
  ]);
  expect(
    families.get('sitegrep_page_render_duration_seconds')?.samples.find(({ name }) => name.endsWith('_count'))
      ?.value,
  ).toBe(4);
});
