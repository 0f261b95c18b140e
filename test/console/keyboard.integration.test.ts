/* Every page by keyboard alone: all that can be used is reached with Tab, its focus is seen, and dialogs give the focus back. */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAGES, RAIL } from '@sitegrep/console/pages';
import { ADDRESSES } from './addresses.ts';
import {
  crawl,
  downloaded,
  type OpenedConsole,
  openWindow,
  quickSites,
  type ServedConsole,
  serveConsole,
} from './opened-console.ts';
import { sendPastVisits } from './past-visits.ts';
import { saveSamples } from './saved-search-samples.ts';

const SITE = 'bakery-lyon.example';

let served: ServedConsole;
let crawlId = '';
let signedIn: Awaited<ReturnType<BrowserContext['cookies']>>;
beforeAll(async () => {
  served = await serveConsole();
  await crawl(served.client, quickSites(served.web));
  await sendPastVisits(served.client);
  await saveSamples(served.client);
  await served.client.admin.blocks.put('blocked.example', { reason: 'asked to be left out' });
  await served.client.admin.schedules.put('weekly', { pattern: '30 4 * * 1', source: { index: true } });
  crawlId = (await served.client.admin.crawls.list()).items[0]?.id ?? '';
  await using window = await opened();
  signedIn = await window.context.cookies();
}, 900_000);
afterAll(() => served[Symbol.asyncDispose]());

/** Signs in with the keys alone, and opens a page by its address. */
async function opened(path = ''): Promise<OpenedConsole> {
  const window = await openWindow(served.browser);
  const { page } = window;
  const { url, key } = served.server();
  await page.goto(url);
  await page.getByLabel('API key').waitFor();
  await page.keyboard.type(key);
  await page.keyboard.press('Enter');
  await page.locator('#content').waitFor();
  if (path !== '') await page.goto(url + path);
  return window;
}

