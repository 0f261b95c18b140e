import { checker, ExplainAnswer, ExportedResult, SearchAnswer } from '@sitegrep/contract';
import { QueryTooBroad, wholeSite } from '@sitegrep/storage';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Answer,
  ask,
  documentOf,
  refusalOf,
  searching,
  serve,
  type Served,
} from '../../test/served-api.ts';

const checkAnswer = checker(SearchAnswer);
const checkExplained = checker(ExplainAnswer);
const checkExported = checker(ExportedResult);

let api: Served;
let secret: string;

/** Two pages of a shop, in other words than those of the other sites. */
const SHOP = {
  home: '<title>Teas</title><!-- password: hunter2 -->\n<script>ga("create", "UA-12345-6")</script>',
  basket: '<form action="http://pay.example/">\n<a href="/wp-content/a.css">Basket</a>',
};

beforeAll(async () => {
  api = await serve();
  secret = await api.key(['search']);
  const shop = documentOf('shop.example', SHOP.home, {
    countryIsoCode: 'DE',
    title: 'Teas',
    technologies: { content: { cms: ['WordPress'] }, servers: { databases: ['MySQL'] } },
    impliedTechnologies: ['MySQL'],
  });
  const [home] = shop.pages;
  if (home === undefined) throw new Error('a document has a page');
  const basket = { ...home, url: 'https://shop.example/basket', source: SHOP.basket };
  const others = Array.from({ length: 12 }, (_, index) => {
    const name = `site-${String(index).padStart(2, '0')}.example`;
    return wholeSite(documentOf(name, `<script src="https://cdn.example/brevo.js"></script>${name}`));
  });
  await api.storage.domains.put([wholeSite({ ...shop, pages: [home, basket] }), ...others]);
});
afterAll(() => api.close());

function post(path: string, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json', 'x-api-key': secret };
  return ask(api.url + path, { method: 'POST', body: JSON.stringify(body), headers });
}

function dataOf({ status, body }: Answer) {
  const checked = checkAnswer(body);
  if (!checked.ok) throw new Error(`${status} ${JSON.stringify(body)}: ${JSON.stringify(checked.problem)}`);
  return checked.value.data;
}

async function found(request: object) {
  const { items, ...rest } = dataOf(await post('/search', request));
  return { ...rest, items: items.filter((item) => item.type !== 'change_item') };
}

async function link(parameters: Record<string, string>): Promise<Answer> {
  const query = new URLSearchParams(parameters).toString();
  return ask(`${api.url}/search?${query}`, { headers: { 'x-api-key': secret } });
}

async function domains(request: object): Promise<readonly string[]> {
  return (await found({ limit: 100, ...request })).items.map(({ domain }) => domain);
}

async function refusal(request: object, path = '/search') {
  return refusalOf(await post(path, request));
}

