import { expect, test } from 'vitest';
import { siteDomain } from './site-domain.ts';
import { siteOwner } from './site-owner.ts';

test.each([
  ['shop.example.co.uk', 'example.co.uk'],
  ['tea.wordpress.com', 'tea.wordpress.com'],
  ['en.tea.wordpress.com', 'tea.wordpress.com'],
  ['wordpress.com', 'wordpress.com'],
  ['en.blog.wordpress.com', 'wordpress.com'],
  ['de.wordpress.com', 'wordpress.com'],
  ['tea.github.io', 'tea.github.io'],
  ['tea.blogspot.com', 'tea.blogspot.com'],
  ['notwordpress.com', 'notwordpress.com'],
])('%s is of the site %s', (host, domain) => {
  expect(siteDomain(host)).toBe(domain);
});

test('a site at a platform has its own name, and not that of the platform', () => {
  const owner = siteOwner('https://sandybay.granicus.com/clips', []);
  expect(['sandybay.gov', 'granicus.com', 'otherbay.granicus.com'].map(owner.owns)).toEqual([
    true,
    false,
    false,
  ]);
  expect(['sandybaytv', 'granicus'].map(owner.resembles)).toEqual([true, false]);
});
