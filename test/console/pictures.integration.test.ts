/* Small pictures above the results: each leads to a condition of the query, by pointer and by keys, and moves nothing when it comes. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type OpenedConsole,
  openWindow,
  type ServedConsole,
  serveConsole,
  signIn,
} from './opened-console.ts';
import { sendCaptures } from './past-visits.ts';

const WEEK_MS = 7 * 24 * 3_600_000;

/** Sites with their country, by its language and ending, how many weeks ago each began to use WordPress, and which version. */
const SITES = [
  ['pots.de', 'de', 9, '6.8'],
  ['pans.de', 'de', 6, '6.9'],
  ['cups.de', 'de', 3, '6.9'],
  ['vases.fr', 'fr', 2, '6.9'],
] as const;

let served: ServedConsole;
beforeAll(async () => {
  served = await serveConsole();
  const before = (weeks: number): string => new Date(Date.now() - weeks * WEEK_MS).toISOString();
  const page = (language: string, version: string): string =>
    `<!doctype html><html lang="${language}"><title>Clay</title>${version === '' ? '' : `<meta name="generator" content="WordPress ${version}"><link href="/wp-content/themes/a.css">`}<p>clay`;
  await sendCaptures(
    served.client,
    SITES.flatMap(([domain, language, weeks, version]) => [
      [domain, before(12), page(language, '')] as const,
      [domain, before(weeks), page(language, version)] as const,
    ]),
  );
}, 900_000);
afterAll(() => served[Symbol.asyncDispose]());

async function opened(path: string, width = 1_440): Promise<OpenedConsole> {
  const window = await openWindow(served.browser, { width });
  const { url, key } = served.server();
  await signIn(window.page, url, key);
  await window.page.goto(url + path);
  return window;
}

const query = (page: Page): string => new URL(page.url()).searchParams.get('q') ?? '';
const bar = (page: Page, name: string) => page.locator('.value-bar', { hasText: name });

test('the map shows countries by their names, and writes the one that is clicked', async () => {
  await using window = await opened('/search?q=clay');
  const { page } = window;
  const map = page.getByRole('img', { name: /^Domains by country/ });
  await map.waitFor();
  expect(await map.getAttribute('aria-label')).toBe('Domains by country: Germany 3, France 1');
  expect(await page.locator('.country-picture .value-bar').allTextContents()).toEqual([
    'Germany3',
    'France1',
  ]);
  expect(await map.locator('[class^="shade-"] title').allTextContents()).toEqual([
    'France (FR) 1',
    'Germany (DE) 3',
  ]);
  await map.locator('path', { hasText: 'Germany' }).click();
  await expect.poll(() => query(page), { timeout: 30_000 }).toBe('clay country:DE');
  await page.getByText('3 domains', { exact: true }).waitFor();
  await bar(page, 'Germany').and(page.locator('[aria-pressed="true"]')).waitFor();
  await map.locator('.chosen').click({ modifiers: ['Alt'] });
  await expect.poll(() => query(page), { timeout: 30_000 }).toBe('clay -country:DE');
  expect(window.complaints).toEqual([]);
});

test('keys go through a picture within one stop, from technologies to versions, and write them', async () => {
  await using window = await opened('/search?q=clay');
  const { page } = window;
  // MySQL and PHP are implied by WordPress alone.
  await bar(page, 'WordPress').waitFor();
  expect(
    await page.getByRole('list', { name: 'Technologies' }).locator('.value-bar').allTextContents(),
  ).toEqual(['WordPress4']);
  await bar(page, 'Germany').focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => page.locator(':focus').textContent(), { timeout: 30_000 }).toBe('France1');
  await page.keyboard.press('Tab');
  await expect.poll(() => page.locator(':focus').textContent(), { timeout: 30_000 }).toBe('WordPress4');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'WordPress versions' }).waitFor();
  const versions = page.getByRole('list', { name: 'Versions of WordPress' }).locator('.value-bar');
  await expect.poll(() => versions.allTextContents(), { timeout: 30_000 }).toEqual(['6.93', '6.81']);
  await versions.first().focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => query(page), { timeout: 30_000 }).toBe('clay tech:"WordPress@6.9"');
  await page.getByText('3 domains', { exact: true }).waitFor();
  await bar(page, '6.9').and(page.locator('[aria-pressed="true"]')).waitFor();
  // Another query that asks for none shows them all again.
  await page.locator('#query').fill('clay');
  await page.keyboard.press('Enter');
  await bar(page, 'WordPress').waitFor();
  expect(window.complaints).toEqual([]);
});

test('the line of a query leads to the changes of the week that is pointed at', async () => {
  await using window = await opened('/search?q=tech:WordPress');
  const { page } = window;
  const line = page.locator('.pictures').getByRole('slider');
  const heard = async (): Promise<number> =>
    Number(/(\d+)$/.exec((await line.getAttribute('aria-valuetext')) ?? '')?.[1]);
  await line.focus();
  await page.locator('.pictures canvas').waitFor();
  expect(await heard()).toBe(4);
  // Each week has, at its end, the sites that began in it.
  for (const [weeks, count] of [
    [3, 3],
    [1, 2],
    [3, 1],
  ] as const) {
    for (let step = 0; step < weeks; step++) await page.keyboard.press('ArrowLeft');
    await expect.poll(heard, { timeout: 30_000 }).toBe(count);
  }
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/changes?**');
  expect(query(page)).toMatch(/^\(added:tech:WordPress OR removed:tech:WordPress\) at:[\d-]+\.\.[\d-]+$/);
  await page.locator('.result', { hasText: 'pots.de' }).waitFor();
  expect(window.complaints).toEqual([]);
});

test('the list is there before the pictures, which then move nothing', async () => {
  await using window = await openWindow(served.browser);
  const { page } = window;
  const { url, key } = served.server();
  await signIn(page, url, key);
  const counted = Promise.withResolvers<void>();
  await page.route('**/search', async (route) => {
    if (route.request().postData()?.includes('"facets"') === true) await counted.promise;
    await route.continue();
  });
  await page.route('**/trends', async (route) => {
    await counted.promise;
    await route.continue();
  });
  await page.goto(`${url}/search?q=tech:WordPress`);
  const first = page.locator('.result').first();
  await first.waitFor();
  const top = async () => (await first.boundingBox())?.y;
  const before = await top();
  counted.resolve();
  await page.locator('.world path').first().waitFor();
  await page.locator('.pictures canvas').waitFor();
  await bar(page, '6.9').waitFor();
  expect(await top()).toBe(before);
  // One domain has no picture.
  await page.goto(`${url}/search?q=site:pots.de`);
  await page.getByText('1 domain', { exact: true }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await page.locator('.pictures').count()).toBe(0);
  // Nor do domains of which nothing is counted before it moves: pages have no line.
  await page.goto(`${url}/search?q=clay&level=page`);
  await page.locator('.world path').first().waitFor();
  expect(await page.locator('.pictures canvas').count()).toBe(0);
});

test('on a small window one switch shows them, and none is loaded before', async () => {
  await using window = await opened('/search?q=tech:WordPress', 390);
  const { page } = window;
  const trends: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/trends')) trends.push(request.url());
  });
  await page.locator('.result').first().waitFor();
  await page.waitForLoadState('networkidle');
  expect(await page.locator('.world').count()).toBe(0);
  expect(trends).toEqual([]);
  await page.getByText('Pictures', { exact: true }).click();
  await page.locator('.world path').first().waitFor();
  await page.locator('.pictures canvas').waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  expect(window.complaints).toEqual([]);
});
