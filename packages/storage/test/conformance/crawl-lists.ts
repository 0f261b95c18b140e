import { describe, expect, it } from 'vitest';
import type { CrawlRecords, EndedSite } from '../../src/records.ts';
import { InvalidPosition } from '../../src/errors.ts';
import type { EmptyStore } from './empty-store.ts';
import { allOf, prepareCrawls, resultOf, SPEC } from './prepared-crawls.ts';

/** Crawls and sites page by page, and sites in the order in which they ended. */
export function describeCrawlLists(emptyStore: EmptyStore<CrawlRecords>): void {
  describe('lists', () => {
    const crawls = prepareCrawls(emptyStore);

    it('lists sites page by page, all or those with an outcome', async () => {
      const domains = Array.from({ length: 25 }, (_, number) => `p${String(number).padStart(2, '0')}.test`);
      const { id } = await crawls.sealedCrawl(...domains.toReversed());
      for (const [number, domain] of domains.entries()) {
        if (number % 5 !== 4)
          await crawls.records.finish(id, domain, resultOf(number % 2 === 0 ? 'indexed' : 'not_html'));
      }
      for (const limit of [1, 7, 25, 1_000]) {
        const sites = await allOf((page) => crawls.records.sites(id, page), limit);
        expect(sites.map(({ domain }) => domain)).toEqual(domains);
        const indexed = await allOf(
          (page) => crawls.records.sites(id, { ...page, outcome: 'indexed' }),
          limit,
        );
        expect(indexed.map(({ domain }) => domain)).toEqual(
          domains.filter((_, number) => number % 5 !== 4 && number % 2 === 0),
        );
      }
      expect(await allOf((page) => crawls.records.sites(id, { ...page, outcome: 'crashed' }), 10)).toEqual(
        [],
      );
    });

    it('lists the sites that are being crawled, page by page', async () => {
      const { id } = await crawls.sealedCrawl('r1.test', 'r2.test', 'r3.test', 'r4.test', 'r5.test');
      const running = async (limit: number): Promise<readonly string[]> =>
        (await allOf((page) => crawls.records.sites(id, { ...page, areRunning: true }), limit)).map(
          ({ domain }) => domain,
        );
      expect(await running(10)).toEqual([]);
      for (const domain of ['r5.test', 'r1.test', 'r3.test', 'r2.test'])
        await crawls.records.begin(id, domain, 5);
      await crawls.records.finish(id, 'r2.test', resultOf('indexed'));
      await crawls.records.finish(id, 'r4.test', resultOf('dns_failed'));
      for (const limit of [1, 2, 10]) expect(await running(limit)).toEqual(['r1.test', 'r3.test', 'r5.test']);
      const both = { limit: 10, areRunning: true, outcome: 'indexed' } as const;
      expect(await crawls.records.sites(id, both)).toEqual({ items: [], next: null });
    });

    it('lists what became of a domain in each crawl, newest crawl first', async () => {
      const visited = ['v1.test', 'v2.test', 'v1.test', 'v1.test', 'v3.test', 'v1.test'];
      const made: { readonly id: string; readonly createdAt: number }[] = [];
      for (const [number, domain] of visited.entries()) {
        const { id, createdAt } = await crawls.sealedCrawl(domain, `other${number}.test`);
        made.unshift({ id, createdAt });
      }
      const [newest, , middle, older, , oldest] = made;
      await crawls.records.finish(older?.id ?? '', 'v1.test', resultOf('tls_failed', { reason: 'expired' }));
      await crawls.records.begin(middle?.id ?? '', 'v1.test', 9);
      const site = { domain: 'v1.test', urls: [], startedAt: null, result: null };
      const of = (crawl: (typeof made)[number] | undefined) => ({
        crawlId: crawl?.id,
        createdAt: crawl?.createdAt,
      });
      const expected = [
        { ...site, ...of(newest) },
        { ...site, ...of(middle), startedAt: 9 },
        { ...site, ...of(older), result: resultOf('tls_failed', { reason: 'expired' }) },
        { ...site, ...of(oldest) },
      ];
      const visits = (limit: number) => allOf((page) => crawls.records.visits('v1.test', page), limit);
      for (const limit of [1, 2, 3, 100]) expect(await visits(limit)).toEqual(expected);
      await crawls.records.discard(middle?.id ?? '');
      expect(await visits(10)).toEqual(expected.toSpliced(1, 1));
      expect(await crawls.records.visits('never.test', { limit: 1_000 })).toEqual({ items: [], next: null });
      await expect(crawls.records.visits('v1.test', { limit: 1, after: 'x' })).rejects.toThrow(
        InvalidPosition,
      );
    });

    /** Reads on after each position that it saw, until it saw so many sites. */
    async function follow(id: string, count: number, limit: number): Promise<readonly EndedSite[]> {
      const seen: EndedSite[] = [];
      while (seen.length < count) {
        const more = await crawls.records.ended(id, seen.at(-1)?.position ?? 0, limit);
        expect(more.length).toBeLessThanOrEqual(limit);
        seen.push(...more);
      }
      return seen;
    }

    it('gives sites that ended their positions, in the order in which they ended', async () => {
      const { id } = await crawls.sealedCrawl('a.test', 'b.test', 'c.test', 'd.test');
      expect(await crawls.records.ended(id, 0, 10)).toEqual([]);
      expect(await crawls.records.ended('none', 0, 10)).toEqual([]);
      await crawls.records.begin(id, 'c.test', 7);
      const result = resultOf('indexed', { reason: 'why "not"' });
      await crawls.records.finish(id, 'c.test', result);
      const [first, ...others] = await crawls.records.ended(id, 0, 10);
      expect(first).toEqual({ domain: 'c.test', urls: [], startedAt: 7, result, position: 1 });
      expect(others).toEqual([]);
      await crawls.records.finish(id, 'a.test', resultOf('dns_failed'));
      await crawls.records.finish(id, 'c.test', resultOf('crashed'));
      expect(
        (await crawls.records.ended(id, 1, 10)).map(({ domain, position }) => [domain, position]),
      ).toEqual([['a.test', 2]]);
      await crawls.records.finish(id, 'd.test', resultOf('dns_failed'));
      expect((await follow(id, 3, 10)).map(({ domain }) => domain)).toEqual(['c.test', 'a.test', 'd.test']);
      expect(await crawls.records.ended(id, 3, 10)).toEqual([]);
      expect(await crawls.records.ended(id, 100, 10)).toEqual([]);
      await crawls.records.discard(id);
      expect(await crawls.records.ended(id, 0, 10)).toEqual([]);
    });

    it('shows no position before all lower ones, while sites end at once', async () => {
      const domains = Array.from({ length: 1_200 }, (_, number) => `e${number}.test`);
      const { id } = await crawls.sealedCrawl(...domains);
      const followers = [1_000, 7, 113].map((limit) => follow(id, domains.length, limit));
      for (let from = 0; from < domains.length; from += 60) {
        await Promise.all(
          domains
            .slice(from, from + 60)
            .map((domain) => crawls.records.finish(id, domain, resultOf('timed_out'))),
        );
      }
      const [one, ...others] = await Promise.all(followers);
      expect(one?.map(({ position }) => position)).toEqual(domains.map((_, index) => index + 1));
      expect(one?.map(({ domain }) => domain).toSorted()).toEqual(domains.toSorted());
      for (const other of others) expect(other).toEqual(one);
      expect(await follow(id, domains.length, 1_000)).toEqual(one);
    });

    it('lists crawls newest first, page by page', async () => {
      const ids: string[] = [];
      for (let number = 0; number < 5; number++) ids.unshift((await crawls.records.create(SPEC)).id);
      for (const limit of [1, 2, 1_000]) {
        const listed = await allOf((page) => crawls.records.list(page), limit);
        expect(listed.slice(0, 5).map(({ id }) => id)).toEqual(ids);
        expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length);
      }
      await expect(crawls.records.list({ limit: 1, after: 'x' })).rejects.toThrow(InvalidPosition);
    });

    it('holds the same after it was closed and opened again', async () => {
      const { id } = await crawls.sealedCrawl('a.test', 'b.test', 'c.test');
      await crawls.records.finish(id, 'b.test', resultOf('indexed'));
      await crawls.records.ended(id, 0, 1);
      await crawls.records.finish(id, 'a.test', resultOf('indexed'));
      const before = await allOf((page) => crawls.records.list(page), 100);
      await crawls.reopen();
      expect(await allOf((page) => crawls.records.list(page), 100)).toEqual(before);
      await crawls.records.finish(id, 'c.test', resultOf('indexed'));
      expect((await follow(id, 3, 10)).map(({ domain, position }) => [domain, position])).toEqual([
        ['b.test', 1],
        ['a.test', 2],
        ['c.test', 3],
      ]);
    });
  });
}
