/* The documentation in a real browser: every page by the rules of axe, the search, and the tabs of examples. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve, type Served } from '../../apps/api/test/served-api.ts';
import { CHAPTERS, pageNameOf } from '../../apps/docs/src/chapters.ts';
import { launchChromium } from '../support/chromium.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const FILES = CHAPTERS.flatMap(({ files }) => files);

let api: Served;
let browser: Browser;
beforeAll(async () => {
  api = await serve();
  // Builds it, so that no test waits for that.
  await (await fetch(`${api.url}/docs`)).text();
  browser = await launchChromium();
}, 300_000);
afterAll(async () => {
  await browser.close();
  await api.close();
});

interface Opened extends AsyncDisposable {
  readonly page: Page;
  /** Warnings and errors of the console, and errors of the page; they include violations of the policy. */
  readonly complaints: readonly string[];
  /** Origins of all requests. */
  readonly origins: ReadonlySet<string>;
}

async function open(
  path: string,
  {
    width = 1_440,
    colorScheme = 'light',
  }: { readonly width?: number; readonly colorScheme?: 'light' | 'dark' } = {},
): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
  const page = await context.newPage();
  const complaints: string[] = [];
  const origins = new Set<string>();
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  await page.goto(`${api.url}${path}`);
  return { page, complaints, origins, [Symbol.asyncDispose]: () => context.close() };
}

/** Pages that have all that is coloured. */
const COLOURED = new Set(['/docs', '/docs/limits', '/docs/lists', '/docs/api-lists', '/docs/api-mcp']);

test.each([
  ['light', 390],
  ['dark', 1_440],
] as const)(
  'axe finds nothing on any page in %s colours, and nothing is wider than its %d pixels',
  async (colorScheme, width) => {
    await using opened = await open('/docs', { width, colorScheme });
    const { page } = opened;
    const paths = await page.evaluate<string[]>(
      `[...document.querySelectorAll('nav.contents a')].map(({ pathname }) => pathname)`,
    );
    expect(paths.length).toBeGreaterThan(FILES.length + 10);
    const found: string[] = [];
    const checked = paths.filter((_, index) => index % 2 === (colorScheme === 'dark' ? 1 : 0));
    for (const path of ['/docs', ...checked]) {
      const answer = await page.goto(`${api.url}${path}`);
      if (answer?.status() !== 200) found.push(`${path}: ${String(answer?.status())}`);
      // Contrast follows from the style, which all pages share, and takes axe most of its time.
      const axe = new AxeBuilder({ page }).setLegacyMode();
      const rules = COLOURED.has(path) ? axe : axe.disableRules(['color-contrast']);
      const { violations } = await rules.analyze();
      for (const { id, nodes } of violations)
        found.push(
          `${path}: ${id}: ${nodes
            .map(({ target }) => target.join(' '))
            .slice(0, 3)
            .join(', ')}`,
        );
      const [content, inner] = await page.evaluate<[number, number]>(
        '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
      );
      if (content > inner) found.push(`${path}: ${content} pixels wide`);
    }
    expect(found).toEqual([]);
    expect(opened.complaints).toEqual([]);
    expect([...opened.origins]).toEqual([api.url]);
  },
  600_000,
);

/** A word of each document that the fewest others have. */
async function ownWords(): Promise<readonly (readonly [file: string, word: string])[]> {
  const texts = await Promise.all(
    FILES.map(async (file) => {
      const text = await readFile(join(ROOT, file), 'utf8');
      // Comments and addresses are not shown, and words of headings are not marked.
      return text.replaceAll(/<!--[^]*?-->|\]\([^)]*\)|^#.*$/gm, ' ').toLowerCase();
    }),
  );
  const wordsOf = (text: string): ReadonlySet<string> =>
    new Set(text.match(/(?<![\w.-])[a-z]{7,}(?![\w.-])/g));
  const all = texts.map(wordsOf);
  return FILES.map((file, index) => {
    const rarity = (word: string): number => all.filter((words) => words.has(word)).length;
    const [own] = [...(all[index] ?? [])].toSorted((one, other) => rarity(one) - rarity(other));
    if (own === undefined) throw new Error(`${file} has no words`);
    return [file, own];
  });
}

