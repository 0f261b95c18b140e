import { expect, test } from 'vitest';
import { pageAt } from '../test/page-at.ts';
import type { PageFacts } from './facts.ts';
import { foldSite } from './fold.ts';

function folded(...pages: readonly (readonly [path: string, facts: Partial<PageFacts>])[]) {
  const records = pages.map(([path, facts]) => pageAt(`https://a.test/${path}`, {}, facts));
  return foldSite('a.test', records, { maxSiteBytes: 1_000_000 }).facts;
}

const stated = { source: 'link', written: 'x' };

test('facts of the home page come first, and each of them once', () => {
  const feed = (url: string) => ({ url, title: null, type: 'rss' as const, ...stated });
  const name = (value: string) => ({ value, ...stated });
  const facts = folded(
    [
      'b',
      {
        feeds: [feed('https://a.test/2'), feed('https://a.test/1')],
        siteName: name('B'),
        legalName: name('B Ltd'),
      },
    ],
    ['', { feeds: [feed('https://a.test/1')], siteName: name('Home') }],
  );
  expect(facts.feeds.map(({ url }) => url)).toEqual(['https://a.test/1', 'https://a.test/2']);
  expect([facts.siteName?.value, facts.legalName?.value]).toEqual(['Home', 'B Ltd']);
});

test('logos come before icons, whatever page they are on', () => {
  const image = (kind: 'logo' | 'icon', url: string) => ({ kind, url, ...stated });
  const { images } = folded(
    ['', { images: [image('icon', 'https://a.test/i')] }],
    ['b', { images: [image('logo', 'https://a.test/l'), image('icon', 'https://a.test/i')] }],
  );
  expect(images.map(({ url }) => url)).toEqual(['https://a.test/l', 'https://a.test/i']);
});

test('a site without a name has the one that most of its titles share', () => {
  const titled = (...titles: readonly string[]) =>
    folded(...titles.map((title, at) => [String(at), { title }] as const)).siteName;
  expect(titled('Tea | Leaf', 'Kettles | Leaf', 'About | Leaf', 'Leaf')).toEqual({
    value: 'Leaf',
    source: 'title',
    written: 'Tea | Leaf',
  });
  expect(titled('Leaf – Tea', 'Leaf – Kettles', 'Leaf – About')).toMatchObject({ value: 'Leaf' });
  expect(titled('Tea | Leaf', 'Kettles | Leaf')).toBeNull();
  expect(titled('Tea | Leaf', 'Tea | Leaf', 'Tea | Leaf')).toBeNull();
  expect(titled('a-b', 'c-b', 'd-b')).toBeNull();
  expect(titled('A | B', 'C | B', 'D | B', 'E', 'F', 'G', 'H', 'I')).toBeNull();
});
