/* Results of a search as pages with their lines, the source beside them, and links to a match that hold. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  crawl,
  type OpenedConsole,
  openWindow,
  quickSites,
  type ServedConsole,
  serveConsole,
  signIn,
} from './opened-console.ts';
import { CHANGED_SITE, sendCaptures, sendPastVisits } from './past-visits.ts';

const SITE = 'bakery-lyon.example';
const MOVED = 'linked-shop.example';

let served: ServedConsole;
beforeAll(async () => {
  served = await serveConsole();
  await crawl(served.client, quickSites(served.web));
  await sendPastVisits(served.client);
}, 900_000);
afterAll(() => served[Symbol.asyncDispose]());

async function opened(path: string, width = 1_440): Promise<OpenedConsole> {
  const window = await openWindow(served.browser, { width });
  const { url, key } = served.server();
  await signIn(window.page, url, key);
  await window.page.goto(url + path);
  return window;
}

const parameters = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

/** Text before what is looked at, in the source that is shown. */
async function lookedAt(page: Page): Promise<string> {
  await page.locator('.cm-match-current').waitFor();
  return (await page.locator('.cm-match-current').first().textContent()) ?? '';
}

describe('a row', () => {
  test('has whole lines with the numbers that they have in the source, and as many around as are wanted', async () => {
    await using window = await opened('/search?q=wp-content');
    const { page } = window;
    const url = `http://${SITE}/`;
    const source = (await served.client.domains.source(SITE, url)).split('\n');
    const box = page
      .locator('.result')
      .filter({ has: page.getByRole('link', { name: SITE, exact: true }) })
      .locator('.excerpt')
      .first();
    const lines = async () => {
      await box.locator('li').first().waitFor();
      return box
        .locator('li')
        .evaluateAll((items) =>
          items.map(({ children }): readonly [number, string] => [
            Number(children[0]?.textContent),
            children[1]?.textContent ?? '',
          ]),
        );
    };
    const matching = source.flatMap((line, at) => (line.includes('wp-content') ? [at + 1] : [])).slice(0, 3);
    for (const around of [1, 0, 2]) {
      if (around !== 1) {
        await page.getByLabel('Lines around').selectOption(String(around));
        await page.waitForURL(new RegExp(`context=${around}`));
        await page.locator('.result').first().waitFor();
      }
      const wanted = source.flatMap((line, at) =>
        matching.some((one) => Math.abs(one - at - 1) <= around) ? [[at + 1, line]] : [],
      );
      await expect.poll(lines).toEqual(wanted);
    }
    expect(window.complaints).toEqual([]);
  });

  test('says the address of a page once, and the domain once where its pages follow each other', async () => {
    await using window = await opened('/search?q=html&level=page');
    const { page } = window;
    await page.locator('.result .excerpt').first().waitFor();
    const rows = await page.locator('.result').evaluateAll((all) =>
      all.map((row) => ({
        domain: row.querySelector('h2')?.textContent,
        isContinued: row.classList.contains('continued'),
        addresses: row.querySelectorAll('.excerpt-head').length,
      })),
    );
    expect(rows.length).toBeGreaterThan(3);
    for (const [index, row] of rows.entries()) {
      expect(row.isContinued).toBe(index > 0 && rows[index - 1]?.domain === row.domain);
      expect(row.addresses).toBe(1);
    }
    expect(rows.some(({ isContinued }) => isContinued)).toBe(true);
  });
});

test('the line above the results has both numbers and how the query was read, and its keys switch', async () => {
  await using window = await opened('/search');
  const { page } = window;
  const line = page.locator('.reading');
  const countOf = async (q: string, level: 'domain' | 'page'): Promise<string> => {
    const { total_count: total } = await served.client.query.search({ q, level, count_only: true });
    return `${total} ${level}${total === 1 ? '' : 's'}`;
  };
  const [words, text] = ['wp content', '"wp content"'];
  await page.goto(`${served.server().url}/search?q=${words} country:FR`);
  await line.getByText('read as wp and content and country France (FR)').waitFor();
  await line
    .locator('.total')
    .getByText(await countOf(`${words} country:FR`, 'domain'))
    .waitFor();
  await line.getByRole('button', { name: await countOf(`${words} country:FR`, 'page') }).waitFor();
  await line
    .getByRole('button', { name: `As it stands: ${await countOf(`${text} country:FR`, 'domain')}` })
    .waitFor();
  await page.keyboard.press('l');
  await page.waitForURL(/level=page/);
  await line
    .locator('.total')
    .getByText(await countOf(`${words} country:FR`, 'page'))
    .waitFor();
  await line.getByRole('button', { name: await countOf(`${words} country:FR`, 'domain') }).click();
  await page.waitForURL((url) => !url.searchParams.has('level'));
  await line.getByRole('button', { name: /^As it stands/ }).waitFor();
  await page.keyboard.press('w');
  await page.waitForURL(/q=%22wp\+content%22\+country%3AFR$/);
  expect(window.complaints).toEqual([]);
});

