import { expect, test } from 'vitest';
import { refreshReference, refreshTarget } from './refresh.ts';
import { extractPage } from './extract.ts';

// Worked out by the "shared declarative refresh steps" of the HTML standard.
test.each([
  ['0; url=/home', '/home'],
  ['0;URL=/home', '/home'],
  ['0 ; uRl = /home', '/home'],
  ['0, url=/home', '/home'],
  ['0 url=/home', '/home'],
  ['0;/home', '/home'],
  ['0 /home', '/home'],
  ['\n\t3;\n\turl=/home', '/home'],
  ['5.9; url=/home', '/home'],
  ['.5; url=/home', '/home'],
  ['10; url=/home', '/home'],
  [`0; url='/home'`, '/home'],
  ['0; url="/home"; x', '/home'],
  [`0; url="/ho'me`, `/ho'me`],
  [`0; '/home' x`, '/home'],
  ['0; ur=/home', 'ur=/home'],
  ['0; url /home', 'url /home'],
  ['0; url=', ''],
  ['11; url=/home', null],
  ['300', null],
  ['0', null],
  ['0;', null],
  ['0; ', null],
  ['', null],
  ['url=/home', null],
  ['-1; url=/home', null],
  ['+1; url=/home', null],
  ['1x; url=/home', null],
  ['99999999999999999999; url=/home', null],
])('the refresh %j leads to %j', (value, reference) => {
  expect(refreshReference(value)).toBe(reference);
});

test('leads to an absolute URL without a fragment, or nowhere if that is the page itself', () => {
  const page = 'https://a.test/x/';
  const base = { url: page, charset: 'utf-8' };
  const target = (...values: string[]): string | null => refreshTarget(values, page, base);
  expect(target('0; url=home.html#top')).toBe('https://a.test/x/home.html');
  expect(target('0; url=#top')).toBeNull();
  expect(target('0; url=/x/')).toBeNull();
  expect(target('300', '0; url=/second')).toBe('https://a.test/second');
  expect(target('0; url=/first', '0; url=/second')).toBe('https://a.test/first');
  expect(target('0; url=javascript:x()')).toBeNull();
});

function read(html: string, headers: readonly (readonly [string, string])[] = []) {
  const { refresh, firstLinks, links } = extractPage({
    url: 'https://a.test/',
    status: 200,
    headers: [['content-type', 'text/html'], ...headers],
    body: Buffer.from(html),
    truncated: false,
    fetchedAt: 0,
  });
  return { refresh, firstLinks, links };
}

test.each([
  [`<meta http-equiv=refresh content="0;url=/b">`, 'https://a.test/b'],
  [`<META HTTP-EQUIV='Refresh' CONTENT='2;URL="b"'>`, 'https://a.test/b'],
  ['<body><p>x<meta http-equiv=refresh content=0;url=/b>', 'https://a.test/b'],
  ['<noscript><meta http-equiv=refresh content="0;url=/b"></noscript>', 'https://a.test/b'],
  ['<base href=/deep/><meta http-equiv=refresh content="0;url=b">', 'https://a.test/deep/b'],
  ['<template><meta http-equiv=refresh content="0;url=/b"></template>', null],
  ['<!-- <meta http-equiv=refresh content="0;url=/b"> -->', null],
  ['<script>"<meta http-equiv=refresh content=0;url=/b>"</script>', null],
  ['<meta name=refresh content="0;url=/b">', null],
])('%s refreshes to %s', (html, url) => {
  expect(read(html).refresh).toBe(url);
});

test('the header field comes before the markup', () => {
  const meta = '<meta http-equiv=refresh content="0;url=/b">';
  expect(read(meta, [['refresh', '0;url=/c']]).refresh).toBe('https://a.test/c');
});

test('frames and the refresh come first among the links, and nothing comes out of a template', () => {
  const { links, firstLinks } = read(`
    <link rel=next href=/2><link rel=alternate hreflang=de href=/de/><link rel=alternate href=/feed>
    <link rel=stylesheet href=/css><a href=/a>a</a><svg><a xlink:href=/svg></a></svg><iframe src=/own></iframe><iframe src=about:blank></iframe>
    <template><a href=/t1>t</a><iframe src=/t2></iframe><link rel=next href=/t3><base href=/t4/></template>
    <meta http-equiv=refresh content="5;url=/r"><frameset><frame src=nav.html><frame src=main.html></frameset>`);
  const first = ['r', 'own', 'nav.html', 'main.html'].map((path) => `https://a.test/${path}`);
  expect(firstLinks).toEqual(first);
  expect(links).toEqual([
    ...first,
    'https://a.test/a',
    'https://a.test/svg',
    'https://a.test/2',
    'https://a.test/de/',
  ]);
});
