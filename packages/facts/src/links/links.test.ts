import { expect, test } from 'vitest';
import { linkBase, resolveLinks, resolveUrl } from './links.ts';

const PAGE = 'https://firm.test/a/b?c=d';
const BASE = linkBase(PAGE, null, 'utf-8');

test('the base is the page’s URL unless base href is an http(s) URL', () => {
  expect(linkBase(PAGE, null, 'utf-8').url).toBe(PAGE);
  expect(linkBase(PAGE, '/x/', 'utf-8').url).toBe('https://firm.test/x/');
  expect(linkBase(PAGE, '//cdn.test/y/', 'utf-8').url).toBe('https://cdn.test/y/');
  expect(linkBase(PAGE, 'data:text/html,x', 'utf-8').url).toBe(PAGE);
  expect(linkBase(PAGE, 'http://[', 'utf-8').url).toBe(PAGE);
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
  expect(resolveLinks(references, BASE)).toEqual([
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
])('%s is not a link', (reference) => {
  expect(resolveUrl(reference, BASE)).toBeNull();
});

test('overlong addresses are left out', () => {
  expect(resolveUrl(`/${'x'.repeat(2_000)}`, BASE)).not.toBeNull();
  expect(resolveUrl(`/${'x'.repeat(2_048)}`, BASE)).toBeNull();
  expect(resolveUrl(`/${'日'.repeat(300)}`, BASE)).toBeNull();
});

test('at most 5,000 links are returned', () => {
  const references = Array.from({ length: 6_000 }, (_, index) => `/${index}`);
  expect(resolveLinks(references, BASE)).toHaveLength(5_000);
});