describe('the source beside the results', () => {
  test('is opened, follows from row to row, and is closed, by keyboard', async () => {
    await using window = await opened('/search?q=wp-content');
    const { page } = window;
    await page.locator('.result').first().waitFor();
    await page.keyboard.press('j');
    await page.locator('.results h2 a:focus').waitFor();
    await page.keyboard.press('s');
    const pane = page.getByRole('region', { name: 'Source of the result' });
    await pane.waitFor();
    expect(await lookedAt(page)).toBe('wp-content');
    const items = (await served.client.query.search({ q: 'wp-content', snippets: { per_item: 1 } })).items;
    const named = (index: number) => ({
      q: 'wp-content',
      site: items[index]?.domain,
      url: items[index]?.matches?.[0]?.url,
      offset: String(items[index]?.matches?.[0]?.offset),
    });
    expect(parameters(page)).toEqual(named(0));
    for (const [key, index] of [
      ['ArrowDown', 1],
      ['j', 2],
      ['ArrowUp', 1],
      ['k', 0],
    ] as const) {
      await page.keyboard.press(key);
      await pane.getByRole('heading', { name: items[index]?.domain ?? '' }).waitFor();
      await page.locator(`[data-row="${index}"][data-shown="true"] h2 a:focus`).waitFor();
      expect(parameters(page)).toEqual(named(index));
    }
    // The bakery has two on this page.
    await pane.getByText('1 of 2', { exact: true }).waitFor();
    await page.keyboard.press('n');
    await pane.getByText('2 of 2', { exact: true }).waitFor();
    const link = page.url();
    await page.keyboard.press('Escape');
    await pane.waitFor({ state: 'detached' });
    await page.locator('[data-row="0"] h2 a:focus').waitFor();
    expect(parameters(page)).toEqual({ q: 'wp-content' });
    await page.goBack();
    await pane.getByText('2 of 2', { exact: true }).waitFor();
    // A colleague who gets the address sees the same.
    await using other = await opened(link.slice(served.server().url.length));
    await other.page.getByText('2 of 2', { exact: true }).waitFor();
    await other.page.locator('[data-row="0"][data-shown="true"]').waitFor();
    // Its editor has the height of the pane, also where no page of a domain was opened before.
    const [box, frame] = await Promise.all(
      ['.source-pane .source-text', '.source-pane'].map((part) => other.page.locator(part).boundingBox()),
    );
    expect(box?.height).toBeGreaterThan((frame?.height ?? 0) / 2);
    expect(window.complaints).toEqual([]);
  });

  test('shows the line that is clicked, and the arrows of its editor move the cursor alone', async () => {
    await using window = await opened('/search?q=wp-content');
    const { page } = window;
    const line = page.locator('.excerpt-lines .matching').nth(1);
    const number = await line.locator('.line-number').textContent();
    await line.click();
    const pane = page.getByRole('region', { name: 'Source of the result' });
    await pane.getByText(`line ${number} of `).waitFor();
    const before = page.url();
    await page.locator('.cm-content').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(page.url()).toBe(before);
    await pane.getByRole('button', { name: 'Close the source (Esc)' }).click();
    await pane.waitFor({ state: 'detached' });
    expect(window.complaints).toEqual([]);
  });

  test('covers the results on a phone, keeps the focus, and gives it back', async () => {
    await using window = await opened('/search?q=wp-content', 390);
    const { page } = window;
    await page.locator('.excerpt-head a').first().click();
    const pane = page.getByRole('dialog', { name: 'Source of the result' });
    await pane.waitFor();
    expect(await lookedAt(page)).toBe('wp-content');
    expect(await pane.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 900 });
    expect(await page.evaluate('document.activeElement.closest("dialog") !== null')).toBe(true);
    await page.keyboard.press('Escape');
    await pane.waitFor({ state: 'detached' });
    await page.locator('.results a:focus').waitFor();
    expect(window.complaints).toEqual([]);
  });

  test('goes along the versions of a page', async () => {
    await using window = await opened(`/search?q=tea site:${CHANGED_SITE}`);
    const { page } = window;
    await page.locator('.excerpt-head a').first().click();
    const slider = page.getByRole('slider', { name: 'Version of the page' });
    await slider.focus();
    await page.keyboard.press('Home');
    await page.waitForURL(/at=2026-05-04T06%3A00%3A00Z/);
    await page.locator('.cm-content').getByText('cdn.old-widgets.example').waitFor();
    await page.keyboard.press('End');
    await page.locator('.cm-content').getByText('cdn.late-widgets.example').waitFor();
    expect(parameters(page)['at']).toBeUndefined();
    expect(window.complaints).toEqual([]);
  });

  test('is not offered to a key that may see no sources', async () => {
    const { secret } = await served.client.admin.keys.create({ name: 'searches only', scopes: ['search'] });
    await using window = await openWindow(served.browser);
    const { page } = window;
    await signIn(page, served.server().url, secret);
    await page.goto(`${served.server().url}/search?q=wp-content`);
    await page.locator('.excerpt').first().waitFor();
    expect(await page.locator('.excerpt-head a, .excerpt-lines .opens').count()).toBe(0);
    await page.keyboard.press('j');
    await page.keyboard.press('s');
    await page.locator('.results h2 a:focus').waitFor();
    expect(parameters(page)).toEqual({ q: 'wp-content' });
    // Nor where somebody who may sends a link.
    const statuses: number[] = [];
    page.on('response', (response) => statuses.push(response.status()));
    await page.goto(`${served.server().url}/search?q=wp-content&site=bakery-lyon.example`);
    await page.locator('.excerpt').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.locator('.source-pane').count()).toBe(0);
    expect(statuses.filter((status) => status >= 400)).toEqual([]);
  });
});

