/* What an operator does in the console: try providers, see how they and the instance do; and by keyboard alone. */
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

/** A provider that refuses connections comes before the index. */
const SETTINGS = {
  SITEGREP_SEARXNG_URL: 'http://user:hidden-word@127.0.0.1:9',
  SITEGREP_WEB_SERP_PROVIDERS: 'searxng,local',
  SITEGREP_VIDEO_SERP_PROVIDERS: 'none',
  SITEGREP_PROVIDER_BUDGETS: 'searxng:50',
};

let served: ServedConsole;
beforeAll(async () => {
  served = await serveConsole(SETTINGS);
  await crawl(served.client, quickSites(served.web));
}, 300_000);
afterAll(() => served[Symbol.asyncDispose]());

async function opened(
  path: string,
  scopes?: readonly ('search' | 'serp' | 'video')[],
): Promise<OpenedConsole> {
  const window = await openWindow(served.browser);
  const { url, key } = served.server();
  const secret =
    scopes === undefined ? key : (await served.client.admin.keys.create({ name: 'some', scopes })).secret;
  await signIn(window.page, url, secret);
  await window.page.goto(url + path);
  return window;
}

describe('providers', () => {
  test('are tried by keyboard alone; the answer says who gave it, and what failed before is shown', async () => {
    await using window = await opened('/providers');
    const { page } = window;
    await page.getByRole('heading', { name: 'Providers', exact: true }).waitFor();
    await page.getByLabel('Keyword').focus();
    await page.keyboard.type('boulangerie');
    await page.keyboard.press('Enter');
    await page.getByText('Answered by').waitFor();
    expect(await page.locator('.chip').first().textContent()).toBe('local');
    const found = await served.client.serp.search({ keyword: 'boulangerie' });
    expect(await page.locator('.provided h3 bdi').allTextContents()).toEqual(
      found.result.map(({ title }) => title),
    );
    expect(new URL(page.url()).searchParams.get('keyword')).toBe('boulangerie');
    const row = page.getByRole('row', { name: /searxng/ });
    await row.getByText('refuses connections').waitFor();
    await row
      .locator('.budget span')
      .getByText(/^\d+ of 50$/)
      .waitFor();
    await page.getByText('As JSON').focus();
    await page.keyboard.press('Enter');
    const json = (await page.locator('.json-text').textContent()) ?? '';
    expect(JSON.parse(json)).toEqual(found);
    expect(await page.content()).not.toContain('hidden-word');
    expect(window.complaints).toEqual([]);
  });

  test('are not called by a link, which fills the form', async () => {
    const callsOf = async (): Promise<number | undefined> =>
      (await served.client.admin.providers()).operations[0]?.providers[0]?.budget?.left;
    const before = await callsOf();
    await using window = await opened('/providers?keyword=boulangerie&depth=3');
    const { page } = window;
    await page.waitForLoadState('networkidle');
    expect(await page.getByLabel('Keyword').inputValue()).toBe('boulangerie');
    expect(await page.getByLabel('Results').inputValue()).toBe('3');
    expect(await page.getByText('Answered by').count()).toBe(0);
    expect(await callsOf()).toBe(before);
  });

  test('that refuse a request, or are none, say so', async () => {
    await using window = await opened('/providers?operation=web-autocomplete&keyword=bou&language_code=xx');
    const { page } = window;
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').getByText('language_code').waitFor();
    await page.getByRole('link', { name: 'Video search' }).click();
    await page.getByRole('heading', { name: 'This operation has no provider' }).waitFor();
    await page.getByText('SITEGREP_VIDEO_SERP_PROVIDERS').waitFor();
    expect(window.complaints).toEqual([]);
  });

  test('are shown to a key by its scopes', async () => {
    await using window = await opened('/providers', ['video']);
    const { page } = window;
    await page.getByRole('link', { name: 'Video search' }).waitFor();
    expect(await page.getByRole('link', { name: 'Web search' }).count()).toBe(0);
    expect(await page.getByText('How they do').count()).toBe(0);
    await page.goto(`${served.server().url}/index`);
    await page.getByRole('alert').getByText('needs a key with the scope “admin”').waitFor();
  });
});

