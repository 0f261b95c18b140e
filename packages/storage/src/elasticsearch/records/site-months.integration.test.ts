import { afterAll, expect, it } from 'vitest';
import { resultOf } from '../../../test/conformance/prepared-crawls.ts';
import { openTestIndexes } from '../../../test/elasticsearch/test-indexes.ts';
import { monthOfCrawl } from '../../crawl-id.ts';
import type { CrawlRecords } from '../../records.ts';
import { copyIndex, discardCopy } from '../migration/migrate-index.ts';
import { UNCHANGED } from '../migration/copy.ts';
import { openCrawlRecords } from './crawl-records.ts';
import { sitesOfMonth } from './mappings.ts';

const indexes = await openTestIndexes();
const { client } = indexes;
afterAll(() => indexes.close());

const SPEC = { maxPages: 3, maxDepth: 1, priority: 5 };
const NONE_REJECTED = { count: 0, reasons: {}, samples: [] };
const BEAT_MS = 300;

/** Records with a clock that a test sets, and what their cluster has of the sites. */
async function recordsAt(time: string) {
  const options = indexes.options();
  const clock = { now: Date.parse(time) };
  const open = (): Promise<CrawlRecords> => openCrawlRecords(client.child({}), options, () => clock.now);
  const records = await open();
  return {
    options,
    open,
    records,
    at: (next: string): void => {
      clock.now = Date.parse(next);
    },
    /** Names of all indexes of sites, in use or not. */
    siteIndexes: async (): Promise<readonly string[]> =>
      Object.keys(await client.indices.get({ index: `${options.indexPrefix}-sites-*` }))
        .map((name) => name.slice(`${options.indexPrefix}-sites-`.length))
        .toSorted(),
  };
}

const seedsOf = (...domains: readonly string[]) => domains.map((domain) => ({ domain, urls: [] }));
const manyDomains = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, number) => `s${100 + number}.test`);

/** @returns the id of a crawl whose sites have all ended */
async function endedCrawl(records: CrawlRecords, ...domains: readonly string[]): Promise<string> {
  const { id } = await records.create(SPEC);
  await records.appendSites(id, seedsOf(...domains));
  await records.seal(id, NONE_REJECTED);
  await Promise.all(domains.map((domain) => records.finish(id, domain, resultOf('indexed'))));
  expect(await records.get(id)).toMatchObject({ state: 'completed' });
  return id;
}

const visitsOf = async (records: CrawlRecords, domain: string): Promise<readonly string[]> =>
  (await records.visits(domain, { limit: 10 })).items.map(({ crawlId }) => crawlId);

it('keeps a crawl that runs over the end of a month in the month of its creation', async () => {
  const { records, at, siteIndexes } = await recordsAt('2026-11-30T23:59:59.990Z');
  const { id, createdAt } = await records.create(SPEC);
  expect([monthOfCrawl(id), createdAt]).toEqual(['2026-11', Date.parse('2026-11-30T23:59:59.990Z')]);
  expect(await records.appendSites(id, seedsOf('a.test', 'b.test'))).toBe(2);
  at('2026-12-01T00:00:00.010Z');
  expect(await records.appendSites(id, seedsOf('b.test', 'c.test'))).toBe(1);
  await records.seal(id, NONE_REJECTED);
  const next = await records.create(SPEC);
  await records.appendSites(next.id, seedsOf('a.test', 'd.test'));
  await records.seal(next.id, NONE_REJECTED);
  expect(await siteIndexes()).toEqual(['2026-11-v1', '2026-12-v1']);

  await records.begin(id, 'a.test', 7);
  await records.finish(id, 'a.test', resultOf('indexed'));
  await records.finish(next.id, 'd.test', resultOf('indexed'));
  expect((await records.list({ limit: 10 })).items.map(({ sites }) => sites)).toEqual([
    { total: 2, pending: 1, running: 0, finished: 1 },
    { total: 3, pending: 2, running: 0, finished: 1 },
  ]);
  expect(await visitsOf(records, 'a.test')).toEqual([next.id, id]);
  expect(await records.backlog(false)).toEqual({ sites: 3, oldestCreatedAt: createdAt });
  expect(await records.unfinished(id, null, 10)).toEqual(['b.test', 'c.test']);
  expect((await records.ended(id, 0, 10)).map(({ domain, position }) => [domain, position])).toEqual([
    ['a.test', 1],
  ]);
  expect((await records.sites(id, { limit: 10 })).items.map(({ domain }) => domain)).toEqual([
    'a.test',
    'b.test',
    'c.test',
  ]);
  await records.cancel(id);
  expect(await records.cancelSites(10, true)).toBe(2);
  expect(await records.get(id)).toMatchObject({ state: 'cancelled', sites: { finished: 3 } });
  expect(await records.get(next.id)).toMatchObject({ state: 'running', sites: { pending: 1 } });
});

