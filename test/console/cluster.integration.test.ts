/* The console over Elasticsearch and Redis: what it does on one machine, in short. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crawl, openWindow, type ServedConsole, serveConsole, signIn } from './opened-console.ts';

const { TEST_ELASTICSEARCH = '', TEST_REDIS = '' } = process.env;
const SITE = 'bakery-lyon.example';

let served: ServedConsole;
beforeAll(async () => {
  const name = `console-${randomUUID().slice(0, 8)}`;
  served = await serveConsole({
    SITEGREP_STORAGE: 'elasticsearch',
    SITEGREP_ELASTICSEARCH_NODES: TEST_ELASTICSEARCH,
    SITEGREP_ELASTICSEARCH_INDEX_PREFIX: name,
    SITEGREP_QUEUE: 'redis',
    SITEGREP_REDIS_URL: TEST_REDIS,
    SITEGREP_REDIS_PREFIX: name,
  });
  await crawl(served.client, [SITE]);
}, 900_000);
afterAll(() => served[Symbol.asyncDispose]());

test('signs in, searches, shows a domain and a source, watches a crawl, and lists the session with its key', async () => {
  await using window = await openWindow(served.browser);
  const { page } = window;
  const { url, key } = served.server();
  await signIn(page, url, key);
  await page.getByLabel('Query', { exact: true }).fill('/wp-[a-z]+/ tech:WordPress');
  await page.keyboard.press('Enter');
  await page.locator('.total').getByText('1 domain').waitFor();
  await page.goto(`${url}/domains/${SITE}?q=wp-content`);
  await page.locator('.match-rows li').first().waitFor();
  await page.locator('.related').scrollIntoViewIfNeeded();
  await page.locator('.related').getByText('No other site shares any').waitFor();
  await page.goto(`${url}/domains/${SITE}?tab=source&q=wp-content`);
  await page.getByText('1 of 2', { exact: true }).waitFor();
  await page.goto(`${url}/crawls?sites=${SITE}`);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('completed').waitFor();
  await page.goto(`${url}/index`);
  await page.getByRole('heading', { name: /^Segments [1-9]/ }).waitFor();
  await page.goto(`${url}/index?tab=checks`);
  await page.locator('.findings').getByText('reachable with these credentials').first().waitFor();
  await page.goto(`${url}/keys`);
  await page.getByText('Sessions (1)').click();
  await page.getByText('this one').waitFor();
  await page.getByRole('button', { name: 'End' }).click();
  await page.getByLabel('API key').waitFor();
  expect(window.complaints).toEqual([]);
});
