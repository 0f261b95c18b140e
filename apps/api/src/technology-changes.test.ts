// A technology over a server with visits of the last months.
import { checker, TechnologyAnswer } from '@sitegrep/contract';
import { HOME, kindedLabel, type Visit } from '@sitegrep/site';
import { wholeSite } from '@sitegrep/storage';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, documentOf, serve, type Served } from '../test/served-api.ts';

let api: Served;
let secret: string;
beforeAll(async () => {
  api = await serve();
  secret = await api.key(['search']);
});
afterAll(() => api.close());

const check = checker(TechnologyAnswer);

/** The first noon of the month that was so many months ago. */
function monthsAgo(months: number): number {
  const now = new Date();
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1, 12);
}

const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Visits a site in each of these months, on which it has one technology each. */
async function visit(domain: string, ...months: readonly (readonly [months: number, technology: string])[]) {
  for (const [ago, technology] of months) {
    const [group, category] = technology === 'jQuery' ? ['js', 'libraries'] : ['sales', 'ecommerce'];
    const one: Visit = {
      at: monthsAgo(ago),
      source: 'crawl',
      facts: '1',
      labels: new Map([[kindedLabel('tech', technology), HOME]]),
      pages: 'all',
    };
    const site = documentOf(domain, 'x', { technologies: { [group]: { [category]: [technology] } } });
    await api.storage.domains.put([{ ...wholeSite(site), visits: [one] }]);
  }
}

test('says how it spread, and what came and went with it', async () => {
  await visit('always.example', [14, 'Shopify'], [1, 'Shopify']);
  await visit('came.example', [5, 'WooCommerce'], [4, 'Shopify'], [2, 'Shopify']);
  await visit('went.example', [6, 'Shopify'], [3, 'Magento'], [2, 'Magento']);
  await visit('other.example', [6, 'jQuery'], [3, 'Shopify'], [2, 'Shopify']);
  await visit('long-ago.example', [20, 'WooCommerce'], [18, 'Shopify'], [17, 'Shopify']);
  const { body } = await ask(`${api.url}/technologies/shopify`, { headers: { 'x-api-key': secret } });
  const read = check(body);
  if (!read.ok) throw new Error(JSON.stringify(body));
  const { trend, gained, lost } = read.value.data;
  expect(trend).toHaveLength(12);
  expect(trend.at(-1)).toMatchObject({ to: isoDay(Date.now()), domains: 4 });
  // always and long-ago at first, went since 6 months ago; 4 months ago came, 3 months ago other comes as went goes.
  expect(trend.map(({ domains }) => domains)).toEqual([2, 2, 2, 2, 2, 3, 3, 4, 4, 4, 4, 4]);
  expect(gained).toEqual({
    changes_count: 2,
    latest: [
      { domain: 'other.example', at: `${isoDay(monthsAgo(3))} 12:00:00 +00:00` },
      { domain: 'came.example', at: `${isoDay(monthsAgo(4))} 12:00:00 +00:00` },
    ],
    // jQuery went at the same time, and has no category in common.
    instead_of: [{ technology: 'WooCommerce', changes_count: 1 }],
  });
  expect(lost).toEqual({
    changes_count: 1,
    latest: [{ domain: 'went.example', at: `${isoDay(monthsAgo(3))} 12:00:00 +00:00` }],
    replaced_by: [{ technology: 'Magento', changes_count: 1 }],
  });
});
