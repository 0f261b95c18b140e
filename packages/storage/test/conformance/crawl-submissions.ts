import { describe, expect, it, vi } from 'vitest';
import { NONE_REJECTED, type CrawlRecords } from '../../src/records.ts';
import { CrawlClosed } from '../../src/errors.ts';
import type { EmptyStore } from './empty-store.ts';
import { prepareCrawls, resultOf, seeds, SPEC } from './prepared-crawls.ts';

/** Crawls that are submitted: their keys, their end where they break off. */
export function describeCrawlSubmissions(emptyStore: EmptyStore<CrawlRecords>): void {
  describe('submissions', () => {
    const crawls = prepareCrawls(emptyStore);

    it('gives a key to one crawl, and to another only when that is discarded', async () => {
      const made = await Promise.all(Array.from({ length: 8 }, () => crawls.records.create(SPEC)));
      const ids = made.map(({ id }) => id);
      const holders = new Set(await Promise.all(ids.map((id) => crawls.records.reserveKey('a key', id))));
      expect(holders.size).toBe(1);
      const [holder = ''] = holders;
      expect(ids).toContain(holder);
      expect(await crawls.records.keyHolder('a key')).toEqual({ crawlId: holder, fingerprint: null });
      expect(await crawls.records.keyHolder('another key')).toBeNull();

      await crawls.records.discard(holder);
      expect(await crawls.records.keyHolder('a key')).toBeNull();
      const next = ids.find((id) => id !== holder) ?? '';
      expect(await crawls.records.reserveKey('a key', next)).toBe(next);
      await crawls.records.seal(next, NONE_REJECTED, { fingerprint: 'of the list' });
      expect(await crawls.records.keyHolder('a key')).toEqual({ crawlId: next, fingerprint: 'of the list' });
      expect(await crawls.records.reserveKey('another key', ids.at(-1) ?? '')).toBe(ids.at(-1));
      await crawls.records.discardUnsealed(0);
    });

    async function expectGone(id: string): Promise<void> {
      expect(await crawls.records.get(id)).toBeNull();
      expect(await crawls.records.spec(id)).toBeNull();
      expect(await crawls.records.site(id, 'a.test')).toBeNull();
      expect(await crawls.unfinishedOf(id)).toEqual([]);
      expect((await crawls.records.list({ limit: 1_000 })).items.map((crawl) => crawl.id)).not.toContain(id);
      expect(await crawls.records.discardUnsealed(0)).not.toContain(id);
    }

    it('removes a discarded crawl completely', async () => {
      const { id } = await crawls.sealedCrawl('a.test', 'b.test');
      const other = await crawls.sealedCrawl('a.test');
      await crawls.records.finish(id, 'b.test', resultOf('indexed'));
      await crawls.records.discard(id);
      await crawls.records.discard('none');
      await expectGone(id);
      expect(await crawls.unfinishedOf(other.id)).toEqual(['a.test']);
    });

    it('discards crawls that were never sealed, once they are quiet for long enough', async () => {
      await crawls.records.discardUnsealed(0);
      const sealed = await crawls.sealedCrawl('a.test');
      const { id } = await crawls.records.create(SPEC);
      const empty = await crawls.records.create(SPEC);
      await crawls.records.appendSites(id, seeds('a.test', 'b.test'));
      await crawls.records.finish(id, 'b.test', resultOf('indexed'));
      expect(await crawls.records.discardUnsealed(600_000)).toEqual([]);
      expect((await crawls.get(id)).sites.total).toBe(2);

      const discarded: string[] = [];
      await vi.waitFor(
        async () => {
          discarded.push(...(await crawls.records.discardUnsealed(20)));
          expect(discarded.toSorted()).toEqual([id, empty.id].toSorted());
        },
        { timeout: 60_000 },
      );
      await expectGone(id);
      await expectGone(empty.id);
      await expect(crawls.records.appendSites(id, [])).rejects.toThrow(CrawlClosed);
      await expect(crawls.records.appendSites(id, seeds('c.test'))).rejects.toThrow(CrawlClosed);
      await expect(crawls.records.seal(id, NONE_REJECTED)).rejects.toThrow(CrawlClosed);
      await expectGone(id);
      expect(await crawls.unfinishedOf(sealed.id)).toEqual(['a.test']);
    });

    it('either seals or discards a crawl, whichever comes first, and all of it', async () => {
      const made = await Promise.all(
        Array.from({ length: 20 }, async () => {
          const { id } = await crawls.records.create(SPEC);
          await crawls.records.appendSites(id, seeds('a.test', 'b.test'));
          return id;
        }),
      );
      const seals = made.map((id) =>
        crawls.records.seal(id, NONE_REJECTED).then(
          ({ sites }) => sites.total,
          (error: unknown) => {
            if (error instanceof CrawlClosed) return null;
            throw error;
          },
        ),
      );
      const discarded = new Set(await crawls.records.discardUnsealed(0));
      for (const [index, id] of made.entries()) {
        expect(await seals[index]).toBe(discarded.has(id) ? null : 2);
        expect(await crawls.unfinishedOf(id)).toEqual(discarded.has(id) ? [] : ['a.test', 'b.test']);
      }
    });
  });
}
