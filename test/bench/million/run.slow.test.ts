import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCrawl } from './run.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-large-crawl-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a large crawl is accepted whole, waits in a window, is cancelled half-way, and its counts add up', async () => {
  const figures = await runCrawl({
    dataDir: join(folder, 'data'),
    sites: 20_000,
    cancelAfter: 500,
    window: 600,
    maxGrowthMiB: 250,
  });
  expect(figures.problems).toEqual([]);
});
