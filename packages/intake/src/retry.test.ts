import { OUTCOMES } from '@sitegrep/site';
import type { CrawlRecords } from '@sitegrep/storage';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CrawlUnsealed, retryCrawl } from './retry.ts';
import { readSeeds } from './seeds.ts';
import { openEmptyRecords } from '../test/empty-storage.ts';
import { submitCrawl } from './submit.ts';

const SPEC = { maxPages: 3, maxDepth: 1, priority: 4 };
const END = { reason: null, pages: 0, bytes: 0, startedAt: 1, finishedAt: 2, redirects: [] };

let crawls: CrawlRecords;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ crawls, remove } = await openEmptyRecords());
});
afterEach(() => remove());

test('a retry is a new crawl of the sites that may end differently, with their start URLs and the same limits', async () => {
  const lines = [...OUTCOMES.map((outcome) => `${outcome.replaceAll('_', '-')}.test`), 'unfinished.test'];
  const urls = ['https://crashed.test/one', 'https://crashed.test/two'];
  const before = await submitCrawl(crawls, SPEC, readSeeds([...lines, ...urls], 'text'));
  for (const outcome of OUTCOMES) {
    await crawls.finish(before.id, `${outcome.replaceAll('_', '-')}.test`, { outcome, ...END });
  }
  const asItWas = await crawls.get(before.id);

  const retried = await retryCrawl(crawls, before);
  const name = 'Failed sites of indexed.test and 14 more';
  expect(retried).toMatchObject({ state: 'queued', spec: { ...SPEC, retryOf: before.id, name } });
  expect(await crawls.unfinished(retried?.id ?? '', null, 100)).toEqual([
    'cancelled.test',
    'connect-failed.test',
    'crashed.test',
    'dns-failed.test',
    'http-error.test',
    'timed-out.test',
    'tls-failed.test',
    'too-large.test',
  ]);
  const site = await crawls.site(retried?.id ?? '', 'crashed.test');
  expect(site?.urls).toEqual(['https://crashed.test/', ...urls]);
  expect(await crawls.get(before.id)).toEqual(asItWas);
});

test('a crawl of all sites again has them all, with its options and its name', async () => {
  const spec = { ...SPEC, scheduleId: 'weekly', revisitAfterDays: 30 };
  const before = await submitCrawl(crawls, spec, readSeeds(['b.test', 'a.test'], 'text'));
  await crawls.finish(before.id, 'a.test', { outcome: 'indexed', ...END });
  const again = await retryCrawl(crawls, before, { sites: 'all' });
  expect(again).toMatchObject({ sites: { total: 2 }, firstEntries: ['a.test', 'b.test'] });
  // All sites: also those that were visited within these days.
  expect(again?.spec).toEqual({ ...SPEC, name: 'weekly', retryOf: before.id, revisitAfterDays: 0 });
});

test('more sites than are read at a time are all retried', async () => {
  const domains = Array.from({ length: 2_500 }, (_, n) => `d${n}.test`);
  const before = await submitCrawl(crawls, SPEC, readSeeds(domains, 'text'));
  await Promise.all(
    domains.map((domain) => crawls.finish(before.id, domain, { outcome: 'timed_out', ...END })),
  );
  expect((await retryCrawl(crawls, before))?.sites.total).toBe(2_500);
});

test('without a failed site there is no new crawl', async () => {
  const before = await submitCrawl(crawls, SPEC, readSeeds(['a.test', 'b.test'], 'text'));
  await crawls.finish(before.id, 'a.test', { outcome: 'indexed', ...END });
  expect(await retryCrawl(crawls, before)).toBeNull();
  expect((await crawls.list({ limit: 10 })).items.map(({ id }) => id)).toEqual([before.id]);
});

test('a crawl whose sites are still being added is not copied in part', async () => {
  const { id } = await crawls.create(SPEC);
  await crawls.appendSites(id, [{ domain: 'a.test', urls: [] }]);
  const before = await crawls.get(id);
  if (before === null) throw new Error('the crawl is gone');
  await expect(retryCrawl(crawls, before, { sites: 'all' })).rejects.toThrow(CrawlUnsealed);
  expect((await crawls.list({ limit: 10 })).items.map((crawl) => crawl.id)).toEqual([id]);
});