it('removes a month at once when all of its crawls are gone, and sites one by one in a month that has others', async () => {
  const { records, open, at, siteIndexes } = await recordsAt('2026-10-05T00:00:00Z');
  const first = await endedCrawl(records, ...manyDomains(25));
  at('2026-10-31T23:59:59.999Z');
  const second = await endedCrawl(records, 's100.test', 's101.test');
  at('2026-11-01T00:00:00Z');
  const third = await endedCrawl(records, ...manyDomains(15));
  const fourth = await endedCrawl(records, 's100.test');
  expect(await records.reserveKey('of the first', first)).toBe(first);
  const other = await open();
  expect(await other.site(first, 's100.test')).toMatchObject({ domain: 's100.test' });

  at('2026-12-15T00:00:00Z');
  for (const id of [first, third]) expect(await records.remove(id)).toBe('removed');
  // October has the second crawl, and November the fourth.
  expect(await records.purge(10)).toBe(10);
  expect(await siteIndexes()).toEqual(['2026-10-v1', '2026-11-v1']);
  expect(await records.remove(second)).toBe('removed');
  // 15 are left of the first one, and 2 of the second one.
  const atOnce = await records.purge(5);
  expect(atOnce).toBe(17);
  expect(await siteIndexes()).toEqual(['2026-11-v1']);
  for (let some = 1; some > 0;) {
    some = await records.purge(10);
    expect(some).toBeLessThanOrEqual(10);
  }
  expect(await siteIndexes()).toEqual(['2026-11-v1']);
  expect(await visitsOf(records, 's100.test')).toEqual([fourth]);
  expect(await records.keyHolder('of the first')).toBeNull();
  expect((await records.list({ limit: 10 })).items.map(({ id }) => id)).toEqual([fourth]);

  // A process that used the month before finds nothing there.
  expect(await other.site(first, 's100.test')).toBeNull();
  expect(await other.finish(first, 's100.test', resultOf('indexed'))).toBe(false);
  await other.begin(first, 's100.test', 1);
  expect(await visitsOf(other, 's100.test')).toEqual([fourth]);
  expect(await records.remove(fourth)).toBe('removed');
  expect(await Promise.all([records.purge(10), other.purge(10)])).toContain(1);
  expect(await siteIndexes()).toEqual([]);
  expect(await visitsOf(records, 's100.test')).toEqual([]);
  expect(await other.backlog(false)).toEqual({ sites: 0, oldestCreatedAt: null });
});

it('does not remove the month in which crawls are made, nor one with a crawl that has not ended', async () => {
  const { records, at, siteIndexes } = await recordsAt('2026-10-05T00:00:00Z');
  const unsealed = await records.create(SPEC);
  await records.appendSites(unsealed.id, seedsOf('a.test'));
  at('2026-11-05T00:00:00Z');
  const ended = await endedCrawl(records, 'a.test');
  expect(await records.remove(ended)).toBe('removed');
  expect(await records.purge(10)).toBe(1);
  expect(await siteIndexes()).toEqual(['2026-10-v1', '2026-11-v1']);
  // Clocks differ: some process may still be in November.
  at('2026-12-01T12:00:00Z');
  expect(await records.purge(10)).toBe(0);
  expect(await siteIndexes()).toEqual(['2026-10-v1', '2026-11-v1']);
  at('2026-12-02T00:00:00Z');
  expect(await records.purge(10)).toBe(0);
  expect(await siteIndexes()).toEqual(['2026-10-v1']);
  expect(await records.appendSites(unsealed.id, seedsOf('b.test'))).toBe(1);
  await records.discard(unsealed.id);
  expect(await records.purge(10)).toBe(2);
  expect(await siteIndexes()).toEqual([]);
});

