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

const PATIENT = { timeout: 60_000, interval: 50 };

let served: ServedConsole;
beforeAll(async () => {
  served = await serveConsole(SETTINGS);
  await crawl(served.client, quickSites(served.web));
}, 900_000);
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

test('the last day is drawn with gaps, and read minute by minute with keys, in a wide and a narrow window', async () => {
  await using window = await opened('/crawls');
  const { page } = window;
  const { url } = served.server();
  await page.goto(`${url}/index?tab=metrics`);
  await page.getByText('Nothing was measured yet').or(page.locator('.measured')).first().waitFor();
  // A day that a process had which stood still for twenty minutes.
  const minutes = Array.from({ length: 100 }, (_, minute) => minute);
  const valueOf = (value: (minute: number) => number) =>
    minutes.map((minute) => (minute >= 40 && minute < 60 ? null : value(minute)));
  await page.route('**/admin/metrics-history', (route) =>
    route.fulfill({
      json: {
        success: true,
        data: {
          process: 'api at shop-1:8080',
          started_at: '2026-11-29 10:00:00 +00:00',
          interval_seconds: 60,
          from: '2026-11-29 09:00:00 +00:00',
          series: {
            searches: valueOf((minute) => 1_000 + minute),
            search_p95_seconds: valueOf((minute) => (minute + 1) / 1_000),
            http_errors: valueOf(() => 0),
            pages: minutes.map(() => null),
            unfinished_sites: valueOf((minute) => minute),
            memory_bytes: valueOf((minute) => (256 + minute) * 2 ** 20),
            index_bytes: valueOf(() => 2 ** 31),
          },
        },
      },
    }),
  );
  for (const width of [1_440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${url}/index?tab=metrics`);
    await page.getByText('api at shop-1:8080').waitFor();
    expect(await page.locator('.measured h3').allTextContents()).toEqual([
      'Searches a minute',
      '95 % of searches within, ms',
      'Answered with 5xx, a minute',
      'Sites that wait',
      'Memory, MiB',
      'Index on disk, MiB',
    ]);
    const slider = page.getByRole('slider', { name: 'Searches a minute' });
    await slider.locator('canvas').waitFor();
    await slider.focus();
    const values = async () =>
      (await page.locator('.measured p').allTextContents()).map((text) => text.split(' · ')[0]);
    expect(await values()).toEqual(['1,099', '100 ms', '0', '99', '355 MiB', '2.0 GiB']);
    await page.keyboard.press('ArrowLeft');
    expect(await values()).toEqual(['1,098', '99 ms', '0', '98', '354 MiB', '2.0 GiB']);
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('PageDown');
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/Searches a minute not measured$/);
    await page.keyboard.press('Home');
    expect(await values()).toEqual(['1,000', '1 ms', '0', '0', '256 MiB', '2.0 GiB']);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  }
  expect(window.complaints).toEqual([]);
});

describe('the frame', () => {
  test('says how the server does, that it is away, and that it is back, and keeps what is shown', async () => {
    await using window = await opened('/crawls');
    const { page } = window;
    const health = page.locator('.health');
    await health.getByText('Ready').waitFor();
    await health.locator('summary').focus();
    await page.keyboard.press('Enter');
    await health.getByText('Queue').waitFor();
    const row = page.locator('main tbody tr').first();
    await row.waitFor();
    await served.server().stop();
    await health.getByText('Unreachable', { exact: true }).waitFor();
    await health.getByText('Start it, or check the network').waitFor();
    // The list is read again every few seconds, and stays as it was.
    const line = page.locator('.outdated');
    await line.getByText('Shown is what was there').waitFor();
    expect(await row.isVisible()).toBe(true);
    await served.restart();
    await health.getByText('Ready').waitFor();
    await line.waitFor({ state: 'hidden' });
    expect(window.complaints).toEqual([]);
  });

  test('keeps the results of the last search when the next one fails, and shows the next ones when it does not', async () => {
    await using window = await opened('/search?q=shop');
    const { page } = window;
    const first = page.locator('.results .result').first();
    await first.waitFor();
    const before = await first.innerText();
    await page.route('**/search/events', (route) => route.abort('connectionrefused'));
    await page.getByLabel('Query', { exact: true }).fill('wordpress');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    const line = page.locator('.outdated');
    await line.getByText('The server cannot be reached.').waitFor();
    await line.getByText('Shown are the results of').waitFor();
    expect(await first.innerText()).toBe(before);
    await page.unroute('**/search/events');
    await line.getByRole('button', { name: 'Try again' }).click();
    await line.waitFor({ state: 'hidden' });
    await expect.poll(() => first.innerText(), { timeout: 30_000 }).not.toBe(before);
  });

  test('folds its rail to icons by key, and keeps it so; a narrow window has it folded at first', async () => {
    await using window = await opened('/keys');
    const { page } = window;
    const rail = page.locator('.rail');
    const isWide = async () => ((await rail.boundingBox())?.width ?? 0) > 100;
    await expect.poll(isWide, PATIENT).toBe(true);
    await page.keyboard.press('[');
    await expect.poll(isWide, PATIENT).toBe(false);
    await page.reload();
    const unfold = page.getByRole('button', { name: 'Unfold the rail' });
    await unfold.waitFor();
    expect(await isWide()).toBe(false);
    // Its links are named as before.
    await page.getByRole('link', { name: 'Crawls', exact: true }).click();
    await page.waitForURL(/\/crawls$/);
    await unfold.focus();
    await page.keyboard.press('Enter');
    await expect.poll(isWide, PATIENT).toBe(true);
    await page.evaluate(`localStorage.removeItem('sitegrep.rail')`);
    await page.setViewportSize({ width: 900, height: 900 });
    await page.reload();
    await unfold.waitFor();
    expect(await isWide()).toBe(false);
  });
});
