import { kindedLabel, type PageKey, type Visit } from '@sitegrep/site';
import { wholeSite } from '@sitegrep/storage';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, documentOf, serve, type Served } from '../../../test/served-api.ts';

const HOME: PageKey = 0;
const MONTHS = ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01'] as const;
const at = (day: string): string => `${day} 06:00:00 +00:00`;

let api: Served;
let headers: { readonly 'x-api-key': string };

/** Technologies of each visit: C comes, B goes, D is missed at the end, E is missed once in between. */
const SHOWN = [
  ['A', 'B', 'D', 'E'],
  ['A', 'B', 'D'],
  ['A', 'C', 'D', 'E'],
  ['A', 'C', 'D', 'E'],
  ['A', 'C', 'E'],
];

beforeAll(async () => {
  api = await serve();
  headers = { 'x-api-key': await api.key(['search']) };
  const visits = SHOWN.map((names, index): Visit => ({
    at: Date.parse(`${MONTHS[index]}T06:00:00Z`),
    source: 'crawl',
    facts: 'v1',
    labels: new Map<string, PageKey>([
      ...names.map((name): [string, PageKey] => [kindedLabel('tech', name), HOME]),
      [kindedLabel('host', 'example.cdn\0is'), HOME],
    ]),
    pages: index === 0 ? 'all' : [HOME],
  }));
  await api.storage.domains.put([
    { ...wholeSite(documentOf('shop.example', 'source')), visits },
    wholeSite(documentOf('plain.example', 'source')),
  ]);
});
afterAll(() => api.close());

async function history(query: string, domain = 'shop.example'): Promise<{ status: number; data: Answered }> {
  const { status, body } = await ask(`${api.url}/domains/${domain}/history?${query}`, { headers });
  return { status, data: (body as { readonly data: Answered }).data };
}

interface Answered {
  readonly visits: readonly { readonly at: string; readonly pages_count: number | null }[];
  readonly items: readonly {
    readonly kind: string;
    readonly value: string;
    readonly gone_at: string | null;
    readonly missing_since: string | null;
  }[];
  readonly next_token: string;
  readonly total_count: number;
}

test('labels have the times between which they were there, and the visits that showed them', async () => {
  const { status, data } = await history('kind=tech');
  expect(status).toBe(200);
  const [jan, feb, mar, apr, may] = MONTHS.map(at);
  expect(data.visits).toEqual([
    { at: jan, source: 'crawl', pages_count: null },
    ...[feb, mar, apr, may].map((time) => ({ at: time, source: 'crawl', pages_count: 1 })),
  ]);
  const there = { gone_at: null, missing_since: null, added_by: null, removed_by: null, seen_left_out: 0 };
  expect(data.items).toEqual([
    {
      ...there,
      kind: 'tech',
      value: 'A',
      first_seen: jan,
      last_seen: may,
      visits_count: 5,
      seen: [{ from: jan, to: may, visits: 5 }],
    },
    {
      ...there,
      kind: 'tech',
      value: 'B',
      first_seen: jan,
      last_seen: feb,
      gone_at: mar,
      removed_by: 'visit',
      visits_count: 2,
      seen: [{ from: jan, to: feb, visits: 2 }],
    },
    {
      ...there,
      kind: 'tech',
      value: 'C',
      first_seen: mar,
      last_seen: may,
      added_by: 'visit',
      visits_count: 3,
      seen: [{ from: mar, to: may, visits: 3 }],
    },
    {
      ...there,
      kind: 'tech',
      value: 'D',
      first_seen: jan,
      last_seen: apr,
      missing_since: may,
      visits_count: 4,
      seen: [{ from: jan, to: apr, visits: 4 }],
    },
    {
      ...there,
      kind: 'tech',
      value: 'E',
      first_seen: jan,
      last_seen: may,
      visits_count: 4,
      seen: [
        { from: jan, to: jan, visits: 1 },
        { from: mar, to: may, visits: 3 },
      ],
    },
  ]);
});

test('a host has what names it', async () => {
  const { data } = await history('kind=host');
  expect(data.items).toMatchObject([{ kind: 'host', value: 'cdn.example', named_by: ['script', 'image'] }]);
});

test('a span of days has the labels that were there in it, both days included', async () => {
  const values = async (query: string): Promise<string> =>
    (await history(`kind=tech&${query}`)).data.items.map(({ value }) => value).join('');
  expect(await values('to=2026-02-28')).toBe('ABDE');
  expect(await values('to=2026-03-01')).toBe('ABCDE');
  expect(await values('from=2026-03-01')).toBe('ABCDE');
  expect(await values('from=2026-03-02')).toBe('ACDE');
  expect((await history('from=2026-02-01&to=2026-03-01')).data.visits.map((visit) => visit.at)).toEqual([
    at('2026-02-01'),
    at('2026-03-01'),
  ]);
});

test('parts of a history make the whole, and a token is of one list', async () => {
  const whole = (await history('')).data;
  const items: unknown[] = [];
  for (let token: string | null = null; token !== '';) {
    const { data } = await history(`limit=2${token === null ? '' : `&next_token=${token}`}`);
    items.push(...data.items);
    token = data.next_token;
  }
  expect(items).toEqual(whole.items);
  expect(whole.total_count).toBe(items.length);
  const { next_token: token } = (await history('limit=2')).data;
  expect((await history(`limit=2&kind=tech&next_token=${token}`)).status).toBe(400);
});

test('a document without visits has none, and a domain that is not stored is not found', async () => {
  expect((await history('', 'plain.example')).data).toMatchObject({ visits: [], items: [], total_count: 0 });
  expect((await history('', 'absent.example')).status).toBe(404);
});

test.each([
  ['from=2026-05-01&to=2026-04-01', /from is 2026-05-01, which is after to, 2026-04-01/],
  ['from=2026-02-30', /from is 2026-02-30, which no calendar has/],
  ['to=yesterday', /to .*yesterday.*YYYY-MM-DD/],
  ['kind=price', /kind.*price/],
])('%s is refused', async (query, problem) => {
  const { status, body } = await ask(`${api.url}/domains/shop.example/history?${query}`, { headers });
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toMatch(problem);
});
