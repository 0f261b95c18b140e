import { describe, expect, test } from 'vitest';
import type { ValueText } from './beside.ts';
import { shapeOf, type VisitTimes } from './shapes.ts';

const NOON = Date.UTC(2026, 10, 29, 12);
const TIMES: VisitTimes = { a: NOON, b: NOON + 3_600_000 };

/** A value between two texts; « and » stand around it. */
function valueIn(marked: string): ValueText {
  const start = marked.indexOf('«');
  const source = marked.replace('«', '').replace('»', '');
  return { source, start, end: marked.indexOf('»') - 1 };
}

/** The shape of a value in the stead of another one, both in the same text. @param text with `@` where the value stands */
const shapeIn = (text: string, before: string, after: string) =>
  shapeOf(valueIn(text.replace('@', `«${before}»`)), valueIn(text.replace('@', `«${after}»`)), TIMES);

describe('on the second visit', () => {
  test.each([
    ['<script nonce="@">', 'a1', 'b2'],
    ['<script nonce=@>', 'a1', 'b2'],
    ["content=\"script-src 'self' 'nonce-@'\">", 'pH3kQ', 'zz81a'],
    ['<input type=hidden name="csrf_token" value="@">', 'x', 'y'],
    ['<meta content="@" name="csrf-token">', 'x', 'y'],
    ['<input type="hidden" id="__VIEWSTATE" name="__VIEWSTATE" value="/@">', 'wEPDwUJ', 'wEPDwUK'],
    ['<input name="__RequestVerificationToken" type="hidden" value="@" />', 'CfDJ8Nu', 'CfDJ8Pq'],
    ['<input type="hidden" name="form_build_id" value="form-@" />', 'fuIJNv7fFly', 'lXjvEAfxebG'],
    ['<p>@</p>', '2026-11-29T11:59:00Z', '2026-11-29T12:59:00Z'],
    ['t=@;', '1795953600', '1795957200'],
    ['t=@;', '1795953600123', '1795957200456'],
    ['{"csrfToken":"@"}', 's8OUN59kA8fn', 'BM4fXt0pUvDa'],
    ['{"requestId":"@"}', '9f86d081884c', '7d865e959b24'],
    ['var ajax = {"nonce":"@"}', 'ef41d5fd4d', '26183426fb'],
    ['<a href="/c?jsessionid=@">', '8A2F10B44C', '91D0E3AA07'],
  ])('%s with %s and %s is noise', (text, before, after) => {
    expect(shapeIn(text, before, after)).toMatchObject({ isCertain: true });
  });
});

describe('noise if three visits differ, and content before', () => {
  test.each([
    ['a cache buster', '<script src="/app.js?v=@">', '81934', '81977'],
    ['a cache buster by digest', '<script src="/app.js?ver=@">', '3fa94c1d', '77b0e2a5'],
    ['a number as a query', '<img src="/pixel.gif?@">', '58120934', '11820057'],
    ['a random fraction', '<img src="/p?z=@">', '0.3478818124', '0.5610994057'],
    ['a digest in a script', 'x.view="@"', '0123456789abcdef01234', 'f123456789abcdef01234'],
    ['base64 in a script', 'x.view="@"', 'k3Zq9TfX0bLw7RmA2+s/Hg==', 'a9KdP4vQ1xZt8MfB3+r/Jw=='],
    [
      'a UUID',
      '{"view":"@"}',
      '3e4c6daa-45f0-4f46-86f3-de2de9ded05b',
      '0ed7409e-2f24-467a-a16d-338140910e86',
    ],
    ['a token', '<input name="token" value="@">', '1352430333-067ad82a', '1352408523-f098274e'],
    ['a session', 'sid=@&page=2', 'a81kz0', 'q02mm7'],
    ['the id of an element', '<div id="slider-@">', '5f3a2b1c9d8e7', '5f3a2b77c01a2'],
    ['the id of a request in a text', '<p>Ray ID: @</p>', '8c1bd2f09a3e41b7', '8c1bd31ffa0c5e22'],
    ['a counter', '<b>@</b> visitors', '11', '15'],
    ['a counter with thousands', '<p>Page views: 12,@</p>', '931', '977'],
    ['a counter in another language', '<p>@ Besucher</p>', '1204', '1209'],
    ['seconds in a comment', '<!-- made in @ seconds -->', '0.123', '1.4'],
    ['queries in a comment', '<!-- @ queries -->', '43', '41'],
    ['a time of day', '<i>@</i>', '10:31:12', '11:02:47'],
    ['a day before a time', '<i>Sun, @ Nov 2026 10:31</i>', '28', '29'],
    ['a month before a time', '<i>28 @ 2026 10:31</i>', 'Nov', 'Dec'],
    [
      'when a page was edited',
      '<meta property="article:modified_time" content="@">',
      '2026-11-29T11:59:00Z',
      '2026-11-29T12:59:00Z',
    ],
  ])('%s', (_name, text, before, after) => {
    const shape = shapeIn(text, before, after);
    expect(shape.forms).toBeGreaterThan(0);
    expect(shape.isCertain).toBe(false);
  });
});

