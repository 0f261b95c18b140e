import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFailed, test } from 'vitest';
import { startCluster } from './cluster.ts';
import {
  expectAcknowledgedFound,
  expectComplete,
  siteNames,
  untilCompleted,
  untilFinished,
} from './expectations.ts';

const HOUR_MS = 3_600_000;
const SITES = 160;
const PAGES = 2;
/** Each process in turn, in the middle of the crawl: forward, far back, and correct again. */
const PROCESSES = ['api', 'worker-1', 'worker-2'] as const;
const JUMPS = [
  { api: 0, 'worker-1': 2 * HOUR_MS, 'worker-2': 0 },
  { api: 2 * HOUR_MS, 'worker-1': 2 * HOUR_MS, 'worker-2': -2 * HOUR_MS },
  { api: -2 * HOUR_MS, 'worker-1': -2 * HOUR_MS, 'worker-2': 2 * HOUR_MS },
  { api: 0, 'worker-1': 0, 'worker-2': 0 },
] as const;

test('a crawl completes although clocks jump by hours', { timeout: 360_000 }, async () => {
  await using closers = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'sitegrep-clock-'));
  closers.defer(() => rm(folder, { recursive: true }));
  const clock = (process: string): string => join(folder, process);
  const set = async (shifts: Readonly<Record<(typeof PROCESSES)[number], number>>): Promise<void> => {
    for (const process of PROCESSES) {
      // The file is replaced, so that it is never read half written.
      await writeFile(join(folder, 'new'), String(shifts[process]));
      await rename(join(folder, 'new'), clock(process));
    }
  };
  await set({ api: 0, 'worker-1': 0, 'worker-2': 0 });
  const options = {
    elasticsearch: process.env['TEST_ELASTICSEARCH'] ?? '',
    workers: 0,
    web: { delay: 50, pages: PAGES },
    settings: {
      NODE_OPTIONS: `--import=${new URL('./clock.ts', import.meta.url).href}`,
      CLOCK_FILE: clock('api'),
    },
  };
  const cluster = await startCluster(options, closers);
  onTestFailed(() => console.error(cluster.log()));
  const { client } = cluster;
  cluster.startWorker({ CLOCK_FILE: clock('worker-1') });
  cluster.startWorker({ CLOCK_FILE: clock('worker-2') });
  const sites = siteNames('jumped', SITES);
  const crawl = await client.submit(sites, { max_pages: PAGES, max_depth: 1 });
  for (const [jump, shifts] of JUMPS.entries()) {
    await untilFinished(client, crawl, ((jump + 1) * SITES) / (JUMPS.length + 2));
    await set(shifts);
    await expectAcknowledgedFound(client, 'jumped', crawl);
  }
  await untilCompleted(client, crawl);
  await expectComplete(client, 'jumped', new Map([[crawl, sites]]), PAGES);
  const finished = (await client.sites(crawl)).map((site) => Date.parse(site.finished_at ?? ''));
  expect(Math.max(...finished)).toBeGreaterThan(Date.now() + HOUR_MS);
  expect(Math.min(...finished)).toBeLessThan(Date.now() - HOUR_MS);
  expect(cluster.allRunning()).toBe(true);
});
