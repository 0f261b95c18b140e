import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFailed, test } from 'vitest';
import { startCluster } from './cluster.ts';
import { expectAcknowledgedFound, expectWhole, siteNames, untilCompleted, untilFinished } from './whole.ts';

const HOUR_MS = 3_600_000;
const SITES = 160;
const PAGES = 2;
/** Of both workers one after another, each in the middle of the crawl: forward, far back, right again. */
const JUMPS = [
  [2 * HOUR_MS, 0],
  [2 * HOUR_MS, -2 * HOUR_MS],
  [-2 * HOUR_MS, 2 * HOUR_MS],
  [0, 0],
] as const;

test('the clocks of workers jump by hours', { timeout: 360_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sitegrep-clock-'));
  const set = async (clock: string, shiftMs: number): Promise<void> => {
    // Never read half written.
    await writeFile(`${clock}.new`, String(shiftMs));
    await rename(`${clock}.new`, clock);
  };
  const cluster = await startCluster({
    elasticsearch: process.env['SITEGREP_TEST_ELASTICSEARCH'] ?? '',
    workers: 0,
    web: { delayMs: 50, pages: PAGES },
  });
  onTestFailed(() => console.error(cluster.log()));
  try {
    const { client } = cluster;
    const clocks = ['first', 'second'].map((name) => join(folder, name));
    for (const clock of clocks) {
      await set(clock, 0);
      const preload = `--import=${new URL('./clock.ts', import.meta.url).href}`;
      cluster.startWorker({ NODE_OPTIONS: preload, CLOCK_FILE: clock });
    }
    const sites = siteNames('jumped', SITES);
    const crawl = await client.submit(sites, { max_pages: PAGES, max_depth: 1 });
    for (const [jump, shifts] of JUMPS.entries()) {
      await untilFinished(client, crawl, ((jump + 1) * SITES) / (JUMPS.length + 2));
      for (const [n, clock] of clocks.entries()) await set(clock, shifts[n] ?? 0);
      await expectAcknowledgedFound(client, 'jumped', crawl);
    }
    await untilCompleted(client, crawl);
    await expectWhole(client, 'jumped', new Map([[crawl, sites]]), PAGES);
    const finished = (await client.sites(crawl)).map((site) => Date.parse(site.finished_at ?? ''));
    expect(Math.max(...finished)).toBeGreaterThan(Date.now() + HOUR_MS);
    expect(Math.min(...finished)).toBeLessThan(Date.now() - HOUR_MS);
    expect(cluster.allRunning()).toBe(true);
  } finally {
    await cluster.close();
    await rm(folder, { recursive: true });
  }
});