describe('content, however often it changes', () => {
  test.each([
    ['a word', '<h1>@</h1>', 'Election', 'Storm'],
    ['a headline', '<h2>@</h2>', 'Council votes on bridge', 'Bridge opens in May'],
    ['a slug in a link', '<a href="/news/@">', 'council-votes', 'bridge-opens'],
    ['the number of an article', '<a href="/news/@">', '48211934', '48290112'],
    ['the number of an article in a query', '<a href="/news?id=@">', '48211934', '48290112'],
    ['a price', '<b>@</b>', '19.99', '17.99'],
    ['a price in euros', '<b>@ €</b>', '1200', '1300'],
    ['a price in yen', '<b>¥@</b>', '12800', '12900'],
    ['a price with a word', 'USD @', '40000000', '41000000'],
    ['a price in a script', '{"price":@,"views":7}', '1999', '2099'],
    ['a stock', '<b>@ left</b>', '12', '17'],
    ['a stock in a script', '{"stock":"@"}', '1200', '1300'],
    ['a count of pieces', '<p>@ products</p>', '1240', '1291'],
    ['a counter that falls', '<b>@</b> visitors', '15', '11'],
    ['a rating', '<span>@</span>', '4.6', '4.7'],
    ['a phone', '<a href="tel:@">', '4930123456', '4930123999'],
    ['a name', '<input name="city" value="@">', 'Rome', 'Oslo'],
    ['the name of a token', '<input name="@">', 'token1', 'token2'],
    ['a day', '<time>@</time>', '2026-11-28', '2026-11-29'],
    [
      'when a page was published',
      '<meta property="article:published_time" content="@">',
      '2026-11-29T11:59:00Z',
      '2026-11-29T12:59:00Z',
    ],
    ['a release', '<meta name="generator" content="Press @">', '6.4.1', '6.4.2'],
    ['a release in a query', '<script src="/jquery.js?ver=@">', '3.6.0', '3.7.1'],
    ['a file with a digest', '"main.@.js"', '0123456789abcdef01234', 'f123456789abcdef01234'],
    ['a file whose name is a digest', '<img src="/media/@.webp">', '9f86d081884c7d65', '7d865e959b2466918'],
    ['a folder of a build', '<script src="/_next/static/@/main.js">', 'kQ3zX9aB0cD1eF2g', 'mN4yW8bC1dE2fG3h'],
    ['the digest of a script', 'integrity="sha384-@"', 'Zm9vYmFyMTIzNDU2Nzg5AA', 'QUJDYmFyMTIzNDU2Nzg5AA'],
    [
      'a verification',
      '<meta name="google-site-verification" content="@">',
      'k3Zq9TfX0bLw7RmA2sHg',
      'a9KdP4vQ1xZt8MfB3rJw',
    ],
    [
      'another verification',
      '<meta name="msvalidate.01" content="@">',
      '0123456789ABCDEF0123',
      'F123456789ABCDEF0123',
    ],
    [
      'a verification by Facebook',
      '<meta name="facebook-domain-verification" content="@">',
      'k3zq9tfx0blw7rma2s',
      'a9kdp4vq1xzt8mfb3r',
    ],
    ['an id of analytics', "gtag('config','G-@')", 'ABC123DE45', 'XYZ987FG65'],
    ['a container', "'https://tags.test/gtm.js?id=GTM-@'", 'K3X9PQ', 'M4W8RS'],
    ['a key of a site', '<div data-sitekey="@">', '6LeK3Zq9TfX0bLw7RmA2sHg', '6LeA9KdP4vQ1xZt8MfB3rJw'],
    ['a key of an API', '{"apiKey":"@"}', 'AIzaK3Zq9TfX0bLw7RmA2', 'AIzaA9KdP4vQ1xZt8MfB3'],
    ['a class made by a builder', '<div class="css-@">', '1a2b3c4d5e', '9z8y7x6w5v'],
    ['an attribute made by a builder', '<div data-v-@>', '7ba5bd90', '1c9e4f22'],
    ['a product code', '<p>Model @</p>', 'B08N5WRWNW', 'B07XJ8C8F5'],
    ['a product in a query', '<a href="/p?asin=@">', 'B08N5WRWNW', 'B07XJ8C8F5'],
    ['a percent-encoded title', '<a href="/share?t=@">', '%E7%BE%8E%E5%9B%BD11', '%E7%BE%8E%E5%95%8612'],
    ['a long word', '<p>@', 'Donaudampfschifffahrtsgesellschaft', 'Rindfleischetikettierungsgesetz'],
    ['a generated name', 'id="@"', 'MainNav_rptSearchTags_liItem_6', 'MainNav_rptSearchTags_liItem_7'],
    [
      'a longer generated name',
      'id="@"',
      'ctl00_ContentPlaceHolder1_GridView1_ctl02_Label1',
      'ctl00_ContentPlaceHolder1_GridView1_ctl03_Label1',
    ],
    ['a short id', 'id="@"', 'a1b2c3', 'd4e5f6'],
    ['a width', 'width="@"', '12345678', '12345679'],
  ])('%s', (_name, text, before, after) => {
    expect(shapeIn(text, before, after)).toEqual({ forms: 0, isCertain: false });
  });
});

test('a digest that replaced another one is content until a third visit: it may be a key', () => {
  const text = 'var publicKeyOfShop = "@"';
  const shape = shapeIn(text, 'k3Zq9TfX0bLw7RmA2+s/Hg==', 'a9KdP4vQ1xZt8MfB3+r/Jw==');
  expect(shape.isCertain).toBe(false);
});

test('without the times of visits a time is no noise on the second visit', () => {
  const [before, after] = [
    valueIn('<p>«2026-11-29T11:59:00Z»</p>'),
    valueIn('<p>«2026-11-29T12:59:00Z»</p>'),
  ];
  expect(shapeOf(before, after).isCertain).toBe(false);
});

test('what is far away, or long, costs no more time', () => {
  const text = `${'<a href="'.repeat(200_000)}@${'1,'.repeat(200_000)}`;
  expect(shapeIn(text, 'a'.repeat(100_000), 'b'.repeat(100_000))).toEqual({ forms: 0, isCertain: false });
  expect(shapeIn(text, '1'.repeat(4_000), '2'.repeat(4_000)).isCertain).toBe(false);
});
