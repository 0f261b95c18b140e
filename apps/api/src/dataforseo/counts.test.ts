/* Counts for DataForSEO's clients, compared with counts by hand. */
import type { TechnologyStats } from '@sitegrep/contract';
import { HOME, kindedLabel, type Visit } from '@sitegrep/site';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, documentOf, serve, type Served } from '../../test/served-api.ts';
import { wholeSite } from '@sitegrep/storage';

const WORDPRESS = { content: { blogs: ['WordPress'], cms: ['WordPress'] } };
const DRUPAL = { content: { cms: ['Drupal'] } };
const MYSQL = { servers: { databases: ['MySQL'] } };

let served: Served;
let key: string;
beforeAll(async () => {
  served = await serve();
  key = await served.key(['search']);
  const sites = [
    documentOf('a.example', 'x', {
      technologies: { ...WORDPRESS, ...MYSQL },
      countryIsoCode: 'DE',
      languageCode: 'de',
      contentLanguageCode: 'en',
      metaKeywords: ['tea'],
    }),
    documentOf('b.example', 'x', { technologies: WORDPRESS, countryIsoCode: 'DE', languageCode: 'de' }),
    documentOf('c.example', 'x', { technologies: WORDPRESS, countryIsoCode: 'AT', languageCode: 'en' }),
    documentOf('d.example', 'x', { technologies: DRUPAL, countryIsoCode: 'AT', title: 'Tea' }),
    documentOf('e.example', 'x', { technologies: { content: { blogs: ['WordPress'] } } }),
    documentOf('f.example', 'x', { countryIsoCode: 'FR' }),
  ];
  await served.storage.domains.put(sites.map(wholeSite));
  await served.storage.domains.setRanks([
    { domain: 'a.example', rank: 1_000 },
    { domain: 'b.example', rank: 250 },
    { domain: 'c.example', rank: 299 },
  ]);
});
afterAll(() => served.close());

async function task(operation: string, fields: object): Promise<Readonly<Record<string, unknown>>> {
  const { status, body } = await ask(`${served.url}/v3/domain_analytics/technologies/${operation}/live`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify([fields]),
  });
  expect(status).toBe(200);
  return Object(body).tasks[0];
}

async function resultOf(operation: string, fields: object): Promise<unknown> {
  const { status_code: code, status_message: message, result } = await task(operation, fields);
  if (code !== 20_000) throw new Error(String(message));
  expect(result).toHaveLength(1);
  return Object(result)[0];
}

describe('technologies_summary', () => {
  const summary = (fields: object) => resultOf('technologies_summary', fields);

  test('counts by country and language, the most frequent first', async () => {
    const counted = await summary({ technologies: ['wordpress'], tag: 'mine' });
    expect(counted).toEqual({
      countries: { DE: 2, AT: 1 },
      languages: { de: 2, en: 1 },
      content_languages: { en: 1 },
      keywords: null,
    });
    expect(Object.keys(Object(counted).countries)).toEqual(['DE', 'AT']);
  });

  test.each([
    [{ technologies: ['WordPress'], internal_list_limit: 1 }, { DE: 2 }],
    [{ categories: ['cms'] }, { DE: 2, AT: 2 }],
    [{ groups: ['servers'], filters: ['domain_rank', '>', 900] }, { DE: 1 }],
    [{ keywords: ['tea'] }, { AT: 1, DE: 1 }],
    [{ technologies: ['Joomla'] }, {}],
  ])('%j', async (fields, countries) => {
    expect(await summary(fields)).toMatchObject({ countries });
  });

  test.each([
    [{}, 'technologies is missing'],
    [
      { technologies: ['Wordpres'] },
      'technologies[0] is "Wordpres", which is unknown; the nearest are WordPress',
    ],
    [{ technologies: ['MySQL'], internal_list_limit: 0 }, 'internal_list_limit is 0; give 1 to 10000.'],
    [{ technologies: ['MySQL'], limit: 1 }, 'Field "limit" is unknown'],
  ])('refuses %j', async (fields, message) => {
    expect(await task('technologies_summary', fields)).toMatchObject({
      status_message: expect.stringContaining(message),
      result: null,
    });
  });
});

