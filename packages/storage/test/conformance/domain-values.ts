import { load } from 'cheerio';
import * as fc from 'fast-check';
import {
  ALL,
  type Extraction,
  type PatternExtraction,
  SEARCH_BOUNDS,
  type SelectorExtraction,
} from '@sitegrep/search';
import type { DomainDocument, PageRecord } from '@sitegrep/site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExtractedValue } from '@sitegrep/texts';
import type { DomainIndex } from '../../src/domains.ts';
import { SearchAborted } from '../../src/errors.ts';
import { HitsTooMany } from '../../src/query-too-broad.ts';
import { documentOf, put } from './documents.ts';
import type { EmptyStore } from './empty-store.ts';
import { pageQuery, query } from './query-walks.ts';

/** Tags and texts that selectors and patterns of the tests look for, and some that break pages. */
const PIECES = [
  '<h1>',
  '</h1>',
  '<p class=x>',
  '<a href="/a?b=1&amp;c=2">',
  '<a href=/b>',
  '<a>',
  '</a>',
  '<table><tr><td>',
  '</table>',
  '<b><p>',
  '<form action="/search">',
  '<img alt="" src=x>',
  '<noscript>',
  '</noscript>',
  '<script>v=1.2</script>',
  ' ver=1.23 ',
  'VER=4',
  'ver=',
  'one',
  ' \n two\u00a0',
  '&eacute;😀',
] as const;

const SELECTIONS: readonly SelectorExtraction[] = [
  selection('h1'),
  selection('a', 'href'),
  selection('p.x, td'),
  selection('table > tbody > tr > td'),
  selection('form', 'action'),
  selection('noscript img', 'src'),
  selection('img', 'alt'),
  selection('p:has(b) ~ *'),
  selection('script'),
];

const CAPTURES: readonly PatternExtraction[] = [
  capture(String.raw`ver=([\d.]+)`, 1),
  capture(String.raw`ver=(?:(\d)|x)?`, 1),
  capture(String.raw`<a href="?([^">]*)`, 1),
  capture('one|two', 0),
];

function selection(select: string, attribute: string | null = null): SelectorExtraction {
  return { kind: 'selector', as: 'value', select, attribute, all: true };
}

function capture(pattern: string, group: number): PatternExtraction {
  return { kind: 'pattern', as: 'value', pattern, group, scope: 'body', all: true };
}

/** All values of a page in their order, by cheerio or by the engine's regular expressions. */
function plainValues(source: string, one: Extraction): readonly string[] {
  if (one.kind === 'pattern') {
    return Array.from(source.matchAll(new RegExp(one.pattern, 'giu')), (match) => match[one.group]).filter(
      (value) => value !== undefined,
    );
  }
  const { select, attribute } = one;
  const $ = load(source, { scriptingEnabled: false });
  return $(select)
    .toArray()
    .map((element) =>
      attribute === null ? $(element).text().replaceAll(/\s+/g, ' ').trim() : $(element).attr(attribute),
    )
    .filter((value): value is string => value !== undefined && (attribute !== null || value !== ''));
}

/** The value of pages in the order that counts. */
function expected(pages: readonly PageRecord[], one: Extraction): ExtractedValue {
  const found = [...new Set(pages.flatMap(({ source }) => plainValues(source, one)))];
  return { value: one.all ? found : (found[0] ?? null), cut: [] };
}

function at(domain: string, sources: Readonly<Record<string, string>>): DomainDocument {
  const document = documentOf(domain, Object.values(sources));
  const urls = Object.keys(sources);
  return {
    ...document,
    pages: document.pages.map((page, index) => ({ ...page, url: `https://${domain}${urls[index]}` })),
  };
}

