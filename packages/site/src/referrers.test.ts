import { expect, test } from 'vitest';
import { pageAt } from '../test/page-at.ts';
import { linkTargets, referrerRank } from './referrers.ts';

const page = (path: string, linkedDomains: readonly string[]) =>
  pageAt(`https://a.com/${path}`, {}, { linkedDomains });

test('a host counts, and so does the registrable domain it belongs to, each once', () => {
  const pages = [page('', ['en.b.org', 'c.co.uk']), page('x', ['de.b.org', 'c.co.uk', 'b.org'])];
  expect(linkTargets({ domain: 'a.com', pages })).toEqual(['b.org', 'c.co.uk', 'de.b.org', 'en.b.org']);
});

test('sites under a shared suffix are separate sites', () => {
  const pages = [page('', ['anna.github.io', 'www.anna.github.io'])];
  expect(linkTargets({ domain: 'ben.github.io', pages })).toEqual(['anna.github.io', 'www.anna.github.io']);
});

test('the own registrable domain does not count, wherever the page was fetched', () => {
  const pages = [pageAt('https://b.net/', {}, { linkedDomains: ['a.com', 'shop.a.com', 'c.com'] })];
  expect(linkTargets({ domain: 'blog.a.com', pages })).toEqual(['c.com']);
});

test('pages without links refer to no domain', () => {
  expect(linkTargets({ domain: 'a.com', pages: [pageAt('https://a.com/')] })).toEqual([]);
});

test('of more hosts than count, those of the home page come first, whatever the order of the pages', () => {
  const named = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${prefix}${index}.com`);
  const pages = [
    page('b', named('second', 400)),
    page('', named('home', 200)),
    page('a', named('first', 200)),
  ];
  const targets = linkTargets({ domain: 'a.com', pages });
  expect(targets).toHaveLength(500);
  expect(targets.filter((name) => name.startsWith('home'))).toHaveLength(200);
  expect(targets.filter((name) => name.startsWith('first'))).toHaveLength(200);
  expect(targets.filter((name) => name.startsWith('second'))).toEqual(named('second', 100).toSorted());
  expect(linkTargets({ domain: 'a.com', pages: pages.toReversed() })).toEqual(targets);
});

test('the rank of a domain grows by the logarithm of its referrers', () => {
  // 125 · log10 of 2, 3, 4, 11, 101, 1,001, 1,000,001, worked out by hand.
  const known = [
    [0, 0],
    [1, 38],
    [2, 60],
    [3, 75],
    [10, 130],
    [100, 251],
    [1_000, 375],
    [1_000_000, 750],
    [100_000_000, 1_000],
    [10_000_000_000, 1_000],
  ] as const;
  for (const [referrers, rank] of known) expect(referrerRank(referrers)).toBe(rank);
});
