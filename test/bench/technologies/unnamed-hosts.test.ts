import type { Page } from '@sitegrep/site';
import { expect, test } from 'vitest';
import { countHosts, MANY_SITES } from './unnamed-hosts.ts';

/** Counts pages of so many sites with this markup. */
function counted(sites: number, markup: string): ReturnType<typeof countHosts> {
  const count = countHosts();
  for (let site = 0; site < sites; site++) add(count, `site-${site}.example`, '/', markup);
  return count;
}

function add(count: ReturnType<typeof countHosts>, site: string, path: string, markup: string): void {
  const body = Buffer.from(markup);
  const page: Page = {
    url: `https://${site}${path}`,
    status: 200,
    headers: [],
    body,
    truncated: false,
    fetchedAt: 0,
  };
  count.add(page, site);
}

test.each([
  '<img src="https://a.unknown-one.com/a.png">',
  '<script src="//a.unknown-one.com/jquery-3.7.1.min.js"></script>',
  '<script>document.write("<script src=\'http://b.unknown-one.com/a.js\'>")</script>',
  '<iframe data-src="https://unknown-one.com/"></iframe>',
  '<div style="background: url(https://unknown-one.com/a.png)"></div>',
  '<link rel="stylesheet" href="https://unknown-one.com/a.css">',
  '<img srcset="/a.png 1x, https://unknown-one.com/a.png 2x">',
])('a host that many sites load and that shows no technology is listed: %s', (markup) => {
  const hosts = (sites: number): readonly string[] =>
    counted(sites, markup)
      .unnamed({})
      .map(({ host }) => host);
  expect(hosts(MANY_SITES)).toEqual(['unknown-one.com']);
  expect(hosts(MANY_SITES - 1)).toEqual([]);
});

test.each([
  ['links', '<a href="https://unknown-one.com/">a</a>'],
  ['connections', '<link rel="preconnect" href="https://unknown-one.com">'],
  ['the own site', '<img src="/a.png"><img src="https://cdn.site-1.example/a.png">'],
  ['a host with a technology', '<img src="https://d1.cloudfront.net/a.png">'],
  [
    'a host with a technology at some path',
    '<script src="https://static.hotjar.com/c/hotjar-1.js"></script>',
  ],
])('not so %s', (_, markup) => {
  expect(counted(MANY_SITES, markup).unnamed({})).toEqual([]);
});

test('pages of one site count once', () => {
  const count = countHosts();
  for (let page = 0; page < MANY_SITES; page++)
    add(count, 'site.example', `/${page}`, '<img src="https://unknown-one.com/a.png">');
  expect(count.unnamed({})).toEqual([]);
});

test('a host with a reason is not listed, and a reason without such a host is needless', () => {
  const count = counted(MANY_SITES, '<img src="https://unknown-one.com/a.png">');
  const exempt = { 'unknown-one.com': 'Pictures.', 'unknown-two.com': 'Pictures.' };
  expect(count.unnamed(exempt)).toEqual([]);
  expect(count.needless(exempt)).toEqual(['unknown-two.com']);
});
