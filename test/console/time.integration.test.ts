/* What people do with the past in the console: trends as charts, how a technology spread, versions of a page and how they differ. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type OpenedConsole,
  openWindow,
  type ServedConsole,
  serveConsole,
  signIn,
} from './opened-console.ts';
import { CHANGED_SITE, sendCaptures, sendPastVisits } from './past-visits.ts';

const DAY_MS = 86_400_000;
/** A site that left one shop system for another, and one that is as it was first seen. */
const [MOVED_SITE, STILL_SITE] = ['moving-shop.example', 'still.example'];

let served: ServedConsole;
beforeAll(async () => {
  served = await serveConsole();
  await sendPastVisits(served.client);
  const [old, now] = [
    '<meta name="generator" content="PrestaShop">',
    '<script src="https://cdn.shopify.com/s/files/1/0533/2089/t/1/assets/theme.js"></script>',
  ];
  const at = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
  await sendCaptures(served.client, [
    [MOVED_SITE, at(120), `<title>Wool</title>${old}`],
    [MOVED_SITE, at(60), `<title>Wool</title>${now}`],
    [MOVED_SITE, at(30), `<title>Wool</title>${now}`],
    [STILL_SITE, at(30), '<title>Still</title>'],
  ]);
}, 900_000);
afterAll(() => served[Symbol.asyncDispose]());

/** Opens the console at a path, signed in with every scope, or with a key. */
async function opened(path: string, key = served.server().key): Promise<OpenedConsole> {
  const window = await openWindow(served.browser);
  const { url } = served.server();
  await signIn(window.page, url, key);
  await window.page.goto(url + path);
  return window;
}

