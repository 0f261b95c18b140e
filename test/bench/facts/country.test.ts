import { extractPage } from '@sitegrep/facts';
import type { Page } from '@sitegrep/site';
import { expect, test } from 'vitest';
import { countryBench, readCountryLabels } from './country.ts';
import { isHeldOut } from './fact.ts';

test('labels name countries, and both halves have enough of them', () => {
  const labels = [...readCountryLabels()];
  const isCode = ([, { country }]: (typeof labels)[number]): boolean =>
    country === null || /^[A-Z]{2}$/.test(country);
  expect(labels.filter((label) => !isCode(label))).toEqual([]);
  const shown = labels.filter(([, { isShown }]) => isShown).map(([domain]) => domain);
  const heldOut = shown.filter(isHeldOut);
  expect(labels.length).toBeGreaterThanOrEqual(300);
  expect(heldOut.length).toBeGreaterThan(shown.length * 0.4);
  expect(heldOut.length).toBeLessThan(shown.length * 0.6);
});

test('a site is right, wrong or missed, and one known from elsewhere is never missed', () => {
  const labels = [...readCountryLabels()].filter(([domain]) => !isHeldOut(domain));
  const nameOf = (shown: boolean, country: string | null): string =>
    labels.find(([, label]) => label.isShown === shown && label.country === country)?.[0] ?? '';
  const bench = countryBench(9);
  const add = (domain: string, country: string): void => {
    const page: Page = {
      url: `https://${domain}/`,
      status: 200,
      headers: [],
      body: Buffer.from(`<p itemscope><meta itemprop=addressCountry content="${country}">`),
      truncated: false,
      fetchedAt: 0,
    };
    bench.add({ page, extracted: extractPage(page) });
  };
  const [misread, silent, elsewhere] = [nameOf(false, null), nameOf(true, 'IN'), nameOf(false, 'US')];
  add(misread, 'FR');
  add(silent, '');
  add(elsewhere, '');
  add('not-labelled.example', 'FR');
  const lines = bench.report();
  expect(lines[1]?.split(/\s{2,}/)).toEqual(['tuned', '3', '1', '1', '0.000', '0.000']);
  expect(lines.slice(2, 4).map((line) => line.trim())).toEqual([
    `wrong   ${misread}: FR instead of null; address FR (FR)`,
    expect.stringContaining(`missed  ${silent}: `),
  ]);
});
