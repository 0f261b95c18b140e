import type { Latest, RenderedItems } from '@sitegrep/storage';
import { expect, test } from 'vitest';
import { latestOf } from './latest.ts';

/** Items as a storage renders them. */
function rendered(items: readonly object[]): RenderedItems {
  const texts = items.map((item) => JSON.stringify(item));
  const ends = texts.map((_, index) => texts.slice(0, index + 1).join(',').length - 1);
  return { json: texts.join(','), ends, read: [] };
}

const CHANGE = { at: 86_400, previousAt: 0, added: ['tech\0Shopify'], removed: [] };
const SHOWN = {
  at: '1970-01-02 00:00:00 +00:00',
  previous_at: '1970-01-01 00:00:00 +00:00',
  added: { tech: ['Shopify'] },
  removed: {},
};

/** A storage whose domains all have the same change; it notes what is asked of it. */
function storage() {
  const wishes: unknown[] = [];
  const latest = async (wanted: readonly object[]): Promise<readonly Latest[]> => {
    wishes.push(...wanted);
    return wanted.map((_, index) => ({ change: CHANGE, earlierVersions: index }));
  };
  return { wishes, domains: { latest } };
}

test('the change of a domain stands at its first page, wherever its others are', async () => {
  const { wishes, domains } = storage();
  const page = (domain: string, path: string) => ({
    type: 'page_item',
    domain,
    url: `https://${domain}/${path}`,
    title: '","domain":"other.example"},{',
    rank: null,
  });
  const pages = [
    page('a.example', ''),
    page('b.example', String.raw`"q"\ä`),
    page('a.example', 'two'),
    page('a.example', 'three'),
  ];
  expect(await latestOf(domains, rendered(pages))).toEqual([
    { changed: SHOWN, versions_count: 1 },
    { changed: SHOWN, versions_count: 2 },
    { versions_count: 3 },
    { versions_count: 4 },
  ]);
  expect(wishes).toEqual(pages.map(({ domain, url }) => ({ domain, url })));
});

test('domains have their changes, and their names are read of whatever is rendered after them', async () => {
  const { wishes, domains } = storage();
  const items = ['a.example', 'b.example'].map((domain) => ({
    type: 'domain_technology_item',
    domain,
    url: 'of something else',
    title: '}',
  }));
  expect(await latestOf(domains, rendered(items))).toEqual([{ changed: SHOWN }, { changed: SHOWN }]);
  expect(wishes).toEqual([
    { domain: 'a.example', url: null },
    { domain: 'b.example', url: null },
  ]);
  expect(await latestOf(domains, rendered([]))).toEqual([]);
});
