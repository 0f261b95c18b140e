import { randomUUID } from 'node:crypto';
import { openQueues, type Queues } from '@sitegrep/jobs';
import type { CrawlRecords } from '@sitegrep/storage';
import { afterAll, expect, test } from 'vitest';
import { startUpkeep } from './upkeep.ts';
import { openTestStorage } from '../../storage/test/elasticsearch/test-storage.ts';

function service(variable: string): string {
  const value = process.env[variable];
  if (value === undefined) throw new Error(`${variable} is not set: run npm run test:integration`);
  return value;
}

const SPEC = { maxPages: 1, maxDepth: 0, priority: 5 };
const prefix = `test-${randomUUID()}`;
const closers = new AsyncDisposableStack();
afterAll(() => closers.disposeAsync());

/** Connections of one process of a cluster. */
async function openProcess(): Promise<{ readonly crawls: CrawlRecords; readonly queues: Queues }> {
  const storage = await openTestStorage(closers, { indexPrefix: prefix });
  const backend = { kind: 'redis', url: service('TEST_REDIS'), prefix } as const;
  const fail = (error: Error): never => {
    throw error;
  };
  const queues = await openQueues({ backend, onError: fail, onFatal: fail });
  closers.defer(() => queues.close({ deadlineMs: 5_000 }));
  return { crawls: storage.crawls, queues };
}

test('sites that several processes feed from the same records are crawled once each, with few queued at a time', async () => {
  const submitter = await openProcess();
  const { crawls } = submitter;
  const { id } = await crawls.create(SPEC);
  const domains = Array.from({ length: 1_500 }, (_, number) => `s${number}.test`);
  await crawls.appendSites(
    id,
    domains.map((domain) => ({ domain, urls: [] })),
  );
  // Killed here: nothing is in the queue.
  await crawls.seal(id, { count: 0, reasons: {}, samples: [] });

  const crawled: string[] = [];
  const all = Promise.withResolvers<void>();
  const start = async (): Promise<void> => {
    const own = await openProcess();
    own.queues.work({
      site: {
        // In the order of a worker.
        process: async ({ crawlId, domain }) => {
          const site = await own.crawls.site(crawlId, domain);
          if (site === null || site.result !== null) return;
          await own.crawls.begin(crawlId, domain, Date.now());
          crawled.push(domain);
          const at = Date.now();
          const rest = { reason: null, pages: 1, bytes: 1, startedAt: at, finishedAt: at, redirects: [] };
          await own.crawls.finish(crawlId, domain, { outcome: 'indexed', ...rest });
          if (crawled.length === domains.length) all.resolve();
        },
        gaveUp: async ({ domain }, reason) => all.reject(new Error(`${domain}: ${reason}`)),
      },
    });
    const upkeep = await startUpkeep({
      ...own,
      window: 100,
      alone: false,
      retentionDays: 90,
      onRemoved: () => all.reject(new Error('removed')),
      onDiscarded: () => all.reject(new Error('discarded')),
      onCancelled: () => all.reject(new Error('cancelled')),
      onError: all.reject,
      timing: { feedMs: 10 },
    });
    closers.defer(() => upkeep.stop());
  };
  await Promise.all([start(), start(), start()]);
  let longest = 0;
  const look = async (): Promise<void> => {
    longest = Math.max(longest, (await submitter.queues.counts('site')).waiting);
  };
  const watching = setInterval(() => void look().catch(all.reject), 20);
  await all.promise.finally(() => clearInterval(watching));
  // Each of the three may exceed the window by one share.
  expect(longest).toBeLessThanOrEqual(300);

  // The sites that were fed last have to be crawled, too.
  await expect.poll(() => submitter.queues.counts('site')).toEqual({ waiting: 0, active: 0, delayed: 0 });
  expect(crawled.toSorted()).toEqual(domains.toSorted());
  expect(await crawls.get(id)).toMatchObject({ state: 'completed', outcomes: { indexed: 1_500 } });
});
