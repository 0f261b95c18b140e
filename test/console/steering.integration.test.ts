/* What administrators do in the console besides keys: crawls by schedule, and by keyboard alone. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  crawl,
  type OpenedConsole,
  openWindow,
  type ServedConsole,
  serveConsole,
  signIn,
} from './opened-console.ts';

const SITE = 'bakery-lyon.example';

let served: ServedConsole;
beforeAll(async () => {
  served = await serveConsole();
  await crawl(served.client, [SITE]);
}, 300_000);
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
    await dialog.getByLabel('Pattern').fill('30 4 * * 1');
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
    await dialog.getByLabel('At an interval').check();
    await dialog.getByLabel('Every', { exact: true }).fill('2');
    await dialog.getByLabel('A list').check();
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
    await dialog.getByLabel('Pattern').fill('61 4 * * *');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').getByText('pattern').waitFor();
    expect(await dialog.getByLabel('Pattern').inputValue()).toBe('61 4 * * *');
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

  test('is created by keyboard alone', async () => {
    await using window = await opened('/schedules');
    const { page } = window;
    await page.getByRole('button', { name: 'Create schedule' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('by-keyboard');
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: 'by-keyboard', exact: true }).waitFor();
    expect((await served.client.admin.schedules.list()).items.map(({ id }) => id)).toEqual(['by-keyboard']);
    await page.getByRole('button', { name: 'Delete by-keyboard' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'No schedule yet' }).waitFor();
  });
});
