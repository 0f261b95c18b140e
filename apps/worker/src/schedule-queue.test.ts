import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startScheduleSync } from '@sitegrep/intake';
import { openQueues } from '@sitegrep/jobs';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { expect, test } from 'vitest';
import { createScheduleProcessor } from './schedule-queue.ts';

test('a schedule submits a crawl when it is due, and none while that is unfinished', async () => {
  await using closers = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'sitegrep-schedule-queue-'));
  closers.defer(() => rm(folder, { recursive: true }));
  const storage = await openSqliteStorage({ dataDir: folder, readers: 1 });
  closers.defer(() => storage.close());
  const { crawls, domains } = storage;
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const queues = await openQueues({
    backend: { kind: 'sqlite', dataDir: join(folder, 'queue') },
    onError,
    onFatal: onError,
  });
  closers.defer(() => queues.close({ deadlineMs: 1_000 }));
  await crawls.schedules.put({
    id: 'often',
    timing: { kind: 'every', seconds: 1 },
    spec: { maxPages: 3, maxDepth: 1, priority: 4 },
    source: { kind: 'domains', entries: ['a.test', 'b.test'] },
    enabled: true,
  });
  const kept = startScheduleSync({ crawls, queue: queues.schedules, onError });
  closers.defer(() => kept.stop());

  const skipped = Promise.withResolvers<void>();
  const told: { readonly crawlId: string; readonly message: string }[] = [];
  const logger = {
    info: (fields: object, message: string) => {
      told.push({ crawlId: String(new Map(Object.entries(fields)).get('crawlId')), message });
      if (message.includes('skipped')) skipped.resolve();
    },
    error: onError,
  };
  // No worker crawls, so the sites stay as they are.
  const site = { process: async () => {}, gaveUp: async () => {} };
  queues.work({ site, schedule: createScheduleProcessor({ crawls, domains, logger }) });
  await skipped.promise;

  const [crawl, ...others] = (await crawls.list({ limit: 10 })).items;
  expect(others).toEqual([]);
  expect(crawl).toMatchObject({
    spec: { maxPages: 3, maxDepth: 1, priority: 4, scheduleId: 'often' },
    sites: { total: 2 },
  });
  expect(told.slice(0, 2)).toEqual([
    { crawlId: crawl?.id, message: 'crawl submitted by a schedule' },
    { crawlId: crawl?.id, message: expect.stringContaining('skipped: the crawl of its last run') },
  ]);
  const runs = (await crawls.schedules.get('often'))?.runs;
  expect(runs?.lastCrawlId).toBe(crawl?.id);
  expect(runs?.lastSkippedAt).toBeGreaterThan(runs?.lastRunAt ?? Infinity);
  expect(errors).toEqual([]);
});
