/* The interactive reference in a real browser: reading, trying, being refused, on wide and narrow windows. */
import { text } from 'node:stream/consumers';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentOf, serve, type Served } from '../../apps/api/test/served-api.ts';
import { launchChromium } from '../support/chromium.ts';
import { wholeSite } from '@sitegrep/storage';

let api: Served;
let browser: Browser;
let key: string;
beforeAll(async () => {
  api = await serve();
  await api.storage.domains.put([wholeSite(documentOf('found.example', '<p>needle</p>'))]);
  key = await api.key(['search']);
  browser = await launchChromium();
}, 300_000);
afterAll(async () => {
  await browser.close();
  await api.close();
});

/** Finds texts with less contrast than WCAG 2.2 demands (relative luminance, 4.5 to 1); runs in the page. */
const FAINT_TEXTS = String.raw`(() => {
  const channels = (color) =>
    Array.from(color.matchAll(/[\d.]+/g), ([number]) => Number(number));
  const luminance = (color) => {
    const [red = 0, green = 0, blue = 0] = channels(color)
      .slice(0, 3)
      .map((value) => value / 255)
      .map((value) => (value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const backgroundOf = (element) => {
    if (element === null) return 'rgb(255, 255, 255)';
    const { backgroundColor } = getComputedStyle(element);
    return channels(backgroundColor)[3] === 0 ? backgroundOf(element.parentElement) : backgroundColor;
  };
  return [...document.querySelectorAll('body *')]
    .filter((element) => element.checkVisibility() && element.textContent?.trim() !== '')
    .flatMap((element) => {
      const [one = 0, other = 0] = [getComputedStyle(element).color, backgroundOf(element)]
        .map(luminance)
        .toSorted((less, more) => more - less);
      const ratio = (one + 0.05) / (other + 0.05);
      return ratio < 4.5 ? [[element.tagName, element.className, ratio.toFixed(2)].join(' ')] : [];
    });
})()`;

interface Opened extends AsyncDisposable {
  readonly page: Page;
  /** Warnings and errors of the console, and errors of the page; they include violations of the policy. */
  readonly complaints: readonly string[];
  /** URLs of all requests. */
  readonly requests: readonly string[];
}

async function open(
  options: {
    readonly width?: number;
    readonly colorScheme?: 'light' | 'dark';
    /** Group of the operations that the page has. */
    readonly group?: string;
  } = {},
): Promise<Opened> {
  const { width = 1_280, colorScheme = 'light', group = 'search' } = options;
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
  const page = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(`${api.url}/docs/api-${group}`);
  await page.locator('[role=tab]').first().waitFor();
  return { page, complaints, requests, [Symbol.asyncDispose]: () => context.close() };
}

/** URLs of what a page of the reference loads. */
const ofPage = (group: string): readonly string[] =>
  [`api-${group}`, 'docs.css', 'docs.js'].map((name) => `${api.url}/docs/${name}`);

/** Opens the form of an operation. */
async function formOf(page: Page, id: string) {
  const operation = page.locator('section', { has: page.locator(`h2#${id}`) });
  await operation.locator('.try > summary').click();
  return operation.locator('form');
}

test('an operation is tried with a key, and its answer shown', async () => {
  await using opened = await open();
  const { page } = opened;
  await page.getByLabel('X-API-Key').fill(key);
  await page.locator('nav a[href="#searchHtmlSourceCode"]').click();
  const form = await formOf(page, 'searchHtmlSourceCode');
  await form.getByLabel('Body').fill('{"search_terms": ["needle"]}');
  await form.getByRole('button', { name: 'Send' }).click();
  await form.locator('.body').getByText('found.example').waitFor();
  const shown: unknown = JSON.parse((await form.locator('.body').textContent()) ?? '');
  expect(shown).toMatchObject({ success: true, data: { total_count: 1 } });
  expect(await form.locator('.line').textContent()).toMatch(/^200 in \d+ ms · .*ratelimit-limit: /);
  const curl = (await form.locator('.curl').textContent()) ?? '';
  expect(curl).toContain('"X-API-Key: $SITEGREP_KEY"');
  expect(curl).not.toContain(key);
  expect(await form.getByRole('button', { name: 'Stop' }).isVisible()).toBe(false);
  expect(opened.complaints).toEqual([]);
  expect(opened.requests.map((url) => new URL(url).origin)).toEqual(opened.requests.map(() => api.url));
  expect(opened.requests).toEqual([...ofPage('search'), `${api.url}/html-source-code-search`]);
  expect(page.url()).not.toContain(key);
  const kept = 'JSON.stringify([localStorage, sessionStorage, document.cookie])';
  expect(await page.evaluate(kept)).toBe('[{},{},""]');
});

