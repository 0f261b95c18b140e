import { expect, test } from 'vitest';
import { dashOf, seriesClass } from '../charts/line-look.ts';
import { valuesText } from '../charts/shown-line.ts';
import { positionAfter } from '../parts/slider-keys.ts';
import { intervalName, leftAsNow, signed, tickName } from './intervals.ts';
import { technologyIn } from './technology-name.ts';
import { changesQuery, timeCondition } from './trend-changes.ts';
import { MAX_LINES, trendParameters, trendRequest, trendWishIn } from './trend-lines.ts';

const MAY = { from: '2026-05-01', to: '2026-05-31' };

test('lines stand in an address each by itself, once, and the empty query alone', () => {
  expect(trendWishIn({})).toEqual({ lines: [''], by: 'month', from: '', to: '' });
  const wish = trendWishIn({ q: 'tech:A', q3: ' tech:B ', q4: 'tech:A', by: 'week', from: '2026-01-01' });
  expect(wish).toEqual({ lines: ['tech:A', 'tech:B'], by: 'week', from: '2026-01-01', to: '' });
  expect(trendParameters(wish)).toEqual({ q: 'tech:A', q2: 'tech:B', by: 'week', from: '2026-01-01' });
  expect(trendWishIn({ q2: 'tech:B', by: 'year' })).toMatchObject({ lines: ['tech:B'], by: 'month' });
  expect(trendParameters(trendWishIn({ by: 'month' }))).toEqual({});
  expect(MAX_LINES).toBe(10);
});

test('a request has a query for each line, and days that were given', () => {
  expect(trendRequest(trendWishIn({ q: 'a', q2: 'b' }))).toEqual({
    queries: [{ q: 'a' }, { q: 'b' }],
    by: 'month',
  });
  expect(trendRequest(trendWishIn({ by: 'day', from: '2026-05-01', to: '2026-05-09' }))).toEqual({
    queries: [{ q: '' }],
    by: 'day',
    from: '2026-05-01',
    to: '2026-05-09',
  });
});

test.each([
  ['2026-05-01', '2026-05-31', 'at:2026-05'],
  ['2026-02-01', '2026-02-28', 'at:2026-02'],
  ['2028-02-01', '2028-02-28', 'at:2028-02-01..2028-02-28'],
  ['2026-05-04', '2026-05-04', 'at:2026-05-04'],
  ['2026-04-27', '2026-05-03', 'at:2026-04-27..2026-05-03'],
  ['2026-05-01', '2026-06-30', 'at:2026-05-01..2026-06-30'],
])('the days from %s to %s are %s', (from, to, condition) => {
  expect(timeCondition({ from, to })).toBe(condition);
});

test.each([
  ['', 'at:2026-05'],
  ['tech:Shopify', '(added:tech:Shopify OR removed:tech:Shopify) at:2026-05'],
  ['-tech:"Contact Form 7"', '(added:tech:"Contact Form 7" OR removed:tech:"Contact Form 7") at:2026-05'],
  ['tech:A rank:>=300 "gtag("', '(added:tech:A OR removed:tech:A) rank:>=300 "gtag(" at:2026-05'],
  ['tech:A OR tech:B', '(added:tech:A OR removed:tech:A OR added:tech:B OR removed:tech:B) at:2026-05'],
  [
    'tech:A country:DE',
    '(((added:tech:A OR removed:tech:A) country:DE) OR ((added:country:DE OR removed:country:DE) tech:A)) at:2026-05',
  ],
  // What has no label of its own is a condition on the domain as it is now.
  ['tech:PHP@seen', 'tech:PHP@seen at:2026-05'],
  ['a OR b', '(a OR b) at:2026-05'],
  ['tld:de has:email', 'tld:de has:email at:2026-05'],
])('a point of %j leads to the changes of the labels that it names', (query, changes) => {
  expect(changesQuery(query, MAY)).toBe(changes);
});

test('intervals have names, shorter ones below the axis', () => {
  expect(intervalName('month', MAY)).toBe('May 2026');
  expect(intervalName('week', { from: '2026-04-27', to: '2026-05-03' })).toBe('Week of 27 Apr 2026');
  expect(intervalName('day', { from: '2026-05-04', to: '2026-05-04' })).toBe('4 May 2026');
  expect([tickName('month', MAY), tickName('day', MAY)]).toEqual(['May 2026', '1 May']);
});

test('keys lead from interval to interval, and not beyond the ends', () => {
  const keys = ['ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'x'];
  expect(keys.map((key) => positionAfter(key, 3, 5))).toEqual([2, 4, 0, 4, 4, null]);
  expect([positionAfter('ArrowLeft', 0, 5), positionAfter('ArrowRight', 4, 5)]).toEqual([0, 4]);
});

test('values are told with their lines, differences with their sign', () => {
  const lines = [
    { name: 'tech:A', values: [1, 1_200] },
    { name: 'tech:B', values: [4, 3] },
  ];
  expect(valuesText(lines, 1)).toBe('tech:A 1,200, tech:B 3');
  expect([1_200, 0, -3].map(signed)).toEqual(['+1,200', '0', '−3']);
});

test('what a line takes as it is now is named', () => {
  const line = { label: 'a', domains: [1], exact: true, as_of_now: [] };
  expect(leftAsNow([line, { ...line, label: 'rank:1', exact: false, as_of_now: ['rank', 'texts'] }])).toEqual(
    [{ label: 'rank:1', names: 'rank, texts' }],
  );
});

test('ten lines have ten looks', () => {
  const looks = Array.from({ length: 10 }, (_, line) => `${seriesClass(line)} ${dashOf(line).join(' ')}`);
  expect(new Set(looks).size).toBe(10);
  expect(new Set(looks.slice(0, 5).map((look) => look.replace(/^\S+/, ''))).size).toBe(5);
});

test('a technology is named by a query for it alone', () => {
  expect(['tech:Shopify', 'tech:"Contact Form 7"', String.raw`tech:"a\"b"`].map(technologyIn)).toEqual([
    'Shopify',
    'Contact Form 7',
    'a"b',
  ]);
  const others = ['tech:PHP@<8', 'tech:"PHP@<8"', 'tech:A,B', 'tech:A country:DE', '-tech:A', 'gtag', ''];
  expect(others.map(technologyIn)).toEqual(others.map(() => null));
});
