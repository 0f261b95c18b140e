import { checker, DomainDetailsAnswer, DomainLinkListAnswer, DomainPageListAnswer } from '@sitegrep/contract';
import type { DomainDocument } from '@sitegrep/site';
import { wholeSite } from '@sitegrep/storage';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, ask, documentOf, refusalOf, serve, type Served } from '../../../test/served-api.ts';

const checkDetails = checker(DomainDetailsAnswer);
const checkLinks = checker(DomainLinkListAnswer);
const checkPages = checker(DomainPageListAnswer);

let api: Served;
let key: string;

beforeAll(async () => {
  api = await serve();
  key = await api.key(['search']);
  const { domains } = api.storage;
  await domains.setRanks([{ domain: 'zeit.de', rank: 321 }]);
  const phone = {
    number: '+4940123456',
    kind: 'phone',
    source: 'text',
    written: '040 123456',
    url: 'https://zeit.de/',
  } as const;
  await domains.put([
    wholeSite(documentOf('zeit.de', 'source of zeit', { title: 'Zeit', phoneNumbers: [phone] })),
    wholeSite(withPages('many.example', 23)),
    wholeSite(documentOf('xn--strae-oqa.example', 'source')),
  ]);
  await domains.blocks.block({ domain: 'zeit.de', reason: 'a secret reason', at: Date.now() });
});
afterAll(() => api.close());

function withPages(domain: string, count: number): DomainDocument {
  const { pages, ...rest } = documentOf(domain, '');
  const [page] = pages;
  if (page === undefined) throw new Error('a page');
  const numbered = Array.from({ length: count }, (_, at) => ({
    ...page,
    url: `https://${domain}/${String(at).padStart(2, '0')}`,
    source: 'é'.repeat(at),
    truncated: at === 7,
    facts: { ...page.facts, title: at === 3 ? null : `Page ${at}` },
  }));
  return { ...rest, pages: numbered };
}

function get(path: string, secret = key): Promise<Answer> {
  return ask(`${api.url}/domains/${path}`, { headers: { 'x-api-key': secret } });
}

describe('what is known of a domain', () => {
  test('is all its fields, without what is for administrators', async () => {
    const { status, body } = await get('zeit.de');
    expect(status).toBe(200);
    expect(checkDetails(body)).toMatchObject({
      ok: true,
      value: {
        data: {
          type: 'domain_technology_item',
          domain: 'zeit.de',
          title: 'Zeit',
          rank: 321,
          visited: '2026-01-02 03:04:05 +00:00',
          phone_numbers: [{ number: '+4940123456' }],
          revision: expect.any(Number),
          pages_count: 1,
        },
      },
    });
    expect(JSON.stringify(body)).not.toMatch(/secret reason|source of zeit/);
  });

  test.each([
    'WWW.Zeit.DE',
    'zeit.de.',
    'zeit.de:8080',
    encodeURIComponent('https://www.zeit.de/kultur?a=b#c'),
  ])('is found under %s', async (name) => {
    expect(await get(name)).toMatchObject({ status: 200, body: { data: { domain: 'zeit.de' } } });
  });

  test('is found under names in other scripts', async () => {
    const answer = await get(encodeURIComponent('Straße.example'));
    expect(answer).toMatchObject({ status: 200, body: { data: { domain: 'xn--strae-oqa.example' } } });
  });

  test.each(['', '/pages', '/technologies', '/pages/source?url=x'])(
    'of an unknown domain is a 404 that says so (%s)',
    async (rest) => {
      const source = await api.key(['search', 'source']);
      const answer = await get(`unknown.example${rest}`, source);
      expect(refusalOf(answer)).toEqual([
        404,
        'Nothing is stored for unknown.example; crawl or import it first.',
      ]);
    },
  );

  test.each([
    ['not%20a%20domain', 'The domain "not a domain" is not a domain; give one such as example.com.'],
    ['42', 'The domain "42" is not a domain; give one such as example.com.'],
    ['ftp%3A%2F%2Fzeit.de', 'The domain "ftp://zeit.de" is not a domain; give one such as example.com.'],
  ])('%s is not a domain', async (name, details) => {
    expect(refusalOf(await get(name))).toEqual([400, details]);
  });

  test('takes no parameters', async () => {
    expect(refusalOf(await get('zeit.de?fields=title'))[0]).toBe(400);
  });
});

