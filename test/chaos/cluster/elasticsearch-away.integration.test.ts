import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import {
  AWAY_MS,
  expectAcknowledgedFound,
  expectComplete,
  expectRefused,
  siteNames,
  untilCompleted,
  untilFinished,
  untilReadyzNames,
  untilSearchesAnswer,
} from './expectations.ts';
import { type Cluster, indexNames, startCluster } from './cluster.ts';
import { type OwnElasticsearch, startOwnElasticsearch } from './own-elasticsearch.ts';

const SITES = 60;
const STORES = ['index', 'crawls', 'keys', 'disk'];
const SUBMITTING = ['POST', '/admin/crawls', { domains: ['refused.example'] }] as const;

// One cluster for all tests: no process is restarted after any of the faults.
const closers = new AsyncDisposableStack();
let elasticsearch: OwnElasticsearch;
let cluster: Cluster;
/** Sites that the web answers for only when the gate opens. */
const gate = { ...Promise.withResolvers<void>(), sites: siteNames('full', SITES).slice(-4) };
beforeAll(async () => {
  elasticsearch = await startOwnElasticsearch(closers);
  const options = {
    elasticsearch: elasticsearch.url,
    workers: 2,
    web: { delay: answerTime, pages: 1 },
    settings: { SITEGREP_ELASTICSEARCH_TIMEOUT: '5s', SITEGREP_SEARCH_DEADLINE: '5s' },
  };
  cluster = await startCluster(options, closers);
}, 420_000);
afterAll(() => closers.disposeAsync(), 120_000);

const timeout = 900_000;

test('a crawl continues after Elasticsearch was suspended', { timeout }, async () => {
  const { sites, crawl } = await halfDone('hung');
  elasticsearch.signal('SIGSTOP');
  await expectAllRefused();
  await untilReadyzNames(cluster, STORES);
  await setTimeout(AWAY_MS);
  elasticsearch.signal('SIGCONT');
  await expectGoesOn('hung', sites, crawl);
  expect(cluster.allRunning()).toBe(true);
});

test('a crawl continues after Elasticsearch was killed and restarted', { timeout }, async () => {
  const { sites, crawl } = await halfDone('lost');
  await elasticsearch.kill();
  await expectAllRefused();
  await untilReadyzNames(cluster, STORES);
  await setTimeout(AWAY_MS);
  await elasticsearch.startAgain();
  await expectGoesOn('lost', sites, crawl);
  expect(cluster.allRunning()).toBe(true);
});

test('a crawl continues after Redis lost its data while Elasticsearch was away', { timeout }, async () => {
  const { sites, crawl } = await halfDone('both');
  await elasticsearch.kill();
  await cluster.redis.kill();
  await untilReadyzNames(cluster, [...STORES, 'queue']);
  await cluster.redis.forget();
  await cluster.redis.start();
  await untilReadyzNames(cluster, STORES);
  await elasticsearch.startAgain();
  await expectGoesOn('both', sites, crawl);
  expect(cluster.allRunning()).toBe(true);
});

test('a crawl continues after the disk of Elasticsearch was full', { timeout }, async () => {
  // Otherwise a node with free disk space removes the block by itself sooner or later.
  await put('_cluster/settings', { persistent: { 'cluster.info.update.interval': '1h' } });
  const { sites, crawl } = await halfDone('full');
  const indexes = (await indexNames(elasticsearch.url, cluster.indexPrefix)).join(',');
  await put(`${indexes}/_settings`, { 'index.blocks.read_only_allow_delete': true });
  expect(await cluster.client.request(...SUBMITTING)).toMatchObject({
    status: 503,
    retryAfter: 60,
    body: { details: expect.stringMatching(/^The disk of the store is full/) as string },
  });
  // No site can be stored now: the crawl goes on until the disk has room, however fast the web is.
  gate.resolve();
  // Reads continue.
  await expectAcknowledgedFound(cluster.client, 'full', crawl);
  await untilReadyzNames(cluster, []);
  await setTimeout(AWAY_MS);
  expect((await cluster.client.crawl(crawl)).state).toBe('running');
  await put(`${indexes}/_settings`, { 'index.blocks.read_only_allow_delete': null });
  await expectGoesOn('full', sites, crawl);
  expect(cluster.allRunning()).toBe(true);
});

async function answerTime(domain: string): Promise<void> {
  await setTimeout(50);
  if (gate.sites.includes(domain)) await gate.promise;
}

/** A crawl that is half done. */
async function halfDone(group: string): Promise<{ sites: readonly string[]; crawl: string }> {
  onTestFailed(() => console.error(cluster.log()));
  const sites = siteNames(group, SITES);
  const crawl = await cluster.client.submit(sites);
  await untilFinished(cluster.client, crawl, SITES / 4);
  return { sites, crawl };
}

async function expectAllRefused(): Promise<void> {
  const { client } = cluster;
  await Promise.all([
    expectRefused(client, ...SUBMITTING),
    expectRefused(client, 'POST', '/html-source-code-search', { search_terms: ['<body'] }),
    expectRefused(client, 'GET', '/admin/crawls'),
  ]);
}

/** The crawl continues as if nothing had happened, and new crawls work. */
async function expectGoesOn(group: string, sites: readonly string[], crawl: string): Promise<void> {
  const { client } = cluster;
  await untilSearchesAnswer(client);
  await expectAcknowledgedFound(client, group, crawl);
  const later = siteNames(`${group}-later`, 10);
  const second = await client.submit(later);
  await untilCompleted(client, crawl);
  await untilCompleted(client, second);
  const both = new Map([
    [crawl, sites],
    [second, later],
  ]);
  await expectComplete(client, group, both, 1);
  expect((await client.search(['refused.example'])).total).toBe(0);
  await untilReadyzNames(cluster, []);
}

async function put(path: string, body: object): Promise<void> {
  const response = await fetch(`${elasticsearch.url}/${path}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
}
