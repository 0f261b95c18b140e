import { expect, onTestFailed, test } from 'vitest';
import { startCluster } from './cluster.ts';
import {
  expectAcknowledgedFound,
  expectComplete,
  siteNames,
  untilCompleted,
  untilFinished,
} from './expectations.ts';

const SITES = 240;
const PAGES = 3;
const KILLS = 4;

test(
  'a crawl completes although workers are killed in the middle of sites and of writes',
  { timeout: 360_000 },
  async () => {
    await using closers = new AsyncDisposableStack();
    const options = {
      elasticsearch: process.env['TEST_ELASTICSEARCH'] ?? '',
      workers: 2,
      web: { delay: 30, pages: PAGES },
    };
    const cluster = await startCluster(options, closers);
    onTestFailed(() => console.error(cluster.log()));
    const { client } = cluster;
    const sites = siteNames('killed', SITES);
    const crawl = await client.submit(sites, { max_pages: PAGES, max_depth: 1 });
    for (let kill = 0; kill < KILLS; kill++) {
      // Some time after a worker has something to lose.
      await untilFinished(client, crawl, ((kill + Math.random()) * SITES) / (KILLS + 2));
      const victim = cluster.workers()[kill % 2];
      if (victim === undefined) throw new Error('no worker is left');
      await cluster.killWorker(victim);
      await expectAcknowledgedFound(client, 'killed', crawl);
      cluster.startWorker();
    }
    await untilCompleted(client, crawl);
    await expectComplete(client, 'killed', new Map([[crawl, sites]]), PAGES);
    expect(cluster.allRunning()).toBe(true);
  },
);
