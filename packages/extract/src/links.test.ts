import { expect, test } from 'vitest';
import { extractPage } from './extract.ts';
import { linkBase, linkedDomains, resolveLinks, resolveUrl } from './links.ts';

const PAGE = 'https://firm.test/a/b?c=d';
const BASE = { url: PAGE, charset: 'utf-8' };

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
])('%s is no link', (reference) => {
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

const SHOP_PAGE = 'https://shop.firm.co.uk/a/';
const linked = (...hrefs: readonly string[]) => linkedDomains(hrefs, SHOP_PAGE, SHOP_PAGE);

test('hosts are named as sites are, each once, in document order', () => {
  expect(
    linked(
      'https://www.Example.org/a',
      'http://example.org:8080/b',
      '//blog.example.org',
      'https://Straße.de/',
      'HTTPS://user:word@other.net?q',
      'http://1.2.3.4/',
      'https://[2001:db8::1]/',
    ),
  ).toEqual(['example.org', 'blog.example.org', 'xn--strae-oqa.de', 'other.net', '1.2.3.4', '2001:db8::1']);
});

test('the page’s own registrable domain, names that are not public, and other schemes are left out', () => {
  expect(
    linked(
      '/x',
      'x.html',
      'https://shop.firm.co.uk/',
      'https://www.firm.co.uk/',
      '//firm.co.uk',
      'http://localhost/',
      'http://www/',
      'http:///',
      'http://a b.com/',
      'mailto:a@b.com',
      'ftp://b.com/',
      'javascript:void(0)',
      'https://other.co.uk',
    ),
  ).toEqual(['other.co.uk']);
});

test('sites of other owners under a shared suffix are other sites', () => {
  expect(
    linkedDomains(['https://ben.github.io/', 'https://anna.github.io/'], 'https://anna.github.io/', 'x'),
  ).toEqual(['ben.github.io']);
});

test('relative links lead to where the base is', () => {
  const hrefs = ['a.html', '#x', 'mailto:a@b.com'];
  expect(linkedDomains(hrefs, SHOP_PAGE, 'https://other.net/b/')).toEqual(['other.net']);
  expect(linkedDomains(hrefs.slice(2), SHOP_PAGE, 'https://other.net/b/')).toEqual([]);
});

test('at most 200 hosts of a list of links count', () => {
  const hrefs = Array.from({ length: 100_000 }, (_, index) => `http://n${index}.com/`);
  expect(linked(...hrefs)).toEqual(Array.from({ length: 200 }, (_, index) => `n${index}.com`));
});

const extracted = (html: string, headers: readonly (readonly [string, string])[] = []) =>
  extractPage({
    url: SHOP_PAGE,
    status: 200,
    headers,
    body: Buffer.from(html),
    truncated: false,
    fetchedAt: 0,
  }).facts.linkedDomains;

const LINKS = `<a href="https://one.com/?a&amp;b">1</a><a rel="noopener nofollow" href="//two.com">2</a>
  <a rel="UGC" href="//three.com">3</a><a rel="sponsored" href="//four.com">4</a>
  <map><area href="//five.com"></map><a rel="ugc" href="//one.com/">1</a><link rel="author" href="//six.com">`;

test('links that a page does not answer for don’t count', () => {
  expect(extracted(LINKS)).toEqual(['one.com', 'five.com']);
  expect(extracted(`<meta name="robots" content="index, nofollow">${LINKS}`)).toEqual([]);
  expect(extracted(LINKS, [['x-robots-tag', 'none']])).toEqual([]);
});
