/* The source viewer on pages of one long line: positions stay those of the source, and the page answers meanwhile. */
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listenAsProxy } from '../support/loopback-proxy.ts';
import { openWindow, type ServedConsole, serveConsole, signIn } from './opened-console.ts';

const DOMAIN = 'long.example';
const NEEDLE = 'needle in a long line';

/** Four MiB on the second line: elements, and the needle at its beginning, in its middle and at its end. */
const LONG = ((): string => {
  const filling = Array.from(
    { length: 40_000 },
    (_, at) => `<p id="p${at}">A paragraph with the number ${at}</p>`,
  ).join('');
  return `<!doctype html><title>long</title>\n<p>${NEEDLE}</p>${filling}<p>${NEEDLE}</p>${filling}<p>${NEEDLE}</p>\n<p>after`;
})();

let site: Server;
let served: ServedConsole;
beforeAll(async () => {
  site = createServer((request, response) => {
    const isPage = new URL(request.url ?? '').pathname === '/';
    response
      .writeHead(isPage ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
      .end(isPage ? LONG : '');
  });
  served = await serveConsole({ SITEGREP_HTTP_PROXY: await listenAsProxy(site) });
  const { id } = await served.client.admin.crawls.create({ domains: [DOMAIN], max_pages: 1 });
  for await (const event of served.client.admin.crawls.events(id)) if (event.type === 'end') break;
}, 900_000);
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  site.close();
});

test('four MiB on one line open without a freeze, with all matches at their offsets', async () => {
  expect(LONG.length).toBeGreaterThan(3.5 * 2 ** 20);
  await using window = await openWindow(served.browser);
  const { page } = window;
  const { url, key } = served.server();
  await page.addInitScript(`
    window.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
    }).observe({ type: 'longtask' });
  `);
  await signIn(page, url, key);
  await page.goto(`${url}/domains/${DOMAIN}?tab=source&q=${encodeURIComponent(`"${NEEDLE}"`)}`);
  await page.getByText('1 of 3', { exact: true }).waitFor();
  const numbers = await page.locator('.cm-lineNumbers .cm-gutterElement').allTextContents();
  expect(numbers.filter((text) => /^[12⋯]$/.test(text)).slice(0, 4)).toEqual(['1', '2', '⋯', '⋯']);

  // What is dragged over, and copied, is the source, without the line breaks of what is shown.
  const [first, last] = [page.locator('.cm-line').nth(1), page.locator('.cm-line').nth(2)];
  await first.hover({ position: { x: 10, y: 8 } });
  await page.mouse.down();
  await last.hover({ position: { x: 300, y: 30 } });
  await page.mouse.up();
  await page.keyboard.press('Control+c');
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(copied.length).toBeGreaterThan(1_700);
  expect(LONG).toContain(copied);

  for (const [match, shown] of [
    ['2 of 3', 'number 39999'],
    ['3 of 3', 'after'],
  ] as const) {
    await page.getByRole('button', { name: 'Next match' }).click();
    await page.getByText(match, { exact: true }).waitFor();
    await page.locator('.cm-match-current').waitFor();
    await page.locator('.cm-content', { hasText: shown }).waitFor();
    expect(await page.locator('.cm-match-current').textContent()).toBe(NEEDLE);
  }

  const offset = LONG.indexOf('<p id="p20000">');
  await page.getByLabel('Go to offset').fill(String(offset));
  await page.getByRole('button', { name: 'Go', exact: true }).click();
  await page.locator('.cm-content').getByText('number 20000').waitFor();

  await page.getByLabel('Pretty print').check();
  await page.getByRole('textbox', { name: 'The same source, indented' }).waitFor();
  // Wide enough for a busy machine.
  expect(await page.evaluate<number>('window.longest')).toBeLessThan(2_000);
  expect(window.complaints).toEqual([]);
}, 900_000);

test('a pattern that takes long leaves the page to its user', async () => {
  await using window = await openWindow(served.browser);
  const { page } = window;
  const { url, key } = served.server();
  await signIn(page, url, key);
  await page.goto(`${url}/domains/${DOMAIN}?tab=source&q=${encodeURIComponent('/(p|a)[^q]*q{3}z/')}`);
  await page.locator('.cm-line').first().waitFor();
  await page.getByLabel('Mark', { exact: true }).fill(`"${NEEDLE}"`);
  await page.getByLabel('Mark', { exact: true }).press('Enter');
  await page.getByText('1 of 3', { exact: true }).waitFor();
  expect(window.complaints).toEqual([]);
}, 120_000);