describe('a search', () => {
  test.each([
    ['brevo.js -site-03', 11],
    [String.raw`/UA-\d{4,9}-\d/`, 1],
    ['teas OR site-07', 2],
    ['teas basket', 1],
    ['same:page(teas basket)', 0],
    ['case:yes Teas', 1],
    ['case:yes teas', 0],
    ['comment:password', 1],
    ['text:password', 0],
    ['password near/5 hunter2', 1],
    ['country:DE', 1],
    ['keyword:tea', 1],
    ['tech:mysql', 1],
    ['tech:mysql@seen', 0],
    ['tech:mysql@seen,wordpress', 1],
    ['category:databases -category:databases@seen', 1],
    ['site:*te-0*', 10],
    ['', 13],
  ])('for %j finds %i domains', async (q, total) => {
    expect((await found({ q, limit: 1 })).total_count).toBe(total);
  });

  test('counts the domains that match by facets', async () => {
    const facets = [
      { field: 'country' },
      { field: 'registrable_domain', limit: 2 },
      { field: 'capture', group: 'file' },
      { field: 'version', of: 'jquery' },
      { field: 'rank' },
    ];
    const q = String.raw`/src=.+\/(?P<file>\w+)[.]js/ OR teas`;
    const { items, facets: counted } = await found({ q, facets, count_only: true });
    expect(items).toEqual([]);
    expect(counted).toEqual([
      { field: 'country', values: [{ value: 'DE', domains: 1 }], distinct: 1, listed: 1, without: 12 },
      {
        field: 'registrable_domain',
        values: [
          { value: 'shop.example', domains: 1 },
          { value: 'site-00.example', domains: 1 },
        ],
        distinct: 13,
        listed: 13,
        without: 0,
      },
      {
        field: 'capture',
        group: 'file',
        values: [{ value: 'brevo', domains: 12 }],
        distinct: 1,
        listed: 1,
        without: 1,
      },
      { field: 'version', of: 'jQuery', values: [], distinct: 0, listed: 0, without: 13 },
      { field: 'rank', values: [{ value: '0..99', domains: 13 }], distinct: 1, listed: 1, without: 0 },
    ]);
    const parameters = { q: 'basket', level: 'page', facets: 'tld,version:jQuery', limit: '1' };
    expect(dataOf(await link(parameters)).facets).toEqual([
      { field: 'tld', values: [{ value: 'example', domains: 1 }], distinct: 1, listed: 1, without: 0 },
      { field: 'version', of: 'jQuery', values: [], distinct: 0, listed: 0, without: 1 },
    ]);
  });

  test('counts technologies without those that are only implied', async () => {
    const facets = [
      { field: 'tech' },
      { field: 'tech', implied: false },
      { field: 'category', implied: false },
    ];
    const counted = (await found({ q: 'teas', facets, count_only: true })).facets;
    const one = (value: string) => ({
      values: [{ value, domains: 1 }],
      distinct: 1,
      listed: 1,
      without: 0,
    });
    expect(counted).toEqual([
      {
        field: 'tech',
        values: [
          { value: 'MySQL', domains: 1 },
          { value: 'WordPress', domains: 1 },
        ],
        distinct: 2,
        listed: 2,
        without: 0,
      },
      { field: 'tech', implied: false, ...one('WordPress') },
      { field: 'category', implied: false, ...one('content.cms') },
    ]);
    const linked = { q: 'teas', facets: 'tech@seen', limit: '1' };
    expect(dataOf(await link(linked)).facets).toEqual([counted?.[1]]);
    const { items } = await found({ q: 'teas', fields: ['implied_tech'] });
    expect(items.map((item) => item.type === 'domain_technology_item' && item.implied_tech)).toEqual([
      ['MySQL'],
    ]);
  });

  test('shows a part of the values of a facet, and how many there are', async () => {
    const at = (member: object) => ({ field: 'registrable_domain', ...member });
    const counted = async (member: object) =>
      (await found({ q: '', facets: [at(member)], count_only: true })).facets?.[0];
    expect(await counted({ offset: 12, limit: 5 })).toEqual(
      at({ values: [{ value: 'site-11.example', domains: 1 }], distinct: 13, listed: 13, without: 0 }),
    );
    expect(await counted({ offset: 13 })).toEqual(at({ values: [], distinct: 13, listed: 13, without: 0 }));
    expect(await counted({ min: 2 })).toEqual(at({ values: [], distinct: 13, listed: 0, without: 0 }));
    const parts = { facets: 'registrable_domain', facet_offset: '12', facet_limit: '5', facet_min: '1' };
    expect(dataOf(await link(parts)).facets).toEqual([await counted({ offset: 12, limit: 5 })]);
    expect(refusalOf(await link({ facet_min: '2' }))[1]).toBe(
      'facet_min is given without facets; give facets as well.',
    );
    expect(refusalOf(await link({ facets: 'tld', facet_offset: '10000' }))[1]).toBe(
      'facet_offset is 10000; give at most 9999.',
    );
  });

  test('takes a tree, with a text within it', async () => {
    expect(await domains({ query: { text: 'TEAS' } })).toEqual(['shop.example']);
    const query = { and: [{ q: 'site-03 OR site-04' }, { not: { text: 'site-04' } }] };
    expect(await domains({ query })).toEqual(['site-03.example']);
    expect(await domains({ query: { none: true } })).toEqual([]);
  });

  test('answers with every field of a domain, and with further ones', async () => {
    const { items, took_ms } = await found({ q: 'teas', fields: ['phone_numbers'] });
    expect(items).toMatchObject([
      { type: 'domain_technology_item', domain: 'shop.example', country: 'DE', phone_numbers: [] },
    ]);
    expect(took_ms).toBeGreaterThanOrEqual(0);
  });

  test('answers with pages', async () => {
    const answer = await found({ q: 'site:shop.example', level: 'page', order_by: ['url,desc'] });
    expect(answer).toMatchObject({ total_count: 2, items_count: 2, offset: 0, offset_token: '' });
    expect(answer.items).toEqual([
      {
        type: 'page_item',
        domain: 'shop.example',
        url: 'https://shop.example/basket',
        title: null,
        rank: 0,
        fetched_at: '2026-01-02 03:04:05 +00:00',
        charset: 'utf-8',
        truncated: false,
      },
      expect.objectContaining({ url: 'https://shop.example/' }),
    ]);
    expect((await found({ q: 'teas basket', level: 'page' })).total_count).toBe(0);
  });

  test.each(['domain', 'page'])('walks by token over all of level %s, each once', async (level) => {
    const request = { q: 'cdn OR teas OR basket', level, order_by: ['domain,desc'] };
    const whole = await found({ ...request, limit: 100 });
    expect(whole.total_count).toBe(level === 'page' ? 14 : 13);
    const walked: unknown[] = [];
    for (let token: string | undefined; token !== '';) {
      const page = await found({
        ...request,
        limit: 4,
        ...(token === undefined ? {} : { offset_token: token }),
      });
      expect(page.offset).toBe(walked.length);
      walked.push(...page.items);
      token = page.offset_token;
    }
    expect(walked).toEqual(whole.items);
  });

  test('takes a token under the same query in other words, and under no other one', async () => {
    const { offset_token } = await found({ q: 'cdn brevo', limit: 1 });
    const tree = { and: [{ text: 'BREVO' }, { text: 'cdn' }] };
    expect((await found({ query: tree, limit: 1, offset_token })).offset).toBe(1);
    const other =
      'offset_token belongs to another search; repeat all but limit and snippets as it was, or start over without it.';
    expect(await refusal({ q: 'cdn', offset_token })).toEqual([400, other]);
    const pages = await found({ q: 'cdn brevo', level: 'page', limit: 1 });
    expect(await refusal({ q: 'cdn brevo', offset_token: pages.offset_token })).toEqual([400, other]);
  });

  test('shows where its parts stand, each once before any comes again', async () => {
    const q = String.raw`basket (/(?P<kind>U)A-(\d+)-(\d)(x)?/ OR "</")`;
    const { items } = await found({ q, snippets: { per_item: 3, around: 4 } });
    const pattern = String.raw`(?P<kind>U)A-(\d+)-(\d)(x)?`;
    expect(items[0]?.matches?.map(({ term, match }) => [term, match])).toEqual([
      ['basket', 'Basket'],
      [pattern, 'UA-12345-6'],
      ['</', '</'],
    ]);
    expect(items[0]?.matches?.[1]).toEqual({
      term: pattern,
      scope: 'body',
      url: 'https://shop.example/',
      offset: SHOP.home.indexOf('UA-'),
      line: 2,
      column: 23,
      before: '", "',
      match: 'UA-12345-6',
      after: '")</',
      captures: ['U', '12345', '6', null],
      names: { kind: 'U' },
    });
    const [one] = (await found({ q, snippets: { per_item: 1 } })).items;
    expect(one?.matches?.map(({ match }) => match)).toEqual(['Basket']);
    const [page] = (await found({ q: 'link:wp-content', level: 'page', snippets: {} })).items;
    expect(page?.matches).toMatchObject([
      { scope: 'link', url: 'https://shop.example/basket', match: 'wp-content', line: 2 },
    ]);
  });

  test('counts alone where no more is wanted', async () => {
    expect(await found({ q: 'brevo', count_only: true, limit: 5, offset: 3 })).toEqual({
      total_count: 12,
      items_count: 0,
      offset: 0,
      offset_token: '',
      items: [],
      notes: [],
      took_ms: expect.any(Number),
    });
  });

  test('is taken as a link', async () => {
    const answer = await link({
      q: 'basket | teas',
      level: 'page',
      order_by: 'domain,asc;url,desc',
      limit: '1',
      snippets: '1',
      around: '0',
    });
    const { items, total_count } = dataOf(answer);
    expect(total_count).toBe(2);
    expect(items).toMatchObject([
      { url: 'https://shop.example/basket', matches: [{ before: '', match: 'Basket', after: '' }] },
    ]);
    expect(dataOf(await link({ count_only: 'true' })).total_count).toBe(13);
    expect(dataOf(await link({ q: 'teas', fields: 'feeds,images' })).items).toMatchObject([
      { feeds: [], images: [] },
    ]);
    expect(refusalOf(await link({ q: 'a has:fax' }))[1]).toMatch(
      /^q cannot be read: at column 7, has: is "fax", /,
    );
    expect(refusalOf(await link({ around: '3' }))).toEqual([
      400,
      'around is given without snippets; give snippets as well.',
    ]);
    expect(refusalOf(await link({ order_by: 'url,asc' }))[1]).toMatch(
      /^order_by\[0\] is "url,asc", which begins with no field that can be ordered by; /,
    );
  });
});

