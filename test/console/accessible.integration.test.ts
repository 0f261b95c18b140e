/* Every page of the console by the rules of axe, in both schemes and at two widths, and by keyboard alone. */
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADDRESSES } from './addresses.ts';
import { crawl, openWindow, quickSites, type ServedConsole, serveConsole, signIn } from './opened-console.ts';
import { sendPastVisits } from './past-visits.ts';
import { saveSamples } from './saved-search-samples.ts';

let served: ServedConsole;
let crawlId = '';
beforeAll(async () => {
  served = await serveConsole();
  await crawl(served.client, quickSites(served.web));
  await sendPastVisits(served.client);
  await saveSamples(served.client);
  await served.client.admin.blocks.put('blocked.example', { reason: 'asked to be left out' });
  await served.client.admin.schedules.put('weekly', { pattern: '30 4 * * 1', source: { index: true } });
  crawlId = (await served.client.admin.crawls.list()).items[0]?.id ?? '';
}, 900_000);
afterAll(() => served[Symbol.asyncDispose]());

test.each([
  ['light', 390],
  ['dark', 1_440],
] as const)(
  'axe finds nothing on any page in %s colours, %d pixels wide',
  async (colorScheme, width) => {
    await using window = await openWindow(served.browser, { width, colorScheme });
    const { page } = window;
    const { url, key } = served.server();
    await page.goto(url);
    await page.getByLabel('API key').waitFor();
    const found: string[] = [];
    const check = async (path: string): Promise<void> => {
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      for (const { id, nodes } of violations)
        found.push(`${path}: ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
      const [content, inner] = await page.evaluate<[number, number]>(
        '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
      );
      if (content > inner) found.push(`${path}: ${content} pixels wide`);
    };
    await check('/sign-in');
    await signIn(page, url, key);
    for (const [path, shown] of ADDRESSES) {
      await page.goto(url + path.replace('ID', crawlId));
      await page.getByText(shown).first().waitFor({ state: 'attached' });
      await page.waitForLoadState('networkidle');
      await check(path);
    }
    expect(found).toEqual([]);
    expect(window.complaints).toEqual([]);
  },
  900_000,
);
