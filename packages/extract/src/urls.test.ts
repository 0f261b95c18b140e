import { expect, test } from 'vitest';
import { baseUrl, resolveLinks, resolveUrl } from './urls.ts';

const PAGE = 'https://firm.test/a/b?c=d';

test('the base is the page’s URL unless base href is an http(s) URL', () => {
  expect(baseUrl(PAGE, null)).toBe(PAGE);
  expect(baseUrl(PAGE, '/x/')).toBe('https://firm.test/x/');
  expect(baseUrl(PAGE, '//cdn.test/y/')).toBe('https://cdn.test/y/');
  expect(baseUrl(PAGE, 'data:text/html,x')).toBe(PAGE);
  expect(baseUrl(PAGE, 'http://[')).toBe(PAGE);
});

test('links are absolute, without fragment, unique and in order', () => {
  const references = [
    'c',
    'c#1',
    '../d?e=f#',
    '//other.test',
    'HTTP://UPPER.test/X',
    ' /blank\n',
    '?q',
    'c',
    'https://firm.test/a/c',
  ];
  expect(resolveLinks(references, PAGE)).toEqual([
    'https://firm.test/a/c',
    'https://firm.test/d?e=f',
    'https://other.test/',
    'http://upper.test/X',
    'https://firm.test/blank',
    'https://firm.test/a/b?q',
  ]);
});

test.each([
  'javascript:void(0)',
  'mailto:a@b.test',
  'tel:1',
  'data:,x',
  'ftp://f.test/',
  'http://',
  'http://[::',
  'https://a b/',
  'about:blank',
])('%s is no link', (reference) => {
  expect(resolveUrl(reference, PAGE)).toBeNull();
});

test('overlong addresses are left out', () => {
  expect(resolveUrl(`/${'x'.repeat(2_000)}`, PAGE)).not.toBeNull();
  expect(resolveUrl(`/${'x'.repeat(2_048)}`, PAGE)).toBeNull();
  expect(resolveUrl(`/${'日'.repeat(300)}`, PAGE)).toBeNull();
});

test('at most 5,000 links are kept', () => {
  const references = Array.from({ length: 6_000 }, (_, index) => `/${index}`);
  expect(resolveLinks(references, PAGE)).toHaveLength(5_000);
});
