/* Queries of other search engines, translated in a panel beside the query. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crawl, openWindow, type ServedConsole, serveConsole, signIn } from './opened-console.ts';

const SITES = ['bakery-lyon.example', 'knitting-circle.example'];

let served: ServedConsole;
beforeAll(async () => {
  served = await serveConsole();
  await crawl(served.client, SITES);
}, 900_000);
afterAll(() => served[Symbol.asyncDispose]());

/** Signs in, and opens the panel by the keyboard. */
async function openPanel(page: Page): Promise<Locator> {
  const { url, key } = served.server();
  await signIn(page, url, key);
  await page.getByText('2 domains').first().waitFor();
  await page.getByRole('button', { name: 'Other engines' }).focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Query of another engine' });
  await panel.waitFor();
  return panel;
}

/** Chooses an engine and gives it a query, in place of the one before. */
async function write(panel: Locator, engine: string, query: string): Promise<void> {
  await panel.getByRole('combobox', { name: 'Engine' }).selectOption({ label: engine });
  await panel.getByRole('textbox', { name: 'Query' }).fill(query);
}

test('a query of FOFA is chosen, typed, and searched for by keyboard alone', async () => {
  await using window = await openWindow(served.browser);
  const { page } = window;
  const panel = await openPanel(page);
  const engine = panel.getByRole('combobox', { name: 'Engine' });
  await panel.locator('select:focus').waitFor();
  await page.keyboard.type('FOFA');
  expect(await engine.inputValue()).toBe('fofa');
  await page.keyboard.press('Tab');
  await page.keyboard.type('body="wp-content" && title="Knitting"');
  await panel.getByText('It finds 1 domain.').waitFor();
  expect(await panel.getByRole('status').locator('code').textContent()).toBe(
    'same:page("wp-content" title:"Knitting")',
  );
  await page.keyboard.press('Tab');
  await panel.locator('button:focus', { hasText: 'Use it' }).waitFor();
  await page.keyboard.press('Enter');
  await panel.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'knitting-circle.example' }).waitFor();
  expect(new URL(page.url()).searchParams.get('q')).toBe('same:page("wp-content" title:"Knitting")');
  expect(await page.getByRole('textbox', { name: 'Query' }).inputValue()).toBe(
    'same:page("wp-content" title:"Knitting")',
  );
  expect(window.complaints).toEqual([]);
});

test('Escape closes the panel, gives the focus back, and leaves the query as it is', async () => {
  await using window = await openWindow(served.browser);
  const { page } = window;
  const panel = await openPanel(page);
  await write(panel, 'FOFA', 'body="wp-content"');
  await panel.getByText('It finds 2 domains.').waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await page.locator('button:focus', { hasText: 'Other engines' }).waitFor();
  expect(new URL(page.url()).searchParams.get('q')).toBeNull();
});

test.each([
  ['body="wp-content" && port="80"', 'At most 2 domains: what is left out would narrow it.'],
  ['title="Knitting" || port="80"', 'At least 1 domain: what is left out would widen it.'],
])('%s says what is left out, and how the number is then wrong', async (query, bound) => {
  await using window = await openWindow(served.browser);
  const panel = await openPanel(window.page);
  await write(panel, 'FOFA', query);
  await panel.getByText(bound).waitFor();
  expect(await panel.getByRole('listitem').allTextContents()).toEqual([
    'port="80"ports, protocols and banners of services are not stored',
  ]);
});

test('what cannot be asked cannot be used, and a query that can be is usable again', async () => {
  await using window = await openWindow(served.browser);
  const panel = await openPanel(window.page);
  const use = panel.getByRole('button', { name: 'Use it' });
  const status = panel.getByRole('status');
  expect(await use.isDisabled()).toBe(true);
  const refused = [
    ['port="80"', 'It cannot be asked: ports, protocols and banners of services are not stored'],
    ['body="a', "It cannot be asked: it can't be read: at column 6, a quote is not closed"],
    [
      'body="<img src=x onerror=alert(1)>\u202e" && (',
      "It cannot be asked: it can't be read: at column 42, a part is missing",
    ],
    ['a'.repeat(100_000), 'query has 100000 characters; give at most 10000 characters.'],
  ] as const;
  for (const [query, reason] of refused) {
    await write(panel, 'FOFA', query);
    await status.getByText(reason, { exact: true }).waitFor();
    expect(await use.isDisabled()).toBe(true);
  }
  await write(panel, 'FOFA', 'title=Knitting');
  await panel.getByText('It finds 1 domain.').waitFor();
  expect(await use.isEnabled()).toBe(true);
  // The same words mean something else to another engine.
  await write(panel, 'PublicWWW', 'title=Knitting');
  await panel.getByText('It finds 0 domains.').waitFor();
  await write(panel, 'PublicWWW', '');
  await panel.getByText('It finds 0 domains.').waitFor({ state: 'detached' });
  expect(await use.isDisabled()).toBe(true);
  expect(window.complaints).toEqual([]);
});

test.each([
  ['light', 390],
  ['dark', 1_280],
] as const)('axe finds nothing in the panel in %s colours, %d pixels wide', async (colorScheme, width) => {
  await using window = await openWindow(served.browser, { width, colorScheme });
  const { page } = window;
  const panel = await openPanel(page);
  const parts = Array.from({ length: 30 }, (_, index) => `banner="x-${index}: ${'long'.repeat(30)}"`);
  await write(panel, 'FOFA', ['body="wp-content"', ...parts].join(' && '));
  await panel.getByText('and 10 more').waitFor();
  await panel.getByText('At most 2 domains').waitFor();
  const { violations } = await new AxeBuilder({ page }).include('dialog').analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  expect(await page.evaluate('document.querySelector("dialog").scrollWidth')).toBeLessThanOrEqual(width);
});
