import { describe, expect, it } from 'vitest';
import { NONE_REJECTED, type CrawlRecords } from '../../src/records.ts';
import type { EmptyStore } from './empty-store.ts';
import { allOf, prepareCrawls, resultOf, seeds, SPEC } from './prepared-crawls.ts';

/** Tests of open work and of cancelling. */
export function describeCrawlWork(emptyStore: EmptyStore<CrawlRecords>): void {
  describe('work', () => {
    const crawls = prepareCrawls(emptyStore);

    it('lists the sites of a crawl without a result, in order, after any domain', async () => {
      const older = await crawls.sealedCrawl(
        ...Array.from({ length: 2_500 }, (_, number) => `u${10_000 + number}.test`),
      );
      const newer = await crawls.sealedCrawl('a-newer.test', 'b-newer.test');
      await crawls.records.begin(older.id, 'u10000.test', 1);
      await crawls.records.finish(older.id, 'u10001.test', resultOf('indexed'));
      await crawls.records.finish(newer.id, 'a-newer.test', resultOf('indexed'));
      const ofOlder = await crawls.unfinishedOf(older.id);
      expect(ofOlder).toHaveLength(2_499);
      expect(ofOlder).toEqual(ofOlder.toSorted());
      expect(ofOlder).not.toContain('u10001.test');
      expect(await crawls.unfinishedOf(older.id, 7)).toEqual(ofOlder);
      expect(await crawls.records.unfinished(older.id, 'u10001.test', 2)).toEqual([
        'u10002.test',
        'u10003.test',
      ]);
      expect(await crawls.unfinishedOf(newer.id)).toEqual(['b-newer.test']);
    });

    it('tells crawls whose pages are rendered from the others, and what is left in either kind', async () => {
      await crawls.cancelEverything();
      const ids: string[] = [];
      for (const render of ['if_empty', 'never', 'always'] as const) {
        const { id } = await crawls.records.create({ ...SPEC, priority: 3, render });
        await crawls.records.appendSites(id, seeds('a.test', 'b.test'));
        await crawls.records.seal(id, NONE_REJECTED);
        expect((await crawls.records.spec(id))?.render).toBe(render);
        ids.push(id);
      }
      const [first = '', fetched = '', second = ''] = ids;
      const stated = (id: string) => ({ id, priority: 3 });
      expect(await crawls.records.open(true, 1_000)).toEqual([stated(first), stated(second)]);
      expect(await crawls.records.open(true, 1)).toEqual([stated(first)]);
      // However many crawls of the one kind wait, those of the other are listed.
      expect(await crawls.records.open(false, 1)).toEqual([stated(fetched)]);

      await crawls.records.finish(first, 'a.test', resultOf('indexed'));
      const createdAt = async (id: string) => (await crawls.get(id)).createdAt;
      const rendering = { sites: 3, oldestCreatedAt: await createdAt(first) };
      expect(await crawls.records.backlog(true)).toEqual(rendering);
      const others = { sites: 2, oldestCreatedAt: await createdAt(fetched) };
      expect(await crawls.records.backlog(false)).toEqual(others);
      await crawls.records.cancel(first);
      expect((await crawls.records.backlog(true)).sites).toBe(2);
      await crawls.records.cancel(second);
      expect(await crawls.records.backlog(true)).toEqual({ sites: 0, oldestCreatedAt: null });
      expect(await crawls.records.open(true, 1_000)).toEqual([]);
    });

    it('lists the crawls that go on by priority, the oldest first, and adds up what is left in them', async () => {
      await crawls.cancelEverything();
      expect(await crawls.records.backlog(false)).toEqual({ sites: 0, oldestCreatedAt: null });
      expect(await crawls.records.open(false, 1_000)).toEqual([]);
      const ids: string[] = [];
      for (const priority of [5, 10, 1, 5]) {
        const { id } = await crawls.records.create({ ...SPEC, priority });
        await crawls.records.appendSites(id, seeds('a.test', 'b.test', 'c.test'));
        ids.push(id);
      }
      const [first = '', last = '', soon = '', second = ''] = ids;
      expect(await crawls.openIds()).toEqual([]);
      for (const id of ids) await crawls.records.seal(id, NONE_REJECTED);
      const { createdAt } = await crawls.get(first);
      expect(await crawls.records.open(false, 1_000)).toEqual([
        { id: soon, priority: 1 },
        { id: first, priority: 5 },
        { id: second, priority: 5 },
        { id: last, priority: 10 },
      ]);
      expect(await crawls.openIds(2)).toEqual([soon, first]);
      await crawls.records.finish(first, 'a.test', resultOf('indexed'));
      await crawls.records.begin(first, 'b.test', 1);
      expect(await crawls.records.backlog(false)).toEqual({ sites: 11, oldestCreatedAt: createdAt });

      for (const domain of ['a.test', 'b.test', 'c.test']) {
        await crawls.records.finish(soon, domain, resultOf('indexed'));
      }
      await crawls.records.cancel(second);
      expect(await crawls.unfinishedOf(soon)).toEqual([]);
      expect(await crawls.openIds()).toEqual([first, last]);
      expect((await crawls.records.backlog(false)).sites).toBe(5);
    });

    it('has no sites to work on in a crawl that is not sealed yet', async () => {
      const { id } = await crawls.records.create(SPEC);
      await crawls.records.appendSites(id, seeds('a.test'));
      expect(await crawls.unfinishedOf(id)).toEqual([]);
      expect(await crawls.openIds()).not.toContain(id);
      await crawls.records.seal(id, NONE_REJECTED);
      expect(await crawls.openIds()).toContain(id);
      expect(await crawls.unfinishedOf(id)).toEqual(['a.test']);
    });

    it('cancels a crawl at once and for good, and gives each site left its result some at a time', async () => {
      await crawls.cancelEverything();
      const { id } = await crawls.sealedCrawl('a.test', 'b.test', 'c.test', 'd.test', 'e.test');
      const other = await crawls.sealedCrawl('a.test');
      await crawls.records.begin(id, 'a.test', 500);
      await crawls.records.begin(id, 'b.test', 600);
      await crawls.records.finish(id, 'a.test', resultOf('indexed'));
      expect(await crawls.records.cancelledAmong([id, other.id, 'none'])).toEqual([]);
      expect(await crawls.records.cancel(id)).toBe('cancelled');
      expect(await crawls.records.cancelledAmong([id, other.id, 'none'])).toEqual([id]);
      expect(await crawls.unfinishedOf(id)).toEqual([]);
      expect(await crawls.get(id)).toMatchObject({
        state: 'cancelled',
        finishedAt: null,
        sites: { total: 5, pending: 3, running: 1, finished: 1 },
      });

      expect(await crawls.records.cancelSites(2)).toBe(2);
      expect(await crawls.records.cancelSites(1_000)).toBe(1);
      // The one that is being crawled still has time to end by itself.
      expect(await crawls.records.cancelSites(1_000)).toBe(0);
      expect((await crawls.get(id)).finishedAt).toBeNull();
      expect(await crawls.records.cancelSites(1_000, true)).toBe(1);
      expect(await crawls.records.cancelSites(1_000, true)).toBe(0);
      expect(await crawls.records.cancel(id)).toBe('cancelled');
      const crawl = await crawls.get(id);
      expect(crawl).toMatchObject({
        state: 'cancelled',
        startedAt: 500,
        sites: { total: 5, pending: 0, running: 0, finished: 5 },
        outcomes: { indexed: 1, cancelled: 4 },
        pages: 2,
        bytes: 1_000,
      });
      expect(crawl.finishedAt).toBeGreaterThanOrEqual(crawl.createdAt);
      const sites = await allOf((page) => crawls.records.sites(id, { ...page, outcome: 'cancelled' }), 3);
      expect(sites.map(({ domain }) => domain)).toEqual(['b.test', 'c.test', 'd.test', 'e.test']);
      expect(sites[0]?.result).toMatchObject({ reason: 'the crawl was cancelled', pages: 0, startedAt: 600 });
      expect(await crawls.records.finish(id, 'c.test', resultOf('indexed'))).toBe(false);
      expect(await crawls.unfinishedOf(other.id)).toEqual(['a.test']);
    });

    it('takes the results of sites that end while their crawl is cancelled', async () => {
      const { id } = await crawls.sealedCrawl('a.test', 'b.test');
      await crawls.records.begin(id, 'a.test', 500);
      await crawls.records.cancel(id);
      await crawls.records.begin(id, 'b.test', 600);
      expect(await crawls.records.finish(id, 'a.test', resultOf('indexed'))).toBe(true);
      expect(await crawls.records.finish(id, 'b.test', resultOf('timed_out'))).toBe(true);
      expect(await crawls.get(id)).toMatchObject({
        state: 'cancelled',
        finishedAt: expect.any(Number),
        outcomes: { indexed: 1, timed_out: 1 },
      });
      expect(await crawls.records.cancelSites(10, true)).toBe(0);
    });

    it('cancels neither a completed crawl nor one that is not sealed', async () => {
      const { id } = await crawls.sealedCrawl('a.test');
      await crawls.records.finish(id, 'a.test', resultOf('indexed'));
      const before = await crawls.get(id);
      expect(await crawls.records.cancel(id)).toBe('completed');
      expect(await crawls.get(id)).toEqual(before);
      const unsealed = await crawls.records.create(SPEC);
      expect(await crawls.records.cancel(unsealed.id)).toBe('unsealed');
      expect((await crawls.get(unsealed.id)).state).toBe('queued');
      expect(await crawls.records.cancel('none')).toBe('unknown');
    });
  });
}