describe('bad input', () => {
  const COLUMN = 'q cannot be read: at column';
  test.each<[object, string]>([
    [{ q: 'a near/0 b' }, `${COLUMN} 3, near/0 says no distance; write near/1 to near/10000, in characters.`],
    [
      { q: 'in:nowhere x' },
      `${COLUMN} 4, nowhere is not a scope; use one of body, text, comment, inline, script, link, meta, title, url, rendered, dns, headers, cookies, file, any.`,
    ],
    [
      { q: 'tech:Wordpres' },
      `${COLUMN} 6, tech: is "Wordpres", which is not a known value; the nearest are WordPress, `,
    ],
    [{ q: 'x'.repeat(10_001) }, 'q has 10001 characters; give at most 10000 characters.'],
    [
      { q: Array(1_000).fill('a').join(' | ') },
      `${COLUMN} 1, there are 1000 texts, patterns and conditions; give at most 500.`,
    ],
    [
      { query: { or: Array.from({ length: 1_000 }, () => ({ text: 'a' })) } },
      'query.or has 1000 parts; give at most 500.',
    ],
    [
      { q: 'NOT '.repeat(60) + 'a' },
      `${COLUMN} 201, this is inside of 50 groups and negations; nest less deeply.`,
    ],
    [
      { q: 'a', query: { text: 'a' } },
      'query is given beside q; give one of the two: they say the same in two forms.',
    ],
    [
      { query: { and: [{ text: 'a' }, { q: 'b has:fax' }] } },
      'query.and[1].q cannot be read: at column 7, has: is "fax", which is not a known value; ',
    ],
    [
      { query: { text: 'a', or: [] } },
      'query has both or and text; give exactly one of and, or, not, same_page, near, text, pattern, keyword, filter, added, removed, at, by, same_change, q, all, none.',
    ],
    [{ query: { none: 1 } }, 'query.none is 1; give true.'],
    [{ q: 'a', level: 'site' }, 'level is "site"; the known ones are domain, page, version, change.'],
    [
      { q: 'a', order_by: ['url,asc'] },
      'order_by[0] is "url,asc", which begins with no field that can be ordered by; ',
    ],
    [
      { q: 'a', level: 'page', fields: ['title', 'feeds'] },
      'fields[1] is feeds, which items of level page do not have; use some of domain, url, title, rank, fetched_at, charset, truncated.',
    ],
    [
      { q: 'a', fields: ['url'] },
      'fields[0] is url, which items of level domain do not have; use some of domain, title, ',
    ],
    [
      { q: 'a', fields: ['country_iso_code'] },
      'fields[0] is "country_iso_code"; the nearest known one is "country".',
    ],
    [{ q: 'a', snippets: { per_item: 11 } }, 'snippets.per_item is 11; give at most 10.'],
    [{ q: 'a', snippets: { around: 401 } }, 'snippets.around is 401; give at most 400.'],
    [{ q: 'a', facettes: [] }, 'Field "facettes" is unknown; '],
    [
      { facets: [{ field: 'technologie' }] },
      'facets[0].field is "technologie", which is not a facet; did you mean tech? If not, use one of tech, ',
    ],
    [
      { facets: Array.from({ length: 11 }, () => ({ field: 'tld' })) },
      'facets has 11 facets; give at most 10.',
    ],
    [{ facets: [{ field: 'tld' }, { field: 'tld', limit: 3 }] }, 'facets[1] is given twice; leave it out.'],
    [{ facets: [{ field: 'tld', limit: 0 }] }, 'facets[0].limit is 0; give an integer from 1 to 100.'],
    [
      { facets: [{ field: 'tld', offset: 10_000 }] },
      'facets[0].offset is 10000; give an integer from 0 to 9999, or count fewer domains at a time.',
    ],
    [{ facets: [{ field: 'tld', offset: 1.5 }] }, 'facets[0].offset is 1.5; give an integer from 0 to 9999'],
    [
      { facets: [{ field: 'tld', min: 0 }] },
      'facets[0].min is 0; give a number of domains, an integer from 1 on.',
    ],
    [{ facets: [{ field: 'tld' }, { field: 'tld', offset: 10 }] }, 'facets[1] is given twice; leave it out.'],
    [
      { facets: [{ field: 'tld', implied: false }] },
      'facets[0].implied is given with tld; leave it out: only technologies and their categories are implied.',
    ],
    [
      { facets: [{ field: 'tech' }, { field: 'tech', implied: true }] },
      'facets[1] is given twice; leave it out.',
    ],
    [
      { facets: [{ field: 'version' }] },
      'facets[0].of is missing; name the technology whose versions are counted.',
    ],
    [
      { facets: [{ field: 'plugin_version' }] },
      'facets[0].of is missing; name the plugin whose versions are counted.',
    ],
    [
      { facets: [{ field: 'version', of: 'Вордпресс' }] },
      'facets[0].of is "Вордпресс", which is not a known value; the nearest are ',
    ],
    [
      { facets: [{ field: 'tld', of: 'jQuery' }] },
      'facets[0].of is given with tld; leave it out: only versions are of a technology, plugin or theme, values of a header field, verdicts of an agent, and what was added or removed of a kind',
    ],
    [
      { q: 'a', facets: [{ field: 'capture' }] },
      'facets[0].group is a group, but the query has no pattern that must match; write a pattern: ',
    ],
    [
      { q: '-/a(b)/ c', facets: [{ field: 'capture' }] },
      'facets[0].group is a group, but the query has no pattern that must match; write a pattern: ',
    ],
    [
      { q: '/a(b)(?P<n>c)/', facets: [{ field: 'capture', group: 'm' }] },
      'facets[0].group is "m", and no pattern of the query has that group; use one of 1, n.',
    ],
    [{ q: 'tech:jQuery@' }, `${COLUMN} 6, tech: is "jQuery@", after whose @ there is no range of versions; `],
    [{ q: 'has:fax' }, `${COLUMN} 5, has: is "fax", which is not a known value; the nearest are `],
    [{ q: 'email:a*@b' }, `${COLUMN} 7, email: is followed by "a*@b"; write addresses, `],
  ])('%# is refused: %.80j', async (request, message) => {
    const [status, details] = await refusal(request);
    expect(status).toBe(400);
    expect(details.slice(0, message.length)).toBe(message);
    expect(details.endsWith('.')).toBe(true);
  });

  test.each([
    ['x /a(b/', 5, 'the group that begins here is not closed; '],
    ['re:""', 4, 'the pattern is empty; '],
    ['x /x{1000}{1000}/', 11, 'this repeats what is a repetition already; '],
    ['x /x{1001}/', 5, '{1001} repeats more than 1000 times; '],
    ['x /a*/', 4, 'the pattern can match an empty text, which every page has; '],
    ['x /a|/', 4, 'the pattern can match an empty text, which every page has; '],
    ['x /^$/', 4, 'the pattern can match an empty text, which every page has; '],
    ['x /a(?=b)/', 5, 'looking ahead or behind is not possible in an engine that is linear in the text; '],
  ])('pattern %j is refused at column %i', async (q, column, problem) => {
    const [status, details] = await refusal({ q });
    expect([status, details]).toEqual([400, expect.stringMatching(/^[\s\S]+; .+\.$/)]);
    expect(details.startsWith(`${COLUMN} ${column}, ${problem}`)).toBe(true);
  });

  test('a pattern that is hard for others, and one without a text in it, are searches', async () => {
    expect((await found({ q: '/(t*)*e/ -brevo' })).total_count).toBe(1);
    expect((await found({ q: '/[0-9]{5}-[0-9]/' })).total_count).toBe(1);
  });

  test('says what the query as it stands finds, and what each part finds where all of it finds nothing', async () => {
    const { notes } = await found({ q: 'teas "basket"' });
    expect(notes).toMatchObject([
      { code: 'as_it_stands', query: String.raw`"teas \"basket\""`, total_count: 0 },
    ]);
    const nothing = await found({ q: 'brevo "not there" title:teas' });
    expect(nothing).toMatchObject({ total_count: 0 });
    expect(nothing.notes).toMatchObject([
      { code: 'part_alone', message: 'brevo alone: 12 domains', total_count: 12, column: 1 },
      { code: 'part_alone', message: '"not there" alone: 0 domains', total_count: 0, column: 7 },
    ]);
    // All but shop.example have brevo.
    expect((await found({ q: 'zzz -brevo' })).notes).toMatchObject([
      { code: 'part_alone', message: 'zzz alone: 0 domains' },
      { code: 'part_alone', message: '-brevo alone: 1 domain', total_count: 1 },
    ]);
    expect((await found({ q: 'brevo a', offset: 1 })).notes).toMatchObject([
      { total_count: expect.any(Number) },
    ]);
    expect((await found({ q: 'brevo a', level: 'page' })).notes).toMatchObject([{ total_count: null }]);
  });

  test.each([
    // Its source does not have its name.
    ['shop.example', [{ query: 'site:shop.example', total_count: 1 }]],
    ['www.Shop.Example', [{ query: 'site:www.Shop.Example', total_count: 1 }]],
    ['other-shop.example', []],
    // Their sources do.
    ['site-03.example', []],
  ])('the name of a domain, %s, is looked for as a text, and a note has the domain', async (q, notes) => {
    expect((await found({ q })).notes).toMatchObject(notes);
  });

  test('counts what a condition finds that is perhaps meant', async () => {
    expect((await found({ q: 'contry:DE' })).notes).toMatchObject([
      { code: 'perhaps_field', query: 'country:DE', total_count: 1 },
    ]);
    expect((await found({ q: 'Rank:first' })).notes).toEqual([]);
  });

  test('finds a literal as it stands, and refuses one beside a tree', async () => {
    expect(await found({ q: 'brevo', literal: true })).toMatchObject({ total_count: 12, notes: [] });
    expect(await found({ q: 'brevo OR', literal: true })).toMatchObject({ total_count: 0, notes: [] });
    expect(await found({ literal: true })).toMatchObject({ total_count: 13 });
    expect((await refusal({ query: { text: 'a' }, literal: true }))[1]).toMatch(
      /^literal is given beside query; /,
    );
    expect((await refusal({ q: ' ', literal: true }))[1]).toMatch(
      /^q cannot be looked for: the text is only white space; /,
    );
  });

  test('a list may have ten thousand domains, and one that has more is refused with what to do', async () => {
    // Long names: they fill most of the body that a request may have.
    const absent = Array.from(
      { length: 9_999 },
      (_, at) => `${`label-${at}`.padEnd(63, 'x')}.example-of-a-list.example`,
    );
    const filter = ['domain', 'in', ['shop.example', ...absent]];
    expect(await domains({ query: { filter } })).toEqual(['shop.example']);
    expect(await domains({ query: { and: [{ q: 'teas' }, { filter }] } })).toEqual(['shop.example']);
    const total = async (query: object) => (await found({ query })).total_count;
    expect(await total({ not: { filter } })).toBe(12);
    expect(await total({ filter: ['domain', 'not_in', absent] })).toBe(13);
    const tooMany = { filter: ['domain', 'in', [...absent, 'a.example', 'b.example']] };
    expect(await refusal({ query: tooMany })).toEqual([
      400,
      'query.filter[2] has 10001 values; give at most 10000 at a time.',
    ]);
  });

  test('a line break is what the page has, and a quote is text', async () => {
    const served = await serve();
    const key = await served.key(['search']);
    await served.storage.domains.put([
      wholeSite(documentOf('crlf.example', 'one\r\ntwo it\u2019s')),
      wholeSite(documentOf('lf.example', 'one\ntwo say "hi" it\'s')),
      wholeSite(documentOf('line.example', String.raw`one two one\ntwo`)),
    ]);
    const found = async (request: object): Promise<readonly unknown[]> => {
      const body = JSON.stringify({ ...request, order_by: ['domain,asc'] });
      const headers = { 'content-type': 'application/json', 'x-api-key': key };
      return dataOf(await ask(`${served.url}/search`, { method: 'POST', body, headers })).items.map(
        (item) => 'domain' in item && item.domain.replace('.example', ''),
      );
    };
    const all = ['crlf', 'lf', 'line'];
    for (const [request, domains] of [
      [{ q: 'one\ntwo' }, all],
      [{ q: '"one\ntwo"' }, ['lf']],
      [{ q: String.raw`"one\ntwo"` }, ['lf']],
      [{ q: String.raw`"one\r\ntwo"` }, ['crlf']],
      [{ q: 'one\ntwo', literal: true }, ['lf']],
      [{ q: String.raw`one\ntwo`, literal: true }, ['line']],
      [{ q: String.raw`lit:"one\ntwo"` }, ['line']],
      [{ q: String.raw`/one\r?\ntwo/` }, ['crlf', 'lf']],
      [{ q: '/one.two/' }, ['line']],
      [{ q: '/(?m)^two/' }, ['crlf', 'lf']],
      [{ query: { text: 'one\ntwo' } }, ['lf']],
      [{ q: `'say "hi"'` }, ['lf']],
      [{ q: String.raw`"say \"hi\""` }, ['lf']],
      [{ q: "it's" }, ['lf']],
      [{ q: 'it\u2019s' }, ['crlf']],
    ] as const)
      expect([request, await found(request)]).toEqual([request, domains]);
    await served.close();
  });

  test.each([
    [
      { q: 'a\0b' },
      'q cannot be read: at column 1, the text has a NUL character; leave it out, no page has one.',
    ],
    [
      { q: 'a\0b', literal: true },
      'q cannot be looked for: the text has a NUL character; leave it out, no page has one.',
    ],
    [
      { query: { text: 'a\0' } },
      'query.text cannot be looked for: the text has a NUL character; leave it out, no page has one.',
    ],
  ])('a text with NUL is refused: %j', async (request, details) => {
    expect(await refusal(request)).toEqual([400, details]);
  });

  test('half of a surrogate pair is refused', async () => {
    const body = String.raw`{"q": "a\ud800"}`;
    const headers = { 'content-type': 'application/json', 'x-api-key': secret };
    const answer = await ask(`${api.url}/search`, { method: 'POST', body, headers });
    expect(refusalOf(answer)[0]).toBe(400);
  });

  test.each([
    ['-"brevo"', 1],
    ['NOT brevo', 1],
    ['NOT NOT brevo', 12],
    ['-(-brevo)', 12],
    ['-brevo -teas', 0],
  ])('%j, which only excludes, is a search', async (q, total) => {
    expect((await found({ q })).total_count).toBe(total);
  });

  test('a query that is too broad says how much there is to do, why, and what helps', async () => {
    const broad = await serve({
      parts: (parts) => ({
        ...parts,
        storage: {
          ...parts.storage,
          domains: {
            ...parts.storage.domains,
            ...searching((_query, options) => {
              // 0.9 × 30 s, less the time in the queue
              expect(options?.budgetMs).toBeGreaterThan(20_000);
              expect(options?.budgetMs).toBeLessThanOrEqual(27_000);
              return Promise.reject(new QueryTooBroad(3_600, 2_100));
            }),
          },
        },
      }),
    });
    const key = await broad.key(['search']);
    const headers = { 'content-type': 'application/json', 'x-api-key': key };
    const body = JSON.stringify({ q: 'teas /[0-9]+/' });
    const answer = await ask(`${broad.url}/search`, { method: 'POST', body, headers });
    expect(refusalOf(answer)).toEqual([
      422,
      'The sources of 3600 domains must be read, since the index knows nothing of {"pattern":"[0-9]+"}, and 2100 of them were ' +
        'within the time limit; add a text of three or more characters or a condition such as country:DE, or take an export.',
    ]);
    await broad.close();
  });
});

