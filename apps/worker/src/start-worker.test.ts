import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAnalysisPool, type AnalysisPool } from '@sitegrep/analysis';
import { readSeeds, submitCrawl } from '@sitegrep/intake';
import { openQueues, type Queues } from '@sitegrep/jobs';
import { createMetrics } from '@sitegrep/metrics';
import type { SiteResult } from '@sitegrep/site';
import type { CrawlRecords } from '@sitegrep/storage';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLoopbackCrawler, serveLoopback } from '../test/loopback.ts';
import { startWorker, type Worker } from './start-worker.ts';
import type { Storage } from '@sitegrep/storage';

const SPEC = { maxPages: 3, maxDepth: 1, priority: 5 };

let folder: string;
let storage: Storage;
let analysis: AnalysisPool;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-worker-'));
  storage = await openSqliteStorage({ dataDir: folder, readers: 1 });
  analysis = openAnalysisPool({
    threads: 1,
    deadlineMs: 20_000,
    heapMb: 512,
    maxSourceBytes: 1_000_000,
    fullText: true,
    queueLimit: 100,
  });
});
afterAll(async () => {
  await analysis.close();
  await storage.close();
  await rm(folder, { recursive: true });
});

const errors: string[] = [];
const openTestQueues = (): Promise<Queues> =>
  openQueues({
    backend: { kind: 'sqlite', dataDir: join(folder, 'queue') },
    onError: (error) => errors.push(error.message),
    onFatal: (error) => errors.push(error.message),
  });

/** Resolves when this number of sites have a result. */
function finished(crawls: CrawlRecords, count: number): Promise<Map<string, SiteResult>> {
  const results = new Map<string, SiteResult>();
  const { promise, resolve } = Promise.withResolvers<Map<string, SiteResult>>();
  const finish = crawls.finish.bind(crawls);
  crawls.finish = async (crawlId, domain, result) => {
    const first = await finish(crawlId, domain, result);
    results.set(domain, result);
    if (results.size === count) resolve(results);
    return first;
  };
  return promise;
}

test('crawls submitted sites; the next start crawls interrupted sites, and discards interrupted submissions', async () => {
  let hanging = true;
  const loopback = await serveLoopback((host, path) => {
    if (host === 'slow.test' && hanging) return 'never';
    return path === '/' ? { html: `<!doctype html><title>Welcome to ${host}</title><p>hello` } : null;
  });
  const crawler = openLoopbackCrawler();
  const { crawls, domains } = storage;
  const start = (queues: Queues): Promise<Worker> =>
    startWorker({
      queues,
      storage,
      crawler,
      analysis,
      metrics: createMetrics({ version: 'test' }),
      settings: {
        concurrency: 4,
        queueWindow: 100,
        crawlRetentionDays: 90,
        alone: true,
        maxSiteBytes: 1_000_000,
        honourNoindex: true,
        honourNofollow: true,
        conditionalRequests: true,
        siteDeadlineMs: 60_000,
        storageRetryMs: 10,
      },
      logger: { debug: () => {}, info: () => {}, error: (_fields, message) => errors.push(message) },
    });

  const queues = await openTestQueues();
  const worker = await start(queues);
  const fast = finished(crawls, 2);
  const lines = ['a.test', 'b.test', 'slow.test'].map((domain) => loopback.url(domain));
  const { id } = await submitCrawl(crawls, SPEC, readSeeds(lines, 'text'));
  await fast;
  await worker.close({ deadlineMs: 1 });
  expect(await crawls.site(id, 'slow.test')).toMatchObject({ result: null });

  hanging = false;
  const broken = await crawls.create(SPEC);
  const slow = finished(crawls, 1);
  const again = await openTestQueues();
  // Its job was handed back when the worker stopped, so it is in the queue before upkeep runs.
  expect(await again.counts('site')).toEqual({ waiting: 1, active: 0, delayed: 0 });
  const second = await start(again);
  expect(await slow).toEqual(
    new Map([['slow.test', expect.objectContaining({ outcome: 'indexed', pages: 1 })]]),
  );
  await second.close({ deadlineMs: 10_000 });
  await crawler.close(0);
  await loopback.close();

  expect(await crawls.get(broken.id)).toBeNull();
  expect(await crawls.get(id)).toMatchObject({ state: 'completed', outcomes: { indexed: 3 } });
  const titles = (await Array.fromAsync(domains.scan())).map(({ domain, facts }) => [domain, facts.title]);
  expect(titles).toEqual([
    ['a.test', 'Welcome to a.test'],
    ['b.test', 'Welcome to b.test'],
    ['slow.test', 'Welcome to slow.test'],
  ]);
  expect(errors).toEqual([]);
});
