// Searches for changes over a server with records that puts left.
import { checker, ExplainAnswer, ExportedResult, SearchAnswer } from '@sitegrep/contract';
import { HOME, kindedLabel, type KindedLabel, type Visit } from '@sitegrep/site';
import { wholeSite } from '@sitegrep/storage';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentOf, serve, type Served } from '../../test/served-api.ts';

let api: Served;
let secret: string;
beforeAll(async () => {
  api = await serve();
  secret = await api.key(['search']);
});
afterAll(async () => api.close());

const checkAnswer = checker(SearchAnswer);
const checkExported = checker(ExportedResult);
const checkExplain = checker(ExplainAnswer);

async function post(path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'x-api-key': secret };
  return await fetch(`${api.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function found(request: object) {
  const body: unknown = await (await post('/search', { level: 'change', ...request })).json();
  const checked = checkAnswer(body);
  if (!checked.ok) throw new Error(`${JSON.stringify(body)}: ${JSON.stringify(checked.problem)}`);
  const { items, ...rest } = checked.value.data;
  return { ...rest, items: items.flatMap((item) => (item.type === 'change_item' ? [item] : [])) };
}

/** Domains and days of the changes that match. */
async function changes(q: string): Promise<readonly string[]> {
  const { items } = await found({ q, order_by: ['domain,asc', 'at,asc'], limit: 100 });
  return items.map(({ domain, at }) => `${domain} ${at.slice(0, 10)}`);
}

const tech = (name: string): KindedLabel => kindedLabel('tech', name);
const [WORDPRESS, SHOPIFY, JQUERY] = [tech('WordPress'), tech('Shopify'), tech('jQuery')];
const CDN = kindedLabel('host', 'com.example.cdn\0s');

function visit(day: string, labels: readonly KindedLabel[], facts = 'one'): Visit {
  return {
    at: Date.parse(`${day}T12:00:00Z`),
    source: 'crawl',
    facts,
    labels: new Map(labels.map((label) => [label, HOME])),
    pages: 'all',
  };
}

async function put(domain: string, ...visits: readonly Visit[]): Promise<void> {
  for (const one of visits) {
    const site = wholeSite(documentOf(domain, `<h1>${domain}</h1> common`, { countryIsoCode: 'DE' }));
    await api.storage.domains.put([{ ...site, visits: [one] }]);
  }
}

beforeAll(async () => {
  // From WordPress to Shopify on one day; WordPress counts as gone since the first visit that misses it.
  await put(
    'moved.example',
    visit('2026-01-01', [WORDPRESS]),
    visit('2026-02-01', [SHOPIFY, CDN]),
    visit('2026-03-01', [SHOPIFY, CDN]),
  );
  // The same on two days.
  await put(
    'slow.example',
    visit('2026-01-01', [WORDPRESS]),
    visit('2026-02-02', [WORDPRESS, SHOPIFY]),
    visit('2026-03-02', [SHOPIFY]),
    visit('2026-04-02', [SHOPIFY]),
  );
  // New fingerprints find what was there.
  await put(
    'found.example',
    visit('2026-01-01', [WORDPRESS]),
    visit('2026-02-03', [WORDPRESS, JQUERY], 'two'),
  );
});

test('each change is an item with what it added and removed', async () => {
  const { items, total_count: total } = await found({ q: 'added:tech:Shopify', order_by: ['domain,asc'] });
  expect(total).toBe(2);
  expect(items[0]).toEqual({
    type: 'change_item',
    domain: 'moved.example',
    rank: 0,
    at: '2026-02-01 12:00:00 +00:00',
    previous_at: '2026-01-01 12:00:00 +00:00',
    recorded: expect.any(Number),
    by: 'visit',
    added: { tech: ['Shopify'], host: ['cdn.example.com'] },
    removed: { tech: ['WordPress'] },
  });
});

test.each([
  ['', ['moved.example 2026-02-01', 'slow.example 2026-02-02', 'slow.example 2026-03-02']],
  ['removed:tech:WordPress', ['moved.example 2026-02-01', 'slow.example 2026-03-02']],
  ['added:tech:Shopify removed:tech:WordPress', ['moved.example 2026-02-01']],
  ['change:(added:tech) -removed:tech', ['slow.example 2026-02-02']],
  ['added:host:*.example.com', ['moved.example 2026-02-01']],
  ['added:host', ['moved.example 2026-02-01']],
  ['at:2026-02', ['moved.example 2026-02-01', 'slow.example 2026-02-02']],
  ['at:>=2026-02-02', ['slow.example 2026-02-02', 'slow.example 2026-03-02']],
  ['by:detector', ['found.example 2026-02-03']],
  ['by:any added:tech:jQuery', ['found.example 2026-02-03']],
  ['added:tech:jQuery', []],
  ['added:tech:Shopify country:DE', ['moved.example 2026-02-01', 'slow.example 2026-02-02']],
  ['added:tech country:AT', []],
  ['added:tech "slow.example</h1>"', ['slow.example 2026-02-02']],
  ['added:tech /moved.exampl[e]</', ['moved.example 2026-02-01']],
])('%j finds %j', async (q, expected) => {
  expect(await changes(q)).toEqual(expected);
});

test.each([
  ['added:tech:Shopify removed:tech:WordPress', ['moved.example', 'slow.example']],
  ['change:( added:tech:Shopify removed:tech:WordPress )', ['moved.example']],
  ['change:( removed:tech at:2026-03 )', ['slow.example']],
  ['-removed:tech:WordPress', ['found.example']],
  ['change:( added:tech by:detector )', ['found.example']],
  ['common added:host', ['moved.example']],
  ['first:2026-01', ['found.example', 'moved.example', 'slow.example']],
  ['first:>2026-01-01', []],
])('at the level of domains %j finds %j', async (q, expected) => {
  const body: unknown = await (await post('/search', { q, order_by: ['domain,asc'] })).json();
  const checked = checkAnswer(body);
  if (!checked.ok) throw new Error(JSON.stringify(body));
  expect(checked.value.data.items.map(({ domain }) => domain)).toEqual(expected);
});

test('changes are counted by what they added, by time and by cause', async () => {
  const { facets } = await found({
    q: 'by:any',
    count_only: true,
    facets: [
      { field: 'added', of: 'tech' },
      { field: 'removed', of: 'tech' },
      { field: 'month' },
      { field: 'by' },
    ],
  });
  expect(
    facets?.map(({ field, of, values, distinct, without }) => [field, of, values, distinct, without]),
  ).toEqual([
    [
      'added',
      'tech',
      [
        { value: 'Shopify', changes: 2 },
        { value: 'jQuery', changes: 1 },
      ],
      2,
      1,
    ],
    ['removed', 'tech', [{ value: 'WordPress', changes: 2 }], 1, 2],
    [
      'month',
      undefined,
      [
        { value: '2026-02', changes: 3 },
        { value: '2026-03', changes: 1 },
      ],
      2,
      0,
    ],
    [
      'by',
      undefined,
      [
        { value: 'visit', changes: 3 },
        { value: 'detector', changes: 1 },
      ],
      2,
      0,
    ],
  ]);
});

test('explain says how changes are asked for', async () => {
  const body: unknown = await (
    await post('/search/explain', { level: 'change', q: 'added:tech common' })
  ).json();
  const checked = checkExplain(body);
  if (!checked.ok) throw new Error(JSON.stringify(body));
  expect(checked.value.data).toMatchObject({
    level: 'change',
    canonical: { and: [{ by: 'visit' }, { added: 'tech' }, { text: 'common' }] },
    candidates_count: 2,
    is_exact: true,
    looked_at: [],
  });
});

describe('exports', () => {
  test('as CSV have what was added as text', async () => {
    const answer = await post('/search/export', {
      level: 'change',
      q: 'added:host',
      format: 'csv',
      columns: ['domain', 'at', 'added', 'removed'],
    });
    expect(await answer.text()).toBe(
      'domain,at,added,removed\r\n"moved.example","2026-02-01 12:00:00 +00:00","tech: Shopify; host: cdn.example.com","tech: WordPress"\r\n',
    );
  });

  test('of a feed have a token in their last record, too', async () => {
    const lines = (
      await (await post('/search/export', { level: 'change', order_by: ['recorded,asc'] })).text()
    )
      .trim()
      .split('\n');
    const tokens = lines.map((line) => {
      const checked = checkExported(JSON.parse(line));
      if (!checked.ok) throw new Error(line);
      return checked.value.offset_token;
    });
    expect(tokens).toHaveLength(3);
    expect(tokens.every((token) => token !== '')).toBe(true);
    const rest = await post('/search/export', {
      level: 'change',
      order_by: ['recorded,asc'],
      offset_token: tokens.at(-1),
    });
    expect(await rest.text()).toBe('');
  });
});

test('a feed goes on after its end, with nothing twice and nothing missing', async () => {
  const order = { q: 'by:any site:feed.example', order_by: ['recorded,asc'] };
  const start = await found(order);
  expect([start.items, start.offset_token]).toEqual([[], '']);
  let token = start.feed_token ?? '';
  const next = async (limit = 10): Promise<readonly string[]> => {
    const part = await found({ ...order, limit, offset_token: token });
    token = part.feed_token ?? '';
    return part.items.map(({ at, by }) => `${at.slice(0, 10)} ${by}`);
  };
  expect(await next()).toEqual([]);
  await put('feed.example', visit('2026-05-01', [WORDPRESS]), visit('2026-05-02', [WORDPRESS, SHOPIFY]));
  expect(await next()).toEqual(['2026-05-02 visit']);
  expect(await next()).toEqual([]);
  await put(
    'feed.example',
    visit('2026-05-03', [WORDPRESS, JQUERY, SHOPIFY]),
    visit('2026-05-04', [CDN, SHOPIFY, JQUERY]),
  );
  // The removal of WordPress is confirmed by the visit after it, which writes that record again.
  await put('feed.example', visit('2026-05-05', [SHOPIFY, JQUERY, CDN]));
  expect(await next(1)).toEqual(['2026-05-03 visit']);
  expect(await next(1)).toEqual(['2026-05-04 visit']);
  expect(await next()).toEqual([]);
});

test.each([
  [
    { q: 'at:>2999-01-01' },
    'q cannot be read: at column 4, at: is followed by ">2999-01-01", which begins at 2999-01-02',
  ],
  [{ q: 'added:tech', snippets: {} }, 'snippets is given with level change; leave it out'],
  [
    { q: 'added:tech', fields: ['email'] },
    'fields[0] is email, which items of level change do not have; use some of domain',
  ],
  [
    { q: 'added:tech', order_by: ['url,asc'] },
    'order_by[0] is "url,asc", which begins with no field that can be ordered by',
  ],
  [{ q: 'change:( added:tech "x" )' }, 'q cannot be read: at column 1, change:( … ) has a text or pattern'],
])('%j is refused', async (request, fault) => {
  const answer = await post('/search', { level: 'change', ...request });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain(JSON.stringify(fault).slice(1, -1));
});

test('items have the last change of their domain, and pages the number of their versions, where the request has latest', async () => {
  const itemsOf = async (request: object) => {
    const body: unknown = await (await post('/search', { order_by: ['domain,asc'], ...request })).json();
    const checked = checkAnswer(body);
    if (!checked.ok) throw new Error(`${JSON.stringify(body)}: ${JSON.stringify(checked.problem)}`);
    return checked.value.data.items.flatMap((item) =>
      item.type === 'domain_technology_item' || item.type === 'page_item' ? [item] : [],
    );
  };
  // New fingerprints find what was there before.
  const expected = [
    ['found.example', null],
    [
      'moved.example',
      {
        at: '2026-02-01 12:00:00 +00:00',
        previous_at: '2026-01-01 12:00:00 +00:00',
        added: { tech: ['Shopify'], host: ['cdn.example.com'] },
        removed: { tech: ['WordPress'] },
      },
    ],
    [
      'slow.example',
      {
        at: '2026-03-02 12:00:00 +00:00',
        previous_at: '2026-02-02 12:00:00 +00:00',
        added: {},
        removed: { tech: ['WordPress'] },
      },
    ],
  ];
  const q = 'site:found.example OR site:moved.example OR site:slow.example';
  const domains = await itemsOf({ q, latest: true });
  expect(domains.map(({ domain, changed }) => [domain, changed])).toEqual(expected);
  const pages = await itemsOf({ q: `common (${q})`, level: 'page', latest: true, snippets: {} });
  expect(pages.map(({ domain, changed }) => [domain, changed])).toEqual(expected);
  expect(pages.map((item) => 'versions_count' in item && item.versions_count)).toEqual([1, 1, 1]);
  expect(pages.map(({ matches }) => matches?.length)).toEqual([1, 1, 1]);
  for (const item of await itemsOf({ q })) expect(item).not.toHaveProperty('changed');
  for (const level of ['change', 'version']) {
    const refused = await post('/search', { q, level, latest: true });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain(`latest is given with level ${level}; leave it out`);
  }
  const many = await post('/search', { q, latest: true, limit: 101 });
  expect([many.status, await many.text()]).toEqual([
    400,
    expect.stringContaining('latest is given with limit 101; use a limit of at most 100'),
  ]);
});
