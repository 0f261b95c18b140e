import { kindedLabel, type PageKey, type Visit } from '@sitegrep/site';
import { wholeSite } from '@sitegrep/storage';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, documentOf, serve, type Served } from '../../test/served-api.ts';

const HOME: PageKey = 0;

let api: Served;
let headers: Readonly<Record<string, string>>;

beforeAll(async () => {
  api = await serve();
  headers = { 'x-api-key': await api.key(['search']), 'content-type': 'application/json' };
  const visit = (day: string, names: readonly string[]): Visit => ({
    at: Date.parse(`${day}T06:00:00Z`),
    source: 'crawl',
    facts: '1',
    labels: new Map(names.map((name) => [kindedLabel('tech', name), HOME])),
    pages: [HOME],
  });
  const site = (domain: string, visits: readonly Visit[], now: readonly string[]) => {
    const whole = wholeSite(documentOf(domain, `source of ${domain}`));
    return { ...whole, labels: { ...whole.labels, tech: now }, visits };
  };
  await api.storage.domains.put([
    site('moved.example', [visit('2026-01-10', ['Magento']), visit('2026-02-10', ['Shopify'])], ['Shopify']),
    site('kept.example', [visit('2026-01-20', ['Magento']), visit('2026-03-01', ['Magento'])], ['Magento']),
    site('late.example', [visit('2026-03-05', ['Shopify'])], ['Shopify']),
  ]);
  // The second visit that misses it confirms that the first one was right.
  await api.storage.domains.recordVisit('moved.example', visit('2026-02-20', ['Shopify']));
});
afterAll(() => api.close());

async function trends(json: unknown): Promise<{ readonly status: number; readonly body: unknown }> {
  return await ask(`${api.url}/trends`, { method: 'POST', headers, body: JSON.stringify(json) });
}

test('lines have the numbers of domains at the end of each interval', async () => {
  const { status, body } = await trends({
    queries: [
      { q: 'tech:Magento' },
      { label: 'new', q: 'tech:Shopify' },
      { query: { not: { filter: ['tech', '=', 'Shopify'] } } },
      { q: '"source of late" OR tech:Magento' },
      { q: '' },
    ],
    from: '2026-01-01',
    to: '2026-03-31',
  });
  expect([status, body]).toEqual([
    200,
    {
      success: true,
      data: {
        by: 'month',
        intervals: [
          { from: '2026-01-01', to: '2026-01-31' },
          { from: '2026-02-01', to: '2026-02-28' },
          { from: '2026-03-01', to: '2026-03-31' },
        ],
        lines: [
          { label: 'tech:Magento', domains: [2, 1, 1], exact: true, as_of_now: [] },
          { label: 'new', domains: [0, 1, 2], exact: true, as_of_now: [] },
          { label: 'query 3', domains: [2, 1, 1], exact: true, as_of_now: [] },
          {
            label: '"source of late" OR tech:Magento',
            domains: [2, 1, 2],
            exact: false,
            as_of_now: ['texts and patterns'],
          },
          { label: '', domains: [2, 2, 3], exact: true, as_of_now: [] },
        ],
      },
    },
  ]);
});

test('the last number is the total of a search', async () => {
  const { body } = await trends({ queries: [{ q: 'tech:Shopify' }, { q: 'rank:>=0' }], by: 'day' });
  expect(body).toMatchObject({ data: { intervals: { length: 30 }, by: 'day' } });
  const { lines } = (body as { data: { lines: { domains: number[]; as_of_now: string[] }[] } }).data;
  expect(lines.map(({ domains, as_of_now: names }) => [domains.at(-1), names])).toEqual([
    [2, []],
    [3, ['rank']],
  ]);
});

test.each([
  [{ queries: [] }, /queries.*1 to 10/],
  [{ queries: Array.from({ length: 11 }, () => ({ q: 'x' })) }, /queries.*1 to 10/],
  [{ queries: [{ q: 'x', query: {} }] }, /queries\[0\].*(both|beside)/],
  [{ queries: [{ q: 'x' }, { q: 'tech:Shopfy' }] }, /queries\[1\]\.q.*Shopify/],
  [{ queries: [{ q: 'x' }], from: '2026-03-01', to: '2026-02-01' }, /from is 2026-03-01, which is after to/],
  [{ queries: [{ q: 'x' }], from: '9999-01-01' }, /from is 9999-01-01, which is in the future/],
  [
    { queries: [{ q: 'x' }], by: 'day', from: '1999-01-01', to: '2026-01-01' },
    /more than 400 intervals by day/,
  ],
  [{ queries: [{ q: 'x' }], by: 'year' }, /by.*year/],
])('%j is refused', async (json, problem) => {
  const { status, body } = await trends(json);
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toMatch(problem);
});
