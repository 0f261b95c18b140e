/* What DataForSEO's clients find is what the service's own operations find. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, documentOf, serve, type Served } from '../../test/served-api.ts';
import { wholeSite } from '@sitegrep/storage';
import { linkedEmail } from '@sitegrep/site/test/facts';

const WORDPRESS = { content: { blogs: ['WordPress'], cms: ['WordPress'] } };
const SHOP = { ...WORDPRESS, sales: { ecommerce: ['WooCommerce'] }, servers: { databases: ['MySQL'] } };

let served: Served;
let key: string;
beforeAll(async () => {
  served = await serve();
  key = await served.key(['search']);
  const sites = [
    documentOf('shop.example', '<p>data-cart Needle</p>', {
      title: 'Teas of the world',
      metaKeywords: ['tea', 'kettle'],
      emails: [linkedEmail('hello@shop.example')],
      countryIsoCode: 'DE',
      languageCode: 'de',
      technologies: SHOP,
      phoneNumbers: [
        {
          number: '+441632960961',
          kind: 'phone',
          source: 'link',
          written: 'tel:+441632960961',
          url: 'https://shop.example/',
        },
        {
          number: '+441632960962',
          kind: 'fax',
          source: 'text',
          written: '01632 960962',
          url: 'https://shop.example/',
        },
      ],
    }),
    documentOf('blog.example', '<p>data cart needle</p>', { countryIsoCode: 'AT', technologies: WORDPRESS }),
    documentOf('plain.example', '<p>cart-data needle</p>', { countryIsoCode: 'DE', title: 'Kettles' }),
  ];
  await served.storage.domains.put(sites.map(wholeSite));
  await served.storage.domains.setRanks([
    { domain: 'plain.example', rank: 300 },
    { domain: 'shop.example', rank: 200 },
  ]);
});
afterAll(() => served.close());

async function postTo(path: string, body: unknown): Promise<unknown> {
  const answer = await ask(`${served.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return answer.body;
}

interface Task {
  readonly status_code: number;
  readonly status_message: string;
  readonly result: readonly Found[];
}
interface Found {
  readonly total_count: number;
  readonly offset_token: string;
  readonly items: readonly { readonly domain: string }[];
}

async function task(operation: string, fields: object): Promise<Task> {
  const path = `/v3/domain_analytics/technologies/${operation}/live`;
  return Object(await postTo(path, [fields])).tasks[0];
}

async function found(operation: string, fields: object): Promise<Found> {
  const { status_code: code, status_message: message, result } = await task(operation, fields);
  const [first] = result ?? [];
  if (code !== 20_000 || first === undefined) throw new Error(message);
  return first;
}

async function domainsOf(operation: string, fields: object): Promise<readonly string[]> {
  return (await found(operation, fields)).items.map(({ domain }) => domain);
}

describe('domains_by_html_terms', () => {
  const byTerms = (fields: object) => domainsOf('domains_by_html_terms', fields);

  test('has the fields of a domain, and null for lists without a member', async () => {
    const { items } = await found('domains_by_html_terms', { search_terms: ['needle'], limit: 2 });
    const own = Object(await postTo('/html-source-code-search', { search_terms: ['needle'] })).data.items;
    const empty = { meta_keywords: null, emails: null, phone_numbers: null, social_graph_urls: null };
    expect(items).toEqual([
      { ...own[0], ...empty },
      { ...own[1], phone_numbers: ['+441632960961', '+441632960962'], social_graph_urls: null },
    ]);
    expect(items[1]).toMatchObject({
      type: 'domain_technology_item',
      domain: 'shop.example',
      domain_rank: 200,
      meta_keywords: ['tea', 'kettle'],
      emails: ['hello@shop.example'],
      technologies: SHOP,
    });
  });

  test('ignores the order and the separators of a term, unless told to take it as it is', async () => {
    const all = ['plain.example', 'shop.example', 'blog.example'];
    expect(await byTerms({ search_terms: ['data-cart'] })).toEqual(all);
    expect(await byTerms({ search_terms: ['data-cart'], mode: 'entry' })).toEqual(all);
    expect(await byTerms({ search_terms: ['data-cart'], mode: 'strict_entry' })).toEqual(['shop.example']);
  });

  test('takes keywords, filters and orders', async () => {
    const search_terms = ['needle'];
    expect(await byTerms({ search_terms, keywords: ['kettle'], order_by: ['domain,asc'] })).toEqual([
      'plain.example',
      'shop.example',
    ]);
    const german = ['country_iso_code', '=', 'DE'];
    expect(await byTerms({ search_terms, filters: german })).toEqual(['plain.example', 'shop.example']);
    expect(
      await byTerms({
        search_terms,
        filters: [['domain', 'like', '%o%'], 'and', [german, 'or', ['country_iso_code', '=', 'AT']]],
      }),
    ).toEqual(['shop.example', 'blog.example']);
  });

  test.each([
    [
      ['domain', 'regex', '^(shop|plain)'],
      ['plain.example', 'shop.example'],
    ],
    [['domain', 'not_regex', 'l'], []],
    [['domain', 'not_regex', 'l[ao]'], ['shop.example']],
    [['domain', 'regex', 'Shop'], []],
    [['domain', 'regex', '(?i)SHOP'], ['shop.example']],
    [
      [['country_iso_code', 'regex', '^A'], 'or', ['domain', 'regex', '^p']],
      ['blog.example', 'plain.example'],
    ],
  ])('takes the regular expressions of %j', async (filters, expected) => {
    const rules = { search_terms: ['needle'], order_by: ['domain,asc'] };
    expect(await byTerms({ ...rules, filters })).toEqual(expected);
  });

  test('walks by token to the end', async () => {
    const fields = { search_terms: ['needle'], limit: 1 };
    const seen: string[] = [];
    let token = '';
    do {
      const next = await found(
        'domains_by_html_terms',
        token === '' ? fields : { ...fields, offset_token: token },
      );
      seen.push(...next.items.map(({ domain }) => domain));
      token = next.offset_token;
    } while (token !== '');
    expect(seen).toEqual(['plain.example', 'shop.example', 'blog.example']);
    const { offset_token: other } = await found('domains_by_html_terms', fields);
    expect(
      await task('domains_by_html_terms', { ...fields, search_terms: ['cart'], offset_token: other }),
    ).toMatchObject({
      status_code: 40_501,
      status_message: expect.stringContaining('belongs to another search'),
    });
  });
});

describe('domains_by_technology', () => {
  const by = (fields: object) => domainsOf('domains_by_technology', fields);
  const users = ['shop.example', 'blog.example'];

  test.each([
    ['a name in any case', { technologies: ['wordpress'] }, users],
    ['one of several names', { technologies: ['MySQL', 'WooCommerce', 'Drupal'] }, ['shop.example']],
    ['a category', { categories: ['cms'] }, users],
    ['a group', { groups: ['servers'] }, ['shop.example']],
    ['a technology in a category', { technology_paths: [{ path: 'content.cms', name: 'WordPress' }] }, users],
    [
      'one of several of them',
      {
        technology_paths: [
          { path: 'content.cms', name: 'Drupal' },
          { path: 'sales.ecommerce', name: 'woocommerce' },
        ],
      },
      ['shop.example'],
    ],
    ['lists that must all be fulfilled', { categories: ['cms'], groups: ['sales'] }, ['shop.example']],
    ['a part of a name', { technologies: ['ordpre'], mode: 'entry' }, users],
    ['a part of a group', { groups: ['serv'], mode: 'entry' }, ['shop.example']],
    ['a keyword alone', { keywords: ['kettle'] }, ['plain.example', 'shop.example']],
    ['a keyword and a technology', { keywords: ['kettle'], technologies: ['WordPress'] }, ['shop.example']],
    ['filters', { technologies: ['WordPress'], filters: ['country_iso_code', '=', 'AT'] }, ['blog.example']],
    ['nothing that is there', { technologies: ['Drupal'] }, []],
  ])('%s', async (_what, fields, expected) => {
    expect(await by(fields)).toEqual(expected);
  });

  test('answers what the same search by the query language answers', async () => {
    const { total_count: total, items } = await found('domains_by_technology', {
      categories: ['cms'],
      limit: 1,
    });
    const own = Object(await postTo('/search', { q: 'category:content.cms', limit: 1 })).data;
    expect([total, items.map(({ domain }) => domain)]).toEqual([own.total_count, [own.items[0].domain]]);
  });

  test('walks by token, which belongs to the technologies', async () => {
    const first = await found('domains_by_technology', { technologies: ['WordPress'], limit: 1 });
    const rest = { limit: 1, offset_token: first.offset_token };
    expect(await by({ technologies: ['WORDPRESS'], ...rest })).toEqual(['blog.example']);
    expect(await task('domains_by_technology', { technologies: ['MySQL'], ...rest })).toMatchObject({
      status_code: 40_501,
    });
  });

  test.each([
    [{}, 'technologies is missing; give technologies, groups, categories, technology_paths or keywords.'],
    [{ mode: 'entry' }, 'technologies is missing'],
    [
      { technologies: ['Wordpres'] },
      'technologies[0] is "Wordpres", which is unknown; the nearest are WordPress',
    ],
    [{ technologies: ['ВордПресс'] }, 'technologies[0] is "ВордПресс", which is unknown; the nearest are '],
    [{ categories: ['cms', 'cmss'] }, 'categories[1] is "cmss", which is unknown; the nearest are cms'],
    [{ groups: ['xyzzy'], mode: 'entry' }, 'groups[0] is "xyzzy", which is not part of a known name'],
    [{ technologies: ['e'], mode: 'entry' }, 'names; give longer parts, which stand for at most 1000.'],
    [
      { technology_paths: [{ path: 'sales.ecommerce', name: 'WordPress' }] },
      'technology_paths[0].name is "WordPress", which is not in sales.ecommerce',
    ],
    [
      { technology_paths: [{ path: 'cms', name: 'WordPress' }] },
      'technology_paths[0].path is "cms", which is unknown',
    ],
    [{ technology_paths: ['content.cms'] }, 'technology_paths[0] is "content.cms"; give an object'],
    [
      { technologies: Array.from({ length: 11 }, () => 'MySQL') },
      'technologies has 11 items; give at most 10',
    ],
  ])('refuses %j', async (fields, details) => {
    const { status_code: code, status_message: message } = await task('domains_by_technology', fields);
    expect(code).toBe(40_501);
    expect(message).toContain(`Invalid Field: '`);
    expect(message).toContain(details);
  });
});

describe('domain_technologies', () => {
  const of = (target: string) => task('domain_technologies', { target });

  test('knows a domain in any form', async () => {
    for (const target of ['shop.example', 'WWW.Shop.Example']) {
      expect(await of(target)).toMatchObject({
        status_code: 20_000,
        result: [{ type: 'domain_technology_item', domain: 'shop.example', technologies: SHOP }],
      });
    }
  });

  test('says of another that nothing is stored', async () => {
    expect(await of('other.example')).toMatchObject({
      status_code: 40_102,
      status_message: 'No Search Results. Nothing is stored for other.example; crawl or import it first.',
      result: null,
    });
  });

  test.each(['no domain', 'https://shop.example/x', '-'])(
    'refuses what is not a domain: %s',
    async (target) => {
      expect(await of(target)).toMatchObject({
        status_code: 40_501,
        status_message: expect.stringMatching(/^Invalid Field: 'target'\. target /),
      });
    },
  );
});