export function describeDomainValues(emptyStore: EmptyStore<DomainIndex>): void {
  describe('values out of sources', () => {
    let index: DomainIndex;
    beforeAll(async () => {
      index = await (await emptyStore())();
    });
    afterAll(() => index.close());

    /** The values of the only domain. */
    async function valuesOf(
      document: DomainDocument,
      extract: readonly Extraction[],
    ): Promise<readonly ExtractedValue[] | undefined> {
      await put(index, document);
      const { hits } = await index.search(query(ALL, { extract }));
      await index.delete(document.domain);
      expect(hits).toHaveLength(1);
      return hits[0]?.extracted;
    }

    it('are those that cheerio and regular expressions find, of domains and of pages', async () => {
      const source = fc.array(fc.constantFrom(...PIECES), { maxLength: 25 }).map((pieces) => pieces.join(''));
      const drawn = fc.record({
        one: fc.constantFrom<Extraction>(...SELECTIONS, ...CAPTURES),
        all: fc.boolean(),
      });
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(source, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 2 }),
          fc.array(drawn, { minLength: 1, maxLength: 10 }),
          async (sites, wishes) => {
            const documents = sites.map((sources, number) => documentOf(`v${number}.test`, sources));
            const extract = wishes.map(({ one, all }, number) => ({ ...one, all, as: `v${number}` }));
            await put(index, ...documents);
            const { hits, ...rest } = await index.search(query(ALL, { extract }));
            const { hits: plain, ...plainRest } = await index.search(query(ALL));
            expect(rest).toEqual(plainRest);
            expect(hits).toEqual(
              plain.map((hit, number) => ({
                ...hit,
                extracted: extract.map((one) => expected(documents[number]?.pages ?? [], one)),
              })),
            );
            const ofPages = await index.search(pageQuery(ALL, { extract }));
            expect(ofPages.hits.map(({ url, extracted }) => [url, extracted])).toEqual(
              documents.flatMap(({ pages }) =>
                pages.map((page) => [page.url, extract.map((one) => expected([page], one))]),
              ),
            );
          },
        ),
        { numRuns: 25 },
      );
      for (const number of [0, 1]) await index.delete(`v${number}.test`);
    });

    it('come from the home page before others, which come by URL', async () => {
      const document = at('order.test', {
        '/b': '<h1>b</h1><i>only b</i>',
        '/a': '<h1>a</h1>',
        '/': '<h1>home</h1>',
      });
      const first = { ...selection('h1'), all: false };
      const further = { ...selection('i'), all: false };
      const none = { ...selection('u'), all: false };
      expect(await valuesOf(document, [first, further, none, selection('h1'), selection('u')])).toEqual([
        { value: 'home', cut: [] },
        { value: 'only b', cut: [] },
        { value: null, cut: [] },
        { value: ['home', 'a', 'b'], cut: [] },
        { value: [], cut: [] },
      ]);
    });

    it('of patterns are read out of other texts, too', async () => {
      const document = documentOf('texts.test', ['<p>server: page']);
      const answers = {
        headers: 'HTTP 200\nserver: nginx\nvia: b\n',
        cookies: '\n_ga; path=/\nid;\n',
        file: '/llms.txt\n# Tea\n\n',
      };
      const pages = document.pages.map((page) => ({ ...page, answers }));
      const of = (pattern: string, scope: PatternExtraction['scope']): PatternExtraction => {
        return { ...capture(pattern, 1), scope };
      };
      expect(
        await valuesOf({ ...document, pages }, [
          of('(?m)^server: (.*)', 'headers'),
          of('(?m)^([^;\n]+);', 'cookies'),
          of('(?m)^# (.*)', 'file'),
          of('server: (\\w+)', 'body'),
          of('^(https)', 'url'),
          of('(.+)', 'rendered'),
        ]),
      ).toEqual(
        [['nginx'], ['_ga', 'id'], ['Tea'], ['page'], ['https'], []].map((value) => ({ value, cut: [] })),
      );
    });

    it('stand beside snippets', async () => {
      await put(index, documentOf('both.test', ['<h1>tea</h1>']));
      const sought = [
        { term: 'tea', needle: { kind: 'text', text: 'tea', caseSensitive: false, scope: 'body' } as const },
      ];
      const snippets = { sought, perNeedle: 1, around: 2, isComplete: false };
      const wish = { snippets, extract: [selection('h1')] };
      const match = { term: 'tea', before: '1>', after: '</', offset: 4 };
      const shown = { matches: [match], extracted: [{ value: ['tea'], cut: [] }] };
      expect((await index.search(query(ALL, wish))).hits).toMatchObject([shown]);
      expect((await index.search(pageQuery(ALL, wish))).hits).toMatchObject([shown]);
      await index.delete('both.test');
    });

    it('are cut at their bounds, and say so', async () => {
      const { maxExtractedLength: longest, maxExtractedValues: most } = SEARCH_BOUNDS;
      const items = Array.from({ length: most + 1 }, (_, number) => `<i>${number}</i>`).join('');
      const document = documentOf('cut.test', [
        `<p title="${'x'.repeat(longest - 1)}😀">${'y '.repeat(longest)}</p>${items}<b>${'z'.repeat(longest)}</b>`,
        `${'<div>'.repeat(2_000)}<u>deep</u>`,
      ]);
      const found = await valuesOf(document, [
        { ...selection('p'), all: false },
        { ...selection('p', 'title'), all: false },
        { ...selection('b'), all: false },
        selection('i'),
        selection('u'),
        capture('(deep)', 1),
      ]);
      expect(found).toEqual([
        { value: 'y '.repeat(longest / 2), cut: ['length'] },
        { value: 'x'.repeat(longest - 1), cut: ['length'] },
        { value: 'z'.repeat(longest), cut: [] },
        { value: Array.from({ length: most }, (_, number) => String(number)), cut: ['values'] },
        { value: [], cut: ['page'] },
        { value: ['deep'], cut: [] },
      ]);
    });

    it('of a list end where all of them together are too long', async () => {
      const long = (letter: string): string => letter.repeat(9_000);
      const document = documentOf('long.test', [
        ['a', 'b', 'c', 'd'].map((letter) => `<i>${long(letter)}</i>`).join(''),
      ]);
      expect(await valuesOf(document, [selection('i')])).toEqual([
        { value: [long('a'), long('b'), long('c')], cut: ['values'] },
      ]);
    });

    it('of slow selectors and patterns on hostile pages end, and say so', async () => {
      const document = documentOf('slow.test', [`<h1>x</h1>${'<i>a</i>'.repeat(12_000)}`]);
      const found = await valuesOf(document, [
        selection('i:has(~ u), h1'),
        capture('(?s)a(.*b)?', 0),
        selection('h1'),
      ]);
      expect(found).toEqual([
        { value: ['x'], cut: ['page'] },
        { value: ['a'], cut: ['page'] },
        { value: ['x'], cut: [] },
      ]);
    });

    describe('of many hits', () => {
      const COUNT = 40;
      beforeAll(async () => {
        const documents = Array.from({ length: COUNT }, (_, number) =>
          documentOf(`many${number}.test`, [`${'<p>filling'.repeat(5_000)}<h1>${number}</h1>`]),
        );
        await put(index, ...documents);
      });

      it('say how many were read when time is up', async () => {
        const extract = [selection('h1')];
        const refused: HitsTooMany[] = [];
        let shown: number | null = null;
        for (let budgetMs = 20; shown === null; budgetMs *= 2) {
          try {
            shown = (await index.search(query(ALL, { extract }), { budgetMs })).hits.length;
          } catch (error) {
            if (!(error instanceof HitsTooMany)) throw error;
            refused.push(error);
          }
        }
        expect(shown).toBe(COUNT);
        expect(refused.length).toBeGreaterThan(0);
        for (const { hits, read } of refused) {
          expect(hits).toBe(COUNT);
          expect(read).toBeLessThan(COUNT);
        }
        await expect(index.search(pageQuery(ALL, { extract }), { budgetMs: 20 })).rejects.toMatchObject({
          name: 'HitsTooMany',
          hits: COUNT,
        });
      });

      it('end with their signal', async () => {
        const gone = new AbortController();
        // No search has read these values before.
        const searching = index.search(query(ALL, { extract: [selection('p')] }), { signal: gone.signal });
        setTimeout(() => gone.abort(), 5);
        await expect(searching).rejects.toThrow(SearchAborted);
        expect((await index.search(query(ALL))).total).toBe(COUNT);
      });
    });
  });
}
