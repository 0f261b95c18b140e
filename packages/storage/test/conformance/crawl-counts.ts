import { describe, expect, it } from 'vitest';
import { OUTCOMES, type Outcome } from '@sitegrep/site';
import { NONE_REJECTED, type CrawlRecords } from '../../src/records.ts';
import { CrawlClosed } from '../../src/errors.ts';
import type { EmptyStore } from './empty-store.ts';
import { prepareCrawls, resultOf, seeds, SPEC } from './prepared-crawls.ts';

/** Tests of a crawl's contents and of the counts of its sites. */
export function describeCrawlCounts(emptyStore: EmptyStore<CrawlRecords>): void {
  describe('counts', () => {
    const crawls = prepareCrawls(emptyStore);

    it('starts a crawl queued and empty', async () => {
      const crawl = await crawls.records.create(SPEC);
      expect(crawl).toEqual({
        id: expect.any(String),
        state: 'queued',
        spec: SPEC,
        createdAt: expect.any(Number),
        startedAt: null,
        finishedAt: null,
        sites: { total: 0, pending: 0, running: 0, finished: 0 },
        outcomes: {},
        pages: 0,
        bytes: 0,
        rejected: NONE_REJECTED,
        firstEntries: [],
      });
      expect(await crawls.records.get(crawl.id)).toEqual(crawl);
      expect(await crawls.records.get('none')).toBeNull();
      expect(await crawls.records.spec(crawl.id)).toEqual(SPEC);
      expect(await crawls.records.spec('none')).toBeNull();
    });

    it('adds each domain of a crawl once, as it came first', async () => {
      const { id } = await crawls.records.create(SPEC);
      const first = [
        { domain: 'a.test', urls: ['https://a.test/x', 'https://a.test/y'] },
        ...seeds('b.test', 'b.test'),
      ];
      expect(await crawls.records.appendSites(id, first)).toBe(2);
      expect(await crawls.records.appendSites(id, seeds('a.test', 'c.test'))).toBe(1);
      expect(await crawls.records.appendSites(id, [])).toBe(0);
      expect((await crawls.get(id)).sites).toEqual({ total: 3, pending: 3, running: 0, finished: 0 });
      expect(await crawls.records.site(id, 'a.test')).toEqual({
        domain: 'a.test',
        urls: ['https://a.test/x', 'https://a.test/y'],
        startedAt: null,
        result: null,
      });
      expect(await crawls.records.site(id, 'z.test')).toBeNull();
      expect(await crawls.records.site('none', 'a.test')).toBeNull();
    });

    it('counts sites as they begin and finish, and completes with the last one', async () => {
      const { id, state } = await crawls.sealedCrawl('a.test', 'b.test', 'c.test');
      expect(state).toBe('queued');
      await crawls.records.begin(id, 'a.test', 500);
      expect(await crawls.get(id)).toMatchObject({
        state: 'running',
        startedAt: 500,
        finishedAt: null,
        sites: { total: 3, pending: 2, running: 1, finished: 0 },
      });
      expect((await crawls.records.site(id, 'a.test'))?.startedAt).toBe(500);

      const result = resultOf('indexed', {
        reason: 'why "not"',
        redirects: [{ from: 'http://a.test/', to: 'https://a.test/', status: 301 }],
      });
      expect(await crawls.records.finish(id, 'a.test', result)).toBe(true);
      expect((await crawls.records.site(id, 'a.test'))?.result).toEqual(result);
      await crawls.records.begin(id, 'b.test', 600);
      expect(await crawls.records.finish(id, 'c.test', resultOf('dns_failed'))).toBe(true);
      expect(await crawls.get(id)).toMatchObject({
        state: 'running',
        startedAt: 500,
        sites: { total: 3, pending: 0, running: 1, finished: 2 },
        outcomes: { indexed: 1, dns_failed: 1 },
        pages: 2,
        bytes: 1_010,
      });
      expect(await crawls.records.finish(id, 'b.test', resultOf('dns_failed'))).toBe(true);
      const crawl = await crawls.get(id);
      expect(crawl).toMatchObject({
        state: 'completed',
        outcomes: { indexed: 1, dns_failed: 2 },
        pages: 2,
        bytes: 1_020,
      });
      expect(crawl.finishedAt).toBeGreaterThanOrEqual(crawl.createdAt);
      expect(crawl.sites).toEqual({ total: 3, pending: 0, running: 0, finished: 3 });
    });

    it('keeps the first result of a site, whatever comes later', async () => {
      const { id } = await crawls.sealedCrawl('a.test', 'b.test');
      await crawls.records.begin(id, 'a.test', 1);
      await crawls.records.begin(id, 'a.test', 2);
      expect((await crawls.get(id)).sites.running).toBe(1);
      expect((await crawls.records.site(id, 'a.test'))?.startedAt).toBe(1);
      expect(await crawls.records.finish(id, 'a.test', resultOf('timed_out'))).toBe(true);
      const before = await crawls.get(id);
      expect(await crawls.records.finish(id, 'a.test', resultOf('indexed'))).toBe(false);
      await crawls.records.begin(id, 'a.test', 3);
      expect(await crawls.get(id)).toEqual(before);
      expect((await crawls.records.site(id, 'a.test'))?.result?.outcome).toBe('timed_out');
    });

    it('ignores calls about sites and crawls that do not exist', async () => {
      const { id } = await crawls.sealedCrawl('a.test');
      const before = await crawls.get(id);
      await crawls.records.begin(id, 'other.test', 1);
      await crawls.records.begin('none', 'a.test', 1);
      expect(await crawls.records.finish(id, 'other.test', resultOf('indexed'))).toBe(false);
      expect(await crawls.records.finish('none', 'a.test', resultOf('indexed'))).toBe(false);
      expect(await crawls.get(id)).toEqual(before);
      expect(await crawls.records.sites('none', { limit: 10 })).toEqual({ items: [], next: null });
      expect(await crawls.unfinishedOf('none')).toEqual([]);
    });

    it('completes at once when it is sealed with nothing left to do', async () => {
      const empty = await crawls.sealedCrawl();
      expect(empty.state).toBe('completed');
      expect(empty.finishedAt).not.toBeNull();

      const { id } = await crawls.records.create(SPEC);
      await crawls.records.appendSites(id, seeds('a.test'));
      await crawls.records.finish(id, 'a.test', resultOf('indexed'));
      expect((await crawls.get(id)).state).toBe('running');
      const samples = [{ line: 3, text: '???', reason: 'no domain' }];
      const rejected = { count: 9, reasons: { 'no domain': 7, 'a number': 2 }, samples };
      const firstEntries = ['https://a.test/', 'b.test'];
      const sealed = await crawls.records.seal(id, rejected, { firstEntries });
      expect(sealed).toMatchObject({ state: 'completed', rejected, firstEntries });
      expect(await crawls.records.seal(id, NONE_REJECTED, { firstEntries: ['c.test'] })).toEqual(sealed);
    });

    it('takes no sites once sealed, and none for a crawl that is not there', async () => {
      const { id } = await crawls.sealedCrawl('a.test');
      await expect(crawls.records.appendSites(id, seeds('b.test'))).rejects.toThrow(CrawlClosed);
      await expect(crawls.records.appendSites('none', seeds('b.test'))).rejects.toThrow(CrawlClosed);
      await expect(crawls.records.seal('none', NONE_REJECTED)).rejects.toThrow(CrawlClosed);
      expect((await crawls.get(id)).sites.total).toBe(1);
    });

    it('tells the pages of a crawl over time, by the ends of its visits', async () => {
      const { id } = await crawls.sealedCrawl('a.test', 'b.test', 'c.test', 'd.test', 'e.test');
      expect(await crawls.records.timeline('none')).toBeNull();
      expect(await crawls.records.timeline(id)).toEqual({ from: 0, widthMs: 10_000, pages: [] });
      const ends = async (domain: string, finishedAt: number, pages: number): Promise<void> => {
        await crawls.records.finish(id, domain, resultOf('indexed', { finishedAt, pages }));
      };
      await ends('a.test', 1_790_000_029_999, 3);
      await ends('b.test', 1_790_000_001_000, 5);
      await ends('b.test', 1_790_000_031_000, 7);
      await Promise.all([ends('c.test', 1_790_000_020_000, 1), ends('d.test', 1_790_000_040_000, 0)]);
      const expected = { from: 1_790_000_000_000, widthMs: 10_000, pages: [5, 0, 4, 0, 0] };
      expect(await crawls.records.timeline(id)).toEqual(expected);
      await crawls.reopen();
      expect(await crawls.records.timeline(id)).toEqual(expected);
      // 40 minutes and 10 seconds are 241 intervals of 10 seconds, so they become 20 seconds long.
      await ends('e.test', 1_790_002_400_000, 9);
      const long = await crawls.records.timeline(id);
      expect(long).toMatchObject({ from: 1_790_000_000_000, widthMs: 20_000 });
      expect(long?.pages).toHaveLength(121);
      expect(long?.pages.slice(0, 4)).toEqual([5, 4, 0, 0]);
      expect(long?.pages.at(-1)).toBe(9);
      await crawls.records.discard(id);
      expect(await crawls.records.timeline(id)).toBeNull();
    });

    it('counts right when all calls come at once', async () => {
      const domains = Array.from({ length: 300 }, (_, number) => `s${number}.test`);
      const { id } = await crawls.sealedCrawl(...domains);
      const outcomeOf = (number: number): Outcome => OUTCOMES[number % OUTCOMES.length] ?? 'crashed';
      const finished = await Promise.all(
        domains.flatMap((domain, number) => [
          crawls.records.begin(id, domain, number).then(() => false),
          crawls.records.finish(id, domain, resultOf(outcomeOf(number))),
          crawls.records.finish(id, domain, resultOf('crashed')),
        ]),
      );
      expect(finished.filter(Boolean)).toHaveLength(300);
      const counted: Record<string, number> = {};
      for (const number of domains.keys()) counted[outcomeOf(number)] = (counted[outcomeOf(number)] ?? 0) + 1;
      expect(await crawls.get(id)).toMatchObject({
        state: 'completed',
        sites: { total: 300, pending: 0, running: 0, finished: 300 },
        outcomes: counted,
        pages: 2 * (counted['indexed'] ?? 0),
      });
    });
  });
}