describe('an export', () => {
  async function exported(body: object): Promise<string> {
    const headers = { 'content-type': 'application/json', 'x-api-key': secret };
    const answer = await fetch(`${api.url}/search/export`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers,
    });
    expect(answer.status).toBe(200);
    return answer.text();
  }

  async function lines(body: object) {
    return (await exported(body))
      .split('\n')
      .slice(0, -1)
      .map((line) => {
        const checked = checkExported(JSON.parse(line));
        if (!checked.ok) throw new Error(`${line}: ${JSON.stringify(checked.problem)}`);
        return checked.value;
      });
  }

  test.each([
    ['domain', ['domain,desc'], 13],
    ['domain', ['country,asc'], 13],
    ['page', ['rank,desc'], 14],
    ['page', ['fetched_at,desc', 'url,desc'], 14],
    ['page', ['country,desc'], 14],
  ])('of level %s by %j goes on after any record by its token', async (level, order_by, count) => {
    const request = { q: '/[a-z]/', level, order_by };
    const whole = await lines(request);
    expect(whole).toHaveLength(count);
    for (const at of [0, 5, count - 2]) {
      expect(await lines({ ...request, offset_token: whole[at]?.offset_token })).toEqual(whole.slice(at + 1));
    }
    const { items } = await found({ ...request, limit: 100 });
    expect(whole.map(({ offset_token, ...item }) => (offset_token === undefined ? null : item))).toEqual(
      items,
    );
  });

  test('is a table, of pages too', async () => {
    expect(await exported({ q: 'basket', level: 'page', format: 'csv' })).toMatch(
      /^type,domain,url,title,rank,fetched_at,charset,truncated,offset_token\r\n"page_item","shop.example","https:\/\/shop.example\/basket",,0,"2026-01-02 03:04:05 \+00:00","utf-8","false",""\r\n$/,
    );
    const columns = ['url', 'truncated'];
    expect(await exported({ q: 'basket', level: 'page', format: 'csv', columns })).toBe(
      'url,truncated\r\n"https://shop.example/basket","false"\r\n',
    );
    expect(await refusal({ q: 'a', format: 'csv', columns: ['domain', 'url'] }, '/search/export')).toEqual([
      400,
      expect.stringMatching(
        /^columns\[1\] is url, which items of level domain do not have; use some of domain, /,
      ),
    ]);
  });
});

