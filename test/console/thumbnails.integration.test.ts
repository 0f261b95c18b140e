/* Screenshots of rendered pages in the console: thumbnails that load when they are seen, and the dialog of the full image. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureChromium } from '../support/chromium.ts';
import { openWindow, type ServedConsole, serveConsole, signIn } from './opened-console.ts';

const SITE = 'bakery-lyon.example';

let served: ServedConsole;
beforeAll(async () => {
  served = await serveConsole({
    SITEGREP_RENDER: 'on',
    SITEGREP_SCREENSHOTS: 'on',
    SITEGREP_CHROMIUM: await ensureChromium(),
  });
  const { id } = await served.client.admin.crawls.create({
    domains: [SITE],
    max_pages: 2,
    max_depth: 1,
    render: 'always',
  });
  for await (const event of served.client.admin.crawls.events(id)) if (event.type === 'end') return;
}, 900_000);
afterAll(() => served[Symbol.asyncDispose]());

/** Pixels of an image that the page shows. */
async function sizeOf(page: Page, selector: string): Promise<string> {
  await page.locator(selector).first().waitFor();
  return page.evaluate<string>(`(async () => {
    const image = document.querySelector(${JSON.stringify(selector)});
    await image.decode();
    return image.naturalWidth + ' × ' + image.naturalHeight;
  })()`);
}

test.each([
  [1_440, 'light'],
  [390, 'dark'],
] as const)('at %i px, %s, a thumbnail opens the screenshot, by keyboard', async (width, colorScheme) => {
  await using window = await openWindow(served.browser, { width, colorScheme });
  const { page, complaints } = window;
  const { url, key } = served.server();
  await signIn(page, url, key);
  await page.goto(`${url}/domains/${SITE}?tab=pages`);
  const { items } = await served.client.domains.pages(SITE);
  const shown = items.filter((one) => one.screenshot_bytes !== null);
  expect(shown.length).toBeGreaterThan(0);
  const [first] = shown;
  const button = page.getByRole('button', {
    name: `Show the screenshot of ${first?.url ?? ''}`,
    exact: true,
  });
  await button.scrollIntoViewIfNeeded();
  expect(await sizeOf(page, '.thumbnail img')).toBe('342 × 192');
  await button.focus();
  await page.keyboard.press('Enter');
  await page
    .getByRole('dialog')
    .getByAltText(`Screenshot of ${first?.url ?? ''}`)
    .waitFor();
  expect(await sizeOf(page, 'dialog img')).toBe('1366 × 768');
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(overflow).toBeLessThanOrEqual(0);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.evaluate<string>("document.activeElement.getAttribute('aria-label')")).toBe(
    `Show the screenshot of ${first?.url ?? ''}`,
  );
  expect(complaints).toEqual([]);
});

test('the picture of a site stands beside what is known of it', async () => {
  await using window = await openWindow(served.browser);
  const { page, complaints } = window;
  const { url, key } = served.server();
  await signIn(page, url, key);
  await page.goto(`${url}/domains/${SITE}`);
  expect(await sizeOf(page, '.overview-side > .picture:first-child img')).toBe('342 × 192');
  await page.locator('.picture button').click();
  await page
    .getByRole('dialog')
    .getByAltText(/^Screenshot of/)
    .waitFor();
  expect(complaints).toEqual([]);
});

test('who may not read sources sees no screenshots', async () => {
  await using window = await openWindow(served.browser);
  const { page } = window;
  const { secret } = await served.client.admin.keys.create({ name: 'reader', scopes: ['search'] });
  await signIn(page, served.server().url, secret);
  await page.goto(`${served.server().url}/domains/${SITE}?tab=pages`);
  await page.getByRole('cell', { name: 'utf-8' }).first().waitFor();
  expect(await page.locator('.thumbnail').count()).toBe(0);
});
