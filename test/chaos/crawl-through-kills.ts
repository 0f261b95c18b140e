import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { domainsWith } from '@sitegrep/search';
import { expect } from 'vitest';
import { verifyTextIndex } from '@sitegrep/storage/maintenance';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { runAndKill } from './killed-process.ts';
import { serveSampleSites, siteName } from '../support/sample-sites.ts';
import type { Storage } from '@sitegrep/storage';

/**
 * Crawls sample sites with `sitegrep crawl`, kills the process several times, resumes it, and checks that the crawl completes
 * with one outcome per site and every document.
 *
 * @returns number of domains that a search finds at the end
 */
export async function crawlThroughKills(sites: number, kills: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'sitegrep-kill-crawl-'));
  try {
    return await crawlIn(folder, sites, kills);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function crawlIn(folder: string, sites: number, kills: number): Promise<number> {
  const dataDir = join(folder, 'data');
  const list = join(folder, 'sites.txt');
  await writeFile(list, Array.from({ length: sites }, (_, n) => `${siteName(n)}\n`).join(''));
  const { proxyUrl, server } = await serveSampleSites(50);
  const settings = {
    SITEGREP_HTTP_PROXY: proxyUrl,
    SITEGREP_HTTP_PROXY_GUARD: 'proxy',
    SITEGREP_CRAWL_DELAY: '0ms',
  };
  const finished = new Set<string>();
  try {
    let args = ['crawl', list, '--json'];
    for (let kill = 0; kill < kills; kill++) {
      const afterLines = 1 + Math.floor(Math.random() * (sites / kills / 2));
      const run = await runAndKill(args, dataDir, { afterLines, thenMs: Math.random() * 300 }, settings);
      for (const line of run.lines) finished.add(String(line['domain']));
      await withStorage(dataDir, (storage) => expectIndexed(storage, finished));
      args = ['crawl', '--resume', '--json'];
    }
    await runAndKill(args, dataDir, null, settings);
  } finally {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }

  const found = await withStorage(dataDir, async ({ crawls, domains }) => {
    const [crawl, ...others] = (await crawls.list({ limit: 10 })).items;
    expect(others).toEqual([]);
    expect(crawl).toMatchObject({
      state: 'completed',
      sites: { total: sites, pending: 0, running: 0, finished: sites },
      outcomes: { indexed: sites },
      pages: sites,
    });
    const all = Array.from({ length: sites }, (_, n) => siteName(n)).sort();
    expect(await Array.fromAsync(domains.scan(), (stored) => stored.domain)).toEqual(all);
    const page = await domains.search({
      ...domainsWith('own-word-of-'),
      limit: sites,
      from: { kind: 'offset', offset: 0 },
    });
    expect(page.hits.map(({ domain }) => domain)).toEqual(all);
    return page.hits.length;
  });
  await verifyTextIndex(dataDir, () => {});
  return found;
}

async function expectIndexed({ domains }: Storage, finished: ReadonlySet<string>): Promise<void> {
  for (const domain of finished) expect((await domains.get(domain))?.pages).toHaveLength(1);
}

async function withStorage<T>(dataDir: string, use: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  try {
    return await use(storage);
  } finally {
    await storage.close();
  }
}