test('the search finds a word of each document, with the words around it', { timeout: 300_000 }, async () => {
  await using opened = await open('/docs');
  const { page } = opened;
  await page.keyboard.press('/');
  for (const [file, word] of await ownWords()) {
    await page.getByRole('searchbox').fill(word);
    // A part that has the word in its heading alone comes first, and has nothing to mark.
    const marked = page.locator('#site-results mark');
    await expect
      .poll(async () => [word, (await marked.allTextContents()).map((text) => text.toLowerCase())], {
        timeout: 30_000,
      })
      .toEqual([word, expect.arrayContaining([word])]);
    const links = await page.evaluate<string[]>(
      `[...document.querySelectorAll('#site-results a')].map(({ pathname }) => pathname)`,
    );
    expect([word, links]).toEqual([word, expect.arrayContaining([`/docs/${pageNameOf(file)}`])]);
  }
  expect(opened.complaints).toEqual([]);
  expect([...opened.origins]).toEqual([api.url]);
});

test('the search is used by keyboard alone: / leads to it, arrows through it, Escape back', async () => {
  await using opened = await open('/docs/usage');
  const { page } = opened;
  const focused = (): Promise<string> =>
    page.evaluate(`document.activeElement.id || document.activeElement.tagName`);
  await page.keyboard.press('/');
  expect(await focused()).toBe('site-search');
  await page.keyboard.type('takedown');
  await page.getByText(/ parts have these words/).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  expect(await page.evaluate(`document.activeElement.matches('li:nth-child(2) > a')`)).toBe(true);
  await page.keyboard.press('Escape');
  expect(await focused()).toBe('site-search');
  await page.keyboard.press('Escape');
  expect(await page.locator('#site-results').isVisible()).toBe(false);
  // Nothing is found for no words.
  await page.keyboard.press('Enter');
  expect(page.url()).toBe(`${api.url}/docs/usage`);
  await page.keyboard.press('Escape');
  expect(await focused()).toBe('BODY');
  await page.keyboard.press('/');
  await page.keyboard.type('takedown blocked domains');
  await page.getByText(/ parts have these words/).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/docs/takedown*');
  await page.keyboard.press('/');
  await page.keyboard.type('nothinghasthisword');
  await page.getByText('No page has these words.').waitFor();
  expect(opened.complaints).toEqual([]);
});

test('the language of examples is chosen once, for all pages', async () => {
  await using opened = await open('/docs/api-search');
  const { page } = opened;
  const shown = async (): Promise<readonly string[]> => [
    ...new Set(
      await page.evaluate<string[]>(
        `[...document.querySelectorAll('.example')].filter((one) => one.checkVisibility()).map(({ dataset }) => dataset.language)`,
      ),
    ),
  ];
  expect(await shown()).toEqual(['curl']);
  await page.locator('#search-curl').focus();
  await page.keyboard.press('ArrowRight');
  expect(await shown()).toEqual(['Python']);
  await page.getByRole('tab', { name: 'TypeScript' }).nth(2).click();
  expect(await shown()).toEqual(['TypeScript']);
  await page.getByRole('link', { name: 'Technologies', exact: true }).click();
  await page.waitForURL('**/docs/api-technologies');
  expect(await shown()).toEqual(['TypeScript']);
  await page.getByRole('tab', { name: 'Shell' }).first().click();
  // Where no command sends such a request, another language is shown.
  expect((await shown()).toSorted()).toEqual(['Shell', 'curl']);
  expect(opened.complaints).toEqual([]);
});

test('without scripts, all of a page can be read', async () => {
  await using context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${api.url}/docs/api-search`);
  expect(await page.locator('.example:visible').count()).toBe(await page.locator('.example').count());
});
