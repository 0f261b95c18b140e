import { expect, test } from 'vitest';
import { linkBase } from '../links/links.ts';
import { refreshTarget } from './refresh.ts';
import { extractPage } from '../extract-page.ts';

test('leads to an absolute URL without a fragment, which may be that of the page', () => {
  const page = 'https://a.test/x/';
  const base = linkBase(page, null, 'windows-1252');
  const target = (...metas: string[]): string | null => refreshTarget([], metas, page, base);
  expect(target('0; url=home.html#top')).toBe('https://a.test/x/home.html');
  expect(target('0; url=#top')).toBe(page);
  expect(target('5')).toBe(page);
  expect(target('300', '0; url=/second')).toBe('https://a.test/second');
  expect(target('0; url=/first', '0; url=/second')).toBe('https://a.test/first');
  expect(target('0; url=javascript:x()')).toBeNull();
  expect(target('0; url=/é?é')).toBe('https://a.test/%C3%A9?%E9');
  // Octets of the field: UTF-8, then ISO 8859-1.
  expect(refreshTarget(['0; url=/\xc3\xa9?\xe9'], ['0; url=/x'], page, base)).toBe(
    'https://a.test/%C3%A9?%E9',
  );
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
  return { refresh: refresh?.url ?? null, isBlank: refresh?.isBlank, firstLinks, links };
}

test.each([
  [`<meta http-equiv=refresh content="0;url=/b">`, 'https://a.test/b'],
  [`<META HTTP-EQUIV='Refresh' CONTENT='2;URL="b"'>`, 'https://a.test/b'],
  ['<body><p>x<meta http-equiv=refresh content=0;url=/b>', 'https://a.test/b'],
  ['<base href=/deep/><meta http-equiv=refresh content="0;url=b">', 'https://a.test/deep/b'],
  ['<template><meta http-equiv=refresh content="0;url=/b"></template>', null],
  ['<!-- <meta http-equiv=refresh content="0;url=/b"> -->', null],
  ['<script>"<meta http-equiv=refresh content=0;url=/b>"</script>', null],
  ['<meta name=refresh content="0;url=/b">', null],
])('%s refreshes to %s', (html, url) => {
  expect(read(html).refresh).toBe(url);
});

const NOSCRIPT = '<noscript><meta http-equiv=refresh content="0;url=/b"></noscript>';
test.each([
  ['nothing else', '', true],
  [
    'nothing but a title and programs',
    '<title>Shop</title><script>start()</script><script src=a.js></script>',
    true,
  ],
  ['what only noscript shows', '<noscript><img src=/pixel><a href=/b>On</a></noscript>', true],
  ['a hidden frame', '<iframe hidden src=/count></iframe>', true],
  ['text', '<p>Welcome', false],
  ['a picture', '<img src=/logo.png>', false],
  ['a link', '<a href=/en></a>', false],
  ['a frame', '<iframe src=/inner></iframe>', false],
  ['a form', '<form><input name=q></form>', false],
  ['an element for an application', '<div id=root></div><script src=/app.js></script>', false],
  ['a request to turn scripts on', '<noscript>This site needs JavaScript.</noscript>', false],
])('a refresh in noscript beside %s counts: %s', (_, html, counts) => {
  const target = counts ? 'https://a.test/b' : null;
  expect([read(NOSCRIPT + html).refresh, read(html + NOSCRIPT).refresh]).toEqual([target, target]);
});

test.each([
  '/nojs',
  '/no-js.html',
  '/noscript/',
  '/no_script',
  '/enable-javascript',
  '/?javascript=off',
  '/enable_js',
  '/?js=0',
  '/unsupported',
  '/old-browser.html',
])('a refresh in noscript to %s, a request to turn scripts on, does not count', (to) => {
  const { refresh, links } = read(`<noscript><meta http-equiv=refresh content="0;url=${to}"></noscript>`);
  expect([refresh, links]).toEqual([null, []]);
});

test('a refresh counts that follows one which does not', () => {
  expect(read(`${NOSCRIPT}<p>x<meta http-equiv=refresh content="1;url=/c">`).refresh).toBe(
    'https://a.test/c',
  );
});

test.each([
  ['', true],
  ['<title>Please wait</title><body bgcolor=white><script>x()</script>', true],
  ['Please wait', false],
  ['<img src=camera.jpg>', false],
  ['<a href=/on></a>', false],
  ['<iframe src=/own></iframe>', false],
])('a page of %j that is loaded again shows nothing: %s', (html, isBlank) => {
  const { refresh, isBlank: found, firstLinks } = read(`<meta http-equiv=refresh content=5>${html}`);
  expect([refresh, found]).toEqual(['https://a.test/', isBlank]);
  expect(firstLinks).not.toContain('https://a.test/');
});

test('nothing of an inert template is read, and all of a shadow root', () => {
  const inner = `<meta name=robots content=noindex><a href=/in>in</a><a href="mailto:in@firm.at">m</a><p>inner text
    <span itemprop=email>in@shop.at</span></p>`;
  const page = (template: string) =>
    extractPage({
      url: 'https://a.test/',
      status: 200,
      headers: [],
      body: Buffer.from(`<body><template ${template}>${inner}</template><a href=/out>x</a>`),
      truncated: false,
      fetchedAt: 0,
    });
  for (const template of ['', 'shadowrootmode', 'shadowrootmode=other', 'id=x shadowroot=open']) {
    const { links, robots, facts, signals } = page(template);
    expect(links).toEqual(['https://a.test/out']);
    expect([robots.noindex, facts.emails, signals.text.trim()]).toEqual([false, [], 'x']);
  }
  const { links, facts, signals } = page('shadowrootmode=OPEN');
  expect(links).toEqual(['https://a.test/in', 'https://a.test/out']);
  expect(facts.emails.map(({ email }) => email)).toContain('in@firm.at');
  expect(signals.text).toContain('inner text');
  // A shadow root within an inert template is inert, too.
  const nested = page('><template shadowrootmode=open').links;
  expect(nested).toEqual([]);
});

test('the header field comes before the markup', () => {
  const meta = '<meta http-equiv=refresh content="0;url=/b">';
  expect(read(meta, [['refresh', '0;url=/c']]).refresh).toBe('https://a.test/c');
});

test('the frames of a frameset are told from those within a page', () => {
  const { framesetLinks } = extractPage({
    url: 'https://a.test/x/',
    status: 200,
    headers: [],
    body: Buffer.from(`<frameset cols="1,*"><frame src=nav.html><frameset rows="*"><FRAME SRC='/main#top'></frameset>
      <noframes><iframe src=/in></iframe><frame src=/not></noframes></frameset><iframe src=/own></iframe>`),
    truncated: false,
    fetchedAt: 0,
  });
  expect(framesetLinks).toEqual(['https://a.test/x/nav.html', 'https://a.test/main']);
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