test('a link to a match holds: when the page has changed, when only its nonce has, and when it is gone', async () => {
  const page = (nonce: string, text: string): string =>
    `<!doctype html><title>Links</title>\n<script nonce="${nonce}">cart()</script>\n<p>${text}</p>\n`;
  const send = (day: string, html: string): Promise<void> =>
    sendCaptures(served.client, [[MOVED, `2026-${day}T06:00:00Z`, html]]);
  await send('03-01', page('aaaaaaaaaaaaaaaa', 'the needle of March'));
  await using window = await opened(`/search?q="needle of" site:${MOVED}`);
  const { page: tab } = window;
  await tab.locator('.excerpt-head a').first().click();
  expect(await lookedAt(tab)).toBe('needle of');
  await tab.getByRole('button', { name: 'Copy link' }).click();
  await tab.getByText('Copied').waitFor();
  const link = await tab.evaluate<string>('navigator.clipboard.readText()');
  const shown = async (): Promise<readonly [match: string, isMarch: boolean]> => {
    await tab.goto('about:blank');
    await tab.goto(link);
    const match = await lookedAt(tab);
    return [match, ((await tab.locator('.cm-content').textContent()) ?? '').includes('of March')];
  };
  expect(await shown()).toEqual(['needle of', true]);
  expect(await tab.locator('.link-note').count()).toBe(0);

  await send('04-01', page('aaaaaaaaaaaaaaaa', 'now another needle of April'));
  expect(await shown()).toEqual(['needle of', true]);
  await tab
    .locator('.link-note')
    .getByText(/^This source stood from 1 Mar 2026/)
    .waitFor();
  await tab.getByRole('button', { name: 'Show the page as it stands' }).click();
  await tab.locator('.cm-content').getByText('of April').waitFor();
  await tab.locator('.link-note').waitFor({ state: 'detached' });
  expect(parameters(tab)['digest']).toBeUndefined();

  // The digest of no version that is stored.
  await tab.goto(
    link.replace(/digest=[^&]+/, 'digest=none').replace(/at=[^&]+/, 'at=2020-01-01T00%3A00%3A00Z'),
  );
  await tab
    .locator('.link-note')
    .getByText(/is not stored any more/)
    .waitFor();
  await tab.locator('.cm-content').getByText('of April').waitFor();
  // Another digest, but the time of a version that is.
  await tab.goto(link.replace(/digest=[^&]+/, 'digest=none'));
  await tab
    .locator('.link-note')
    .getByText(/changes on every visit/)
    .waitFor();
  await tab.locator('.cm-content').getByText('of March').waitFor();
  expect(window.complaints).toEqual([]);
});
