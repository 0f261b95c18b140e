/*
 * Pictures of every page of the console, in both schemes, on a phone and on a wide screen.
 * Usage: npm run console:screenshots -- [FOLDER], build/console-screenshots by default.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ADDRESSES } from './addresses.ts';
import { crawl, openWindow, quickSites, serveConsole, signIn } from './opened-console.ts';
import { sendPastVisits } from './past-visits.ts';
import { saveSamples } from './saved-search-samples.ts';

const WIDTHS = [390, 1_440] as const;
const SCHEMES = ['light', 'dark'] as const;

const folder = process.argv[2] ?? fileURLToPath(new URL('../../build/console-screenshots', import.meta.url));
await mkdir(folder, { recursive: true });
await using served = await serveConsole();
await crawl(served.client, quickSites(served.web));
await sendPastVisits(served.client);
await saveSamples(served.client);
await served.client.admin.blocks.put('removed.example', { reason: 'asked to be left out' });
await served.client.admin.keys.create({ name: 'reports', scopes: ['search'], rate_limit_per_minute: 300 });
await served.client.admin.schedules.put('weekly', {
  pattern: '30 4 * * 1',
  time_zone: 'Europe/Berlin',
  source: { index: true },
  revisit_after_days: 6,
});
await served.client.admin.schedules.put('partners', {
  every_seconds: 21_600,
  source: { domains: ['bakery-lyon.example'] },
  enabled: false,
});
const crawlId = (await served.client.admin.crawls.list()).items[0]?.id ?? '';

/** States that show more than those that tests look at. */
const FURTHER = [
  '/search?q=wp-content OR gtag',
  '/search?q=/wp-[a-z]%2B/&level=page',
  '/search?q=a OR rank:high',
  '/search?q=gtag or jquery',
  '/search?q=case:yes word:"gtag"',
  '/crawls?sites=bakery-lyon.example%0Awww.bakery-lyon.example%0Aco.uk',
  '/providers?keyword=boulangerie',
  '/index?tab=settings&changed=only',
];
const PATHS = [...ADDRESSES.map(([path]) => path.replace('ID', crawlId)), ...FURTHER];

for (const width of WIDTHS) {
  for (const colorScheme of SCHEMES) {
    await using window = await openWindow(served.browser, { width, colorScheme });
    const { page } = window;
    const { url, key } = served.server();
    const take = (name: string): Promise<unknown> =>
      page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) });
    await page.goto(url);
    await page.getByLabel('API key').waitFor();
    await take('sign-in');
    await signIn(page, url, key);
    for (const path of PATHS) {
      await page.goto(url + path);
      await page.waitForLoadState('networkidle');
      await take(path.replaceAll(/\W+/g, '-').slice(1));
    }
  }
}
process.stdout.write(`${folder}\n`);
