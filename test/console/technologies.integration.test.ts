/* Technologies of one's own in the console: written with their matches in sight, found at once, changed, and fingerprints tried. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type OpenedConsole,
  openWindow,
  type ServedConsole,
  serveConsole,
  signIn,
} from './opened-console.ts';
import { sendCaptures } from './past-visits.ts';

let served: ServedConsole;
beforeAll(async () => {
  served = await serveConsole();
}, 900_000);
afterAll(() => served[Symbol.asyncDispose]());

/** Text of the test, which no other has. */
let word = '';
let number = 0;
beforeEach(() => {
  word = `gadget${++number}`;
});

async function opened(path: string, width = 1_440): Promise<OpenedConsole> {
  const window = await openWindow(served.browser, { width });
  const { url, key } = served.server();
  await signIn(window.page, url, key);
  await window.page.goto(url + path);
  return window;
}

/** Puts two sites with the text of the test, of which one says a version. */
async function putTwo(): Promise<readonly [versioned: string, other: string]> {
  const sites = [`versioned-${word}.example`, `other-${word}.example`] as const;
  const at = new Date().toISOString();
  await sendCaptures(served.client, [
    [sites[0], at, `<!doctype html><title>A</title>\n<script src="/${word}-4.2.js"></script>`],
    [sites[1], at, `<!doctype html><title>B</title>\n<p>${word}`],
  ]);
  return sites;
}

describe('a technology by query', () => {
  test('is written with the keyboard alone, shows its matches meanwhile, and is found at once', async () => {
    const [versioned, other] = await putTwo();
    await using window = await opened('/technologies?tab=editor');
    const { page } = window;
    const { keyboard } = page;
    const matches = page.getByRole('region', { name: 'Matches' });
    await page.getByText('Write a query to see which domains').waitFor();
    await keyboard.press('/');
    await keyboard.type(word);
    await matches.getByText('2 domains, 2 pages').waitFor();
    await matches.getByRole('link', { name: versioned }).waitFor();
    await matches.locator('mark', { hasText: word }).first().waitFor();
    // Enter leads on to the name.
    await keyboard.press('Enter');
    await keyboard.type(`Acme ${word}`);
    const id = page.getByLabel('Saved search');
    expect(await id.inputValue()).toBe(`acme-${word}`);
    await page.getByLabel('Categories').focus();
    await keyboard.type('content.cms');
    await page.getByRole('button', { name: 'Take content.cms away' }).waitFor();
    await page.getByLabel(/^Version/).focus();
    await keyboard.type(`${word}-([0-9.]+)[.]js`);
    await matches.getByText('version 4.2').waitFor();
    await matches.getByText('no version').waitFor();
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: `Acme ${word} is saved.` }).waitFor();
    expect(await served.client.searches.get(`acme-${word}`)).toMatchObject({
      q: word,
      level: 'page',
      shared: true,
      technology: {
        name: `Acme ${word}`,
        categories: ['content.cms'],
        website: null,
        version: `${word}-([0-9.]+)[.]js`,
      },
    });
    await page.getByRole('link', { name: 'Your own' }).last().click();
    await page
      .getByRole('row', { name: new RegExp(`^Acme ${word} content\\.cms ${word} acme-${word} 2 Change`) })
      .waitFor({ timeout: 60_000 });
    await page.getByText('all judged by it').waitFor({ timeout: 60_000 });
    const { items } = await served.client.query.search({ q: `tech:"Acme ${word}"` });
    expect(items.map(({ domain }) => domain).toSorted()).toEqual([other, versioned].toSorted());
    expect(window.complaints).toEqual([]);
  }, 900_000);

  test('is changed with the mouse, and a name that is taken is refused in words', async () => {
    await putTwo();
    const id = `mouse-${word}`;
    await served.client.searches.put(id, {
      q: word,
      level: 'page',
      shared: true,
      label: 'Kept',
      technology: { name: `Mouse ${word}`, categories: ['content.cms'] },
    });
    await using window = await opened('/technologies');
    const { page } = window;
    await page.getByRole('link', { name: `Change Mouse ${word}` }).click();
    const name = page.getByLabel(/^Name/);
    await expect.poll(() => name.inputValue()).toBe(`Mouse ${word}`);
    await name.fill('WordPress');
    await page.getByRole('button', { name: 'Save the technology' }).click();
    await page.getByRole('alert').getByText('WordPress').waitFor();
    await name.fill(`Mouse ${word} II`);
    await page.getByLabel(/^Website/).fill('https://mouse.example/');
    await page.getByRole('button', { name: 'Save the technology' }).click();
    await page.getByRole('heading', { name: `Mouse ${word} II is saved.` }).waitFor();
    expect(await served.client.searches.get(id)).toMatchObject({
      label: 'Kept',
      technology: { name: `Mouse ${word} II`, website: 'https://mouse.example/' },
    });
    await page.getByRole('link', { name: 'Open its saved search' }).click();
    await page.getByRole('heading', { name: 'Kept' }).waitFor();
    // Another one after a change is new: it replaces no search, and has nothing of the one that was changed.
    await page.goBack();
    await expect.poll(() => name.inputValue()).toBe(`Mouse ${word} II`);
    await page.getByRole('button', { name: 'Save the technology' }).click();
    await page.getByRole('button', { name: 'Write another one' }).click();
    await expect.poll(() => name.inputValue()).toBe('');
    await page.getByRole('textbox', { name: 'Query' }).fill(word);
    await name.fill(`Mouse ${word}`);
    const idField = page.getByLabel('Saved search');
    expect([await idField.inputValue(), await idField.isEnabled()]).toEqual([id, true]);
    await page.getByLabel('Categories').fill('content.cms');
    await page.getByRole('button', { name: 'Take content.cms away' }).waitFor();
    await page.getByRole('button', { name: 'Save the technology' }).click();
    await page.getByRole('alert').getByText(id).waitFor();
    expect(await served.client.searches.get(id)).toMatchObject({
      technology: { name: `Mouse ${word} II` },
    });
    expect(window.complaints).toEqual([]);
  }, 900_000);

  test('a query that is typed over is no longer waited for, and a faulty one is told at its column', async () => {
    await putTwo();
    await using window = await opened('/technologies?tab=editor');
    const { page } = window;
    const matches = page.getByRole('region', { name: 'Matches' });
    const given: string[] = [];
    page.on('requestfailed', (request) => given.push(request.postData() ?? ''));
    // An answer that takes so long that it is typed over in any case.
    await page.route('**/search', async (route) => {
      if ((route.request().postData() ?? '').includes('slow-one')) await delay(600_000, null, { ref: false });
      else await route.continue();
    });
    const field = page.getByRole('textbox', { name: 'Query' });
    const [request] = await Promise.all([
      page.waitForRequest((one) => (one.postData() ?? '').includes('slow-one')),
      field.fill('slow-one'),
    ]);
    expect(request.method()).toBe('POST');
    await field.fill(word);
    await matches.getByText('2 domains, 2 pages').waitFor();
    await expect.poll(() => given.filter((body) => body.includes('slow-one')).length).toBeGreaterThan(0);
    await field.fill('  a OR rank:high');
    await matches.getByRole('alert').getByText('at column 13, rank: is followed by "high"').waitFor();
    await page.locator('.query-colours .query-fault', { hasText: /^high$/ }).waitFor({ state: 'attached' });
    // A pattern that cannot be one is a text, also for the number of domains.
    const text = `/(${word}/`;
    const at = new Date().toISOString();
    await sendCaptures(served.client, [[`slashes-${word}.example`, at, `<!doctype html>\n<p>${text}`]]);
    await field.fill(text);
    await matches.getByText('1 domain, 1 page').waitFor();
    await matches.locator('mark', { hasText: text }).waitFor();
    await page.getByText(`${text} is read as a text`).waitFor();
  }, 900_000);
});