describe('aggregation_technologies', () => {
  const aggregation = (fields: object) => resultOf('aggregation_technologies', fields);
  const item = (path: string, technology: string, ...counts: readonly number[]) => ({
    type: 'aggregation_technologies_item',
    group: path.split('.')[0],
    category: path.split('.')[1],
    technology,
    groups_count: counts[0],
    categories_count: counts[1],
    technologies_count: counts[2],
  });

  test('counts a domain once in a group, in a category, and for a technology', async () => {
    expect(await aggregation({ group: 'content' })).toEqual({
      total_count: 4,
      items_count: 4,
      offset: 0,
      items: [
        item('content.blogs', 'WordPress', 5, 4, 4),
        item('content.cms', 'WordPress', 5, 4, 4),
        item('content.cms', 'Drupal', 5, 4, 1),
        item('servers.databases', 'MySQL', 1, 1, 1),
      ],
    });
  });

  test.each([
    ['a technology', { technology: 'MySQL' }, ['WordPress', 'WordPress', 'MySQL']],
    ['a category', { category: 'databases' }, ['WordPress', 'WordPress', 'MySQL']],
    ['a part of a name', { technology: 'rupa', mode: 'entry' }, ['Drupal']],
    ['a keyword', { keyword: 'tea', filters: ['country_iso_code', '=', 'AT'] }, ['Drupal']],
    ['two of them', { technology: 'WordPress', category: 'databases' }, ['WordPress', 'WordPress', 'MySQL']],
  ])('of domains with %s', async (_what, fields, names) => {
    const { items } = Object(await aggregation(fields));
    expect(items.map(({ technology }: { technology: string }) => technology)).toEqual(names);
  });

  test('shows a part of the groups, categories and technologies, and of the items', async () => {
    const shown = async (fields: object) => {
      const { total_count: total, offset, items } = Object(await aggregation({ category: 'cms', ...fields }));
      const paths = items.map(
        (one: { category: string; technology: string }) => `${one.category}.${one.technology}`,
      );
      return [total, offset, paths];
    };
    expect(await shown({ internal_groups_list_limit: 1 })).toEqual([
      3,
      0,
      ['cms.WordPress', 'cms.Drupal', 'blogs.WordPress'],
    ]);
    expect(await shown({ internal_categories_list_limit: 1 })).toEqual([
      3,
      0,
      ['cms.WordPress', 'cms.Drupal', 'databases.MySQL'],
    ]);
    expect(await shown({ internal_technologies_list_limit: 1 })).toEqual([
      3,
      0,
      ['cms.WordPress', 'blogs.WordPress', 'databases.MySQL'],
    ]);
    expect(await shown({ internal_list_limit: 1, internal_groups_list_limit: 5 })).toEqual([
      1,
      0,
      ['cms.WordPress'],
    ]);
    expect(await shown({ limit: 1, offset: 1 })).toEqual([4, 1, ['cms.Drupal']]);
    expect(await shown({ offset: 9 })).toEqual([4, 9, []]);
    expect(await shown({ order_by: ['technologies_count,asc', 'groups_count,asc'] })).toEqual([
      4,
      0,
      ['databases.MySQL', 'cms.Drupal', 'cms.WordPress', 'blogs.WordPress'],
    ]);
  });

  test.each([
    [{}, 'technology is missing; give technology, category, group or keyword.'],
    [{ technology: 'xyz' }, 'technology is "xyz", which is unknown; the nearest are '],
    [{ group: 'contents' }, 'group is "contents", which is unknown; the nearest are content'],
    [
      { technology: 'MySQL', order_by: ['rank,desc'] },
      'order_by[0] is "rank,desc", which is not a rule; write one of',
    ],
    [
      { technology: 'MySQL', order_by: ['groups_count'] },
      'order_by[0] is "groups_count", which is not a rule',
    ],
    [{ technologies: ['MySQL'] }, "Unknown Fields in POST Data: 'technologies'."],
  ])('refuses %j', async (fields, message) => {
    expect(await task('aggregation_technologies', fields)).toMatchObject({
      status_message: expect.stringContaining(message),
      result: null,
    });
  });
});

