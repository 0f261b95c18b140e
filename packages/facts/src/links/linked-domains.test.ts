import { expect, test } from 'vitest';
import { extractPage } from '../extract-page.ts';
import { linkedDomains } from './linked-domains.ts';

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

test('links that share the page, or lead on to another address, recommend nobody', () => {
  expect(
    linked(
      'https://one.com/share?text=Hello',
      'https://two.com/sharer.php?u=x',
      'https://three.com/x?url=https%3A%2F%2Fshop.firm.co.uk%2Fa',
      'https://four.com/intent/compose?text=x',
      'https://five.com/r?https://six.com/',
      'https://seven.com/check?uri=referer',
      'https://eight.com/post?v=4',
      'http://ads.nine.com/click;62176142;14',
      'https://sh.rt/3rJwD7d',
    ),
  ).toEqual([]);
  // The same words in other places are names of pages.
  expect(
    linked(
      'https://one.com/post/5',
      'https://two.com/our-share',
      'https://three.com/sendai',
      'https://four.com/jump/',
    ),
  ).toEqual(['one.com', 'two.com', 'three.com', 'four.com']);
});

test('links to profiles and other pages of social networks recommend no network', () => {
  expect(
    linked(
      'https://www.facebook.com/firm',
      'https://facebook.com/',
      'https://twitter.com/firm/status/1',
      'https://de.linkedin.com/company/firm',
      'https://youtu.be/0ru-AfBBtPk',
      'https://www.youtube.com/watch?v=0ru-AfBBtPk',
    ),
  ).toEqual([]);
  expect(linked('https://firm.tumblr.com/', 'https://www.firm-facebook.com/')).toEqual([
    'firm.tumblr.com',
    'firm-facebook.com',
  ]);
});

test('stores, maps, terms, searches, pictures and paid links recommend nobody', () => {
  expect(
    linked(
      'https://apps.one.com/us/app/firm/id1605206916',
      'https://two.com/store/apps/details?id=com.firm',
      'https://www.three.com/maps/place/Firm',
      'https://four.com/intl/en/policies/privacy/',
      'https://five.com/terms-of-use',
      'https://six.com/search?q=firm',
      'https://seven.com/a/b.JPG',
      'https://eight.com/gp/product/0385530803?tag=firm-20',
    ),
  ).toEqual([]);
});

const page = (url: string, html: string) =>
  extractPage({ url, status: 200, headers: [], body: Buffer.from(html), truncated: false, fetchedAt: 0 })
    .facts.linkedDomains;

test('credits, badges, licences and the software of the page are not recommended', () => {
  expect(
    extracted(
      `<meta name="generator" content="MakePress 4.1"><p>Proudly powered by <a href="https://one.com/">One</a></p>
       <p>Webdesign von <b><a href="https://two.com/">Two</a></b></p><a href="https://makepress.org/">MakePress</a>
       <a href="https://three.com/">Powered by Three</a>
       <a href="https://four.com/stats"><img src="//c.four.com/t.gif" alt=""></a>
       <a rel="license" href="https://five.com/by/4.0/">CC BY</a>
       <noscript><a href="https://six.com/"><img src="x.gif"></a></noscript>
       <p>A story by <a href="https://seven.com/">Seven</a></p>
       <a href="https://eight.com/"><img src="/eight.png" alt="Eight"></a>`,
    ),
  ).toEqual(['seven.com', 'eight.com']);
});

test('in a small web, the site that others write about comes first, not the platform of their buttons', () => {
  const footer = (name: string): string =>
    `<footer><a href="https://www.facebook.com/${name}">Like</a><a href="https://x.com/intent/follow?screen_name=${name}">Follow</a>
     <a href="https://bookmarks.net/submit?url=https%3A%2F%2F${name}.com%2F">Save</a>
     <a href="https://apps.store.com/app/${name}/id123456789">App</a> Powered by <a href="https://makepress.org/">MakePress</a></footer>`;
  const referring = new Map<string, number>();
  for (const [index, name] of ['anna', 'ben', 'carl', 'dora', 'emil'].entries()) {
    const story =
      index < 3 ? '<p>We like the bread of <a href="https://bakery.com/">the bakery</a>.</p>' : '';
    for (const host of page(`https://${name}.com/`, story + footer(name)))
      referring.set(host, (referring.get(host) ?? 0) + 1);
  }
  expect([...referring]).toEqual([['bakery.com', 3]]);
});
