import { expect, test } from 'vitest';
import { fetchableUrl, followableUrl, looksLikePage, pageKey } from './links.ts';

test.each([
  ['HTTP://Example.COM:80/a/../b?z=1&a=2#frag', 'http://example.com/b?z=1&a=2'],
  ['https://user:pass@example.com.:443', 'https://example.com/'],
  ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
  ['ftp://example.com/', null],
  ['javascript:alert(1)', null],
  ['/relative', null],
  ['http://', null],
  [`http://example.com/${'a'.repeat(2_048)}`, null],
])('%s becomes %s', (text, url) => {
  expect(fetchableUrl(text)?.href ?? null).toBe(url);
});

test.each([
  ['/a.pdf', false],
  ['/A.JPG', false],
  ['/feed.xml', false],
  ['/x.tar.gz', false],
  ['/', true],
  ['/a.html', true],
  ['/a.php?f=x.pdf', true],
  ['/v1.2', true],
  ['/pdf', true],
])('%s looks like a page: %j', (path, page) => {
  expect(looksLikePage(new URL(path, 'http://a.test'))).toBe(page);
});

const key = (url: string): string => pageKey(new URL(url));

test.each([
  ['https://www.a.test/x?y', 'http://a.test/x?y'],
  ['http://a.test/x/', 'http://a.test/x'],
  ['http://a.test/index.html', 'http://a.test/'],
  ['http://a.test/x/Index.PHP?a=1', 'http://a.test/x/?a=1'],
  ['http://a.test/x/default.aspx', 'http://a.test/x'],
  ['http://a.test/x?b=2&a=1', 'http://a.test/x?a=1&b=2'],
  ['http://a.test/x;jsessionid=0A1B2C', 'http://a.test/x'],
  ['http://a.test/x?utm_source=mail&a=1&fbclid=x', 'http://a.test/x?a=1'],
])('%s is the page %s', (url, same) => {
  expect(key(url)).toBe(key(same));
});

test.each([
  'http://a.test:81/x?y',
  'http://a.test/X?y',
  'http://a.test/x',
  'http://a.test/x?z',
  'http://b.a.test/x?y',
  'http://a.test/index/x?y',
])('%s is another page than http://a.test/x?y', (other) => {
  expect(key(other)).not.toBe(key('http://a.test/x?y'));
});

test.each([
  ['http://a.test/x?utm_campaign=a&b=%C3%A4#top', 'http://a.test/x?b=%C3%A4'],
  ['http://a.test/x?PHPSESSID=1', 'http://a.test/x'],
  ['http://a.test/x;jsessionid=0A1B2C?a', 'http://a.test/x?a'],
  ['http://a.test/shop/(S(4k1cxs45))/cart.aspx', 'http://a.test/shop/cart.aspx'],
  ['http://a.test/t?sid=0a1b2c3d4e5f60718293a4b5c6d7e8f9&t=3', 'http://a.test/t?t=3'],
  ['http://a.test/t?sid=12', 'http://a.test/t?sid=12'],
  ['http://a.test/?s=how-to-mend-a-bicycle-in-2026', 'http://a.test/?s=how-to-mend-a-bicycle-in-2026'],
  ['http://a.test/a.pdf?x', null],
  ['mailto:a@a.test', null],
  ['http://a.test/a/b/a/b/', null],
])('the link %s is fetched as %s', (link, url) => {
  expect(followableUrl(link)?.href ?? null).toBe(url);
});
