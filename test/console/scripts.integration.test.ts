// Parts of the console that are loaded on demand, where they don't come.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWindow, type ServedConsole, serveConsole, signIn } from './opened-console.ts';

const WAIT_MS = 30_000;

let served: ServedConsole;

beforeAll(async () => {
  served = await serveConsole();
}, 900_000);

afterAll(async () => {
  await served[Symbol.asyncDispose]();
});

test('what did not load is loaded again, with its styles', { timeout: 120_000 }, async () => {
  await using window = await openWindow(served.browser);
  const { page } = window;
  await page.route(/assets\/OpenPalette/, (route) => route.abort());
  const { url, key } = served.server();
  await signIn(page, url, key);
  await page.keyboard.press('Control+k');
  const failed = page.getByRole('dialog', { name: 'This did not work' });
  await failed.getByText('A part of the console did not load.').waitFor({ timeout: WAIT_MS });
  await page.unroute(/assets\/OpenPalette/);
  await failed.getByRole('button', { name: 'Try again' }).click();
  const palette = page.getByRole('dialog', { name: 'Go to a page, or do something' });
  await palette.getByRole('combobox').waitFor({ timeout: WAIT_MS });
  // An unstyled dialog would stand in the middle of the window.
  await expect
    .poll(() => page.evaluate<string>(`getComputedStyle(document.querySelector('dialog')).padding`), {
      timeout: WAIT_MS,
    })
    .toBe('0px');
});

test('a page whose scripts are gone with a new version says so', { timeout: 120_000 }, async () => {
  await using window = await openWindow(served.browser);
  const { page } = window;
  const { url, key } = served.server();
  await signIn(page, url, key);
  await page.getByRole('link', { name: 'Keys' }).waitFor();
  await page.route(/assets\/KeysPage/, (route) => route.fulfill({ status: 404 }));
  await page.route(new URL('/', url).href, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<script type="module" src="./assets/index-new.js"></script>',
    }),
  );
  await page.getByRole('link', { name: 'Keys' }).click();
  await page.locator('#content').getByRole('alert').getByText('newer version').waitFor({ timeout: WAIT_MS });
  await page.unrouteAll();
  await page.locator('#content').getByRole('button', { name: 'Reload' }).last().click();
  await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor({ timeout: WAIT_MS });
  expect(await page.getByText('newer version').count()).toBe(0);
});
