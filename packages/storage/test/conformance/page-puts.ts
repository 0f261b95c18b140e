// Puts of single pages: those that change are given, all others stay.
import * as fc from 'fast-check';
import {
  foldSite,
  mergePages,
  outlineOf,
  type DomainDocument,
  type PageFacts,
  type PageRecord,
} from '@sitegrep/site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DomainIndex, DomainPut } from '../../src/domains.ts';
import { putOf, wholeSite } from '../../src/puts.ts';
import { documentOf, found, screenshotOf } from './documents.ts';
import type { EmptyStore } from './empty-store.ts';
import { text } from './expressions.ts';
import { pageQuery, query } from './query-walks.ts';
import { linkedEmail } from '@sitegrep/site/test/facts';

const ROOMY = { maxSiteBytes: 1 << 24 };

/** A page of a site, rendered, and with a screenshot if its number is even. */
function pageOf(domain: string, number: number, word: string): PageRecord {
  const [page] = documentOf(domain, [`<p>${word} on page ${number}</p>`]).pages;
  if (page === undefined) throw new Error('a document without pages');
  const screenshot = number % 2 === 0 ? { screenshot: screenshotOf(`${domain} ${number} ${word}`) } : {};
  return {
    ...page,
    url: `https://${domain}/${number}`,
    fetchedAt: page.fetchedAt + number,
    rendered: { source: `<i>scripts wrote ${word} on page ${number}</i>`, truncated: false, ...screenshot },
    facts: { ...page.facts, title: `${word} ${number}`, linkedDomains: [`to-${word}.test`] },
    version: { etag: `"${word}"`, lastModified: null, digest: word, certificate: null },
  };
}

/** Puts pages as an import does: only outlines of the stored pages are known. */
async function putPages(
  index: DomainIndex,
  domain: string,
  pages: readonly PageRecord[],
  removed: readonly string[] = [],
): Promise<void> {
  const existing = await index.outline(domain);
  const staying = existing?.pages.filter(({ url }) => !removed.includes(url)) ?? [];
  const put = putOf(foldSite(domain, mergePages(staying, pages), ROOMY), existing, () => []);
  expect((await index.put([put])).map(({ stored }) => stored)).toEqual([true]);
}

