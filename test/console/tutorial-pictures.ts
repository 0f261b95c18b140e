/*
 * Pictures of the tutorials, of the console over the sample sites. They are committed: the documentation shows them.
 * Usage: npm run docs:pictures
 */
import { join } from 'node:path';
import { crawl, openWindow, quickSites, serveConsole, signIn } from './opened-console.ts';
import { CHANGED_SITE, sendPastVisits } from './past-visits.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'images');
const SIZE = { width: 1_100, height: 680 };

const PICTURES: Readonly<Record<string, string>> = {
  search: '/search?q=wp-content%2Fplugins',
  trends: '/trends?q=tech:WordPress&q2=tech:WooCommerce',
  changes: '/changes',
  versions: `/domains/${CHANGED_SITE}?tab=versions&from=2026-07-06T06:00:00Z&look=split`,
  keys: '/keys',
  crawls: '/crawls',
  index: '/index',
};

await using served = await serveConsole();
await crawl(served.client, quickSites(served.web));
await sendPastVisits(served.client);
await served.client.admin.keys.create({ name: 'reports', scopes: ['search'], rate_limit_per_minute: 300 });
await using window = await openWindow(served.browser, { width: SIZE.width });
const { page } = window;
await page.setViewportSize(SIZE);
const { url, key } = served.server();
await signIn(page, url, key);
for (const [name, path] of Object.entries(PICTURES)) {
  await page.goto(url + path);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(FOLDER, `tutorial-${name}.png`) });
}
