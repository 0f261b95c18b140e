import { NO_PAGE_FACTS, NO_SITE_FACTS } from '@sitegrep/site/test/facts';
import { type Labels, labelsOf } from '@sitegrep/site';
import { expect, test } from 'vitest';
import type { Capture } from './captures.ts';
import { newestDate } from './dates.ts';
import { lossRate } from './kept-labels.ts';
import { pageChanges } from './page-changes.ts';

const DAY_MS = 24 * 3_600_000;
const NONE: Labels = labelsOf({
  domain: 'a.example',
  facts: NO_SITE_FACTS,
  pages: [{ charset: 'utf-8', facts: NO_PAGE_FACTS }],
});

function capture(change: Partial<Capture>): Capture {
  const { host = 'a.example', address = `https://${host}/` } = change;
  return { host, site: host, address, source: '', title: 'A', at: 0, labels: NONE, ...change };
}

const withTech = (...tech: readonly string[]): Labels => ({ ...NONE, tech });

test.each([
  ['2012-08-31 and 2012/09/02 and 2011-12-31', Date.UTC(2012, 8, 2)],
  ['am 24.12.2019', Date.UTC(2019, 11, 24)],
  ['September 3rd, 2018', Date.UTC(2018, 8, 3)],
  ['on 7 Oct. 2020', Date.UTC(2020, 9, 7)],
  ['2031-01-01, 1999-01-01, 12.2019, 20190401', null],
])('the newest day of %j', (source, expected) => {
  expect(newestDate('https://a.example/', source)).toBe(expected);
});

test('a day of the address counts, too', () => {
  expect(newestDate('https://a.example/2013/02/28/text', '2012-01-01')).toBe(Date.UTC(2013, 1, 28));
});

test('a rate is relative to what two pages share at one time', () => {
  // Two pages of a host have half of their technologies in common on the first day, a quarter a year later.
  const captures = [
    capture({ address: 'https://a.example/1', labels: withTech('A', 'B', 'C', 'D') }),
    capture({ address: 'https://a.example/2', at: DAY_MS, labels: withTech('A', 'B', 'E', 'F') }),
    capture({ address: 'https://a.example/3', at: 300 * DAY_MS, labels: withTech('A', 'G') }),
  ];
  const { aYear, kept } = lossRate(captures, 'tech');
  expect(kept.map(({ days, hosts }) => [days, hosts])).toEqual([
    [1, 1],
    [0, 0],
    [0, 0],
    [300, 1],
    [0, 0],
  ]);
  expect(kept[0]?.share).toBe(0.5);
  expect(kept[3]?.share).toBe(0.25);
  expect(aYear).toBeCloseTo(Math.LN2 / (299 / 365.25), 2);
});

test('values that differ in a line are noise, other lines are edited', () => {
  const source = (nonce: string, text: string): string =>
    `<html>\n<script nonce="${nonce}">\n<p>A text that stays as it is.</p>\n<p>${text}</p>`;
  const captures = [
    capture({ source: source('a1b2', 'old news') }),
    capture({ source: source('c3d4', 'new text'), at: 2 * DAY_MS }),
  ];
  const { pairs, sites, noisy, noiseValues, editedShare } = pageChanges(captures);
  expect({ pairs, sites, noisy, noiseValues }).toEqual({ pairs: 1, sites: 1, noisy: 1, noiseValues: 1 });
  // "<p>old news</p>" of all four lines.
  expect(editedShare).toBeCloseTo(15 / (6 + 21 + 35 + 15), 2);
});

test('titles count below the root of a host, by the years between captures', () => {
  const address = 'https://a.example/page';
  const captures = ['A', 'A', 'B'].map((title, year) =>
    capture({ address, title, at: year * 365.25 * DAY_MS }),
  );
  expect(pageChanges(captures).titles).toEqual({ years: 2, changed: 1, aYear: 0.5 });
});