export function describePagePuts(emptyStore: EmptyStore<DomainIndex>): void {
  describe('puts of single pages', () => {
    let index: DomainIndex;
    let reopen: () => Promise<DomainIndex>;
    beforeAll(async () => {
      reopen = await emptyStore();
      index = await reopen();
    });
    afterAll(() => index.close());

    /** Asserts that an index answers as if these pages had been put together. */
    async function expectSite(domain: string, pages: readonly PageRecord[]): Promise<void> {
      const document = foldSite(domain, pages, ROOMY);
      const stored = await index.get(domain);
      expect(stored).toEqual({ ...document, revision: expect.any(Number), rank: 0 });
      const revision = stored?.revision;
      expect(await index.outline(domain)).toEqual({ revision, pages: document.pages.map(outlineOf) });
      const urls = document.pages.map(({ url }) => url);
      expect(await index.records(domain, urls.toReversed())).toEqual({ revision, pages: document.pages });
      const full = await index.screenshots(domain, urls, 'full');
      expect(full?.pages.map(({ webp }) => webp)).toEqual(
        document.pages.flatMap(({ rendered }) => rendered?.screenshot?.full ?? []),
      );
      for (const { url, source, rendered } of document.pages) {
        for (const needle of [text(source), text(rendered?.source ?? '', { scope: 'rendered' })]) {
          const { hits } = await index.search(pageQuery(needle));
          expect(hits.map((hit) => hit.url)).toEqual([url]);
          expect((await index.search(query(needle))).hits.map((hit) => hit.domain)).toEqual([domain]);
        }
      }
    }

    it('a page changes, comes and goes, and all others stay as they are', async () => {
      const domain = 'single.test';
      const before = await index.stats();
      const site = new Map([0, 1, 2, 3, 4].map((number) => [number, pageOf(domain, number, 'otter')]));
      await putPages(index, domain, [...site.values()]);
      await expectSite(domain, [...site.values()]);

      const change = async (words: Readonly<Record<number, string | null>>): Promise<void> => {
        const pages: PageRecord[] = [];
        const removed: string[] = [];
        for (const [key, word] of Object.entries(words)) {
          const number = Number(key);
          const url = `https://${domain}/${number}`;
          if (word === null) {
            removed.push(url);
            site.delete(number);
          } else {
            const page = { ...pageOf(domain, number, word), fetchedAt: 1_800_000_000_000 };
            pages.push(page);
            site.set(number, page);
          }
        }
        await putPages(index, domain, pages, removed);
        await expectSite(domain, [...site.values()]);
      };
      await change({ 2: 'beaver' });
      expect(await found(index, 'otter on page 2')).toEqual([]);
      await change({ 5: 'otter' });
      await change({ 4: null });
      expect(await found(index, 'otter on page 4')).toEqual([]);
      await change({ 0: 'heron', 1: null, 4: 'heron', 6: 'newt' });
      expect(await found(index, 'otter on page 0')).toEqual([]);

      const after = await index.stats();
      const bytes = [...site.values()].reduce(
        (sum, page) => sum + page.source.length + (page.rendered?.source.length ?? 0),
        0,
      );
      expect(after.domains - before.domains).toBe(1);
      expect(after.pages - before.pages).toBe(6);
      expect(after.sourceBytes - before.sourceBytes).toBe(bytes);
      await change({ 0: null, 2: null, 3: null, 4: null, 5: null });
      await index.close();
      index = await reopen();
      await expectSite(domain, [...site.values()]);
      await index.delete(domain);
      const { domains, pages, sourceBytes, compressedBytes } = await index.stats();
      expect({ domains, pages, sourceBytes, compressedBytes }).toEqual({
        domains: before.domains,
        pages: before.pages,
        sourceBytes: before.sourceBytes,
        compressedBytes: before.compressedBytes,
      });
    });

    it('links and ranks follow from the pages that are there', async () => {
      const rankOf = async (domain: string): Promise<number> => {
        await index.updateRanks();
        return (await index.get(domain))?.rank ?? 0;
      };
      await index.put([wholeSite(documentOf('to-otter.test', ['sought']))]);
      await putPages(
        index,
        'linking.test',
        [0, 1].map((number) => pageOf('linking.test', number, 'newt')),
      );
      expect(await rankOf('to-otter.test')).toBe(0);
      await putPages(index, 'linking.test', [pageOf('linking.test', 2, 'otter')]);
      expect(await rankOf('to-otter.test')).toBe(38);
      await putPages(index, 'linking.test', [], ['https://linking.test/2']);
      expect(await rankOf('to-otter.test')).toBe(0);
    });

    it('removed pages that are not stored are left out of account', async () => {
      const domain = 'absent.test';
      const pages = [0, 1].map((number) => pageOf(domain, number, 'otter'));
      const site = foldSite(domain, pages, ROOMY);
      const none = { ...putOf(site, null, () => []), removed: [`https://${domain}/7`], ifRevision: null };
      expect(await index.put([none])).toMatchObject([{ stored: true }]);
      const { revision } = (await index.outline(domain)) ?? { revision: 0 };
      const same: DomainPut = { ...wholeSite(site), pages: [], removed: ['', 'https://x.test/'] };
      expect(await index.put([{ ...same, ifRevision: revision }])).toMatchObject([{ stored: true }]);
      await expectSite(domain, pages);
    });

    it('writes only over the revision of the pages that stay', async () => {
      const domain = 'raced.test';
      await putPages(index, domain, [pageOf(domain, 0, 'otter')]);
      const existing = await index.outline(domain);
      const putsOf = (number: number): DomainPut => {
        const pages = mergePages(existing?.pages ?? [], [pageOf(domain, number, 'newt')]);
        return putOf(foldSite(domain, pages, ROOMY), existing, () => []);
      };
      expect(await index.put([putsOf(1), putsOf(2)])).toMatchObject([
        { stored: true },
        { stored: false, block: null },
      ]);
      await index.delete(domain);
      expect(await index.put([putsOf(3)])).toEqual([{ stored: false, block: null }]);
      expect(await index.get(domain)).toBeNull();
    });

    const page = pageOf('refused.test', 0, 'otter');
    const whole = wholeSite(foldSite('refused.test', [page], ROOMY));
    it.each<[what: string, put: DomainPut, message: string]>([
      [
        'puts and removes a page at once',
        { ...whole, removed: ['https://refused.test/1', page.url], ifRevision: null },
        'refused.test: https://refused.test/0 is put and removed at once',
      ],
      ['puts a page twice', { ...whole, pages: [page, page] }, 'refused.test: a page is put twice at once'],
      [
        'does not say of which revision pages stay',
        { ...whole, removed: [] },
        'refused.test: pages stay of a revision that is not given',
      ],
    ])('refuses a put that %s, and all puts with it', async (_, put, message) => {
      const other = wholeSite(documentOf('beside.test', ['beside']));
      const refused = index.put([other, put]);
      await expect(refused).rejects.toThrow(RangeError);
      await expect(refused).rejects.toThrow(message);
      expect(await index.get('beside.test')).toBeNull();
      expect(await index.get('refused.test')).toBeNull();
    });

    it('reads outlines and records of the pages that are asked for', async () => {
      const domain = 'read.test';
      const pages = [0, 1, 2].map((number) => pageOf(domain, number, 'heron'));
      const { version: _, rendered: __, ...plain } = pageOf(domain, 3, 'heron');
      await putPages(index, domain, [...pages, plain]);
      const { revision } = (await index.outline(domain)) ?? {};
      expect((await index.outline(domain))?.pages[3]).toEqual({
        url: 'https://read.test/3',
        fetchedAt: 1_700_000_000_003,
        charset: 'utf-8',
        truncated: false,
        facts: plain.facts,
        sourceBytes: 22,
        rendered: null,
      });
      const urls = ['https://read.test/3', 'https://read.test/none', 'https://read.test/1'];
      expect(await index.records(domain, [...urls, ...urls])).toEqual({ revision, pages: [pages[1], plain] });
      expect(await index.records(domain, [])).toEqual({ revision, pages: [] });
      const outlines = (await index.outline(domain))?.pages ?? [];
      expect(await index.outline(domain, urls)).toEqual({ revision, pages: [outlines[1], outlines[3]] });
      expect((await index.outline(domain, []))?.pages).toEqual([]);
      const listed = (await index.pages(domain))?.pages ?? [];
      expect((await index.pages(domain, urls))?.pages).toEqual([listed[1], listed[3]]);
      for (const from of [0, 1, 2, 3]) {
        const some = outlines.slice(from).map(({ url }) => url);
        expect((await index.outline(domain, some.toReversed()))?.pages).toEqual(outlines.slice(from));
      }
      expect(await index.records('none.test', urls)).toBeNull();
      expect(await index.outline('none.test')).toBeNull();
    });

    it('two orders of the same puts give the same answers', async () => {
      await fc.assert(
        fc.asyncProperty(ordersOfPages, async (orders) => {
          const answers: unknown[] = [];
          for (const order of orders) {
            for (const one of order) await putPages(index, 'ordered.test', [one]);
            answers.push(await answersOf(index, 'ordered.test'));
            await index.delete('ordered.test');
          }
          expect(answers[1]).toEqual(answers[0]);
        }),
        { numRuns: 4 },
      );
    }, 300_000);
  });
}

