/* The palette, the way back by Escape, and the stops of Tab, in a browser. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAGES, RAIL } from '@sitegrep/console/pages';
import {
  type OpenedConsole,
  openWindow,
  type ServedConsole,
  serveConsole,
  signIn,
} from './opened-console.ts';

const PATIENT = { timeout: 60_000, interval: 50 };

let served: ServedConsole;
beforeAll(async () => {
  served = await serveConsole();
  await served.client.admin.samples.add();
  await served.client.searches.put('word-press', { q: 'tech:WordPress', label: 'Sites with a blog' });
  await served.client.lists.put('suppliers', { domains: ['bakery-lyon.example'] });
}, 900_000);
afterAll(() => served[Symbol.asyncDispose]());

async function opened(path: string, look: Parameters<typeof openWindow>[1] = {}): Promise<OpenedConsole> {
  const window = await openWindow(served.browser, look);
  const { url, key } = served.server();
  await signIn(window.page, url, key);
  await window.page.goto(url + path);
  await window.page.locator('#content').waitFor();
  return window;
}

const field = (page: Page) => page.getByRole('combobox', { name: 'Go to a page, or do something' });
const option = (page: Page, name: string | RegExp) =>
  page.getByRole('listbox', { name: 'Go to a page, or do something' }).getByRole('option', { name });

/** Opens the palette by its keys and types into it. */
async function typed(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
  await page.keyboard.type(text);
}

async function pathIs(page: Page, path: string): Promise<void> {
  await expect.poll(() => page.url().slice(served.server().url.length), PATIENT).toBe(path);
}

describe('the palette', () => {
  test('goes to every page that it shows, with the keys of each', async () => {
    await using window = await opened('/search?q=wp-content');
    const { page } = window;
    for (const name of RAIL) {
      const { title, key, path } = PAGES[name];
      await typed(page, title);
      const found = option(page, new RegExp(`^${title} ?g ?${key}`));
      await found.waitFor();
      await found.click();
      await pathIs(page, path);
    }
    expect(window.complaints).toEqual([]);
  });

  test.each([
    ['bakery', 'bakery-lyon.example', '/domains/bakery-lyon.example'],
    ['blog', 'Sites with a blog', '/saved/word-press'],
    ['suppliers', 'list:suppliers', '/search?q=list%3Asuppliers'],
    ['joomla', 'Joomla', '/trends/Joomla'],
    ['gtag(', 'Search for gtag(', '/search?q=gtag%28'],
  ])('finds %s as %s', async (text, name, path) => {
    await using window = await opened('/crawls');
    const { page } = window;
    await typed(page, text);
    await option(page, name).first().waitFor();
    await expect
      .poll(async () => {
        const chosen = await page.locator('[role=option][aria-selected=true]').textContent();
        if (chosen?.startsWith(name) === true) return true;
        await page.keyboard.press('ArrowDown');
        return false;
      }, PATIENT)
      .toBe(true);
    await page.keyboard.press('Enter');
    await pathIs(page, path);
    // What was chosen is first the next time.
    await page.keyboard.press('Control+k');
    await field(page).waitFor();
    await expect.poll(() => page.locator('[role=option]').first().textContent(), PATIENT).toContain(name);
    expect(window.complaints).toEqual([]);
  });

  test('gives the focus back to where it was, from a field, too', async () => {
    await using window = await opened('/search');
    const { page } = window;
    const query = page.getByLabel('Query', { exact: true });
    await query.fill('wp-content');
    await query.focus();
    await page.keyboard.press('Control+k');
    await field(page).waitFor();
    await page.keyboard.press('Escape');
    await field(page).waitFor({ state: 'hidden' });
    await expect.poll(() => page.evaluate<string>('document.activeElement.id'), PATIENT).toBe('query');
    expect(await query.inputValue()).toBe('wp-content');
    await page.getByRole('button', { name: /^Go to/ }).click();
    await field(page).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.rail-palette:focus').waitFor();
  });

  test('does what the page allows: saves, exports, copies, makes a key, changes colours', async () => {
    await using window = await opened('/search?q=wp-content');
    const { page } = window;
    await page.locator('.result').first().waitFor();
    await typed(page, 'save this');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Save' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });

    await typed(page, 'export csv');
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
    await page.keyboard.press('Escape');

    await typed(page, 'copy link');
    await page.keyboard.press('Enter');
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(page.url());
    await page.keyboard.press('Escape');

    await typed(page, 'dark colours');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('document.documentElement.dataset.theme'), PATIENT).toBe('dark');

    await typed(page, 'new key');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Create key' }).waitFor();
    await page.keyboard.press('Escape');
    await pathIs(page, '/keys');

    await typed(page, 'new crawl');
    await page.keyboard.press('Enter');
    await page.locator('.submission textarea:focus').waitFor();
    expect(window.complaints).toEqual([]);
  });

  test('shows a key without other scopes nothing else', async () => {
    const { secret } = await served.client.admin.keys.create({ name: 'reader', scopes: ['search'] });
    await using window = await openWindow(served.browser);
    const { page } = window;
    await signIn(page, served.server().url, secret);
    await page.keyboard.press('Control+k');
    await option(page, /^Search/)
      .first()
      .waitFor();
    expect(await option(page, /crawl|key$/i).count()).toBe(0);
  });

  test.each([
    [390, 'light'],
    [1_440, 'dark'],
  ] as const)('is accessible %d pixels wide in %s colours', async (width, colorScheme) => {
    await using window = await opened('/search?q=wp-content', { width, colorScheme });
    const { page } = window;
    await page.getByRole('button', { name: /^Go to/ }).click();
    await field(page).waitFor();
    await page.keyboard.type('wo');
    await option(page, 'WordPress').first().waitFor();
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
    ).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });
});