describe('an explanation', () => {
  async function explained(request: object) {
    const { body } = await post('/search/explain', request);
    const checked = checkExplained(body);
    if (!checked.ok) throw new Error(`${JSON.stringify(body)}: ${JSON.stringify(checked.problem)}`);
    return checked.value.data;
  }

  test('says how a query is read, and what the index decides', async () => {
    expect(await explained({ q: 'b OR (a b) a -d' })).toMatchObject({
      level: 'domain',
      is_exact: true,
      looked_at: [],
      notes: [],
    });
    expect(await explained({ q: 'Brevo case:yes Teas /wp-content/' })).toEqual({
      level: 'domain',
      tree: {
        and: [
          { text: 'brevo' },
          { text: 'Teas', case_sensitive: true },
          { text: '/wp-content/', case_sensitive: true },
        ],
      },
      canonical: {
        and: [
          { text: '/wp-content/', case_sensitive: true },
          { text: 'Teas', case_sensitive: true },
          { text: 'brevo' },
        ],
      },
      candidates: { and: [{ text: '/wp-content/' }, { text: 'brevo' }, { text: 'teas' }] },
      candidates_count: 0,
      is_exact: false,
      looked_at: [
        { text: '/wp-content/', case_sensitive: true },
        { text: 'Teas', case_sensitive: true },
      ],
      notes: [
        {
          code: 'pattern',
          line: 1,
          column: 21,
          length: 12,
          message: '/wp-content/ is read as a text with its slashes',
          query: 'Brevo case:yes Teas re:"wp-content"',
          total_count: null,
        },
      ],
    });
  });

  test('counts the domains whose sources would be read', async () => {
    const cased = { text: 'brevo', case_sensitive: true };
    const pages = await explained({ query: cased, level: 'page' });
    expect(pages).toMatchObject({ is_exact: false, candidates_count: 12, looked_at: [cased] });
    const without = await explained({ query: { not: { text: 'brevo' } }, level: 'page' });
    expect(without).toMatchObject({ is_exact: true, candidates_count: 1, looked_at: [] });
    expect(await explained({})).toMatchObject({ tree: { all: true }, candidates_count: 13, is_exact: true });
    expect((await refusal({ q: 'has:fax' }, '/search/explain'))[1]).toMatch(
      /^q cannot be read: at column 5, /,
    );
  });
});
