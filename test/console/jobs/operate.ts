/* The jobs of an operator: crawls, schedules, and how the instance does. */
import { expect } from 'vitest';
import { type Job, PATIENT } from './job.ts';

const SITE = 'bakery-lyon.example';

export const crawlSites: Job = async ({ page, hand, served, look }) => {
  await hand.go('crawls');
  await hand.write(page.getByLabel('Domains or URLs'), `${SITE}\nunknown-host.example\nco.uk`);
  await page.getByText('2 sites').waitFor();
  await page.getByText('1 line of the list named no site').waitFor();
  await hand.write(page.getByLabel('Name'), 'First look');
  await look('crawl: a list before it starts');
  await hand.press(page.getByRole('button', { name: 'Start' }));
  await page.getByRole('heading', { name: 'First look' }).waitFor();
  await page.getByText('completed').waitFor(PATIENT);
  await hand.press(page.getByRole('button', { name: /^Indexed|^Unchanged/ }));
  await page.waitForURL(/outcome=/);
  await page.getByRole('cell', { name: SITE }).waitFor();
  const failed = page.getByRole('region', { name: 'Not indexed' });
  await failed.getByText('No connection').waitFor();
  await failed.getByText('most servers were down').waitFor();
  await look('crawl: failures');
  const again = { name: 'Crawl again those that failed' };
  await hand.press(failed.getByRole('button', again));
  await hand.press(page.getByRole('dialog').getByRole('button', again));
  await page.getByRole('heading', { name: 'Failed sites of First look' }).waitFor();
  await page.getByText('an earlier crawl').waitFor();

  await hand.go('schedules');
  await page.getByRole('heading', { name: 'No schedule yet' }).waitFor();
  await look('crawl: no schedule yet');
  await hand.press(page.getByRole('button', { name: 'Create schedule' }));
  const dialog = page.getByRole('dialog');
  await hand.write(dialog.getByLabel('Name'), 'weekly');
  await hand.choose(dialog.getByLabel('How often'), 'On days of the week');
  await hand.press(dialog.getByLabel('Thursday'));
  await hand.press(dialog.getByLabel('These'));
  await hand.write(dialog.getByLabel('Domains or URLs'), SITE);
  const days = async (): Promise<ReadonlySet<string | undefined>> => {
    const runs = await dialog.locator('.next-runs li').allTextContents();
    return new Set(runs.map((run) => /[A-Z][a-z]+day/.exec(run)?.[0]));
  };
  await expect.poll(days, PATIENT).toEqual(new Set(['Monday', 'Thursday']));
  await look('crawl: a schedule in words');
  await hand.press(dialog.getByRole('button', { name: 'Save' }));
  const row = page.getByRole('row', { name: /weekly/ });
  await row.getByText('active').waitFor();
  await look('crawl: schedules');
  expect(await served.client.admin.schedules.get('weekly')).toMatchObject({
    pattern: expect.stringMatching(/ \* \* 1,4$/),
    source: { domains: [SITE] },
  });
  await hand.press(row.getByRole('button', { name: 'Pause weekly' }));
  await row.getByText('paused').waitFor();
  expect((await served.client.admin.schedules.get('weekly')).enabled).toBe(false);
};

export const watch: Job = async ({ page, hand, served, look }) => {
  const health = page.locator('.health');
  await hand.press(health.locator('summary'));
  await health.getByText('Queue').waitFor();
  await look('watch: health');
  await hand.go('index');
  await page.getByRole('heading', { name: 'What takes the space' }).waitFor();
  await look('watch: the index');
  const tabs = page.getByRole('navigation', { name: 'Parts' });
  await hand.press(tabs.getByRole('link', { name: 'Checks' }));
  // They try all that the instance depends on, which takes long on a busy machine.
  await page.locator('.findings li').first().waitFor({ timeout: 90_000 });
  await hand.press(tabs.getByRole('link', { name: 'Metrics' }));
  await page.locator('.figure', { hasText: 'Searches since the start' }).getByText(/^\d+$/).waitFor();
  await look('watch: metrics');
  await hand.go('audit');
  await page.getByRole('cell', { name: 'Schedule saved' }).first().waitFor();
  await hand.choose(page.getByLabel('Action'), 'Key created');
  await page.waitForURL(/action=key\.create/);
  await page.getByRole('row').filter({ hasText: 'first program' }).getByText('Key created').waitFor();
  await look('watch: the audit log');

  // A restart, as an upgrade makes one, keeps the page and who is signed in.
  await served.restart();
  await hand.go('index');
  await hand.press(page.getByRole('button', { name: 'Remove the sample sites' }));
  await expect.poll(async () => (await served.client.admin.samples.get()).indexed, PATIENT).toBe(0);
};