describe('technology_stats', () => {
  const today = (): string => new Date().toISOString().slice(0, 10);

  test('are those of today', async () => {
    const before = today();
    const stats = await resultOf('technology_stats', { technology: 'WordPress' });
    // The day may have changed meanwhile.
    expect([before, today()]).toContain(Object(stats).date_from);
    const day = Object(stats).date_from;
    expect(stats).toEqual({
      technology: 'WordPress',
      date_from: day,
      date_to: day,
      items_count: 1,
      items: [
        {
          type: 'technology_stats_item',
          date: day,
          domains_count: 4,
          countries: { DE: 2, AT: 1 },
          languages: { de: 2, en: 1 },
          domains_rank: { '0-99': 1, '200-299': 2, '900-1000': 1 },
        },
      ],
    });
  });

  test('are of each day since the first domain had it, as the history of domains has it', async () => {
    const day = (back: number): string => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
    const at = (back: number): number => Date.parse(`${day(back)}T12:00:00Z`);
    const labels = new Map([[kindedLabel('tech', 'Magento'), HOME]]);
    for (const [domain, ...days] of [
      ['one.example', 5, 3],
      ['two.example', 4, 1],
    ] as const) {
      const site = documentOf(domain, 'x', { technologies: { sales: { ecommerce: ['Magento'] } } });
      const visits = days.map((back): Visit => ({
        at: at(back),
        source: 'captures',
        facts: '1',
        labels,
        pages: [HOME],
      }));
      await served.storage.domains.put([{ ...wholeSite(site), visits }]);
    }
    const days = { date_from: day(7), date_to: day(2) };
    const stats = Object(await resultOf('technology_stats', { technology: 'Magento', ...days }));
    expect(
      stats.items.map(({ date, domains_count: count, countries }: TechnologyStats['items'][number]) => [
        date,
        count,
        countries,
      ]),
    ).toEqual([
      [day(5), 1, null],
      [day(4), 2, null],
      [day(3), 2, null],
      [day(2), 2, null],
    ]);
    const toCome = { date_from: day(0), date_to: '9999-12-31' };
    expect(await resultOf('technology_stats', { technology: 'Magento', ...toCome })).toMatchObject({
      ...toCome,
      items_count: 1,
      items: [{ date: day(0), domains_count: 2, domains_rank: { '0-99': 2 } }],
    });
    const before = { date_from: '2024-01-01', date_to: '2024-12-31' };
    expect(await resultOf('technology_stats', { technology: 'Magento', ...before })).toEqual({
      technology: 'Magento',
      ...before,
      items_count: 0,
      items: [],
    });
  });

  test.each([
    [{}, 'technology is missing; it is required.'],
    [{ technology: 'Nothing At All' }, 'technology is "Nothing At All", which is unknown'],
    [
      { technology: 'MySQL', date_from: '2024-01-01' },
      'date_from is given without date_to; give both, or neither.',
    ],
    [
      { technology: 'MySQL', date_from: '2020-01-01', date_to: '2024-01-01' },
      'date_from is 2020-01-01, and until 2024-01-01 there are 1462 days; give at most 400 days.',
    ],
    [{ technology: 'MySQL', date_to: '2024-01-01' }, 'date_to is given without date_from'],
    [
      { technology: 'MySQL', date_from: '2024-02-30', date_to: '2024-03-01' },
      'date_from is 2024-02-30, which is not a day',
    ],
    [
      { technology: 'MySQL', date_from: '2024-13-01', date_to: '2025-01-01' },
      'date_from is 2024-13-01, which is not a day',
    ],
    [
      { technology: 'MySQL', date_from: '2025-01-01', date_to: '2024-01-01' },
      'date_from is 2025-01-01, after date_to',
    ],
    [{ technology: 'MySQL', date_from: 'today', date_to: 'today' }, "Invalid Field: 'date_from'. "],
  ])('refuses %j', async (fields, message) => {
    expect(await task('technology_stats', fields)).toMatchObject({
      status_code: 40_501,
      status_message: expect.stringContaining(message),
    });
  });
});
