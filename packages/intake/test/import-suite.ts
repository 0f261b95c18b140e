// The import of pages, on any storage.
import { type AnalysisPool, openAnalysisPool } from '@sitegrep/analysis';
import type { Page } from '@sitegrep/site';
import type { DomainIndex, Storage } from '@sitegrep/storage';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importPages } from '../src/import-pages.ts';
import type { CapturedPage, PageResult } from '../src/imported-page.ts';
import { SiteWriter } from '../src/site-writer.ts';

const AT = Date.parse('2026-03-01T12:00:00Z');

function page(url: string, source: string, more: Partial<CapturedPage> = {}): CapturedPage {
  const body = Buffer.from(source);
  return { url, status: 200, headers: HTML, body, truncated: false, fetchedAt: AT, ...more };
}

const HTML: Page['headers'] = [['content-type', 'text/html']];

export function describeImports(name: string, open: () => Promise<Storage>): void {
  describe(`import of pages: ${name}`, () => {
    const analysis = openAnalysisPool({
      threads: 1,
      deadlineMs: 20_000,
      heapMb: 256,
      maxSourceBytes: 1_000_000,
      fullText: true,
      queueLimit: 20,
    });
    let storage: Storage;
    beforeAll(async () => {
      storage = await open();
    });
    afterAll(() => analysis.close());

    async function imported(
      pages: Iterable<CapturedPage> | AsyncIterable<CapturedPage>,
      index = storage.domains,
      pool: AnalysisPool = analysis,
      sites = new SiteWriter({ domains: index, maxSiteBytes: 1e6 }),
    ) {
      const results: PageResult[] = [];
      await importPages(fresh(pages), {
        sites,
        analysis: pool,
        concurrency: 2,
        onResults: (some) => void results.push(...some),
      });
      return results.toSorted((a, b) => (a.record ?? 0) - (b.record ?? 0));
    }
    const outcomes = async (...pages: readonly CapturedPage[]) =>
      (await imported(pages)).map(({ outcome }) => outcome);
    const sources = async (domain: string) =>
      (await storage.domains.get(domain))?.pages.map(({ source }) => source) ?? [];

    test('each page gets the outcome that holds once it is durable', async () => {
      const found = await imported([page('http://a.example/', '<p>a'), page('http://x..y/', '<p>')]);
      expect(found).toMatchObject([
        { record: 1, url: 'http://a.example/', domain: 'a.example', outcome: 'stored', reason: null },
        { record: 2, url: 'http://x..y/', domain: null, outcome: 'bad_url' },
      ]);
      expect(await sources('a.example')).toEqual(['<p>a']);
    });

    test('a page that is stored already changes nothing, whether it states its time or not', async () => {
      const one = page('http://b.example/', '<p>b');
      expect(await outcomes(one)).toEqual(['stored']);
      const revision = async () => (await storage.domains.get('b.example'))?.revision;
      const before = await revision();
      const undated = { ...page('http://b.example/', '<p>b', { fetchedAt: AT + 5_000 }), isDated: false };
      expect(await outcomes(one, undated, one)).toEqual(['unchanged', 'unchanged', 'unchanged']);
      expect(await revision()).toBe(before);
      const other = { ...page('http://b.example/', '<p>c', { fetchedAt: AT + 5_000 }), isDated: false };
      expect(await outcomes(other)).toEqual(['stored']);
      expect(await sources('b.example')).toEqual(['<p>c']);
    });

    test('a page that is stored already is not analysed again, unless its content, its time or the facts differ', async () => {
      const one = page('http://i.example/', '<p>i');
      expect(await outcomes(one)).toEqual(['stored']);
      const analysed: string[] = [];
      const watched: AnalysisPool = Object.create(analysis, {
        analyze: {
          value: (...[captured, options]: Parameters<AnalysisPool['analyze']>) => {
            analysed.push(Buffer.from(captured.body).toString());
            return analysis.analyze(captured, options);
          },
        },
      }) as AnalysisPool;
      const later = page('http://i.example/', '<p>later', { fetchedAt: AT + 1 });
      const sameTime = page('http://i.example/', '<p>same time');
      const earlier = page('http://i.example/', '<p>i', { fetchedAt: AT - 1 });
      const asksNot = page('http://i.example/', '<p>i', { obeysNoindex: true });
      await imported([one, earlier, asksNot, sameTime, later, one], storage.domains, watched);
      expect(analysed.toSorted()).toEqual(['<p>i', '<p>i', '<p>later', '<p>same time']);
      const upgraded: AnalysisPool = Object.create(watched, {
        factsVersion: { value: 'another' },
      }) as AnalysisPool;
      analysed.length = 0;
      await imported([later], storage.domains, upgraded);
      expect(analysed).toEqual(['<p>later']);
    });

    test('the newest of several captures is stored, in whatever order they come', async () => {
      const captures = [2, 0, 3, 1].map((n) => page('http://c.example/', `<p>${n}`, { fetchedAt: AT + n }));
      expect(await outcomes(...captures)).toEqual(['older', 'older', 'stored', 'older']);
      expect(await outcomes(...captures)).toEqual(['older', 'older', 'unchanged', 'older']);
      expect(await sources('c.example')).toEqual(['<p>3']);
    });

    test('the robots.txt that was captured is on the home page alone, with its verdicts', async () => {
      const robotsTxt = 'User-agent: CCBot\nDisallow: /\n';
      const urls = [
        'http://www.k.example/',
        'http://k.example/a',
        'http://shop.k.example/',
        'http://k.example/?b',
      ];
      const captures = urls.map((url) => page(url, '<p>', { robotsTxt }));
      expect(await outcomes(...captures)).toEqual(['stored', 'stored', 'stored', 'stored']);
      const found = (await storage.domains.get('k.example'))?.pages ?? [];
      expect(found.map(({ url, answers }) => [url, answers?.file ?? ''])).toEqual([
        ['http://k.example/?b', ''],
        ['http://k.example/a', ''],
        ['http://www.k.example/', `/robots.txt\n${robotsTxt}\n`],
      ]);
      expect(found.map(({ facts }) => facts.site?.agents ?? null)).toEqual([
        null,
        null,
        { others: 'allowed', named: [{ agent: 'CCBot', verdict: 'blocked' }] },
      ]);
      expect(await outcomes(...captures)).toEqual(['unchanged', 'unchanged', 'unchanged', 'unchanged']);
    });

    test('pages of blocked domains are refused with the reason, and the others are stored', async () => {
      await storage.domains.blocks.block({ domain: 'd.example', reason: 'by court order', at: AT });
      const found = await imported([
        page('http://www.d.example/', '<p>d'),
        page('http://e.example/', '<p>e'),
      ]);
      expect(found.map(({ outcome, reason }) => [outcome, reason])).toEqual([
        ['blocked_domain', 'blocked 2026-03-01: by court order'],
        ['stored', null],
      ]);
    });

    test('a page that another writer overtakes is merged again', async () => {
      const writes = { count: 0 };
      const overtaken: DomainIndex = Object.create(storage.domains, {
        put: {
          value: async (documents: Parameters<DomainIndex['put']>[0]) => {
            if (writes.count++ === 0) await imported([page('http://f.example/other', '<p>other')]);
            return storage.domains.put(documents);
          },
        },
      }) as DomainIndex;
      const found = await imported([page('http://f.example/', '<p>f')], overtaken);
      expect(found.map(({ outcome }) => outcome)).toEqual(['stored']);
      expect([writes.count, await sources('f.example')]).toEqual([2, ['<p>f', '<p>other']]);
    });

    test('a file that two imports have at once is stored once, in one process and in two', async () => {
      const file = Array.from({ length: 40 }, (_, n) => page(`http://j${n % 2}.example/${n}`, `<p>${n}`));
      const { domains } = storage;
      const [first, other] = [1, 2].map(() => new SiteWriter({ domains, maxSiteBytes: 1e6 }));
      if (first === undefined || other === undefined) throw new Error('two writers');
      const ends = await Promise.all(
        [first, first, other].map((sites) => imported(file, domains, analysis, sites)),
      );
      const outcomesOf = file.map((_, n) => ends.map((results) => results[n]?.outcome ?? '').toSorted());
      expect(outcomesOf).toEqual(file.map(() => ['stored', 'unchanged', 'unchanged']));
      for (const [half, domain] of ['j0.example', 'j1.example'].entries()) {
        const own = file.filter((_, n) => n % 2 === half).map(({ body }) => Buffer.from(body).toString());
        expect((await sources(domain)).toSorted()).toEqual(own.toSorted());
      }
    });

    test('a take-down in the middle of an import leaves nothing of the site', async () => {
      const { domains } = storage;
      let puts = 0;
      const taken: DomainIndex = Object.create(domains, {
        put: {
          value: async (some: Parameters<DomainIndex['put']>[0]) => {
            if (++puts === 2) await domains.blocks.takeDown({ domain: 'k.example', reason: null, at: AT });
            return domains.put(some);
          },
        },
      }) as DomainIndex;
      const sites = new SiteWriter({ domains: taken, maxSiteBytes: 1e6 });
      const one = (path: string) =>
        imported([page(`http://k.example/${path}`, `<p>${path}`)], taken, analysis, sites);
      expect((await one('a')).map(({ outcome }) => outcome)).toEqual(['stored']);
      const ends = await Promise.all(['b', 'c', 'd'].map(one));
      expect(ends.flat().map(({ outcome }) => outcome)).toEqual(Array(3).fill('blocked_domain'));
      expect(await domains.get('k.example')).toBeNull();
      await domains.blocks.unblock('k.example');
    });

    test('an input that pauses keeps no page from becoming durable', async () => {
      const stored = Promise.withResolvers<void>();
      async function* slow(): AsyncGenerator<CapturedPage> {
        yield page('http://g.example/', '<p>g');
        await stored.promise;
      }
      const results: PageResult[] = [];
      await importPages(slow(), {
        sites: new SiteWriter({ domains: storage.domains, maxSiteBytes: 1e6 }),
        analysis,
        concurrency: 2,
        onResults: (some) => {
          results.push(...some);
          stored.resolve();
        },
      });
      expect(results.map(({ outcome }) => outcome)).toEqual(['stored']);
    });

    test('an error of the store ends an import whose input pauses', async () => {
      async function* endless(): AsyncGenerator<CapturedPage> {
        yield page('http://h.example/', '<p>h');
        await new Promise(() => {});
      }
      const broken: DomainIndex = Object.create(storage.domains, {
        put: { value: () => Promise.reject(new Error('the disk is full')) },
      }) as DomainIndex;
      await expect(imported(endless(), broken)).rejects.toThrow('the disk is full');
      expect(await sources('h.example')).toEqual([]);
    });
  });
}

/** The pages with their numbers, and bodies of their own: an analysis takes that of its page away. */
async function* fresh(
  pages: Iterable<CapturedPage> | AsyncIterable<CapturedPage>,
): AsyncGenerator<CapturedPage> {
  let record = 0;
  for await (const one of pages) yield { ...one, body: Uint8Array.from(one.body), record: ++record };
}