describe('the index', () => {
  test('shows its size and its segments', async () => {
    await using window = await opened('/index');
    const { page } = window;
    const stats = await served.client.admin.stats();
    await page.locator('.figure', { hasText: 'Domains' }).getByText(String(stats.domains)).waitFor();
    await page.getByRole('heading', { name: `Segments ${stats.segments_count}` }).waitFor();
    expect(window.complaints).toEqual([]);
  });

  test('shows the findings of the doctor, the worst first, with remedies', async () => {
    await using window = await opened('/index?tab=checks');
    const { page } = window;
    await page.locator('.tabs').waitFor();
    expect(await page.locator('.tabs [aria-current=page]').allTextContents()).toEqual(['Checks']);
    const { ok, checks } = await served.client.admin.checks();
    expect(ok).toBe(true);
    expect(checks.find(({ area }) => area === 'index')?.finding).toContain('no file is missing');
    await page.locator('.findings li').first().waitFor();
    const statuses = await page
      .locator('.findings li')
      .evaluateAll((items) => items.map((item) => item.getAttribute('data-status')));
    expect(statuses).toHaveLength(checks.length);
    expect(statuses[0]).toBe('warn');
    await page.getByText('SITEGREP_CONTACT is not set').waitFor();
    expect(window.complaints).toEqual([]);
  });

  test('shows the settings in force without secrets, narrowed down by keyboard', async () => {
    await using window = await opened('/index?tab=settings');
    const { page } = window;
    await page.getByLabel('Find').focus();
    await page.keyboard.type('budgets');
    await page.getByRole('row', { name: /SITEGREP_PROVIDER_BUDGETS .*searxng:50 set/ }).waitFor();
    expect(await page.locator('.settings tbody tr').count()).toBe(1);
    expect(new URL(page.url()).searchParams.get('find')).toBe('budgets');
    const { settings } = await served.client.admin.settings();
    const address = settings.find(({ variable }) => variable === 'SITEGREP_SEARXNG_URL');
    expect(address?.is_default).toBe(false);
    expect(JSON.stringify(settings)).not.toContain('hidden-word');
  });

  test('shows what the process does', async () => {
    await using window = await opened('/index?tab=metrics');
    const { page } = window;
    await page.locator('.figure', { hasText: 'Pages since the start' }).getByText(/^\d+$/).waitFor();
    await page.locator('.figure', { hasText: 'Memory' }).getByText(/MiB$/).waitFor();
    expect(window.complaints).toEqual([]);
  });
});

describe('the frame', () => {
  test('says how the server does, and that it is away', async () => {
    await using window = await opened('/keys');
    const { page } = window;
    await page.locator('.health').getByText('Ready').waitFor();
    await page.locator('.health summary').focus();
    await page.keyboard.press('Enter');
    await page.locator('.health').getByText('Queue').waitFor();
    await page.route('**/readyz', (route) => route.abort('connectionrefused'));
    await page.locator('.health').getByText('Unreachable', { exact: true }).waitFor();
    expect(window.complaints).toEqual([]);
  });

  test('folds its rail by key, and keeps it so', async () => {
    await using window = await opened('/keys');
    const { page } = window;
    const rail = page.getByRole('navigation', { name: 'Console' });
    await rail.waitFor();
    await page.keyboard.press('[');
    await rail.waitFor({ state: 'hidden' });
    await page.reload();
    const unfold = page.getByRole('button', { name: 'Unfold the rail' });
    await unfold.waitFor();
    expect(await rail.isVisible()).toBe(false);
    await unfold.focus();
    await page.keyboard.press('Enter');
    await rail.waitFor();
  });
});
