/* The jobs of an analyst: which sites use something, what they have in common, as a table, over time, and from now on. */
import { SAMPLE_QUERIES } from '@sitegrep/sample-web';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { downloaded } from '../opened-console.ts';
import { sendCaptures } from '../past-visits.ts';
import { type Job, PATIENT, type Worker } from './job.ts';
import { dayBefore, MOVED } from './research.ts';

const QUERY = 'wp-content/plugins';

/** Domains that load plugins: those of the sample sites, and the one that was imported. */
const USERS = [...(SAMPLE_QUERIES.find(({ q }) => q === QUERY)?.domains ?? []), MOVED.domain].toSorted();

async function search({ page, hand }: Worker, q: string): Promise<void> {
  await hand.go('search');
  await hand.send(
    page.getByLabel('Query', { exact: true }),
    q,
    page.getByRole('button', { name: 'Search', exact: true }),
  );
  await page.locator(`[data-results-of=${JSON.stringify(q)}]`).waitFor();
}

/** Waits until the results are these domains, in any order: those of before are shown until there are new ones. */
async function finds(page: Page, domains: readonly string[]): Promise<void> {
  const found = async () => (await page.locator('.result h2').allTextContents()).toSorted();
  await expect.poll(found, PATIENT).toEqual(domains);
}

/** Opens what a small window has behind a switch. */
async function unfold({ hand }: Worker, part: Locator, name: string): Promise<void> {
  const summary = part.locator('summary', { hasText: name });
  if ((await summary.isVisible()) && (await part.getAttribute('open')) === null) await hand.press(summary);
}

export const find: Job = async (worker) => {
  const { page, look } = worker;
  await search(worker, QUERY);
  await finds(page, USERS);
  expect((await page.locator('.result mark').first().textContent())?.toLowerCase()).toBe(QUERY);
  await look('find: results');
};

export const narrow: Job = async (worker) => {
  const { page, hand, look } = worker;
  await search(worker, QUERY);
  const facets = page.locator('.facets');
  await unfold(worker, facets, 'Narrow down');
  const shop = facets.getByRole('button', { name: /^WooCommerce ?\d/ });
  await shop.waitFor();
  await look('narrow: facets');
  await hand.press(shop);
  await finds(page, ['knitting-circle.example', MOVED.domain]);
  await hand.press(page.getByRole('button', { name: 'Remove tech:WooCommerce' }));
  await finds(page, USERS);

  const pictures = page.locator('details', { has: page.getByText('Pictures', { exact: true }) });
  if ((await pictures.count()) > 0) await unfold(worker, pictures, 'Pictures');
  await page.locator('.world path').first().waitFor();
  await look('narrow: pictures');
  const country = page.locator('.country-picture .value-bar', { hasText: 'France' });
  await hand.press(country);
  await finds(page, ['bakery-lyon.example']);
  await page.goBack();
  await finds(page, USERS);
};

export const exportTable: Job = async (worker) => {
  const { page, hand, look } = worker;
  await search(worker, QUERY);
  await hand.press(page.locator('summary', { hasText: 'Export' }));
  await look('export: formats');
  const csv = await downloaded(page, () => hand.press(page.getByRole('button', { name: /^CSV/ })));
  const rows = csv.trim().split('\n').slice(1);
  expect(USERS.map((domain) => rows.filter((row) => row.includes(domain)).length)).toEqual([1, 1, 1, 1]);
  await page.getByRole('status').getByText('Your browser saves 4 domains').waitFor();
};

export const trend: Job = async (worker) => {
  const { page, hand, look } = worker;
  await search(worker, 'tech:WooCommerce');
  await hand.press(page.getByRole('link', { name: 'Trend', exact: true }));
  const chart = page.getByRole('slider', { name: 'Domains over time: tech:WooCommerce' });
  await chart.locator('canvas').waitFor();
  const [from, moved, now] = [dayBefore(130), dayBefore(60), dayBefore(0)].map((day) => day.slice(0, 7));
  await hand.write(page.getByLabel('From'), `${from}-01`);
  await hand.write(page.getByLabel('To'), dayBefore(0));
  await hand.press(page.locator('summary', { hasText: 'As a table' }));
  // The imported site has had it since it moved, the sample site since today.
  const months = monthsBetween(from ?? '', now ?? '');
  const expected = months.map((month) => (month >= (moved ?? '') ? 1 : 0) + (month === now ? 1 : 0));
  const counts = page.getByRole('region', { name: 'As a table' }).locator('tbody tr td:last-child');
  await expect.poll(() => counts.allTextContents(), PATIENT).toEqual(expected.map(String));
  await look('trend: months');
  await hand.follow(chart, months.indexOf(moved ?? ''), months.length);
  await page.waitForURL('**/changes?**');
  expect(new URL(page.url()).searchParams.get('q')).toBe(
    `(added:tech:WooCommerce OR removed:tech:WooCommerce) at:${moved}`,
  );
  await page.locator('.result', { hasText: MOVED.domain }).waitFor();
};

/** Months from one to another, both included, as YYYY-MM. */
function monthsBetween(from: string, to: string): readonly string[] {
  const months: string[] = [];
  for (const at = new Date(`${from}-01T00:00:00Z`); ; at.setUTCMonth(at.getUTCMonth() + 1)) {
    const month = at.toISOString().slice(0, 7);
    if (month > to) return months;
    months.push(month);
  }
}

export const beTold: Job = async (worker) => {
  const { page, hand, served, receiver, look } = worker;
  await search(worker, 'lighthouse-logbook');
  await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
  await look('be told: nothing yet');
  await hand.press(page.getByRole('button', { name: 'Save', exact: true }));
  const dialog = page.getByRole('dialog');
  await hand.write(dialog.getByLabel('Title'), 'Lighthouses');
  await hand.write(dialog.getByLabel('Webhook'), receiver.url);
  await look('be told: what and whom');
  await hand.press(dialog.getByRole('button', { name: 'Save' }));
  await dialog.getByRole('heading', { name: 'The search is saved' }).waitFor();
  const secret = (await dialog.locator('.secret').textContent()) ?? '';
  expect(secret).toMatch(/^whsec_/);
  await hand.press(dialog.getByRole('button', { name: 'Copy' }));
  await dialog.getByText('Copied').waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret);
  await look('be told: the secret');
  await hand.press(dialog.getByRole('link', { name: 'Open' }));
  await page.getByRole('heading', { name: 'Lighthouses' }).waitFor();
  expect(await page.content()).not.toContain(secret);
  await hand.press(page.getByRole('button', { name: 'Send a test' }));
  await page.getByRole('status').filter({ hasText: 'webhook' }).getByText('200').waitFor();

  const html = '<!doctype html><title>Lamp</title><p>lighthouse-logbook';
  await sendCaptures(served.client, [['new-lamp.example', new Date().toISOString(), html]]);
  const row = (region: string, text: string) =>
    page.getByRole('region', { name: region }).getByRole('row').filter({ hasText: text });
  await row('Events', 'new-lamp.example').getByText('appeared').waitFor(PATIENT);
  await row('Deliveries', 'accepted')
    .filter({ hasText: /event \d/ })
    .getByText('noted')
    .waitFor(PATIENT);
  expect(receiver.types).toEqual(['search.test', 'search.appeared']);
  await look('be told: a delivery');
};