const WORDS = ['otter', 'beaver', 'heron', 'newt', 'Ärger', '水族館'] as const;
const few = <T>(...values: T[]) => fc.constantFrom(...values);

/** Captures of pages: a URL may come more than once, never at the same time. */
const capture = fc.record({
  number: fc.integer({ min: 0, max: 4 }),
  words: fc.array(few(...WORDS), { minLength: 1, maxLength: 4 }),
  rendered: fc.boolean(),
  facts: fc.record({
    title: few<string | null>(null, 'Otters', 'Herons'),
    contentLanguage: few<string | null>(null, 'de', 'en'),
    declaredLanguage: few<string | null>(null, 'de', 'en'),
    emails: fc.subarray([linkedEmail('a@a.test'), linkedEmail('b@b.test')]),
    generators: fc.subarray(['G', 'H']),
    linkedDomains: fc.subarray(['one.test', 'two.test']),
    plugins: fc.subarray([
      { slug: 'form', version: '1.0' },
      { slug: 'form', version: null },
      { slug: 'shop', version: null },
    ]),
  }),
});

const ordersOfPages = fc
  .array(capture, { minLength: 2, maxLength: 5 })
  .map((captures) =>
    captures.map(({ number, words, rendered, facts }, at) => orderedPage(number, at, words, rendered, facts)),
  )
  .chain((pages) => {
    const order = fc.shuffledSubarray(pages, { minLength: pages.length });
    return fc.tuple(order, order);
  });

function orderedPage(
  number: number,
  at: number,
  words: readonly string[],
  isRendered: boolean,
  facts: Partial<PageFacts>,
): PageRecord {
  const { rendered, version: _, ...page } = pageOf('ordered.test', number, words.join(' '));
  const others = `<a href="/${(number + 1) % 5}">${words[0]} next</a>`;
  return {
    ...page,
    fetchedAt: 1_700_000_000_000 + at,
    source: `<body>${page.source}${others}</body>`,
    facts: { ...page.facts, ...facts },
    ...(isRendered && rendered !== undefined ? { rendered } : {}),
  };
}

/** Answers of an index about a site, without its revision. */
async function answersOf(index: DomainIndex, domain: string): Promise<unknown> {
  const site: Partial<DomainDocument> & { revision?: number } = { ...(await index.get(domain)) };
  delete site.revision;
  const searches: unknown[] = [];
  for (const word of WORDS) {
    const needles = [text(word), text(`${word} next`), text(word, { scope: 'rendered' })];
    for (const needle of needles) {
      const facets = ALL_FACETS;
      searches.push(
        await index.search(query(needle, { facets })),
        await index.search(pageQuery(needle, { facets })),
      );
    }
    const wish = { keyword: word, language: 'en', country: null, limit: 100, now: 1_700_000_000_000 };
    const texts = await index.fullText.search(wish);
    searches.push(texts.map(({ url, title, snippet }) => [url, title, snippet].join('\n')).toSorted());
  }
  return { site, searches };
}

const ALL_FACETS = (
  ['tech', 'plugin', 'plugin_version', 'language', 'content_language', 'generator', 'email', 'has'] as const
).map((label) => ({ kind: 'label', label, limit: 100, offset: 0, min: 1 }) as const);
