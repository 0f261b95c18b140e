import { foldCase } from '@sitegrep/fold';
import { sourceText, type Query } from '@sitegrep/search';
import { RECORD_FIELDS, type SiteFacts } from '@sitegrep/site';
import { NO_SITE_FACTS, linkedEmail } from '@sitegrep/site/test/facts';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DomainIndex, ItemShape, RenderedItems } from '../../src/domains.ts';
import { itemPage } from '../../src/items.ts';
import { documentOf, put, queryOf } from './documents.ts';
import type { EmptyStore } from './empty-store.ts';
import { anyText } from '@sitegrep/site/test/any-text';

const OWN: ItemShape = { names: 'own', fields: [] };
const SPECIFIED: ItemShape = { names: 'specified', fields: [] };

const FACTS: SiteFacts = {
  ...NO_SITE_FACTS,
  title: 'Tee "für" \u2028 zwei 😀\ud800',
  description: 'a\nb',
  lastVisited: 1_700_000_000_999,
  countryIsoCode: 'DE',
  emails: [linkedEmail('a@items.test')],
  technologies: { sales: { ecommerce: ['Shopify'] } },
  plugins: ['form@5.3.1'],
  siteName: { value: 'Tee', source: 'title', written: 'Tee' },
};

/** Each item by itself, by where they end. */
function eachOf({ json, ends }: RenderedItems): readonly string[] {
  let from = 0;
  return ends.map((end) => {
    const item = json.slice(from, end + 1);
    // After the brace and the comma.
    from = end + 2;
    return item;
  });
}

export function describeDomainItems(emptyStore: EmptyStore<DomainIndex>): void {
  describe('items of answers', () => {
    let index: DomainIndex;
    beforeAll(async () => {
      index = await (await emptyStore())();
    });
    afterAll(() => index.close());

    async function items(term: string, shape: ItemShape): Promise<readonly string[]> {
      return eachOf((await index.searchItems(queryOf([term]), shape)).items);
    }

    it('have every field in the order of the table, times as texts, and further fields behind', async () => {
      await put(index, documentOf('items.test', ['by hand'], FACTS));
      const values = [
        '"domain":"items.test"',
        '"title":"Tee \\"für\\" \u2028 zwei 😀\\ud800"',
        '"description":"a\\nb"',
        '"meta_keywords":[]',
      ];
      const own = [
        '"rank":0',
        '"visited":"2023-11-14 22:13:20 +00:00"',
        '"country":"DE"',
        '"language":null',
        '"content_language":null',
        '"email":["a@items.test"]',
        '"social_graph_urls":[]',
        '"tech":{"sales":{"ecommerce":["Shopify"]}}',
      ];
      const specified = [
        '"domain_rank":0',
        '"last_visited":"2023-11-14 22:13:20 +00:00"',
        '"country_iso_code":"DE"',
        '"language_code":null',
        '"content_language_code":null',
        '"emails":["a@items.test"]',
        '"social_graph_urls":[]',
        '"technologies":{"sales":{"ecommerce":["Shopify"]}}',
      ];
      const type = '"type":"domain_technology_item"';
      expect(await items('by hand', OWN)).toEqual([`{${[type, ...values, ...own].join()}}`]);
      expect(await items('by hand', SPECIFIED)).toEqual([`{${[type, ...values, ...specified].join()}}`]);
      const further = [
        '"plugins":["form@5.3.1"]',
        '"site_name":{"value":"Tee","source":"title","written":"Tee"}',
      ];
      expect(await items('by hand', { names: 'specified', fields: ['plugin', 'site_name'] })).toEqual([
        `{${[type, ...values, ...specified, ...further].join()}}`,
      ]);
      await index.delete('items.test');
    });

    it('follow what is put and the ranks that are set, however often they were answered before', async () => {
      const titles = async (): Promise<unknown> =>
        (await items('followed', OWN)).map((item) => {
          const { title, rank } = JSON.parse(item) as Record<string, unknown>;
          return [title, rank];
        });
      await put(index, documentOf('followed.test', ['followed'], { title: 'one' }));
      expect([await titles(), await titles()]).toEqual([[['one', 0]], [['one', 0]]]);
      await index.setRanks([{ domain: 'followed.test', rank: 7 }]);
      expect([await titles(), await titles()]).toEqual([[['one', 7]], [['one', 7]]]);
      await put(index, documentOf('followed.test', ['followed'], { title: 'two' }));
      expect([await titles(), await titles()]).toEqual([[['two', 7]], [['two', 7]]]);
      await index.delete('followed.test');
      expect(await titles()).toEqual([]);
    });

    it('are those of the hits of the same search, for any facts, fields, levels and parts of sources', async () => {
      const text = fc.oneof(anyText({ maxLength: 20 }), fc.constant('ö😀"\\'));
      const facts = fc.record({
        title: fc.option(text),
        metaKeywords: fc.array(text, { maxLength: 3 }),
        lastVisited: fc.option(fc.integer({ min: 0, max: 2_000_000_000_000 })),
        technologies: fc.dictionary(fc.constantFrom('a', 'ü', 'b"'), fc.constant({ c: ['d'] })),
      });
      const shape = fc.record({
        names: fc.constantFrom('own', 'specified'),
        fields: fc.subarray([...RECORD_FIELDS]),
      });
      const sought = { term: 'common', needle: sourceText(foldCase('common')) };
      const snippets = { sought: [sought], perNeedle: 1, around: 5, isComplete: true };
      await fc.assert(
        fc.asyncProperty(
          fc.array(facts, { minLength: 1, maxLength: 5 }),
          fc.array(fc.tuple(shape, fc.boolean(), fc.integer({ min: 1, max: 4 })), {
            minLength: 4,
            maxLength: 4,
          }),
          async (sites, wishes) => {
            await put(
              index,
              ...sites.map((some, at) => documentOf(`any${at}.test`, ['common one', 'common two'], some)),
            );
            for (const [wish, hasSnippets, limit] of wishes) {
              const rest = { limit, ...(hasSnippets ? { snippets } : {}) };
              const query = queryOf(['common'], rest);
              expect(await index.searchItems(query, wish)).toEqual(
                itemPage('domain', await index.search(query), wish),
              );
              const pages: Query<'page'> = {
                ...query,
                level: 'page',
                order: [{ field: 'url', direction: 'asc' }],
              };
              expect(await index.searchItems(pages, OWN)).toEqual(
                itemPage('page', await index.search(pages), OWN),
              );
            }
          },
        ),
        { numRuns: 20 },
      );
      for (let at = 0; at < 5; at++) await index.delete(`any${at}.test`);
    });

    it('of a search that finds nothing are none', async () => {
      const { total, items: none } = await index.searchItems(queryOf(['nowhere to be found']), OWN);
      expect([total, none.json, none.ends, none.read]).toEqual([0, '', [], []]);
    });
  });
}
