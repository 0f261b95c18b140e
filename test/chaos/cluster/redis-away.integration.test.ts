import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import {
  AWAY_MS,
  expectAcknowledgedFound,
  expectComplete,
  siteNames,
  untilCompleted,
  untilFinished,
  untilReadyzNames,
} from './expectations.ts';
import { type Cluster, startCluster } from './cluster.ts';

const SITES = 80;
const PAGES = 2;

// One cluster for both tests: no process is restarted after any of the faults.
const closers = new AsyncDisposableStack();
let cluster: Cluster;
beforeAll(async () => {
  const options = {
    elasticsearch: process.env['TEST_ELASTICSEARCH'] ?? '',
    workers: 2,
    web: { delay: 50, pages: PAGES },
  };
  cluster = await startCluster(options, closers);
}, 900_000);
afterAll(() => closers.disposeAsync(), 120_000);

test.for([
  ['with', 'kept'],
  ['without', 'emptied'],
] as const)('Redis is killed and comes back %s its data', { timeout: 360_000 }, async ([, group]) => {
  onTestFailed(() => console.error(cluster.log()));
  const { client, redis } = cluster;
  const options = { max_pages: PAGES, max_depth: 1 };
  const sites = siteNames(group, SITES);
  const crawl = await client.submit(sites, options);
  await untilFinished(client, crawl, SITES / 4);
  await redis.kill();
  const meanwhile = siteNames(`${group}-meanwhile`, 10);
  const taken = await client.submit(meanwhile, options);
  await untilReadyzNames(cluster, ['queue']);
  // Operations without the queue continue.
  await expectAcknowledgedFound(client, group, crawl);
  await setTimeout(AWAY_MS);
  if (group === 'emptied') await redis.forget();
  await redis.start();

  await untilReadyzNames(cluster, []);
  const later = siteNames(`${group}-later`, 10);
  const second = await client.submit(later, options);
  for (const id of [crawl, taken, second]) await untilCompleted(client, id);
  const all = new Map([
    [crawl, sites],
    [taken, meanwhile],
    [second, later],
  ]);
  await expectComplete(client, group, all, PAGES);
  expect(cluster.allRunning()).toBe(true);
});
