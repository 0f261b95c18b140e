/* What administrators do in the console besides keys: crawls by schedule, lists before and crawls after their start, and the neighbours and visits of a domain. */
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

const SITE = 'bakery-lyon.example';

let served: ServedConsole;
beforeAll(async () => {
  served = await serveConsole();
  await crawl(served.client, quickSites(served.web));
}, 900_000);
afterAll(() => served[Symbol.asyncDispose]());

/** Opens the console, signed in with every scope. */
async function opened(path: string): Promise<OpenedConsole> {
  const window = await openWindow(served.browser);
  const { url, key } = served.server();
  await signIn(window.page, url, key);
  await window.page.goto(url + path);
  return window;
}

describe('a schedule', () => {
  test('is created, paused, changed, resumed and deleted', async () => {
    await using window = await opened('/schedules');
    const { page } = window;
    const dialog = page.getByRole('dialog');
    const { schedules } = served.client.admin;
    await page.getByRole('heading', { name: 'No schedule yet' }).waitFor();
    await page.getByRole('button', { name: 'Create schedule' }).click();
    await dialog.getByLabel('Name').fill('weekly');
    await dialog.getByLabel('How often').selectOption('On days of the week');
    await dialog.getByLabel('At', { exact: true }).fill('04:30');
    const days = async () => {
      const runs = await dialog.locator('.next-runs li').allTextContents();
      return runs.map((run) => /[A-Z][a-z]+day/.exec(run)?.[0]);
    };
    await expect.poll(days, { timeout: 30_000 }).toEqual(Array(5).fill('Monday'));
    await dialog.getByLabel('Time zone').fill('Europe/Berlin');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: 'each Monday at 04:30, Europe/Berlin' }).waitFor();
    expect(await schedules.get('weekly')).toMatchObject({
      pattern: '30 4 * * 1',
      source: { index: true },
      enabled: true,
    });

    await page.getByRole('button', { name: 'Pause weekly' }).click();
    await page.getByRole('cell', { name: 'paused' }).waitFor();
    await page.getByRole('button', { name: 'Change weekly' }).click();
    await dialog.getByLabel('How often').selectOption('At an interval');
    await dialog.getByLabel('Every', { exact: true }).fill('2');
    await dialog.getByLabel('These').check();
    await dialog.getByLabel('Domains or URLs').fill(`${SITE}\n\nhttps://unknown-host.example/shop`);
    await dialog.getByLabel('Skip sites visited').fill('6');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: 'every 2 days' }).waitFor();
    const paused = await schedules.get('weekly');
    expect(paused).toMatchObject({
      every_seconds: 172_800,
      source: { domains: [SITE, 'https://unknown-host.example/shop'] },
      enabled: false,
      revisit_after_days: 6,
    });

    await page.getByRole('button', { name: 'Resume weekly' }).click();
    await page.getByRole('cell', { name: 'active' }).waitFor();
    const resumed = await schedules.get('weekly');
    expect(resumed).toMatchObject({ source: paused.source, revisit_after_days: 6, enabled: true });

    await page.getByRole('button', { name: 'Delete weekly' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'No schedule yet' }).waitFor();
    expect((await schedules.list()).items).toEqual([]);
    expect(window.complaints).toEqual([]);
  });

  test('that is refused keeps what was written, with the reason', async () => {
    await using window = await opened('/schedules');
    const { page } = window;
    await page.getByRole('button', { name: 'Create schedule' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('nightly');
    await dialog.getByLabel('How often').selectOption('As a cron pattern says');
    await dialog.getByRole('textbox', { name: 'Pattern' }).fill('61 4 * * *');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').getByText('pattern').waitFor();
    expect(await dialog.getByRole('textbox', { name: 'Pattern' }).inputValue()).toBe('61 4 * * *');
  });

  test('does not replace another one of its name', async () => {
    const { schedules } = served.client.admin;
    await schedules.put('taken', { every_seconds: 3_600, source: { index: true } });
    await using window = await opened('/schedules');
    const { page } = window;
    await page.getByRole('button', { name: 'Create schedule' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('taken');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').getByText('There is a schedule “taken” already').waitFor();
    expect(await schedules.get('taken')).toMatchObject({ every_seconds: 3_600 });
    await schedules.delete('taken');
  });
});

describe('a crawl', () => {
  test('shows before its start what the server takes of the list, and why not the rest', async () => {
    await using window = await opened('/crawls');
    const { page } = window;
    await page.getByLabel('Domains or URLs').fill(`${SITE}\nwww.${SITE}\nco.uk\nfresh.example\n`);
    await page.getByText('2 sites · 1 line repeated').waitFor();
    await page.getByText('1 line of the list named no site').click();
    await page.getByText('a public suffix: name a site under it').waitFor();
    await page.getByLabel('Domains or URLs').fill('one two\nthree four\nfive.example');
    await page.getByText('has 2 bad lines of 3').waitFor();
    expect(window.complaints).toEqual([]);
  });

  test('shows the sites that are in flight, and is cancelled by keyboard alone', async () => {
    const slow = served.web.sites.find(({ expected }) => expected.outcome === 'timed_out')?.domain ?? '';
    const { id } = await served.client.admin.crawls.create({ domains: [slow] });
    await using window = await opened(`/crawls/${id}`);
    const { page } = window;
    await page
      .getByRole('row', { name: /in flight/ })
      .getByRole('link', { name: slow })
      .waitFor();
    await page.getByRole('button', { name: 'Cancel crawl' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('cancelled').first().waitFor();
    await expect
      .poll(async () => (await served.client.admin.crawls.get(id)).state, { timeout: 60_000 })
      .toBe('cancelled');
    expect(window.complaints).toEqual([]);
  });
});

describe('a domain', () => {
  test('shows its visits with outcome, reason and redirects, also if nothing of it is stored', async () => {
    const failed = served.web.sites.find(({ expected }) => expected.outcome === 'http_error')?.domain ?? '';
    const [visit] = (await served.client.admin.domains.visits(failed)).items;
    await using window = await opened(`/domains/${failed}`);
    const { page } = window;
    await page.getByRole('cell', { name: 'http_error' }).waitFor();
    await page
      .getByRole('cell', { name: visit?.reason ?? '' })
      .first()
      .waitFor();
    await page.goto(`${served.server().url}/domains/${SITE}?tab=visits`);
    await page.getByRole('cell', { name: 'indexed' }).first().waitFor();
    expect(window.complaints).toEqual([]);
  });

  test('shows what it links to, and what links to it', async () => {
    const { client, web } = served;
    const linking = await Promise.all(
      quickSites(web).map(async (domain) => {
        const links = await client.domains.links(domain).catch(() => null);
        return { domain, hosts: links?.items.map(({ host }) => host) ?? [] };
      }),
    );
    const names = new Set(linking.map(({ domain }) => domain));
    const link = linking.flatMap(({ domain, hosts }) =>
      hosts.filter((host) => names.has(host)).map((to) => ({ from: domain, to })),
    )[0];
    await using window = await opened(`/domains/${link?.from}?tab=links`);
    const { page } = window;
    await page
      .getByRole('region', { name: 'Links out' })
      .getByRole('link', { name: link?.to ?? '' })
      .first()
      .click();
    await page.waitForURL(`**/domains/${link?.to}`);
    await page.getByRole('link', { name: 'Links', exact: true }).click();
    await page
      .getByRole('region', { name: 'Links in' })
      .getByRole('link', { name: link?.from ?? '', exact: true })
      .first()
      .waitFor();
    await page.getByRole('heading', { name: 'Redirects in' }).waitFor();
    expect(window.complaints).toEqual([]);
  });

  test('shows visits to administrators only', async () => {
    await using window = await openWindow(served.browser);
    const { secret } = await served.client.admin.keys.create({ name: 'reader', scopes: ['search'] });
    await signIn(window.page, served.server().url, secret);
    await window.page.goto(`${served.server().url}/domains/${SITE}`);
    const tabs = window.page.getByRole('navigation', { name: SITE }).getByRole('link');
    await tabs.first().waitFor();
    const names = (await tabs.allTextContents()).map((text) => text.replace(/ [\d,]+$/, ''));
    expect(names).toEqual(['Overview', 'Technologies', 'Answers', 'Pages', 'Versions', 'Links', 'History']);
  });
});

describe('an import', () => {
  test('of ranks says how many domains of the index it ranks, and what it refuses', async () => {
    await using window = await opened('/import');
    const { page } = window;
    const form = page.getByRole('form', { name: 'Ranks' });
    const list = (text: string) => ({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await form.locator('input[type=file]').setInputFiles(list(`1,${SITE}\n2,never-crawled.example\nx,y\n`));
    await form.getByRole('button', { name: 'Import ranks' }).click();
    await form.getByText('2 domains ranked · 1 of them in the index').waitFor();
    await form.getByText('1 line of the list named no site').waitFor();
    expect((await served.client.domains.get(SITE)).rank).toBe(1_000);
    await form.locator('input[type=file]').setInputFiles(list('nothing to see\n'));
    await form.getByRole('button', { name: 'Import ranks' }).click();
    await form.getByRole('alert').waitFor();
    expect((await served.client.domains.get(SITE)).rank).toBe(1_000);
  });
});
