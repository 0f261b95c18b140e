import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import {
  AWAY_MS,
  expectComplete,
  siteNames,
  untilCompleted,
  untilFinished,
  untilReadyzNames,
} from './expectations.ts';
import { type Cluster, startCluster } from './cluster.ts';

const GROUP = 'searched';
const SITES = 60;
const PAGES = 1;
/** Time between two searches, in milliseconds. */
const EVERY_MS = 100;
/**
 * Lines that a process may write besides, each once: a worker's, whose jobs others took, since Redis was away for longer than
 * its locks last; and an API's, for which Redis was late on a busy machine before it was away.
 */
const BESIDES = [/the lock is lost/, /the shared count of requests failed.*: no answer in 250 ms/];

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

test('while Redis is away the API answers every search and stays ready, and each process tells of it twice', async () => {
  onTestFailed(() => console.error(cluster.log()));
  const { client, redis } = cluster;
  const sites = siteNames(GROUP, SITES);
  const crawl = await client.submit(sites);
  await untilFinished(client, crawl, SITES / 4);
  await redis.kill();
  // Sites that were fetched before may still end.
  await untilReadyzNames(cluster, ['queue']);

  const seen = new Set<string>();
  const end = performance.now() + AWAY_MS;
  for (let searches = 0; performance.now() < end || searches < 20; searches += 1) {
    // Rejects unless it is answered 200.
    await client.search(['<body']);
    const { status, body } = await client.request('GET', '/readyz');
    seen.add(JSON.stringify({ status, body }));
    await setTimeout(EVERY_MS);
  }
  expect([...seen].map((answer) => JSON.parse(answer) as unknown)).toEqual([
    {
      status: 200,
      body: {
        success: true,
        data: {
          status: 'ready',
          degraded: ['queue'],
          dependencies: { index: 'up', crawls: 'up', keys: 'up', disk: 'up', queue: 'down' },
        },
      },
    },
  ]);
  expect(await dependencyUp('queue')).toBe(0);
  expect(await dependencyUp('index')).toBe(1);

  await redis.start();
  await untilReadyzNames(cluster, []);
  await untilCompleted(client, crawl);
  await expectComplete(client, GROUP, new Map([[crawl, sites]]), PAGES);
  await expect.poll(() => dependencyUp('queue'), { timeout: 30_000, interval: 1_000 }).toBe(1);
  for (const process of [cluster.api(), ...cluster.workers()]) {
    const told = process.log().filter((line) => !BESIDES.some((one) => one.test(line)));
    expect(told).toEqual([
      expect.stringMatching(/^40 Redis: a dependency is away; it is tried again: /),
      '30 Redis: the dependency is back',
    ]);
    expect(process.log().length).toBeLessThanOrEqual(told.length + BESIDES.length);
  }
}, 600_000);

/** Value of `sitegrep_dependency_up` of the API. */
async function dependencyUp(dependency: string): Promise<number> {
  const metrics = await (await fetch(`${await cluster.api().monitoring}/metrics`)).text();
  const line = metrics
    .split('\n')
    .find((each) => each.startsWith(`sitegrep_dependency_up{dependency="${dependency}"}`));
  return Number(line?.split(' ').at(-1));
}
