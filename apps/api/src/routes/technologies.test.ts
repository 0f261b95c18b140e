import { checker, type TechnologyItem } from '@sitegrep/contract';
import { OPERATIONS } from '@sitegrep/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, documentOf, refusalOf, serve, type Served } from '../../test/served-api.ts';
import { wholeSite } from '@sitegrep/storage';

let api: Served;
let secret: string;

/** Versions of each technology that the n-th site has. */
const SITES: readonly {
  readonly country: string;
  readonly versions: Readonly<Record<string, string | null>>;
}[] = [
  { country: 'DE', versions: { WordPress: '6.4', WooCommerce: '8.9.1' } },
  { country: 'DE', versions: { WordPress: '6.4', WooCommerce: '8.8.3' } },
  { country: 'AT', versions: { WordPress: null, WooCommerce: '8.9.1' } },
  { country: 'AT', versions: { Hugo: '0.1' } },
];

/** Technology that a plugin implies where no page has evidence of it. */
const IMPLIED = 'WordPress';

beforeAll(async () => {
  api = await serve();
  secret = await api.key(['search']);
  await api.storage.domains.put(
    SITES.map(({ country, versions }, number) => {
      const names = Object.keys(versions);
      const technologies = {
        content: { cms: names.filter((name) => name !== 'WooCommerce') },
        sales: { ecommerce: names.filter((name) => name === 'WooCommerce') },
      };
      const document = documentOf(`site${number}.example`, 'x', {
        countryIsoCode: country,
        technologies,
        impliedTechnologies: names.filter((name) => name === IMPLIED && versions[name] === null),
      });
      const detected = names.map((name) => ({
        name,
        version: versions[name] ?? null,
        confidence: 100,
        paths: ['content.cms'],
      }));
      const pages = document.pages.map((page) => ({
        ...page,
        facts: { ...page.facts, technologies: detected },
      }));
      return wholeSite({ ...document, pages });
    }),
  );
});
afterAll(() => api.close());

function get(path: string) {
  return ask(api.url + path, { headers: { 'x-api-key': secret } });
}

async function dataOf(operation: 'listTechnologies' | 'getTechnology' | 'listCategories', path: string) {
  const { body } = await get(path);
  const [answer] = OPERATIONS[operation].answers;
  expect(checker(answer.json)(body)).toMatchObject({ ok: true });
  return (body as { readonly data: never }).data as {
    readonly total_count: number;
    readonly items: readonly TechnologyItem[];
  };
}

const nameAndDomains = ({ name, domains }: TechnologyItem) => [name, domains];

test('technologies are listed by the number of domains, with their versions', async () => {
  const { items } = await dataOf('listTechnologies', '/technologies?limit=3');
  expect(items.map(nameAndDomains)).toEqual([
    ['WooCommerce', 3],
    ['WordPress', 3],
    ['Hugo', 1],
  ]);
  expect(items[0]).toMatchObject({
    slug: 'woocommerce',
    versions: [
      { version: '8.9.1', domains: 2 },
      { version: '8.8.3', domains: 1 },
    ],
    versions_count: 2,
  });
  expect(items[1]?.versions).toEqual([{ version: '6.4', domains: 2 }]);
  expect(items.map((item) => item.implied_domains)).toEqual([0, 1, 0]);
});

test('they are chosen by name, category and country, and those that no domain has are known too', async () => {
  const german = await dataOf('listTechnologies', '/technologies?prefix=wo&category=CMS&country=de');
  expect(german.items.map(nameAndDomains)[0]).toEqual(['WordPress', 2]);
  expect(
    german.items.every(({ name, categories }) => /^wo/i.test(name) && categories.includes('content.cms')),
  ).toBe(true);
  const { items, total_count: total } = await dataOf(
    'listTechnologies',
    '/technologies?prefix=drupal&offset=0',
  );
  expect(items.map(nameAndDomains)).toContainEqual(['Drupal', 0]);
  const next = await dataOf('listTechnologies', '/technologies?prefix=drupal&offset=1');
  expect([next.total_count, next.items]).toEqual([total, items.slice(1)]);
});

test.each(['WooCommerce', 'woocommerce', 'WOOCOMMERCE'])('one is found by %s', async (name) => {
  const item = await dataOf('getTechnology', `/technologies/${name}?country=AT`);
  expect(item).toMatchObject({
    name: 'WooCommerce',
    domains: 1,
    versions: [{ version: '8.9.1', domains: 1 }],
    versions_count: 1,
  });
});

test('one says on how many domains it is only implied', async () => {
  expect(await dataOf('getTechnology', '/technologies/wordpress')).toMatchObject({
    domains: 3,
    implied_domains: 1,
  });
  expect(await dataOf('getTechnology', '/technologies/wordpress?country=DE')).toMatchObject({
    domains: 2,
    implied_domains: 0,
  });
});

test('categories say how many domains have any of their technologies', async () => {
  const { items } = await dataOf('listCategories', '/categories');
  expect(items.slice(0, 2)).toMatchObject([
    { path: 'content.cms', name: 'CMS', group: 'Content', domains: 4, implied_domains: 1 },
    { path: 'sales.ecommerce', domains: 3, implied_domains: 0 },
  ]);
});

test.each([
  ['/technologies/Вордпресс', 404, /^There is no technology "Вордпресс"; the nearest are .+, .+, .+\.$/],
  ['/technologies/Wordpres', 404, /; the nearest are WordPress, /],
  [
    '/technologies?category=cmss',
    400,
    /^category is "cmss", which is not a known value; the nearest are .*cms/,
  ],
  ['/technologies?country=XX', 400, /^country is "XX", which is not a known value; the nearest are /],
  ['/technologies?limit=0', 400, /^limit is 0; /],
  ['/categories?limit=1', 400, /^Field "limit" is unknown; /],
])('%s is refused', async (path, status, message) => {
  expect(refusalOf(await get(path))).toEqual([status, expect.stringMatching(message)]);
});
