import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { OUTCOMES, type Outcome, type SiteResult } from '@sitegrep/site';
import type { Crawl, CrawlRecords, EndedSite, Listed, PageRequest } from '../crawls.ts';
import { CrawlClosed, InvalidPosition } from '../errors.ts';
import type { EmptyStore } from './empty-store.ts';

const SPEC = { maxPages: 3, maxDepth: 1, priority: 5 };
const NONE_REJECTED = { count: 0, reasons: {}, samples: [] };

function resultOf(outcome: Outcome, rest: Partial<SiteResult> = {}): SiteResult {
  const [pages, bytes] = outcome === 'indexed' ? [2, 1_000] : [0, 10];
  return { outcome, reason: null, pages, bytes, startedAt: 1_000, finishedAt: 2_000, redirects: [], ...rest };
}

const seeds = (...domains: readonly string[]): { domain: string; urls: string[] }[] =>
  domains.map((domain) => ({ domain, urls: [] }));

/** Everything records of crawls must do, whatever keeps them. */
export function describeCrawlRecords(name: string, emptyStore: EmptyStore<CrawlRecords>): void {
  describe(`crawl records: ${name}`, () => {
    let records: CrawlRecords;
    let reopen: () => Promise<CrawlRecords>;
    beforeAll(async () => {
      reopen = await emptyStore();
      records = await reopen();
    });
    afterAll(() => records.close());

    /** A sealed crawl of these domains. */
    async function sealedCrawl(...domains: readonly string[]): Promise<Crawl> {
      const { id } = await records.create(SPEC);
      await records.appendSites(id, seeds(...domains));
      return records.seal(id, NONE_REJECTED);
    }

    async function get(id: string): Promise<Crawl> {
      const crawl = await records.get(id);
      if (crawl === null) throw new Error(`crawl ${id} is gone`);
      return crawl;
    }

    /** What is left to do in a crawl, read some at a time. */
    async function unfinishedOf(id: string, limit = 1_000): Promise<readonly string[]> {
      const domains: string[] = [];
      for (;;) {
        const some = await records.unfinished(id, domains.at(-1) ?? null, limit);
        expect(some.length).toBeLessThanOrEqual(limit);
        domains.push(...some);
        if (some.length < limit) return domains;
      }
    }

    async function openIds(limit = 1_000): Promise<readonly string[]> {
      return (await records.open(limit)).map(({ id }) => id);
    }

    /** So that other crawls of the suite don't count. */
    async function cancelEverything(): Promise<void> {
      await records.discardUnsealed(0);
      for (const { id } of await records.open(1_000)) await records.cancel(id);
      while ((await records.cancelSites(1_000, true)) > 0);
    }

    /** All items of a listing, page by page. */
    async function all<T>(
      list: (page: PageRequest) => Promise<Listed<T>>,
      limit: number,
    ): Promise<readonly T[]> {
      const items: T[] = [];
      for (let page: PageRequest = { limit }; ;) {
        const { items: found, next } = await list(page);
        expect(found.length).toBeLessThanOrEqual(limit);
        items.push(...found);
        if (next === null) return items;
        page = { limit, after: next };
      }
    }

    it('starts a crawl queued and empty', async () => {
      const crawl = await records.create(SPEC);
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
      });
      expect(await records.get(crawl.id)).toEqual(crawl);
      expect(await records.get('none')).toBeNull();
      expect(await records.spec(crawl.id)).toEqual(SPEC);
      expect(await records.spec('none')).toBeNull();
    });

    it('adds each domain of a crawl once, and keeps it as it came first', async () => {
      const { id } = await records.create(SPEC);
      const first = [
        { domain: 'a.test', urls: ['https://a.test/x', 'https://a.test/y'] },
        ...seeds('b.test', 'b.test'),
      ];
      expect(await records.appendSites(id, first)).toBe(2);
      expect(await records.appendSites(id, seeds('a.test', 'c.test'))).toBe(1);
      expect(await records.appendSites(id, [])).toBe(0);
      expect((await get(id)).sites).toEqual({ total: 3, pending: 3, running: 0, finished: 0 });
      expect(await records.site(id, 'a.test')).toEqual({
        domain: 'a.test',
        urls: ['https://a.test/x', 'https://a.test/y'],
        startedAt: null,
        result: null,
      });
      expect(await records.site(id, 'z.test')).toBeNull();
      expect(await records.site('none', 'a.test')).toBeNull();
    });

    it('counts sites as they begin and finish, and completes with the last one', async () => {
      const { id, state } = await sealedCrawl('a.test', 'b.test', 'c.test');
      expect(state).toBe('queued');
      await records.begin(id, 'a.test', 500);
      expect(await get(id)).toMatchObject({
        state: 'running',
        startedAt: 500,
        finishedAt: null,
        sites: { total: 3, pending: 2, running: 1, finished: 0 },
      });
      expect((await records.site(id, 'a.test'))?.startedAt).toBe(500);

      const result = resultOf('indexed', {
        reason: 'why "not"',
        redirects: [{ from: 'http://a.test/', to: 'https://a.test/', status: 301 }],
      });
      expect(await records.finish(id, 'a.test', result)).toBe(true);
      expect((await records.site(id, 'a.test'))?.result).toEqual(result);
      await records.begin(id, 'b.test', 600);
      expect(await records.finish(id, 'c.test', resultOf('dns_failed'))).toBe(true);
      expect(await get(id)).toMatchObject({
        state: 'running',
        startedAt: 500,
        sites: { total: 3, pending: 0, running: 1, finished: 2 },
        outcomes: { indexed: 1, dns_failed: 1 },
        pages: 2,
        bytes: 1_010,
      });
      expect(await records.finish(id, 'b.test', resultOf('dns_failed'))).toBe(true);
      const crawl = await get(id);
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
      const { id } = await sealedCrawl('a.test', 'b.test');
      await records.begin(id, 'a.test', 1);
      await records.begin(id, 'a.test', 2);
      expect((await get(id)).sites.running).toBe(1);
      expect((await records.site(id, 'a.test'))?.startedAt).toBe(1);
      expect(await records.finish(id, 'a.test', resultOf('timed_out'))).toBe(true);
      const before = await get(id);
      expect(await records.finish(id, 'a.test', resultOf('indexed'))).toBe(false);
      await records.begin(id, 'a.test', 3);
      expect(await get(id)).toEqual(before);
      expect((await records.site(id, 'a.test'))?.result?.outcome).toBe('timed_out');
    });

    it('ignores what is said of sites and crawls it does not know', async () => {
      const { id } = await sealedCrawl('a.test');
      const before = await get(id);
      await records.begin(id, 'other.test', 1);
      await records.begin('none', 'a.test', 1);
      expect(await records.finish(id, 'other.test', resultOf('indexed'))).toBe(false);
      expect(await records.finish('none', 'a.test', resultOf('indexed'))).toBe(false);
      expect(await get(id)).toEqual(before);
      expect(await records.sites('none', { limit: 10 })).toEqual({ items: [], next: null });
      expect(await unfinishedOf('none')).toEqual([]);
    });

    it('completes at once when it is sealed with nothing left to do', async () => {
      const empty = await sealedCrawl();
      expect(empty.state).toBe('completed');
      expect(empty.finishedAt).not.toBeNull();

      const { id } = await records.create(SPEC);
      await records.appendSites(id, seeds('a.test'));
      await records.finish(id, 'a.test', resultOf('indexed'));
      expect((await get(id)).state).toBe('running');
      const samples = [{ line: 3, text: '???', reason: 'no domain' }];
      const rejected = { count: 9, reasons: { 'no domain': 7, 'a number': 2 }, samples };
      const sealed = await records.seal(id, rejected);
      expect(sealed).toMatchObject({ state: 'completed', rejected });
      expect(await records.seal(id, NONE_REJECTED)).toEqual(sealed);
    });

    it('takes no sites once sealed, and none for a crawl that is not there', async () => {
      const { id } = await sealedCrawl('a.test');
      await expect(records.appendSites(id, seeds('b.test'))).rejects.toThrow(CrawlClosed);
      await expect(records.appendSites('none', seeds('b.test'))).rejects.toThrow(CrawlClosed);
      await expect(records.seal('none', NONE_REJECTED)).rejects.toThrow(CrawlClosed);
      expect((await get(id)).sites.total).toBe(1);
    });

    it('counts right when everything comes at once', async () => {
      const domains = Array.from({ length: 300 }, (_, number) => `s${number}.test`);
      const { id } = await sealedCrawl(...domains);
      const outcomeOf = (number: number): Outcome => OUTCOMES[number % OUTCOMES.length] ?? 'crashed';
      const finished = await Promise.all(
        domains.flatMap((domain, number) => [
          records.begin(id, domain, number).then(() => false),
          records.finish(id, domain, resultOf(outcomeOf(number))),
          records.finish(id, domain, resultOf('crashed')),
        ]),
      );
      expect(finished.filter(Boolean)).toHaveLength(300);
      const counted: Record<string, number> = {};
      for (const number of domains.keys()) counted[outcomeOf(number)] = (counted[outcomeOf(number)] ?? 0) + 1;
      expect(await get(id)).toMatchObject({
        state: 'completed',
        sites: { total: 300, pending: 0, running: 0, finished: 300 },
        outcomes: counted,
        pages: 2 * (counted['indexed'] ?? 0),
      });
    });

    it('lists sites page by page, all or those with an outcome', async () => {
      const domains = Array.from({ length: 25 }, (_, number) => `p${String(number).padStart(2, '0')}.test`);
      const { id } = await sealedCrawl(...domains.toReversed());
      for (const [number, domain] of domains.entries()) {
        if (number % 5 !== 4)
          await records.finish(id, domain, resultOf(number % 2 === 0 ? 'indexed' : 'not_html'));
      }
      for (const limit of [1, 7, 25, 1_000]) {
        const sites = await all((page) => records.sites(id, page), limit);
        expect(sites.map(({ domain }) => domain)).toEqual(domains);
        const indexed = await all((page) => records.sites(id, { ...page, outcome: 'indexed' }), limit);
        expect(indexed.map(({ domain }) => domain)).toEqual(
          domains.filter((_, number) => number % 5 !== 4 && number % 2 === 0),
        );
      }
      expect(await all((page) => records.sites(id, { ...page, outcome: 'crashed' }), 10)).toEqual([]);
    });

    /** Reads on behind each place it saw, until it saw so many sites. */
    async function follow(id: string, count: number, limit: number): Promise<readonly EndedSite[]> {
      const seen: EndedSite[] = [];
      while (seen.length < count) {
        const more = await records.ended(id, seen.at(-1)?.place ?? 0, limit);
        expect(more.length).toBeLessThanOrEqual(limit);
        seen.push(...more);
      }
      return seen;
    }

    it('gives sites that ended their places, in the order in which they ended', async () => {
      const { id } = await sealedCrawl('a.test', 'b.test', 'c.test', 'd.test');
      expect(await records.ended(id, 0, 10)).toEqual([]);
      expect(await records.ended('none', 0, 10)).toEqual([]);
      await records.begin(id, 'c.test', 7);
      const result = resultOf('indexed', { reason: 'why "not"' });
      await records.finish(id, 'c.test', result);
      const [first, ...others] = await records.ended(id, 0, 10);
      expect(first).toEqual({ domain: 'c.test', urls: [], startedAt: 7, result, place: 1 });
      expect(others).toEqual([]);
      await records.finish(id, 'a.test', resultOf('dns_failed'));
      await records.finish(id, 'c.test', resultOf('crashed'));
      expect((await records.ended(id, 1, 10)).map(({ domain, place }) => [domain, place])).toEqual([
        ['a.test', 2],
      ]);
      await records.finish(id, 'd.test', resultOf('dns_failed'));
      expect((await follow(id, 3, 10)).map(({ domain }) => domain)).toEqual(['c.test', 'a.test', 'd.test']);
      expect(await records.ended(id, 3, 10)).toEqual([]);
      expect(await records.ended(id, 100, 10)).toEqual([]);
      await records.discard(id);
      expect(await records.ended(id, 0, 10)).toEqual([]);
    });

    it('shows no place before all that precede it, while sites end at once', async () => {
      const domains = Array.from({ length: 1_200 }, (_, number) => `e${number}.test`);
      const { id } = await sealedCrawl(...domains);
      const followers = [1_000, 7, 113].map((limit) => follow(id, domains.length, limit));
      for (let from = 0; from < domains.length; from += 60) {
        await Promise.all(
          domains.slice(from, from + 60).map((domain) => records.finish(id, domain, resultOf('timed_out'))),
        );
      }
      const [one, ...others] = await Promise.all(followers);
      expect(one?.map(({ place }) => place)).toEqual(domains.map((_, index) => index + 1));
      expect(one?.map(({ domain }) => domain).toSorted()).toEqual(domains.toSorted());
      for (const other of others) expect(other).toEqual(one);
      expect(await follow(id, domains.length, 1_000)).toEqual(one);
    });

    it('lists crawls newest first, page by page', async () => {
      const ids: string[] = [];
      for (let number = 0; number < 5; number++) ids.unshift((await records.create(SPEC)).id);
      for (const limit of [1, 2, 1_000]) {
        const listed = await all((page) => records.list(page), limit);
        expect(listed.slice(0, 5).map(({ id }) => id)).toEqual(ids);
        expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length);
      }
      await expect(records.list({ limit: 1, after: 'x' })).rejects.toThrow(InvalidPosition);
    });

    it('knows the sites without a result of a crawl, in order, from anywhere', async () => {
      const older = await sealedCrawl(
        ...Array.from({ length: 2_500 }, (_, number) => `u${10_000 + number}.test`),
      );
      const newer = await sealedCrawl('a-newer.test', 'b-newer.test');
      await records.begin(older.id, 'u10000.test', 1);
      await records.finish(older.id, 'u10001.test', resultOf('indexed'));
      await records.finish(newer.id, 'a-newer.test', resultOf('indexed'));
      const ofOlder = await unfinishedOf(older.id);
      expect(ofOlder).toHaveLength(2_499);
      expect(ofOlder).toEqual(ofOlder.toSorted());
      expect(ofOlder).not.toContain('u10001.test');
      expect(await unfinishedOf(older.id, 7)).toEqual(ofOlder);
      expect(await records.unfinished(older.id, 'u10001.test', 2)).toEqual(['u10002.test', 'u10003.test']);
      expect(await unfinishedOf(newer.id)).toEqual(['b-newer.test']);
    });

    it('lists the crawls that go on by priority, the oldest first, and adds up what is left in them', async () => {
      await cancelEverything();
      expect(await records.backlog()).toEqual({ sites: 0, oldestCreatedAt: null });
      expect(await records.open(1_000)).toEqual([]);
      const ids: string[] = [];
      for (const priority of [5, 10, 1, 5]) {
        const { id } = await records.create({ ...SPEC, priority });
        await records.appendSites(id, seeds('a.test', 'b.test', 'c.test'));
        ids.push(id);
      }
      const [first = '', last = '', soon = '', second = ''] = ids;
      expect(await openIds()).toEqual([]);
      for (const id of ids) await records.seal(id, NONE_REJECTED);
      const { createdAt } = await get(first);
      expect(await records.open(1_000)).toEqual([
        { id: soon, priority: 1 },
        { id: first, priority: 5 },
        { id: second, priority: 5 },
        { id: last, priority: 10 },
      ]);
      expect(await openIds(2)).toEqual([soon, first]);
      await records.finish(first, 'a.test', resultOf('indexed'));
      await records.begin(first, 'b.test', 1);
      expect(await records.backlog()).toEqual({ sites: 11, oldestCreatedAt: createdAt });

      for (const domain of ['a.test', 'b.test', 'c.test']) {
        await records.finish(soon, domain, resultOf('indexed'));
      }
      await records.cancel(second);
      expect(await unfinishedOf(soon)).toEqual([]);
      expect(await openIds()).toEqual([first, last]);
      expect((await records.backlog()).sites).toBe(5);
    });

    it('cancels a crawl at once and for good, and gives each site left its result some at a time', async () => {
      await cancelEverything();
      const { id } = await sealedCrawl('a.test', 'b.test', 'c.test', 'd.test', 'e.test');
      const other = await sealedCrawl('a.test');
      await records.begin(id, 'a.test', 500);
      await records.begin(id, 'b.test', 600);
      await records.finish(id, 'a.test', resultOf('indexed'));
      expect(await records.cancelledAmong([id, other.id, 'none'])).toEqual([]);
      expect(await records.cancel(id)).toBe('cancelled');
      expect(await records.cancelledAmong([id, other.id, 'none'])).toEqual([id]);
      expect(await unfinishedOf(id)).toEqual([]);
      expect(await get(id)).toMatchObject({
        state: 'cancelled',
        finishedAt: null,
        sites: { total: 5, pending: 3, running: 1, finished: 1 },
      });

      expect(await records.cancelSites(2)).toBe(2);
      expect(await records.cancelSites(1_000)).toBe(1);
      // The one that is being crawled still has time to end by itself.
      expect(await records.cancelSites(1_000)).toBe(0);
      expect((await get(id)).finishedAt).toBeNull();
      expect(await records.cancelSites(1_000, true)).toBe(1);
      expect(await records.cancelSites(1_000, true)).toBe(0);
      expect(await records.cancel(id)).toBe('cancelled');
      const crawl = await get(id);
      expect(crawl).toMatchObject({
        state: 'cancelled',
        startedAt: 500,
        sites: { total: 5, pending: 0, running: 0, finished: 5 },
        outcomes: { indexed: 1, cancelled: 4 },
        pages: 2,
        bytes: 1_000,
      });
      expect(crawl.finishedAt).toBeGreaterThanOrEqual(crawl.createdAt);
      const sites = await all((page) => records.sites(id, { ...page, outcome: 'cancelled' }), 3);
      expect(sites.map(({ domain }) => domain)).toEqual(['b.test', 'c.test', 'd.test', 'e.test']);
      expect(sites[0]?.result).toMatchObject({ reason: 'the crawl was cancelled', pages: 0, startedAt: 600 });
      expect(await records.finish(id, 'c.test', resultOf('indexed'))).toBe(false);
      expect(await unfinishedOf(other.id)).toEqual(['a.test']);
    });

    it('takes the results of sites that end while their crawl is cancelled', async () => {
      const { id } = await sealedCrawl('a.test', 'b.test');
      await records.begin(id, 'a.test', 500);
      await records.cancel(id);
      await records.begin(id, 'b.test', 600);
      expect(await records.finish(id, 'a.test', resultOf('indexed'))).toBe(true);
      expect(await records.finish(id, 'b.test', resultOf('timed_out'))).toBe(true);
      expect(await get(id)).toMatchObject({
        state: 'cancelled',
        finishedAt: expect.any(Number),
        outcomes: { indexed: 1, timed_out: 1 },
      });
      expect(await records.cancelSites(10, true)).toBe(0);
    });

    it('cancels neither what has completed nor what is not sealed', async () => {
      const { id } = await sealedCrawl('a.test');
      await records.finish(id, 'a.test', resultOf('indexed'));
      const before = await get(id);
      expect(await records.cancel(id)).toBe('completed');
      expect(await get(id)).toEqual(before);
      const unsealed = await records.create(SPEC);
      expect(await records.cancel(unsealed.id)).toBe('unsealed');
      expect((await get(unsealed.id)).state).toBe('queued');
      expect(await records.cancel('none')).toBe('unknown');
    });

    it('gives a key to one crawl, and to another only when that is discarded', async () => {
      const crawls = await Promise.all(Array.from({ length: 8 }, () => records.create(SPEC)));
      const ids = crawls.map(({ id }) => id);
      const holders = new Set(await Promise.all(ids.map((id) => records.claim('a key', id))));
      expect(holders.size).toBe(1);
      const [holder = ''] = holders;
      expect(ids).toContain(holder);
      expect(await records.claimed('a key')).toEqual({ crawlId: holder, fingerprint: null });
      expect(await records.claimed('another key')).toBeNull();

      await records.discard(holder);
      expect(await records.claimed('a key')).toBeNull();
      const next = ids.find((id) => id !== holder) ?? '';
      expect(await records.claim('a key', next)).toBe(next);
      await records.seal(next, NONE_REJECTED, 'of the list');
      expect(await records.claimed('a key')).toEqual({ crawlId: next, fingerprint: 'of the list' });
      expect(await records.claim('another key', ids.at(-1) ?? '')).toBe(ids.at(-1));
      await records.discardUnsealed(0);
    });

    async function expectGone(id: string): Promise<void> {
      expect(await records.get(id)).toBeNull();
      expect(await records.spec(id)).toBeNull();
      expect(await records.site(id, 'a.test')).toBeNull();
      expect(await unfinishedOf(id)).toEqual([]);
      expect((await records.list({ limit: 1_000 })).items.map((crawl) => crawl.id)).not.toContain(id);
      expect(await records.discardUnsealed(0)).not.toContain(id);
    }

    it('forgets a discarded crawl whole', async () => {
      const { id } = await sealedCrawl('a.test', 'b.test');
      const other = await sealedCrawl('a.test');
      await records.finish(id, 'b.test', resultOf('indexed'));
      await records.discard(id);
      await records.discard('none');
      await expectGone(id);
      expect(await unfinishedOf(other.id)).toEqual(['a.test']);
    });

    it('has no sites to work on in a crawl that is not sealed yet', async () => {
      const { id } = await records.create(SPEC);
      await records.appendSites(id, seeds('a.test'));
      expect(await unfinishedOf(id)).toEqual([]);
      expect(await openIds()).not.toContain(id);
      await records.seal(id, NONE_REJECTED);
      expect(await openIds()).toContain(id);
      expect(await unfinishedOf(id)).toEqual(['a.test']);
    });

    it('discards crawls that were never sealed, once they are quiet for long enough', async () => {
      await records.discardUnsealed(0);
      const sealed = await sealedCrawl('a.test');
      const { id } = await records.create(SPEC);
      const empty = await records.create(SPEC);
      await records.appendSites(id, seeds('a.test', 'b.test'));
      await records.finish(id, 'b.test', resultOf('indexed'));
      expect(await records.discardUnsealed(600_000)).toEqual([]);
      expect((await get(id)).sites.total).toBe(2);

      const discarded: string[] = [];
      await vi.waitFor(
        async () => {
          discarded.push(...(await records.discardUnsealed(20)));
          expect(discarded.toSorted()).toEqual([id, empty.id].toSorted());
        },
        { timeout: 60_000 },
      );
      await expectGone(id);
      await expectGone(empty.id);
      await expect(records.appendSites(id, [])).rejects.toThrow(CrawlClosed);
      await expect(records.appendSites(id, seeds('c.test'))).rejects.toThrow(CrawlClosed);
      await expect(records.seal(id, NONE_REJECTED)).rejects.toThrow(CrawlClosed);
      await expectGone(id);
      expect(await unfinishedOf(sealed.id)).toEqual(['a.test']);
    });

    it('either seals or discards a crawl, whichever comes first, and all of it', async () => {
      const made = await Promise.all(
        Array.from({ length: 20 }, async () => {
          const { id } = await records.create(SPEC);
          await records.appendSites(id, seeds('a.test', 'b.test'));
          return id;
        }),
      );
      const seals = made.map((id) =>
        records.seal(id, NONE_REJECTED).then(
          ({ sites }) => sites.total,
          (error: unknown) => {
            if (error instanceof CrawlClosed) return null;
            throw error;
          },
        ),
      );
      const discarded = new Set(await records.discardUnsealed(0));
      for (const [place, id] of made.entries()) {
        expect(await seals[place]).toBe(discarded.has(id) ? null : 2);
        expect(await unfinishedOf(id)).toEqual(discarded.has(id) ? [] : ['a.test', 'b.test']);
      }
    });

    it('holds the same after it was closed and opened again', async () => {
      const { id } = await sealedCrawl('a.test', 'b.test', 'c.test');
      await records.finish(id, 'b.test', resultOf('indexed'));
      await records.ended(id, 0, 1);
      await records.finish(id, 'a.test', resultOf('indexed'));
      const before = await all((page) => records.list(page), 100);
      await records.close();
      records = await reopen();
      expect(await all((page) => records.list(page), 100)).toEqual(before);
      await records.finish(id, 'c.test', resultOf('indexed'));
      expect((await follow(id, 3, 10)).map(({ domain, place }) => [domain, place])).toEqual([
        ['b.test', 1],
        ['a.test', 2],
        ['c.test', 3],
      ]);
    });
  });
}