test('a wrong key, a wrong body and a missing parameter are reported', async () => {
  await using opened = await open();
  const { page } = opened;
  const form = await formOf(page, 'searchHtmlSourceCode');
  const send = form.getByRole('button', { name: 'Send' });
  await page.getByLabel('X-API-Key').fill('sg_wrong');
  await send.click();
  await form
    .locator('.line')
    .getByText(/^401 in/)
    .waitFor();
  expect(await form.locator('.body').textContent()).toContain(
    'Send a valid API key in the header X-API-Key, or as Authorization: Bearer.',
  );
  await page.getByLabel('X-API-Key').fill(key);
  await form.getByLabel('Body').fill('{"search_terms": [');
  await send.click();
  await form
    .locator('.line')
    .getByText(/^400 in/)
    .waitFor();
  expect(await form.locator('.body').textContent()).toContain('"error": "Bad request"');
  await using crawls = await open({ group: 'crawls' });
  const other = await formOf(crawls.page, 'getCrawl');
  await other.getByLabel('id').fill('');
  await other.getByRole('button', { name: 'Send' }).click();
  expect(await other.locator('input:invalid').count()).toBe(1);
  expect(crawls.requests).toEqual(ofPage('crawls'));
  // Chromium notes each answer that is an error by itself.
  const others = opened.complaints.filter(
    (text) => !text.startsWith('Failed to load resource: the server responded'),
  );
  expect(others).toEqual([]);
});

test('a takedown is sent only after it was confirmed', async () => {
  await using opened = await open({ group: 'domains' });
  const { page } = opened;
  await api.storage.domains.put([wholeSite(documentOf('gone.example', '<p>to be removed</p>'))]);
  await page.getByLabel('X-API-Key').fill(await api.key(['admin']));
  const form = await formOf(page, 'deleteDomain');
  await form.getByLabel('domain').fill('gone.example');
  const send = form.getByRole('button', { name: 'Send' });
  const dialog = page.getByRole('dialog');
  for (const leave of [
    () => dialog.getByRole('button', { name: 'Cancel' }).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    await send.click();
    expect(await dialog.textContent()).toContain('DELETE /admin/domains/gone.example');
    expect(await dialog.textContent()).toContain('Takes the domain down');
    await leave();
    await dialog.waitFor({ state: 'hidden' });
    expect(await form.locator('.answer').isVisible()).toBe(false);
  }
  expect(opened.requests).toEqual(ofPage('domains'));
  expect(await api.storage.domains.get('gone.example')).not.toBeNull();
  await send.click();
  await dialog.getByRole('button', { name: 'Send' }).click();
  await form
    .locator('.line')
    .getByText(/^200 in/)
    .waitFor();
  expect(await api.storage.domains.get('gone.example')).toBeNull();
  expect(opened.complaints).toEqual([]);
});

test('an answer is saved as a file, also what is too long to be shown', async () => {
  await using opened = await open();
  const { page } = opened;
  const names = Array.from({ length: 700 }, (_, index) => `long-${1_000 + index}.example`);
  await api.storage.domains.put(names.map((name) => wholeSite(documentOf(name, '<p>a long list</p>'))));
  await page.getByLabel('X-API-Key').fill(key);
  const form = await formOf(page, 'exportMatches');
  await form.getByLabel('Body').fill('{"search_terms": ["a long list"], "order_by": ["domain,asc"]}');
  const save = form.getByRole('button', { name: 'Save as a file' });
  expect(await save.isVisible()).toBe(false);
  await form.getByRole('button', { name: 'Send' }).click();
  await save.waitFor();
  expect(await form.locator('.line').textContent()).toMatch(/ · only the beginning of \d\.\d MB is shown$/);
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
  expect(download.suggestedFilename()).toBe('exportMatches.ndjson');
  const lines = (await text(await download.createReadStream())).trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { readonly domain: string }).domain)).toEqual(names);
  expect(opened.complaints).toEqual([]);
});

