import { compareCodePoints, conclude, outlineOf, type PageOutline, summaryOf } from '@sitegrep/site';
import { pageAt } from '@sitegrep/site/test/page-at';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedSite, type KnownSite, knownSite, neighbours, pageCount } from './known-site.ts';
import { linkedEmail } from '@sitegrep/site/test/facts';

const SITE = 'a.example';
const few = <T>(...values: T[]) => fc.constantFrom(...values);

const outlines = fc
  .record({
    number: fc.integer({ min: 0, max: 400 }),
    fetchedAt: fc.integer({ min: 1, max: 9 }),
    source: few('x', 'a longer one', ''),
    title: few(null, 'A', 'B'),
    emails: fc.subarray([linkedEmail('a@a.example'), linkedEmail('b@a.example')]),
    contentLanguage: few(null, 'de', 'en'),
  })
  .map(({ number, fetchedAt, source, ...facts }) => {
    const path = number === 0 ? '' : `page-${number}`;
    return outlineOf(pageAt(`https://${SITE}/${path}`, { fetchedAt, source }, facts));
  });

/** Pages with the last one of each URL, in order. */
function inOrder(...lists: readonly (readonly PageOutline[])[]): readonly PageOutline[] {
  const byUrl = new Map(lists.flat().map((page) => [page.url, page]));
  return [...byUrl.values()].sort((a, b) => compareCodePoints(a.url, b.url));
}

function changed(site: KnownSite, stored: readonly PageOutline[], batch: readonly PageOutline[]): KnownSite {
  const urls = batch.map(({ url }) => url);
  const near = new Set(neighbours(site, urls));
  return changedSite(
    site,
    urls,
    inOrder(
      stored.filter(({ url }) => near.has(url)),
      batch,
    ),
  );
}

test('a site that is changed block by block is the site of all of its pages', () => {
  const first = fc.uniqueArray(outlines, { minLength: 128, maxLength: 200, selector: ({ url }) => url });
  const batches = fc.array(fc.array(outlines, { minLength: 1, maxLength: 30 }), { maxLength: 12 });
  fc.assert(
    fc.property(first, batches, (pages, all) => {
      let stored = inOrder(pages);
      let site = knownSite(SITE, { revision: 1, pages: stored });
      for (const batch of all) {
        if (site === null) break;
        site = changed(site, stored, batch);
        stored = inOrder(stored, batch);
      }
      const home = stored.find(({ url }) => url === site?.summary.home.url);
      expect(site?.blocks.flatMap(({ urls }) => urls)).toEqual(stored.map(({ url }) => url));
      expect(site === null ? 0 : pageCount(site)).toBe(stored.length);
      expect(site?.bytes).toBe(stored.reduce((sum, { sourceBytes }) => sum + sourceBytes, 0));
      expect(Math.max(...(site?.blocks.map(({ urls }) => urls.length) ?? []))).toBeLessThan(128);
      const whole = summaryOf(SITE, stored);
      expect(site?.summary.home).toEqual(whole.home);
      expect(home && site && conclude(SITE, home, site.summary)).toEqual(home && conclude(SITE, home, whole));
    }),
    { numRuns: 40 },
  );
});

test('a site of few pages is not remembered', () => {
  const pages = Array.from({ length: 127 }, (_, n) => outlineOf(pageAt(`https://${SITE}/${n}`)));
  expect(knownSite(SITE, { revision: 1, pages: inOrder(pages) })).toBeNull();
});