it('finds nothing in a month without an index', async () => {
  const { records, siteIndexes } = await recordsAt('2026-10-05T00:00:00Z');
  const { id } = await records.create(SPEC);
  expect(await records.get(id)).toMatchObject({ state: 'queued', sites: { total: 0 } });
  expect(await records.sites(id, { limit: 10 })).toEqual({ items: [], next: null });
  expect(await records.ended(id, 0, 10)).toEqual([]);
  expect(await records.site(id, 'a.test')).toBeNull();
  await records.begin(id, 'a.test', 1);
  expect(await records.finish(id, 'a.test', resultOf('indexed'))).toBe(false);
  expect(await records.backlog(false)).toEqual({ sites: 0, oldestCreatedAt: null });
  expect(await records.visits('a.test', { limit: 10 })).toEqual({ items: [], next: null });
  expect(await records.seal(id, NONE_REJECTED)).toMatchObject({ state: 'completed', sites: { total: 0 } });
  expect(await records.remove(id)).toBe('removed');
  expect(await records.purge(10)).toBe(0);
  expect((await records.list({ limit: 10 })).items).toEqual([]);
  expect(await siteIndexes()).toEqual([]);
});

it('makes the index of a month once, whatever processes need it at the same time', async () => {
  const { records, open, siteIndexes } = await recordsAt('2026-10-05T00:00:00Z');
  const others = await Promise.all(Array.from({ length: 5 }, open));
  const { id } = await records.create(SPEC);
  const added = await Promise.all(
    [records, ...others].map((each, number) => each.appendSites(id, seedsOf('same.test', `s${number}.test`))),
  );
  expect(added.reduce((sum, count) => sum + count, 0)).toBe(7);
  expect(await siteIndexes()).toEqual(['2026-10-v1']);
  expect((await records.get(id))?.sites.total).toBe(7);
  expect((await others[0]?.get(id))?.sites.total).toBe(7);
});

it('completes the removal of a month after a kill between its index and its crawls', async () => {
  const { options, records, open, at, siteIndexes } = await recordsAt('2026-10-05T00:00:00Z');
  const ids = [await endedCrawl(records, 'a.test', 'b.test'), await endedCrawl(records, 'a.test')];
  at('2026-12-15T00:00:00Z');
  expect(await records.removeEnded(Number.MAX_SAFE_INTEGER, 10)).toBe(2);
  // State after the kill.
  await client.indices.delete({ index: `${options.indexPrefix}-sites-2026-10-v1` });
  const next = await open();
  expect(await next.purge(10)).toBe(0);
  expect(await siteIndexes()).toEqual([]);
  const crawls = `${options.indexPrefix}-crawls`;
  await client.indices.refresh({ index: crawls });
  const { count } = await client.count({
    index: crawls,
    query: { exists: { field: 'number' } },
  });
  expect(count).toBe(0);
  expect(await Promise.all(ids.map((id) => next.get(id)))).toEqual([null, null]);
});

it('leaves a month while a copy of it is being made', async () => {
  const { options, records, at, siteIndexes } = await recordsAt('2026-10-05T00:00:00Z');
  const id = await endedCrawl(records, 'a.test', 'b.test');
  const month = { ...sitesOfMonth(options, '2026-10'), rewrite: UNCHANGED };
  await copyIndex(client, month, { force: true }, BEAT_MS);
  at('2026-12-15T00:00:00Z');
  expect(await records.remove(id)).toBe('removed');
  expect(await records.purge(10)).toBe(2);
  expect(await siteIndexes()).toContain('2026-10-v1');
  await discardCopy(client, month, BEAT_MS);
  expect(await records.purge(10)).toBe(0);
  expect(await siteIndexes()).toEqual([]);
});