describe('a fingerprint', () => {
  test.each([1_440, 390])(
    'shows why it matches, and what is wrong with it, at %d px',
    async (width) => {
      const [versioned] = await putTwo();
      await using window = await opened('/technologies?tab=try', width);
      const { page } = window;
      const json = page.getByLabel('Fingerprints, in JSON');
      const button = page.getByRole('button', { name: 'Try it' });
      await json.fill('{"Acme":');
      await page.getByLabel('Domain or URL').fill(versioned);
      await button.click();
      await page.getByRole('alert').getByText('This is not JSON').waitFor();
      await json.fill(
        JSON.stringify({
          Acme: {
            cats: [1],
            scriptSrc: `${word}-([\\d.]+)\\.js\\;version:\\1`,
            meta: { generator: 'Acme' },
            html: '(',
          },
          Queried: { cats: [1], query: `script:${word} -nowhere`, version: `${word}-([0-9.]+)[.]js` },
        }),
      );
      await button.click();
      const shown = page.getByRole('status', { name: 'Matches' });
      await shown.getByText('Acme 4.2').waitFor();
      await shown.getByText('shown, confidence 100 %').first().waitFor();
      await shown
        .getByText(/^✓ matches/)
        .first()
        .waitFor();
      await shown.getByText('meta: generator: Acme').waitFor();
      await shown.getByText('Queried 4.2').waitFor();
      await shown.getByText(`query: script: ${word}`).waitFor();
      await shown.getByText(/Acme: html: \(: Invalid regular expression/).waitFor();
      await page.getByLabel('Domain or URL').fill('nothing-here.example');
      await button.click();
      await page.getByRole('alert').getByText('Nothing is stored for nothing-here.example').waitFor();
      expect(window.complaints).toEqual([]);
    },
    900_000,
  );
});
