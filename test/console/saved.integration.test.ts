/* Saved searches in the console: saved from a search, told to a real receiver, watched, sent again, changed and deleted. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type OpenedConsole,
  openWindow,
  type ServedConsole,
  serveConsole,
  signIn,
} from './opened-console.ts';
import { sendCaptures } from './past-visits.ts';
import { openReceiver, type Receiver } from './saved-search-receiver.ts';

let served: ServedConsole;
let receiver: Receiver;
beforeAll(async () => {
  // Webhooks go through the proxy of crawls, and the sample web is a proxy for its own domains alone.
  served = await serveConsole({ SITEGREP_ALLOWED_ADDRESSES: '127.0.0.0/8', SITEGREP_HTTP_PROXY: '' });
  receiver = await openReceiver();
}, 900_000);
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await served[Symbol.asyncDispose]();
});

/** Text of the test, which no other has. */
let word = '';
let number = 0;
beforeEach(() => {
  word = `word${++number}`;
  receiver.answer({ status: 200, text: 'noted' });
});

/** Opens the console, signed in with every scope. */
async function opened(path: string): Promise<OpenedConsole> {
  const window = await openWindow(served.browser);
  const { url, key } = served.server();
  await signIn(window.page, url, key);
  await window.page.goto(url + path);
  return window;
}

/** Puts a site whose home page has the text of the test, or another one. */
async function put(name: string, text = word): Promise<string> {
  const domain = `${name}-${word}.example`;
  await sendCaptures(served.client, [
    [domain, new Date().toISOString(), `<!doctype html><title>${name}</title><p>${text}`],
  ]);
  return domain;
}

/** Saves the search of the test, and waits until it is filled. */
async function saved(id: string): Promise<void> {
  await served.client.searches.put(id, { q: word, notify: { webhook: { url: receiver.url } } });
  await expect
    .poll(async () => (await served.client.searches.get(id)).filled, { timeout: 60_000 })
    .toBe(true);
}

