import { describe, expect, it } from 'vitest';
import type { CrawlRecords } from '../../src/records.ts';
import type { EmptyStore } from './empty-store.ts';
import { prepareCrawls, resultOf, SPEC } from './prepared-crawls.ts';

/** Tests of crawls that are removed after their end, and of what is left of them. */
export function describeCrawlRemoval(emptyStore: EmptyStore<CrawlRecords>): void {
  describe('removal', () => {
    const crawls = prepareCrawls(emptyStore);

    async function endedCrawl(...domains: readonly string[]): Promise<string> {
      const { id } = await crawls.sealedCrawl(...domains);
      for (const domain of domains) await crawls.records.finish(id, domain, resultOf('indexed'));
      expect(await crawls.get(id)).toMatchObject({ state: 'completed' });
      return id;
    }

    async function expectGone(id: string, domain: string): Promise<void> {
      expect(await crawls.records.get(id)).toBeNull();
      expect(await crawls.records.spec(id)).toBeNull();
      expect(await crawls.records.site(id, domain)).toBeNull();
      expect(await crawls.records.sites(id, { limit: 10 })).toEqual({ items: [], next: null });
      expect(await crawls.records.ended(id, 0, 10)).toEqual([]);
      expect((await crawls.records.list({ limit: 1_000 })).items.map((crawl) => crawl.id)).not.toContain(id);
      const { items } = await crawls.records.visits(domain, { limit: 100 });
      expect(items.map(({ crawlId }) => crawlId)).not.toContain(id);
      expect(await crawls.records.remove(id)).toBe('unknown');
      expect(await crawls.records.cancel(id)).toBe('unknown');
    }

    async function purgeAll(limit: number): Promise<number> {
      let sites = 0;
      for (let some = limit; some > 0;) {
        some = await crawls.records.purge(limit);
        expect(some).toBeLessThanOrEqual(limit);
        sites += some;
      }
      return sites;
    }

    it('removes a crawl that has ended, for everyone at once, and its sites some at a time', async () => {
      const domains = Array.from({ length: 25 }, (_, number) => `s${100 + number}.test`);
      const id = await endedCrawl(...domains);
      expect(await crawls.records.ended(id, 0, 3)).toHaveLength(3);
      expect(await crawls.records.reserveKey('of the removed', id)).toBe(id);
      const other = await endedCrawl('s100.test', 'other.test');
      expect(await crawls.records.remove(id)).toBe('removed');
      await expectGone(id, 's100.test');
      expect(await crawls.records.keyHolder('of the removed')).toBeNull();
      expect(await crawls.records.backlog(false)).toEqual({ sites: 0, oldestCreatedAt: null });

      expect(await crawls.records.purge(10)).toBe(10);
      await crawls.reopen();
      await expectGone(id, 's124.test');
      expect(await purgeAll(10)).toBe(15);
      await expectGone(id, 's124.test');
      expect(await crawls.records.begin(id, 's100.test', 1)).toBeUndefined();
      expect(await crawls.records.finish(id, 's100.test', resultOf('indexed'))).toBe(false);
      expect(await crawls.get(other)).toMatchObject({ sites: { total: 2, finished: 2 } });
      expect((await crawls.records.visits('s100.test', { limit: 10 })).items).toMatchObject([
        { crawlId: other },
      ]);
      expect(await crawls.records.reserveKey('of the removed', other)).toBe(other);
    });

    it('does not remove a crawl that has not ended', async () => {
      const { id } = await crawls.sealedCrawl('a.test', 'b.test');
      const unsealed = await crawls.records.create(SPEC);
      expect(await crawls.records.remove(unsealed.id)).toBe('unsealed');
      expect(await crawls.records.remove(id)).toBe('unended');
      await crawls.records.begin(id, 'a.test', 1);
      await crawls.records.cancel(id);
      expect(await crawls.records.remove(id)).toBe('unended');
      expect((await crawls.get(id)).sites.total).toBe(2);
      await crawls.records.cancelSites(100, true);
      expect(await crawls.records.remove(id)).toBe('removed');
      await expectGone(id, 'a.test');
      expect(await crawls.records.remove('none')).toBe('unknown');
      await crawls.records.discard(unsealed.id);
    });

    it('removes the crawls that ended before a time, the earliest first, and no other', async () => {
      await purgeAll(1_000);
      await crawls.records.removeEnded(Date.now() + 60_000, 1_000);
      const first = await endedCrawl('a.test');
      const second = await endedCrawl('a.test', 'b.test');
      const open = await crawls.sealedCrawl('a.test');
      const { finishedAt } = await crawls.get(first);
      expect(await crawls.records.removeEnded(finishedAt ?? 0, 10)).toBe(0);
      expect(await crawls.records.removeEnded(Date.now() + 60_000, 1)).toBe(1);
      await expectGone(first, 'a.test');
      expect(await crawls.records.removeEnded(Date.now() + 60_000, 10)).toBe(1);
      await expectGone(second, 'b.test');
      expect(await crawls.records.removeEnded(Date.now() + 60_000, 10)).toBe(0);
      expect(await purgeAll(1_000)).toBeGreaterThanOrEqual(3);
      expect(await crawls.unfinishedOf(open.id)).toEqual(['a.test']);
      expect(await crawls.records.visits('a.test', { limit: 10 })).toMatchObject({
        items: [{ crawlId: open.id }],
        next: null,
      });
    });
  });
}
