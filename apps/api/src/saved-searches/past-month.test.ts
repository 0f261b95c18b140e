import { kindedLabel, type PageKey, type Visit } from '@sitegrep/site';
import { wholeSite } from '@sitegrep/storage';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataOf, searchCalls } from '../../test/saved-search-calls.ts';
import { documentOf, serve, type Served } from '../../test/served-api.ts';

const HOME: PageKey = 0;
const DAY_MS = 86_400_000;

let api: Served;
let key: string;
const { call, put } = searchCalls(() => api);

beforeAll(async () => {
  api = await serve();
  key = await api.key(['search']);
  // In the middle of days, so that it holds whatever the time is.
  const noon = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2;
  const visit = (daysAgo: number, names: readonly string[]): Visit => ({
    at: noon - daysAgo * DAY_MS,
    source: 'crawl',
    facts: '1',
    labels: new Map(names.map((name) => [kindedLabel('tech', name), HOME])),
    pages: [HOME],
  });
  const site = (domain: string, visits: readonly Visit[], now: readonly string[]) => {
    const whole = wholeSite(documentOf(domain, `source of ${domain}`));
    return { ...whole, labels: { ...whole.labels, tech: now }, visits };
  };
  const back = ['Shopify'];
  await api.storage.domains.put([
    site('long.example', [visit(60, ['Shopify']), visit(40, ['Shopify'])], ['Shopify']),
    site('old-move.example', [visit(60, ['Magento']), visit(45, ['Shopify'])], ['Shopify']),
    site('first.example', [visit(10, ['Shopify'])], ['Shopify']),
    site('edge.example', [visit(60, ['Magento']), visit(29, ['Shopify'])], ['Shopify']),
    site('over-edge.example', [visit(60, ['Magento']), visit(30, ['Shopify'])], ['Shopify']),
    // It has it, has it no more (confirmed by a second visit), and has it again.
    site('moves.example', [visit(50, back), visit(20, []), visit(18, []), visit(5, back)], back),
  ]);
});
afterAll(() => api.close());

async function pastMonthOf(body: unknown): Promise<unknown> {
  return dataOf(await put('past', body, key))['past_month'];
}

test('begins and ends in 30 days are counted, today included', async () => {
  expect(await pastMonthOf({ q: 'tech:Shopify' })).toEqual({
    // first, edge, moves
    appeared: 3,
    disappeared: 1,
    changed: 0,
    as_of_now: [],
    unknown: null,
  });
  expect(await pastMonthOf({ q: '-tech:Shopify' })).toMatchObject({ appeared: 1, disappeared: 2 });
  expect(await pastMonthOf({ q: 'tech:Magento' })).toMatchObject({ appeared: 0, disappeared: 0 });
});

test('a search of changes has an event for each record', async () => {
  expect(await pastMonthOf({ q: 'added:tech:Shopify', level: 'change' })).toEqual({
    appeared: 2,
    disappeared: 0,
    changed: 0,
    as_of_now: [],
    unknown: null,
  });
  const among = { q: 'added:tech:Shopify "source of moves"', level: 'change' };
  expect(await pastMonthOf(among)).toMatchObject({ appeared: 1, as_of_now: ['texts and patterns'] });
});

test('a condition without a past beside one that has one is taken as it is now', async () => {
  await api.storage.domains.lists.put({ id: 'mine', at: Date.now() }, [['moves.example', 'long.example']]);
  expect(await pastMonthOf({ q: 'list:mine tech:Shopify' })).toMatchObject({
    appeared: 1,
    disappeared: 1,
    as_of_now: ['list'],
  });
});

test('what is not known is null, with the reason', async () => {
  expect(await pastMonthOf({ q: 'source tech:Shopify' })).toEqual({
    appeared: null,
    disappeared: null,
    changed: null,
    as_of_now: [],
    unknown: 'The past of texts and patterns is not recorded: the search tells from now on.',
  });
  expect(await pastMonthOf({ q: 'rank:<1000' })).toMatchObject({
    appeared: null,
    unknown: 'The past of rank is not recorded: the search tells from now on.',
  });
  expect(await pastMonthOf({ q: 'tech:Shopify', level: 'page' })).toMatchObject({
    appeared: 3,
    disappeared: 1,
    changed: null,
    unknown: 'Which pages of a domain became other ones is not recorded.',
  });
  expect('past_month' in dataOf(await call('GET', '/past', key))).toBe(false);
});
