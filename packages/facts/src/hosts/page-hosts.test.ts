import { describe, expect, test } from 'vitest';
import { extractPage } from '../extract-page.ts';

const URL_OF_PAGE = 'https://www.own.example/dir/page';

function hostsOf(html: string, url = URL_OF_PAGE): readonly string[] {
  const page = {
    url,
    status: 200,
    headers: [['content-type', 'text/html; charset=utf-8']] as const,
    body: Buffer.from(html),
    truncated: false,
    fetchedAt: 0,
  };
  return extractPage(page, { links: false }).facts.hosts.map(({ host, kinds }) => `${host} ${kinds}`);
}

describe('the kind of what names a host', () => {
  test.each([
    ['<script src="https://cdn.example/a.js"></script>', ['cdn.example s']],
    ['<script type="text/plain" data-src="//cdn.example/a.js"></script>', ['cdn.example s']],
    [
      `<script>s=document.createElement('script');s.src='https://t.example/g.js?id='+i</script>`,
      ['t.example s'],
    ],
    [
      `<script>s.src=(h=='https:'?'https://ssl':'http://www')+'.stat.example/ga.js'</script>`,
      ['stat.example s'],
    ],
    [`<script>// see https://docs.example/a.js\nvar home = 'https://shop.example/'</script>`, []],
    ['<link rel="stylesheet" href="https://cdn.example/a.css">', ['cdn.example c']],
    ['<link rel="alternate stylesheet" href="https://cdn.example/a.css">', ['cdn.example c']],
    ['<link rel="modulepreload" href="https://cdn.example/a.js">', ['cdn.example s']],
    ['<link rel="preload" as="font" href="https://cdn.example/a.woff2">', ['cdn.example n']],
    ['<link rel="preload" AS=" Style " href="https://cdn.example/a">', ['cdn.example c']],
    ['<link rel="shortcut icon" href="https://cdn.example/a.ico">', ['cdn.example i']],
    ['<link rel="canonical" href="https://other.example/">', []],
    ['<link rel="preconnect" href="https://cdn.example/">', []],
    ['<style>@import "https://cdn.example/a.css";</style>', ['cdn.example c']],
    ['<style>@import url(//cdn.example/a.css);</style>', ['cdn.example c']],
    [
      '<style>@font-face{font-family:x;src:url("https://f.example/x?l")} b{background:url(//i.example/x)}</style>',
      ['f.example n', 'i.example i'],
    ],
    [
      '<style>/* @import "https://cdn.example/a.css"; url(//a.example) */ b{c:url(//i.example/x)}</style>',
      ['i.example i'],
    ],
    ['<style>b{c:url("data:image/svg+xml,%3Csvg xmlns=\'http://www.w3.org/2000/svg\'")}</style>', []],
    ['<p style="background: url(&quot;https://cdn.example/a.png&quot;)">', ['cdn.example i']],
    ['<img src="//cdn.example/a.png">', ['cdn.example i']],
    [
      '<img src="data:image/png;base64,//cdn.example/" data-lazy-src="https://cdn.example/a.png">',
      ['cdn.example i'],
    ],
    [
      '<img srcset="https://a.example/w,1/https://no.example/x 1x, //b.example/x 2x,https://c.example/y, d.png">',
      ['a.example i', 'b.example i', 'c.example i'],
    ],
    ['<picture><source data-srcset="https://cdn.example/a.png 2x"></picture>', ['cdn.example i']],
    ['<video src=//a.example/v poster=https://b.example/p></video>', ['a.example i', 'b.example i']],
    [
      '<svg><image href="https://a.example/x"/><use xlink:href="https://b.example/s#i"/></svg>',
      ['a.example i', 'b.example i'],
    ],
    ['<table background="https://cdn.example/a.gif">', ['cdn.example i']],
    [
      '<iframe src="https://a.example/"></iframe><iframe data-cmp-src="https://b.example/"></iframe>',
      ['a.example f', 'b.example f'],
    ],
    [
      '<embed src="https://a.example/x"><object data="https://b.example/y"></object>',
      ['a.example f', 'b.example f'],
    ],
    [
      '<noscript><iframe src="https://a.example/ns"></iframe><img src=//b.example></noscript>',
      ['a.example f', 'b.example i'],
    ],
    [
      '<form action="https://a.example/send"><button formaction="//b.example/x"></form>',
      ['a.example o', 'b.example o'],
    ],
    [
      '<a href="https://a.example/">x</a><map><area href="//b.example"></map>',
      ['a.example l', 'b.example l'],
    ],
    ['<a href="mailto:me@a.example">x</a><a href="tel:1">y</a><a href="/b.example">z</a>', []],
    ['<template><img src="https://a.example/x"><script src="//b.example/y"></script></template>', []],
    ['<!-- <img src="https://a.example/x"> -->', []],
    [
      '<script src="//c.example/a"></script><img src="//c.example/b"><a href="//c.example/c">d</a>',
      ['c.example sil'],
    ],
  ])('%s', (html, hosts) => {
    expect(hostsOf(html)).toEqual(hosts);
  });
});