describe('trends', () => {
  const PATH = '/trends?q=host:tags.example&from=2026-05-01&to=2026-10-31';

  test('are read by keyboard, from month to month, and lead to the changes of one', async () => {
    await using window = await opened(PATH);
    const { page } = window;
    const chart = page.getByRole('slider', { name: 'Domains over time: host:tags.example' });
    await chart.locator('canvas').waitFor();
    await chart.focus();
    const told = (): Promise<string | null> => chart.getAttribute('aria-valuetext');
    await page.keyboard.press('Home');
    await expect.poll(told).toBe('May 2026: host:tags.example 0');
    await page.keyboard.press('ArrowRight');
    await expect.poll(told).toBe('Jun 2026: host:tags.example 1');
    await page.getByRole('heading', { name: 'Jun 2026 at the end of 30 Jun 2026' }).waitFor();
    await page.getByRole('cell', { name: '+1', exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page
      .getByRole('link', { name: 'Changes of host:tags.example' })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/changes\?q=/);
    expect(new URL(page.url()).searchParams.get('q')).toBe(
      '(added:host:tags.example OR removed:host:tags.example) at:2026-06',
    );
    await page.locator('.total').getByText('1 change', { exact: true }).waitFor();
    expect(window.complaints).toEqual([]);
  });

  test('are pointed at, a click on a point leads to its changes, and the table has all values', async () => {
    await using window = await opened(PATH);
    const { page } = window;
    await page.getByText('As a table').click();
    const rows = page.getByRole('region', { name: 'As a table' }).getByRole('row');
    await expect
      .poll(() => rows.allTextContents())
      .toEqual([
        'Monthhost:tags.example',
        'May 20260',
        'Jun 20261',
        'Jul 20261',
        'Aug 20261',
        'Sept 20261',
        'Oct 20261',
      ]);
    const plot = page.locator('.u-over');
    const { width, height } = (await plot.boundingBox()) ?? { width: 0, height: 0 };
    await plot.hover({ position: { x: 2, y: height / 2 } });
    await page.getByRole('heading', { name: /^May 2026/ }).waitFor();
    await plot.click({ position: { x: width - 2, y: height / 2 } });
    await page.waitForURL(/\/changes\?q=.*at%3A2026-10$/);
    expect(window.complaints).toEqual([]);
  });

  test('compare lines, which are added, taken out again, and those of the most frequent values', async () => {
    await using window = await opened(PATH);
    const { page } = window;
    await page.getByLabel('Compare with').fill('host:*.example');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q2=host%3A\*\.example|q2=host%3A%2A\.example/);
    await page
      .getByRole('slider', { name: 'Domains over time: host:tags.example, host:*.example' })
      .waitFor();
    await page.getByRole('button', { name: 'Remove host:tags.example' }).click();
    await page.getByRole('slider', { name: 'Domains over time: host:*.example' }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Remove host:tags.example' }).waitFor();
    await page.goto(`${served.server().url}/trends`);
    await page.getByLabel('Split by').selectOption('Technology');
    const expected = await served.client.query.search({
      count_only: true,
      facets: [{ field: 'tech', limit: 5 }],
    });
    const names = expected.facets?.[0]?.values.map(({ value }) => value) ?? [];
    expect(names).toContain('Shopify');
    await page.waitForURL(/q=tech/);
    const lines = names.map((name) => `tech:${name}`).join(', ');
    await page.getByRole('slider', { name: `Domains over time: ${lines}`, exact: true }).waitFor();
    expect(window.complaints).toEqual([]);
  });

  test('are of other days by wish, and say what is wrong with one that is none', async () => {
    await using window = await opened('/trends?q=host:tags.example');
    const { page } = window;
    await page.getByLabel('From').fill('2026-05-04');
    await page.keyboard.press('Enter');
    await page.waitForURL(/from=2026-05-04/);
    await page.getByLabel('To').fill('2026-02-30');
    await page.keyboard.press('Tab');
    await page.getByRole('alert').getByText('2026-02-30').waitFor();
    await page.getByLabel('To').fill('2026-06-10');
    await page.keyboard.press('Enter');
    await page.getByText('As a table').click();
    const rows = page.getByRole('region', { name: 'As a table' }).getByRole('row');
    await expect
      .poll(() => rows.allTextContents())
      .toEqual(['Monthhost:tags.example', 'May 20260', 'Jun 20261']);
    expect(window.complaints).toEqual([]);
  });

  test('of a query that is refused say why, and the line can be taken out', async () => {
    await using window = await opened('/trends?q=host:tags.example&q2=rank:high');
    const { page } = window;
    await page.getByRole('alert').getByText('rank: is followed by "high"').waitFor();
    await page.getByRole('button', { name: 'Remove rank:high' }).click();
    await page.getByRole('slider').waitFor();
    await page.goto(`${served.server().url}/search?q=host:tags.example`);
    await page.getByRole('link', { name: 'Trend', exact: true }).click();
    await page.getByRole('slider', { name: 'Domains over time: host:tags.example' }).waitFor();
    expect(window.complaints).toEqual([]);
  });
});

test('a technology shows its trend, who got it and what it came instead of', async () => {
  await using window = await opened(`/domains/${MOVED_SITE}?tab=technologies`);
  const { page } = window;
  await page.getByRole('link', { name: 'Shopify', exact: true }).click();
  await page.waitForURL(/\/trends\/Shopify$/);
  await page.getByRole('slider', { name: 'Domains over time: tech:Shopify' }).waitFor();
  await page.getByText('1 change in these months added it.').waitFor();
  await page.getByRole('link', { name: MOVED_SITE }).waitFor();
  await page.getByRole('link', { name: 'PrestaShop', exact: true }).click();
  await page.waitForURL(/\/changes\?q=added%3Atech%3AShopify\+removed%3Atech%3APrestaShop/);
  await page.locator('.total').getByText('1 change', { exact: true }).waitFor();
  await page.goto(`${served.server().url}/trends/prestashop`);
  await page.getByText('1 change in these months removed it.').waitFor();
  await page.getByRole('link', { name: 'Shopify', exact: true }).waitFor();
  await page.goto(`${served.server().url}/trends/nothing-of-this-name`);
  await page.getByRole('heading', { name: 'There is no such technology' }).waitFor();
  expect(window.complaints).toEqual([]);
});

describe('versions of a page', () => {
  const PATH = `/domains/${CHANGED_SITE}?tab=versions`;

  test('are gone through with a slider, by keyboard, and each shows its source', async () => {
    await using window = await opened(PATH);
    const { page } = window;
    const slider = page.getByRole('slider', { name: 'Version of the page' });
    const source = page.locator('.cm-content');
    await source.getByText('cdn.late-widgets.example').waitFor();
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/^Version 6 of 6, since 5 Oct 2026/);
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    await page.waitForURL(/at=2026-09-07T06%3A00%3A00Z/);
    await source.getByText('cdn.late-widgets.example').waitFor({ state: 'detached' });
    await page.keyboard.press('Home');
    await expect
      .poll(() => slider.getAttribute('aria-valuetext'))
      .toMatch(/^Version 1 of 6, since 4 May 2026/);
    await source.getByText('cdn.old-widgets.example').waitFor();
    await page.getByRole('button', { name: 'Newer version' }).click();
    await page.getByText('Version 2 of 6, since 1 Jun 2026').waitFor();
    expect(window.complaints).toEqual([]);
  });

  test('are compared, any two, side by side and one below the other', async () => {
    await using window = await opened(`/domains/${CHANGED_SITE}?tab=pages`);
    const { page } = window;
    await page.getByRole('link', { name: `Show versions of https://${CHANGED_SITE}/` }).click();
    await page.getByText('All 6 versions').click();
    await page.getByRole('button', { name: 'What changed of the version of 7 Sept 2026' }).click();
    await page.waitForURL(/at=2026-09-07T06%3A00%3A00Z&from=2026-08-03T06%3A00%3A00Z/);
    const table = page.locator('table.diff');
    await table.getByRole('cell', { name: /^removed .*Shop Two 2\.1.*cdn\.new-widgets\.example/ }).waitFor();
    const added = table.getByRole('cell', { name: /^added .*Shop Two 2\.2/ });
    await added.waitFor();
    expect(await added.getByText('cdn.new-widgets.example').count()).toBe(0);
    // Both are in one row, with the number of the line before each.
    expect(await table.locator('tbody tr').first().locator('.line-number').allTextContents()).toEqual([
      '1',
      '1',
    ]);
    await page.getByLabel('Lines').selectOption('one below the other');
    await page.waitForURL(/look=unified/);
    await expect.poll(() => table.locator('tbody tr').count()).toBe(2);
    await page.getByLabel('Compare with').selectOption({ index: 5 });
    await page.waitForURL(/from=2026-05-04T06%3A00%3A00Z/);
    await table.getByRole('cell', { name: /^removed .*cdn\.old-widgets\.example/ }).waitFor();
    await page.getByText(/^From the version of 4 May 2026.* to that of 7 Sept 2026/).waitFor();
    expect(window.complaints).toEqual([]);
  });

  test('of which none is kept name the setting, and sources are for keys that may see them', async () => {
    const { secret } = await served.client.admin.keys.create({ name: 'reader', scopes: ['search'] });
    await using window = await opened(`/domains/${STILL_SITE}?tab=versions`, secret);
    const { page } = window;
    await page.getByRole('heading', { name: 'No other version of this page is kept' }).waitFor();
    await page.getByText('SITEGREP_KEEP_VERSIONS').waitFor();
    await page.getByRole('heading', { name: 'Your key may not see sources' }).waitFor();
    expect(window.complaints).toEqual([]);
  });
});

