/* The form of the console that imports from Common Crawl: first the estimate, then the import, and what it says of bad input. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { madeArchive } from '../../packages/commoncrawl/test/made-crawl.ts';
import { type CrawlServer, serveCrawls } from '../common-crawl/server.ts';
import { crawledSite, CRAWL_IDS, threeCrawls } from '../common-crawl/three-crawls.ts';
import { launchChromium } from '../support/chromium.ts';
import { type RunningServer, startServer } from '../support/server-process.ts';
import { openWindow, signIn } from './opened-console.ts';

const CRAWLS = threeCrawls({ sites: 12, pages: 3 });
const PATIENT = { timeout: 60_000 };

let archive: CrawlServer;
let server: RunningServer;
let browser: Browser;
const closers = new AsyncDisposableStack();
beforeAll(async () => {
  await import('../../apps/console/build.ts');
  archive = await serveCrawls(madeArchive(CRAWLS).files);
  closers.defer(() => archive.close());
  const dataDir = await mkdtemp(join(tmpdir(), 'sitegrep-console-'));
  closers.defer(() => rm(dataDir, { recursive: true, force: true }));
  server = await startServer(dataDir, {
    SITEGREP_COMMONCRAWL_URL: archive.url,
    SITEGREP_ALLOWED_ADDRESSES: '127.0.0.1/32',
    SITEGREP_LOG_LEVEL: 'error',
  });
  closers.defer(() => server.stop());
  browser = await launchChromium();
  closers.defer(() => browser.close());
}, 900_000);
afterAll(() => closers.disposeAsync());

/** Captures of the crawls with these names of the home pages of the first sites. */
function homePages(sites: number, crawls: readonly string[]): number {
  return CRAWLS.filter(({ id }) => crawls.includes(id))
    .flatMap(({ records }) => records)
    .filter(({ url }) =>
      Array.from({ length: sites }, (_, site) => `https://${crawledSite(site)}/`).includes(url),
    ).length;
}

test('the form estimates, imports and names what is wrong', { timeout: 900_000 }, async () => {
  await using window = await openWindow(browser);
  const { page } = window;
  await signIn(page, server.url, server.key);
  await page.goto(`${server.url}/import`);
  const form = page.getByRole('form', { name: 'Common Crawl' });
  const sites = [
    ...Array.from({ length: 9 }, (_, site) => crawledSite(site)),
    'nowhere.example',
    'not a host',
  ];
  await form.getByLabel('Hosts, one a line').fill(sites.join('\n'));
  await form.getByLabel('Crawls').fill(CRAWL_IDS.join(' '));
  await form.getByRole('button', { name: 'Estimate' }).click();
  const records = homePages(9, CRAWL_IDS);
  await form.getByText(`${records} records found. To read them takes`).waitFor(PATIENT);
  await form.getByText('1 host without a record: nowhere.example').waitFor(PATIENT);
  await form.getByText('1 entry named no host: not a host').waitFor(PATIENT);
  expect((await server.search({ search_terms: ['Store'] })).total_count).toBe(0);

  await form.getByRole('button', { name: 'Import from Common Crawl' }).click();
  await form.getByText(`${records} pages stored · 0 unchanged · 0 for the history`).waitFor(PATIENT);
  await form.getByText('Done', { exact: true }).waitFor(PATIENT);
  expect((await server.search({ search_terms: ['version'] })).total_count).toBe(9);

  await form.getByLabel('Crawls').fill('CC-MAIN-2026-13');
  await form.getByLabel('Sites').selectOption('tld');
  await form.getByRole('textbox', { name: 'Top-level domain' }).fill('example');
  await form.getByRole('button', { name: 'Import from Common Crawl' }).click();
  await form.getByText(/the nearest are CC-MAIN-2026-12/).waitFor(PATIENT);
  await form.getByRole('textbox', { name: 'Top-level domain' }).fill('no such thing');
  await form.getByRole('button', { name: 'Estimate' }).click();
  await form
    .getByRole('alert')
    .getByText(/is not a top-level domain/)
    .waitFor(PATIENT);
  expect(window.complaints.filter((text) => !text.includes('400'))).toEqual([]);
});