describe('the pages of a domain', () => {
  async function page(query: string) {
    const { status, body } = await get(`many.example/pages${query}`);
    const checked = checkPages(body);
    if (status !== 200 || !checked.ok) throw new Error(JSON.stringify(body));
    return checked.value.data;
  }

  test('are listed in the order of their URLs, with their properties and without sources', async () => {
    const list = await page('');
    expect(list.items).toEqual(
      Array.from({ length: 23 }, (_, at) => ({
        url: `https://many.example/${String(at).padStart(2, '0')}`,
        title: at === 3 ? null : `Page ${at}`,
        bytes: 2 * at,
        rendered_bytes: null,
        screenshot_bytes: null,
        fetched_at: '2026-01-02 03:04:05 +00:00',
        charset: 'utf-8',
        truncated: at === 7,
      })),
    );
    expect(list).toMatchObject({ next_token: '', total_count: 23, revision: expect.any(Number) });
  });

  test.each([1, 7, 22, 23, 24])('come %i at a time', async (limit) => {
    const urls: string[] = [];
    let token = '';
    do {
      const list = await page(`?limit=${limit}${token === '' ? '' : `&next_token=${token}`}`);
      expect(list.items.length).toBeLessThanOrEqual(limit);
      urls.push(...list.items.map(({ url }) => url));
      token = list.next_token;
    } while (token !== '');
    expect(urls).toHaveLength(23);
    expect(new Set(urls).size).toBe(23);
  });

  test('take no token of another domain', async () => {
    const { next_token: token } = await page('?limit=5');
    const answer = await get(`zeit.de/pages?next_token=${token}`);
    expect(refusalOf(answer)).toEqual([
      400,
      expect.stringMatching(/^next_token was not given for this list/),
    ]);
  });

  test.each(['?limit=0', '?limit=1001', '?limit=x', '?offset=1'])('are not listed with %s', async (query) => {
    expect(refusalOf(await get(`many.example/pages${query}`))[0]).toBe(400);
  });
});

describe('the links of a domain', () => {
  const links = async (query = '') => {
    const { status, body } = await get(`linking.example/links${query}`);
    const checked = checkLinks(body);
    if (status !== 200 || !checked.ok) throw new Error(JSON.stringify(body));
    return checked.value.data;
  };
  const expected = [
    { host: 'b.example', pages_count: 2, url: 'https://linking.example/00' },
    { host: 'a.example', pages_count: 1, url: 'https://linking.example/00' },
    { host: 'c.example', pages_count: 1, url: 'https://linking.example/02' },
  ];

  beforeAll(async () => {
    const { pages, ...rest } = withPages('linking.example', 3);
    const hosts = [['a.example', 'b.example'], [], ['b.example', 'c.example']];
    const linking = pages.map((page, at) => ({
      ...page,
      facts: { ...page.facts, linkedDomains: hosts[at] ?? [] },
    }));
    await api.storage.domains.put([wholeSite({ ...rest, pages: linking })]);
  });

  test('are hosts with the number of pages, those of most pages first', async () => {
    expect(await links()).toMatchObject({ items: expected, next_token: '', total_count: 3 });
    const first = await links('?limit=2');
    expect(first.items).toEqual(expected.slice(0, 2));
    expect(await links(`?limit=2&next_token=${first.next_token}`)).toMatchObject({
      items: expected.slice(2),
      next_token: '',
    });
  });

  test('are none where no page links, and a 404 where nothing is stored', async () => {
    expect(await get('zeit.de/links')).toMatchObject({ status: 200, body: { data: { total_count: 0 } } });
    expect((await get('unknown.example/links')).status).toBe(404);
  });
});