describe('a saved search', () => {
  test('shows deliveries that were given up, and sends them again', async () => {
    const id = `dead-${word}`;
    await saved(id);
    // The receiver wants no more.
    receiver.answer({ status: 410, text: 'moved <away>' });
    await put('lost');
    await using window = await opened('/saved');
    const { page } = window;
    await page.getByRole('row', { name: new RegExp(`^${id} .*1 failed`) }).waitFor({ timeout: 60_000 });
    await page.getByRole('link', { name: id }).click();
    const deliveries = page.getByRole('region', { name: 'Deliveries' });
    const dialog = page.getByRole('dialog');
    await deliveries.getByRole('row', { name: /given up .* 410 moved <away>/ }).waitFor();
    receiver.answer({ status: 202, text: 'back again' });
    await page.getByText('A receiver that answers 410 wants no more').waitFor();
    await deliveries.getByRole('button', { name: /^Send again/ }).click();
    await deliveries.getByText('nothing is sent any more').first().waitFor({ timeout: 60_000 });
    // Saving the search again says that it takes deliveries.
    await page.getByRole('button', { name: 'Change' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await deliveries.getByRole('button', { name: /^Send again/ }).click();
    await deliveries.getByRole('row', { name: /accepted .* 202 back again/ }).waitFor({ timeout: 60_000 });
    expect(window.complaints).toEqual([]);
  }, 900_000);

  test('sends a test, and shows the answer', async () => {
    const id = `test-${word}`;
    await saved(id);
    receiver.answer({ status: 503, text: 'closed for lunch' });
    await using window = await opened(`/saved/${id}`);
    const { page } = window;
    const answer = page.getByRole('status').filter({ hasText: 'webhook' });
    await page.getByRole('button', { name: 'Send a test' }).click();
    await answer.getByText('not accepted').waitFor();
    await answer.getByText('closed for lunch').waitFor();
    receiver.answer({ status: 204, text: '' });
    await page.getByRole('button', { name: 'Send a test' }).press('Enter');
    await answer.getByText('204').waitFor();
    expect(await answer.textContent()).toBe('webhook: accepted, 204 ');
    expect(receiver.types.filter((type) => type === 'search.test')).toHaveLength(2);
    expect(window.complaints).toEqual([]);
  });

  test('that is refused keeps what was written, with cost and remedy', async () => {
    await put('any');
    await using window = await opened(`/search?q=${word} OR /[a-z]%2B\\d/`);
    const { page } = window;
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByLabel(/^Name/).fill('too-broad');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog
      .getByRole('alert')
      .getByText(/would read all pages .* ms of processor time .*; add /)
      .waitFor();
    expect(await dialog.getByLabel(/^Name/).inputValue()).toBe('too-broad');
    await dialog.getByLabel('Query').fill(word);
    await dialog.getByLabel('Tell the count, too, above').fill('5');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').getByText('notify names nobody; give webhook, mail or both').waitFor();
    expect(window.complaints).toEqual([]);
  });

  test('is saved, opened, changed and deleted by keyboard alone', async () => {
    await put('by-keyboard');
    await using window = await opened(`/search?q=${word}`);
    const { page } = window;
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await dialog.getByLabel(/^Name/).press('ControlOrMeta+A');
    await page.keyboard.type(`keys-${word}`);
    await page.keyboard.press('Enter');
    await dialog.getByRole('heading', { name: 'The search is saved' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('g');
    await page.keyboard.press('v');
    await page.getByRole('heading', { name: 'Saved', exact: true }).waitFor();
    await page.getByRole('link', { name: `keys-${word}` }).press('Enter');
    await page.getByRole('button', { name: 'Change' }).press('Enter');
    await dialog.getByLabel('Title').focus();
    await page.keyboard.type('Another title');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Another title' }).waitFor();
    await page.getByRole('button', { name: 'New addresses' }).press('Enter');
    const { feed } = await served.client.searches.get(`keys-${word}`);
    await dialog.getByRole('button', { name: 'New addresses' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(feed.json).waitFor({ state: 'detached' });
    const renewed = (await served.client.searches.get(`keys-${word}`)).feed.json;
    await page.getByText(renewed).waitFor();
    await page.getByRole('button', { name: 'Copy JSON Feed' }).press('Enter');
    await page.getByText('Copied').waitFor();
    const address = await page.evaluate<string>('navigator.clipboard.readText()');
    expect((await fetch(address)).status).toBe(200);
    await page.getByRole('button', { name: 'Delete' }).press('Enter');
    await dialog.getByRole('button', { name: 'Delete' }).press('Enter');
    await page.getByRole('heading', { name: 'Saved', exact: true }).waitFor();
    await page.getByRole('link', { name: `keys-${word}` }).waitFor({ state: 'detached' });
    expect(window.complaints).toEqual([]);
  });

  test('is completed by its name in a query', async () => {
    const id = `completed-${word}`;
    await saved(id);
    await using window = await opened('/search');
    const { page } = window;
    await page.getByLabel('Query', { exact: true }).pressSequentially(`saved:comp`);
    await page.getByRole('option', { name: id }).click();
    expect(await page.getByLabel('Query', { exact: true }).inputValue()).toBe(`saved:${id}`);
  });
});

test('without any, the page says what they are for', async () => {
  for await (const { id } of served.client.searches.all()) await served.client.searches.delete(id);
  await using window = await opened('/saved');
  const { page } = window;
  await page.getByRole('heading', { name: 'No search is saved yet' }).waitFor();
  await page.getByRole('link', { name: 'Search, then press Save' }).click();
  await page.waitForURL(/\/search$/);
  await page.goto(`${served.server().url}/saved/gone`);
  await page.getByRole('heading', { name: 'There is no such saved search' }).waitFor();
  expect(window.complaints).toEqual([]);
});