/** Text or name of what has the focus. */
async function focused(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const { activeElement: at } = document;
    return (at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent ?? at.textContent ?? '').trim();
  })()`);
}

/** Presses Tab until something with this text or name has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const isWanted = (text: string): boolean => (typeof name === 'string' ? text === name : name.test(text));
  for (let presses = 0; presses < 300; presses++) {
    await page.keyboard.press('Tab');
    if (isWanted(await focused(page))) return;
  }
  throw new Error(`Tab does not reach ${String(name)}`);
}

/** Marks what has the focus, also within a shadow root. @returns whether its focus is seen, and null if nothing has it */
const VISIT = `new Promise((done) => {
  const at = document.activeElement;
  if (at === null || at === document.body) return done(null);
  at.dataset.visited = '';
  let within = at;
  while (within.shadowRoot?.activeElement) within = within.shadowRoot.activeElement;
  const around = within.closest('.cm-editor') ?? at.closest(':focus-within:is(.query-field, .scroll-x, li, label)') ?? at;
  const isSeen = () => [within, at, around].some((element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
  });
  // The editor shows its focus some frames later.
  let frames = 0;
  const look = () => {
    if (isSeen() || ++frames > 30) done([isSeen() && within.matches(':focus-visible'), within.outerHTML.slice(0, 160)]);
    else requestAnimationFrame(look);
  };
  look();
})`;

/** Elements that can be used and were not visited; of radio buttons of one name, one is enough. */
const LEFT = `[...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
  .filter((element) => element.checkVisibility() && !element.disabled && element.tabIndex >= 0)
  .filter((element) => !('visited' in element.dataset))
  .filter(({ type, name }) => type !== 'radio' || !document.querySelector('[data-visited][name="' + name + '"]'))
  .map((element) => element.outerHTML.slice(0, 160))`;

// The start without a session asks for a key.
test.each([['/', 'API key'], ...ADDRESSES] as const)(
  'Tab reaches all of %s, and is seen',
  async (path, shown) => {
    await using window = await openWindow(served.browser);
    const { page, context } = window;
    if (path !== '/') await context.addCookies(signedIn);
    await page.goto(served.server().url + path.replace('ID', crawlId));
    await page.getByText(shown).first().waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    await page.evaluate('document.activeElement.blur()');
    const unseen: string[] = [];
    for (let presses = 0, rounds = 0; presses < 600 && rounds < 2; presses++) {
      await page.keyboard.press('Tab');
      const at = await page.evaluate<readonly [isSeen: boolean, what: string] | null>(VISIT);
      // Behind the last stop is the browser itself, and then the first one.
      if (at === null) {
        rounds += 1;
        if ((await page.evaluate<string[]>(LEFT)).length === 0) break;
      } else if (!at[0]) unseen.push(at[1]);
    }
    expect(await page.evaluate<string[]>(LEFT)).toEqual([]);
    expect(unseen).toEqual([]);
  },
  120_000,
);

describe('by keyboard alone', () => {
  test('a facet narrows and leaves out, an order is chosen, and the results are exported', async () => {
    await using window = await opened('/search');
    const { page } = window;
    const values = page.locator('.facet').first().locator('li button');
    await values.first().waitFor();
    // A group is one stop of Tab.
    await tabTo(page, (await values.first().textContent()) ?? '');
    while (!/^WordPress ?\d/.test(await focused(page))) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=tech%3AWordPress$/);
    await page.locator('.search-found').waitFor();
    await tabTo(page, /^WordPress ?\d/);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/search$/);
    await page.locator('.search-found').waitFor();
    while (!/^WordPress ?\d/.test(await focused(page))) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    expect(await focused(page)).toBe('Leave out WordPress');
    await page.keyboard.press('Space');
    await page.waitForURL(/q=-tech%3AWordPress/);
    await page.locator('.search-found').waitFor();
    await tabTo(page, /^Order/);
    await page.keyboard.press('ArrowDown');
    await page.waitForURL(/order=domain/);
    await tabTo(page, /^Export/);
    await page.keyboard.press('Enter');
    await tabTo(page, /CSV/);
    const csv = await downloaded(page, () => page.keyboard.press('Enter'));
    expect(csv).toContain('domain');
    await page.keyboard.press('Escape');
    expect(await focused(page)).toMatch(/^Export/);
    expect(window.complaints).toEqual([]);
  });

  test('matches of a source are gone through, and the editor keeps no Tab', async () => {
    await using window = await opened(`/domains/${SITE}?tab=source&q=wp-content`);
    const { page } = window;
    await page.getByText('1 of 2', { exact: true }).waitFor();
    await tabTo(page, 'Next match (n)');
    await page.keyboard.press('Enter');
    await page.getByText('2 of 2', { exact: true }).waitFor();
    await page.keyboard.press('p');
    await page.getByText('1 of 2', { exact: true }).waitFor();
    await tabTo(page, /^Go to offset/);
    await page.keyboard.type('0');
    await page.keyboard.press('Enter');
    await tabTo(page, /^Pretty print/);
    await page.keyboard.press('Space');
    await page.getByRole('textbox', { name: 'The same source, indented' }).waitFor();
    await tabTo(page, 'Download');
    const saved = await downloaded(page, () => page.keyboard.press('Enter'));
    expect(saved).toContain('wp-content');
  });

  test('a domain is blocked and unblocked, each after a question that gives the focus back', async () => {
    await using window = await opened('/blocked');
    const { page } = window;
    const dialog = page.getByRole('dialog');
    await page.getByText('blocked.example').first().waitFor();
    await tabTo(page, 'Domain');
    await page.keyboard.type('by-keyboard.example');
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await focused(page)).toBe('Domain');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Block a domain');
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: 'by-keyboard.example', exact: true }).waitFor();
    await tabTo(page, 'Unblock by-keyboard.example');
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await tabTo(page, 'Unblock');
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: 'by-keyboard.example', exact: true }).waitFor({ state: 'detached' });
  });

  test('a key is created and revoked, and the audit log is filtered', async () => {
    await using window = await opened('/keys');
    const { page } = window;
    const dialog = page.getByRole('dialog');
    await page.getByText('bootstrap admin').first().waitFor();
    await tabTo(page, 'Create key');
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await focused(page)).toBe('Create key');
    await page.keyboard.press('Enter');
    await tabTo(page, /^Name/);
    await page.keyboard.type('by keyboard');
    await page.keyboard.press('Enter');
    await page.locator('.secret').waitFor();
    await tabTo(page, 'I have copied it');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Revoke by keyboard');
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await tabTo(page, 'Revoke');
    await page.keyboard.press('Enter');
    await page.locator('.key', { hasText: 'by keyboard' }).getByText('revoked').waitFor();

    await page.goto(`${served.server().url}/audit`);
    await page.getByRole('cell', { name: 'Key revoked' }).first().waitFor();
    await tabTo(page, /^Action/);
    await page.keyboard.type('Key created');
    await page.waitForURL(/action=key\.create/);
    await page.getByRole('cell', { name: 'Key revoked' }).first().waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Key created by keyboard bootstrap admin/ }).waitFor();
  });

  test('an operation of providers is chosen, and asked only when it is sent', async () => {
    await using window = await opened('/providers');
    const { page } = window;
    await page.getByText('no budget').first().waitFor();
    await tabTo(page, /^Keyword/);
    await page.keyboard.type('bakery');
    await page.keyboard.press('Enter');
    await page
      .getByText(/answered by/i)
      .first()
      .waitFor();
    expect(page.url()).toContain('keyword=bakery');
  });

  test('pairs of keys go to pages, and are text in a field', async () => {
    await using window = await opened('/crawls');
    const { page } = window;
    await page.getByRole('heading', { name: 'Crawls', level: 1 }).waitFor();
    // Search is first, and last, where the next keys are typed.
    for (const name of [...RAIL, 'search' as const]) {
      const target = PAGES[name];
      await page.keyboard.press('g');
      await page.keyboard.press(target.key);
      await page.waitForURL((url) => url.pathname === target.path);
    }
    await page.keyboard.press('/');
    await page.locator('#query:focus').waitFor();
    await page.keyboard.type('gp');
    expect(await page.getByLabel('Query', { exact: true }).inputValue()).toBe('gp');
    expect(new URL(page.url()).pathname).toBe('/search');
  });

  test('the map of keys is opened from every page, keeps the focus, and gives it back', async () => {
    await using window = await opened();
    const { page } = window;
    for (const [path, shown] of ADDRESSES) {
      await page.goto(served.server().url + path.replace('ID', crawlId));
      await page.getByText(shown).first().waitFor({ state: 'attached' });
      await page.keyboard.press('Tab');
      const before = await focused(page);
      await page.keyboard.press('?');
      const map = page.getByRole('dialog', { name: 'Keyboard' });
      await map.waitFor();
      await page.keyboard.press('Tab');
      // Nothing of the page behind it has the focus: the dialog has, or the browser itself.
      expect(await page.evaluate('document.activeElement.matches("body, dialog, dialog *")')).toBe(true);
      await page.keyboard.press('Escape');
      await map.waitFor({ state: 'hidden' });
      expect([path, await focused(page)]).toEqual([path, before]);
    }
  }, 120_000);
});
