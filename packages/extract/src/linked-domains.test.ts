import { expect, test } from 'vitest';
import { extractPage } from './extract.ts';
import { linkedDomains } from './linked-domains.ts';

const PAGE = 'https://shop.firm.co.uk/a/';
const linked = (...hrefs: readonly string[]) => linkedDomains(hrefs, PAGE, PAGE);

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

test('what is of the own registrable domain, no public name or no web address is left out', () => {
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

test('sites of other people under a shared suffix are other sites', () => {
  expect(
    linkedDomains(['https://ben.github.io/', 'https://anna.github.io/'], 'https://anna.github.io/', 'x'),
  ).toEqual(['ben.github.io']);
});

test('relative links lead to where the base is', () => {
  const hrefs = ['a.html', '#x', 'mailto:a@b.com'];
  expect(linkedDomains(hrefs, PAGE, 'https://other.net/b/')).toEqual(['other.net']);
  expect(linkedDomains(hrefs.slice(2), PAGE, 'https://other.net/b/')).toEqual([]);
});

test('a list of links counts for 200 hosts', () => {
  const hrefs = Array.from({ length: 100_000 }, (_, index) => `http://n${index}.com/`);
  expect(linked(...hrefs)).toEqual(Array.from({ length: 200 }, (_, index) => `n${index}.com`));
});

const extracted = (html: string, headers: readonly (readonly [string, string])[] = []) =>
  extractPage({ url: PAGE, status: 200, headers, body: Buffer.from(html), truncated: false, fetchedAt: 0 })
    .facts.linkedDomains;

const LINKS = `<a href="https://one.com/?a&amp;b">1</a><a rel="noopener nofollow" href="//two.com">2</a>
  <a rel="UGC" href="//three.com">3</a><a rel="sponsored" href="//four.com">4</a>
  <map><area href="//five.com"></map><a rel="ugc" href="//one.com/">1</a><link rel="author" href="//six.com">`;

test('links that a page does not answer for don’t count', () => {
  expect(extracted(LINKS)).toEqual(['one.com', 'five.com']);
  expect(extracted(`<meta name="robots" content="index, nofollow">${LINKS}`)).toEqual([]);
  expect(extracted(LINKS, [['x-robots-tag', 'none']])).toEqual([]);
});
