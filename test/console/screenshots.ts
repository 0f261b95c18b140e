/*
 * Pictures of every page of the console, in both schemes, on a phone and on a wide screen.
 * Usage: npm run console:screenshots -- [FOLDER], build/console-screenshots by default.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crawl, openWindow, quickSites, serveConsole, signIn } from './opened-console.ts';

const WIDTHS = [390, 1_440] as const;
const SCHEMES = ['light', 'dark'] as const;

const folder = process.argv[2] ?? fileURLToPath(new URL('../../build/console-screenshots', import.meta.url));
await mkdir(folder, { recursive: true });
await using served = await serveConsole();
await crawl(served.client, quickSites(served.web));
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

/** Pages by the names of their pictures. */
const PAGES: Readonly<Record<string, string>> = {
  start: '/search',
  search: '/search?q=wp-content OR gtag',
  pages: '/search?q=/wp-[a-z]%2B/&level=page',
  'no-match': '/search?q=nothing-has-this country:DE',
  fault: '/search?q=a OR (b',
  domain: '/domains/bakery-lyon.example?q=wp-content',
  technologies: '/domains/bakery-lyon.example?tab=technologies',
  'domain-pages': '/domains/bakery-lyon.example?tab=pages',
  source: '/domains/bakery-lyon.example?tab=source&q=wp-content',
  links: '/domains/bakery-lyon.example?tab=links',
  visits: '/domains/bakery-lyon.example?tab=visits',
  missing: '/domains/nowhere.example',
  crawls: '/crawls?sites=bakery-lyon.example%0Awww.bakery-lyon.example%0Aco.uk',
  crawl: `/crawls/${crawlId}`,
  schedules: '/schedules',
  import: '/import',
  providers: '/providers?keyword=boulangerie',
  video: '/providers?operation=videosite-video-info',
  index: '/index',
  checks: '/index?tab=checks',
  settings: '/index?tab=settings&changed=only',
  metrics: '/index?tab=metrics',
  keys: '/keys',
  audit: '/audit',
  blocked: '/blocked',
  leave: '/leave?to=https://bakery-lyon.example/nos-pains',
};

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
    for (const [name, path] of Object.entries(PAGES)) {
      await page.goto(url + path);
      await page.waitForLoadState('networkidle');
      await take(name);
    }
  }
}
process.stdout.write(`${folder}\n`);
