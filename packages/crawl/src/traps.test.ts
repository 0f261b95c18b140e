import { expect, test } from 'vitest';
import { familyOf, isTrap } from './links.ts';

const at = (path: string): URL => new URL(path, 'http://a.test');

test.each([
  '/a/b/a/b',
  '/shop/en/shop/en/x',
  '/x/x/x',
  `/${'a/'.repeat(3)}`,
  `/${Array.from({ length: 17 }, (_, n) => n).join('/')}`,
  `/${'a'.repeat(512)}`,
  `/?q=${'a'.repeat(512)}`,
  '/?a=1&b=2&c=3&d=4&e=5&f=6&g=7&h=8&i=9',
  '/product?add-to-cart=7',
  '/post?replytocom=12',
  '/wiki?title=X&action=edit',
  '/wp-login.php',
  '/account/logout',
])('%s is a trap', (path) => {
  expect(isTrap(at(path))).toBe(true);
});

test.each([
  '/',
  '/a/b/a/c',
  '/2024/05/05/news',
  '/en/en-guide/x',
  '/index.php?option=com_content&view=article&id=5&Itemid=2&lang=en',
  '/blog/logout-explained',
  '/wiki?action=view',
])('%s is none', (path) => {
  expect(isTrap(at(path))).toBe(false);
});

const SAME_FAMILY = [
  ['/calendar/2026/11', '/calendar/2031/1', 20],
  ['/events/2026-11-22', '/events/2027-01-03', 20],
  ['/cal?month=11&year=2026', '/cal?month=12&year=2026', 20],
  ['/shop?color=red&size=m&sort=price', '/shop?size=l&sort=name&color=blue', 30],
  ['/list?a=1&b=2', '/list?b=9&a=8', 200],
  ['/item?id=1', '/item?id=2', 2_000],
] as const;

test.each(SAME_FAMILY)('%s and %s are of one family, of which at most %i are fetched', (a, b, most) => {
  expect(familyOf(at(a))).toEqual(familyOf(at(b)));
  expect(familyOf(at(a))?.max).toBe(most);
});

test.each([
  ['/2024/05/12/one-story', '/2024/05/12/another-story'],
  ['/a?id=1', '/b?id=1'],
  ['/a?id=1', '/a?no=1'],
])('%s and %s are not', (a, b) => {
  expect(familyOf(at(a))?.key).not.toBe(familyOf(at(b))?.key);
});

test('a page without a query or a date has no family', () => {
  expect(familyOf(at('/products/17'))).toBeNull();
});