describe('Escape', () => {
  test('leads from a source to the results, and from a domain to the search that led to it', async () => {
    await using window = await opened('/search?q=wp-content');
    const { page } = window;
    await page.locator('.result').first().waitFor();
    await page.keyboard.press('j');
    await page.locator('.results a:focus').waitFor();
    await page.keyboard.press('s');
    await page.locator('.source-pane').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.source-pane').waitFor({ state: 'detached' });
    await page.locator('.results h2 a').first().click();
    await page
      .locator('.tabs')
      .getByRole('link', { name: /^Pages/ })
      .click();
    await expect.poll(() => page.url(), PATIENT).toContain('tab=pages');
    // In a menu, it closes that alone.
    await page.locator('.health summary').click();
    await page.locator('.health .items').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.health .items').waitFor({ state: 'hidden' });
    expect(page.url()).toContain('tab=pages');
    await page.keyboard.press('Escape');
    await pathIs(page, '/search?q=wp-content');
  });

  test('leads from a page that was opened by its address to the one that it belongs to', async () => {
    await using window = await opened('/saved/word-press');
    const { page } = window;
    await page.getByText('Sites with a blog').first().waitFor();
    await page.keyboard.press('Escape');
    await pathIs(page, '/saved');
    await page.keyboard.press('Escape');
    await pathIs(page, '/saved');
    expect(window.complaints).toEqual([]);
  });
});

test.each([390, 1_440])(
  'Tab reaches the first result in at most ten stops, %d pixels wide',
  async (width) => {
    await using window = await opened('/search?q=wp-content', { width });
    const { page } = window;
    await page.locator('.result').first().waitFor();
    await page.evaluate('document.activeElement.blur()');
    const isAtResult = () => page.evaluate<boolean>(`document.activeElement.matches('.results h2 a')`);
    const stops: string[] = [];
    while (stops.length < 10 && !(await isAtResult())) {
      await page.keyboard.press('Tab');
      stops.push(await page.evaluate<string>('document.activeElement.textContent.slice(0, 40)'));
      // A link past what comes before counts as a stop, and is taken.
      if (stops.at(-1)?.startsWith('Skip to') === true) await page.keyboard.press('Enter');
    }
    expect([stops, await isAtResult()]).toEqual([stops, true]);
    expect(stops.slice(0, 2)).toEqual(['Skip to the content', 'Skip to the results']);
    expect(page.url()).toBe(`${served.server().url}/search?q=wp-content`);
  },
);
