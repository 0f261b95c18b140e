import type { DomainDocument, Screenshot } from '@sitegrep/site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DomainIndex } from '../../src/domains.ts';
import { BY_DOMAIN, documentOf, put, queryOf, screenshotOf } from './documents.ts';
import type { EmptyStore } from './empty-store.ts';

/** A document whose every second page has a screenshot. @param name says which screenshots these are */
export function withScreenshots(domain: string, pages: number, name: string, bytes?: number): DomainDocument {
  const sources = Array.from({ length: pages }, (_, page) => `<div id=${page}>`);
  const document = documentOf(domain, sources);
  return {
    ...document,
    pages: document.pages.map((page, at) => ({
      ...page,
      rendered: {
        source: `<p>${at}</p>`,
        truncated: false,
        ...(at % 2 === 0 ? { screenshot: screenshotOf(`${name} ${at}`, bytes) } : {}),
      },
    })),
  };
}

export function describeDomainScreenshots(emptyStore: EmptyStore<DomainIndex>): void {
  describe('screenshots', () => {
    let index: DomainIndex;
    let reopen: () => Promise<DomainIndex>;
    beforeAll(async () => {
      reopen = await emptyStore();
      index = await reopen();
    });
    afterAll(() => index.close());

    const urlsOf = ({ pages }: DomainDocument): readonly string[] => pages.map(({ url }) => url);

    it('are read in each size, of the pages that have one', async () => {
      const document = withScreenshots('sizes.test', 5, 'first');
      await put(index, document);
      const urls = urlsOf(document);
      const { revision } = (await index.get('sizes.test')) ?? {};
      const expected = (size: keyof Screenshot) => ({
        revision,
        pages: document.pages.flatMap(({ url, fetchedAt, rendered }) =>
          rendered?.screenshot === undefined ? [] : [{ url, fetchedAt, webp: rendered.screenshot[size] }],
        ),
      });
      expect(await index.screenshots('sizes.test', urls, 'full')).toEqual(expected('full'));
      expect(await index.screenshots('sizes.test', urls.toReversed(), 'thumbnail')).toEqual(
        expected('thumbnail'),
      );
      expect((await index.screenshots('sizes.test', urls, 'full'))?.pages).toHaveLength(3);
      const [, second = ''] = urls;
      for (const url of [second, 'https://sizes.test/none'])
        expect(await index.screenshots('sizes.test', [url], 'full')).toEqual({ revision, pages: [] });
      expect(await index.screenshots('none.test', urls, 'full')).toBeNull();
    });

    it('are stated in the list of pages, and come with the document', async () => {
      const document = withScreenshots('listed.test', 4, 'listed');
      await put(index, document);
      const listed = await index.pages('listed.test');
      expect(listed?.pages.map((page) => page.screenshotBytes)).toEqual([3_000, null, 3_000, null]);
      expect((await index.get('listed.test'))?.pages).toEqual(document.pages);
    });

    it('are neither part of what is scanned nor of what a search finds', async () => {
      const document = withScreenshots('scanned.test', 2, 'scanned');
      await put(index, document);
      const scanned = await Array.fromAsync(index.scan({ after: 'scanned.tes' }));
      expect(scanned.find(({ domain }) => domain === 'scanned.test')?.pages).toEqual(
        document.pages.map(({ rendered, ...page }) => ({
          ...page,
          rendered: { source: rendered?.source, truncated: false },
        })),
      );
      const { hits } = await index.search(queryOf(['<div id=1>'], { order: BY_DOMAIN }));
      const hit = hits.find(({ domain }) => domain === 'scanned.test');
      expect(Object.keys(hit ?? {}).toSorted()).toEqual(['domain', 'facts', 'rank']);
    });

    it('are replaced and removed with their document', async () => {
      await put(index, withScreenshots('replaced.test', 3, 'old'));
      const next = withScreenshots('replaced.test', 1, 'new');
      await put(index, next);
      const urls = urlsOf(withScreenshots('replaced.test', 3, 'old'));
      const found = await index.screenshots('replaced.test', urls, 'full');
      expect(found?.pages.map(({ webp }) => webp)).toEqual([next.pages[0]?.rendered?.screenshot?.full]);
      await put(index, documentOf('replaced.test', ['<p>', '<p>', '<p>']));
      expect((await index.screenshots('replaced.test', urls, 'full'))?.pages).toEqual([]);
      await put(index, next);
      expect(await index.delete('replaced.test')).toBe(true);
      expect(await index.screenshots('replaced.test', urls, 'full')).toBeNull();
      await put(index, documentOf('replaced.test', ['<p>', '<p>', '<p>']));
      expect((await index.screenshots('replaced.test', urls, 'thumbnail'))?.pages).toEqual([]);
    });

    it('stay where a visit confirms the document', async () => {
      const document = withScreenshots('confirmed.test', 1, 'confirmed');
      await put(index, document);
      const revision = (await index.get('confirmed.test'))?.revision ?? 0;
      expect(await index.confirm('confirmed.test', { revision, at: 2_000_000_000_000 })).toBe(true);
      const found = await index.screenshots('confirmed.test', urlsOf(document), 'full');
      expect(found?.pages.map(({ webp }) => webp)).toEqual([document.pages[0]?.rendered?.screenshot?.full]);
    });

    it('are gone after a take-down, those of domains under it too, and stay gone', async () => {
      const documents = ['taken.test', 'a.taken.test'].map((domain) => withScreenshots(domain, 2, domain));
      await put(index, ...documents);
      const before = (await index.stats()).compressedBytes;
      const block = { domain: 'taken.test', reason: null, at: 1_700_000_000_000 };
      expect((await index.blocks.takeDown(block)).removed).toBe(2);
      for (const { domain, pages } of documents) {
        expect(await index.screenshots(domain, [pages[0]?.url ?? ''], 'full')).toBeNull();
      }
      await put(index, ...documents);
      await index.blocks.unblock('taken.test');
      await put(index, documentOf('taken.test', ['<p>']));
      const found = await index.screenshots('taken.test', urlsOf(documentOf('taken.test', ['<p>'])), 'full');
      expect(found?.pages).toEqual([]);
      expect((await index.stats()).compressedBytes).toBeLessThan(before - 2 * 3_000);
    });

    it('count among the bytes that are stored', async () => {
      const before = (await index.stats()).compressedBytes;
      await put(index, withScreenshots('counted.test', 3, 'counted', 40_000));
      const added = (await index.stats()).compressedBytes - before;
      expect(added).toBeGreaterThan(2 * 40_000);
      expect(added).toBeLessThan(2 * 40_000 + 8_000);
    });

    it('are kept whole for a site of many pages with the largest ones, when it is opened again', async () => {
      const document = withScreenshots('many.test', 60, 'many', 512 << 10);
      await put(index, document);
      await index.close();
      index = await reopen();
      for (const at of [0, 30, 58]) {
        const { url = '', rendered } = document.pages[at] ?? {};
        const found = await index.screenshots('many.test', [url], 'full');
        expect([at, found?.pages.map(({ webp }) => webp)]).toEqual([at, [rendered?.screenshot?.full]]);
      }
    });
  });
}