describe('a host is read as a browser reads it', () => {
  test.each([
    ['HTTPS://CDN.Example:8443/a', ['cdn.example i']],
    [' \n//cdn.example/a', ['cdn.example i']],
    ['https://user:secret@cdn.example/a', ['cdn.example i']],
    ['https:\\\\cdn.example\\a', ['cdn.example i']],
    ['https:cdn.example/a', []],
    ['http:cdn.example/a', ['cdn.example i']],
    ['/\t/cdn.example/a', ['cdn.example i']],
    ['ht&#116;ps://cdn.example/a', ['cdn.example i']],
    ['https:&#x2F;&sol;cdn.example/a', ['cdn.example i']],
    ['https://cdn.example./a', ['cdn.example i']],
    ['https://my_cdn.example/a', ['my_cdn.example i']],
    ['https://straße.example/a', ['xn--strae-oqa.example i']],
    ['https://xn--strae-oqa.example/a', ['xn--strae-oqa.example i']],
    ['https://ex%61mple.com?a', ['example.com i']],
    ['https://192.0.2.1/a', ['192.0.2.1 i']],
    ['https://0xc0.0.2.1/a', ['192.0.2.1 i']],
    ['https://[2001:DB8::1]:80/a', ['2001:db8::1 i']],
    ['https://localhost/a', []],
    ['https://a..example/a', []],
    ['https://a b.example/a', []],
    ['ftp://cdn.example/a', []],
    ['blob:https://cdn.example/a', []],
    ['cdn.example/a.js', []],
  ])('%s', (reference, hosts) => {
    expect(hostsOf(`<img src="${reference}">`)).toEqual(hosts);
  });
});

test('the host of the page is not named, others of its domain are', () => {
  const html = '<img src="/a"><img src="https://own.example/b"><a href="https://www.own.example/">c</a>';
  expect(hostsOf(html)).toEqual([]);
  expect(hostsOf(html, 'https://shop.own.example/')).toEqual(['own.example i', 'www.own.example l']);
  expect(hostsOf('<img src="https://img.own.example/">')).toEqual(['img.own.example i']);
});

test('relative references are of the host of the base URL', () => {
  const html = '<base href="https://base.example/"><img src="a.png"><a href="/b">c</a><a href="#d">e</a>';
  expect(hostsOf(html)).toEqual(['base.example il']);
  expect(hostsOf('<base href="https://base.example/"><a href="mailto:a@b.example">c</a>')).toEqual([]);
});

test('of 20,000 hosts 1,000 of links are kept, and all that are loaded', () => {
  const links = Array.from(
    { length: 19_000 },
    (_, index) => `<a href="https://link-${index}.example/">x</a>`,
  );
  const loaded = Array.from({ length: 300 }, (_, index) => `<img src="//image-${index}.example/">`);
  const hosts = hostsOf([...links, ...loaded].join(''));
  // Those of links are the first ones by their names.
  const first = Array.from({ length: 19_000 }, (_, index) => `link-${index}.example l`)
    .sort()
    .slice(0, 1_000);
  expect(hosts.filter((host) => host.endsWith(' l'))).toEqual(first);
  expect(hosts.filter((host) => host.endsWith(' i'))).toHaveLength(300);
});

test.each([
  ['url(', '<style>'],
  ['@import ', '<style>'],
  ['/*@font-face', '<style>'],
  ['//a,(', '<img srcset="//a,'],
  ['&#47;', '<img src="'],
  ['style="//url(" ', '<p '],
])('a megabyte of %j ends, as it would not in quadratic time', (piece, start) => {
  const hosts = hostsOf(start + piece.repeat(2 ** 20 / piece.length));
  expect(hosts.length).toBeLessThan(2);
});
