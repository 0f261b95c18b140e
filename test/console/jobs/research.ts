/* The jobs of a researcher: captures of the past, and what changed between them. */
import { expect } from 'vitest';
import { type Job, PATIENT } from './job.ts';

const DAY_MS = 24 * 3_600_000;

/** A site that left one shop system for another, with its captures by their age in days. */
export const MOVED = {
  domain: 'lake-atlas.example',
  captures: [
    [120, '<script src="https://cdn.shopify.com/s/theme.js"></script><p>Maps of lakes'],
    [60, '<script src="/wp-content/plugins/woocommerce/cart.js"></script><p>Maps and boats'],
    [30, '<script src="/wp-content/plugins/woocommerce/cart.js"></script><p>Maps, boats and harbours'],
  ],
} as const;

/** Name of a file that is none, and would be a script if it were not shown as text. */
const UNREADABLE = 'no<img src=x onerror=alert(1)>.warc';

/** Day that is some days ago, as YYYY-MM-DD. */
export const dayBefore = (days: number): string =>
  new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

export const importCaptures: Job = async ({ page, hand, look }) => {
  const { domain, captures } = MOVED;
  const lines = captures.map(([days, html]) =>
    JSON.stringify({
      url: `https://${domain}/`,
      fetched_at: `${dayBefore(days)}T06:00:00Z`,
      html: `<!doctype html><html lang="en"><title>Lake Atlas</title>${html}`,
    }),
  );
  await hand.go('import');
  const form = page.getByRole('form', { name: 'Captures' });
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    hand.press(form.getByRole('button', { name: 'Choose captures' })),
  ]);
  await chooser.setFiles([
    {
      name: 'captures.ndjson',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from(`${lines.join('\n')}\n`),
    },
    { name: UNREADABLE, mimeType: 'application/warc', buffer: Buffer.from('junk') },
  ]);
  await hand.press(form.getByRole('button', { name: 'Import captures' }));
  await form.getByText('3 pages read · 1 stored').waitFor();
  await form.getByText(UNREADABLE).last().waitFor();
  await look('import: with an unreadable file');
  await hand.press(form.getByRole('link', { name: 'Search' }));
  await page.getByText('25 domains', { exact: true }).first().waitFor();
};

export const compare: Job = async ({ page, hand, look }) => {
  await hand.go('changes');
  const query = page.getByLabel('Query', { exact: true });
  await hand.send(query, 'removed:tech:Shopify', page.getByRole('button', { name: 'Search', exact: true }));
  await page.locator('.total').getByText('1 change', { exact: true }).waitFor();
  const row = page.locator('.result');
  await row.getByRole('list', { name: 'Added' }).getByText('WooCommerce', { exact: true }).waitFor();
  await look('compare: changes of all sites');
  await hand.press(row.getByRole('link', { name: MOVED.domain }));
  const tabs = page.getByRole('navigation', { name: MOVED.domain });
  const technologies = page.getByRole('region', { name: 'Technology' });
  await technologies.getByRole('row').filter({ hasText: 'Shopify' }).getByText('gone since').waitFor();
  await look('compare: history of a domain');
  await hand.press(tabs.getByRole('link', { name: 'Versions' }));
  await page.getByText('Version 3 of 3').waitFor();
  await hand.press(page.getByRole('button', { name: 'Older version' }));
  await page.getByText('Version 2 of 3').waitFor();
  await look('compare: versions of a page');
  await hand.press(page.locator('summary', { hasText: 'All 3 versions' }));
  await hand.press(page.getByRole('button', { name: 'What changed of the version of' }).nth(1));
  const table = page.locator('table.diff');
  await table.getByRole('cell', { name: /^removed .*cdn\.shopify\.com/ }).waitFor();
  await table.getByRole('cell', { name: /^added .*Maps and boats/ }).waitFor();
  for (const [lines, rows] of [
    ['side by side', 1],
    ['one below the other', 2],
  ] as const) {
    await hand.choose(page.getByLabel('Lines'), lines);
    await expect.poll(() => table.locator('tbody tr').count(), PATIENT).toBe(rows);
  }
  await look('compare: two versions');
};