test('a search for versions finds what stood once, and leads to that version', async () => {
  await using window = await opened('/search?q="cdn.old-widgets.example"');
  const { page } = window;
  // No page has it any more.
  await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
  await page.goto(`${served.server().url}/search`);
  await page.getByLabel('Find').selectOption('versions');
  await page.waitForURL(/level=version/);
  await page.getByLabel('Query', { exact: true }).fill('"cdn.old-widgets.example"');
  await page.keyboard.press('Enter');
  await page.locator('.total').getByText('2 versions').waitFor();
  await page.getByLabel('Order').selectOption('Oldest version');
  await page.waitForURL(/order=first_seen/);
  const first = page.locator('.result').first();
  await first.getByText('from 4 May 2026 to 4 May 2026').waitFor();
  await first.locator('mark', { hasText: 'cdn.old-widgets.example' }).waitFor();
  await page.locator('.result').nth(1).getByText('from 1 Jun 2026 to 1 Jun 2026').waitFor();
  await first.getByRole('link', { name: CHANGED_SITE }).click();
  await page.getByText(/^Version 1 of 6, since 4 May 2026/).waitFor();
  await page.getByText('1 of 1', { exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.get('at')).toBe('2026-05-04T06:00:00Z');
  await page.goto(`${served.server().url}/search?level=version&q=at:2026-05-15 site:${CHANGED_SITE}`);
  await page
    .locator('.total')
    .getByText('0 versions')
    .or(page.getByText('Nothing matches'))
    .first()
    .waitFor();
  await page.goto(`${served.server().url}/search?level=version&q=site:${STILL_SITE}`);
  await page
    .locator('.result')
    .getByText(/^from .* still stands$/)
    .waitFor();
  expect(window.complaints).toEqual([]);
});
