import { expect, test } from 'vitest';
import { bodyKind, opensLikeHtml } from './content-type.ts';
import { LinkQueue } from './link-queue.ts';
import { fetchableUrl, looksLikePage, pageKey } from './links.ts';

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

test('scheme and www make no other page; port, path and query do', () => {
  const key = (url: string): string => pageKey(new URL(url));
  expect(key('https://www.a.test/x?y')).toBe(key('http://a.test/x?y'));
  for (const other of [
    'http://a.test:81/x?y',
    'http://a.test/X?y',
    'http://a.test/x',
    'http://b.a.test/x?y',
  ]) {
    expect(key(other)).not.toBe(key('http://a.test/x?y'));
  }
});

test('shallow URLs come first, each once, no more than the bound', () => {
  const queue = new LinkQueue(3);
  for (const [path, depth] of [
    ['/deep', 2],
    ['/a', 1],
    ['/a', 1],
    ['/b', 1],
    ['/too-many', 1],
  ] as const) {
    queue.add(new URL(path, 'http://a.test'), depth);
  }
  const order = Array.from({ length: 4 }, () => queue.take()?.url.pathname ?? null);
  expect(order).toEqual(['/a', '/b', '/deep', null]);
});

test.each([
  ['text/html', 'html'],
  ['Text/HTML;charset=x', 'html'],
  ['text/html, text/html', 'html'],
  ['application/xhtml+xml', 'html'],
  ['', 'unstated'],
  [null, 'unstated'],
  ['text/plain', 'other'],
  ['application/json', 'other'],
  ['garbage', 'other'],
] as const)('content type %j is %s', (type, kind) => {
  expect(bodyKind(type)).toBe(kind);
});

test.each([
  ['<!doctype HTML>', true],
  ['\ufeff \n<html lang=x>', true],
  ['<!-- x', true],
  ['<h1>', true],
  ['<?xml version="1.0"?>', true],
  ['<htmlx>', false],
  ['{"a":1}', false],
  ['%PDF-1.7', false],
  ['plain <p>', false],
  ['', false],
])('%j opens like HTML: %j', (start, like) => {
  expect(opensLikeHtml(Buffer.from(start))).toBe(like);
});