test('a stream can be stopped, and what came of it saved', async () => {
  await using opened = await open({ group: 'crawls' });
  const { page } = opened;
  const admin = await api.key(['admin']);
  const created = await fetch(`${api.url}/admin/crawls`, {
    method: 'POST',
    headers: { 'x-api-key': admin, 'content-type': 'application/json' },
    body: '{"domains":["waiting.example"]}',
  });
  const { data } = (await created.json()) as { readonly data: { readonly id: string } };
  await page.getByLabel('X-API-Key').fill(admin);
  const form = await formOf(page, 'watchCrawl');
  await form.locator('input[name=id]').fill(data.id);
  await form.getByRole('button', { name: 'Send' }).click();
  await form.locator('.body').getByText('event: state').waitFor();
  await form.getByRole('button', { name: 'Stop' }).click();
  await form
    .locator('.line')
    .getByText(/ · stopped$/)
    .waitFor();
  const save = form.getByRole('button', { name: 'Save as a file' });
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
  expect(download.suggestedFilename()).toBe('watchCrawl.txt');
  expect(await text(await download.createReadStream())).toContain('event: state');
  expect(opened.complaints).toEqual([]);
});

test('one who is signed in to the console needs no key', async () => {
  await using opened = await open();
  const { page } = opened;
  await page.evaluate(
    `fetch('/session', { method: 'POST', headers: { 'x-api-key': ${JSON.stringify(key)}, 'x-sitegrep-console': '1' } })`,
  );
  const form = await formOf(page, 'searchHtmlSourceCode');
  await form.getByLabel('Body').fill('{"search_terms": ["needle"]}');
  await form.getByRole('button', { name: 'Send' }).click();
  await form.locator('.body').getByText('found.example').waitFor();
  expect(await form.locator('.curl').textContent()).not.toContain('console');
  expect(opened.complaints).toEqual([]);
});

test('a page that does not fit the policy would be seen', async () => {
  await using opened = await open();
  const adding = opened.page.evaluate(`
    const script = document.createElement('script');
    script.textContent = 'window.ran = true;';
    document.body.append(script);
  `);
  await expect(adding).rejects.toThrow('TrustedScript');
  await opened.page.evaluate(`
    const image = document.createElement('img');
    image.src = 'http://elsewhere.example/picture.png';
    document.body.append(image);
  `);
  await expect
    .poll(() => opened.complaints.join(), { timeout: 30_000 })
    .toContain('Content Security Policy directive: "img-src');
  expect(await opened.page.evaluate(`'ran' in window`)).toBe(false);
});

test.each([320, 400, 800, 1_280, 1_920])('nothing is wider than a window of %d pixels', async (width) => {
  await using opened = await open({ width });
  const { page } = opened;
  await formOf(page, 'searchHtmlSourceCode');
  const root = 'document.documentElement';
  const [content, window] = await page.evaluate<[number, number]>(
    `[${root}.scrollWidth, ${root}.clientWidth]`,
  );
  expect(content).toBe(window);
});

test('on a narrow window the list of operations folds away behind a choice', async () => {
  await using opened = await open({ width: 400, group: 'keys' });
  const { page } = opened;
  const link = page.locator('nav a[href="#createKey"]');
  expect(await link.isVisible()).toBe(false);
  await page.locator('nav summary').click();
  await link.click();
  expect(await link.isVisible()).toBe(false);
  const top = async (): Promise<number> =>
    (await page.locator('h2#createKey').boundingBox())?.y ?? Number.NaN;
  await expect.poll(top).toBeLessThan(900);
  const header = await page.locator('header').boundingBox();
  expect(await top()).toBeGreaterThanOrEqual(header?.height ?? Number.NaN);
});

test.each(['light', 'dark'] as const)('texts stand out from a %s page', async (colorScheme) => {
  await using opened = await open({ colorScheme });
  const { page } = opened;
  const form = await formOf(page, 'searchHtmlSourceCode');
  await form.getByRole('button', { name: 'Send' }).click();
  await form
    .locator('.line')
    .getByText(/^401 in/)
    .waitFor();
  const faint = await page.evaluate<string[]>(FAINT_TEXTS);
  expect([...new Set(faint)]).toEqual([]);
});
