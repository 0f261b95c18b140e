import { describe, expect, test } from 'vitest';
import { ownHostOf } from './own-host.ts';

describe('of a page at https://www.site-name.co.uk/a', () => {
  const isOwn = ownHostOf(['https://www.site-name.co.uk/a'], [/^c0\.wp\.com$/, /\.delivery\.example$/]);

  test.each([
    '',
    '/wp-content/a.js',
    'wp-content/a.js',
    '../a//b.js',
    'https://www.site-name.co.uk/a.js',
    'http://site-name.co.uk:8080/a.js',
    '//STATIC.SITE-NAME.CO.UK/a.js',
    'https://site-name.co.uk',
    '.site-name.co.uk/a.js',
    'https://site-name-static.example/a.js',
    'https://c0.wp.com/c/6.1/wp-includes/a.js',
    'https://d1.delivery.example/a.js',
    'https://i0.wp.com/site-name.co.uk/wp-content/a.jpg',
    '//i0.wp.com/www.site-name.co.uk/wp-content/a.jpg?w=1',
    'https://images.example/w_1,h_2/https://site-name.co.uk/a.jpg',
    'https://one.example/a.jpg 1x, https://site-name.co.uk/b.jpg 2x',
    "background: url('/a.jpg')",
    'background: url(https://cdn.site-name.co.uk/a.jpg)',
  ])('%j is its own', (value) => {
    expect(isOwn(value)).toBe(true);
  });

  test.each([
    'https://one.example/wp-content/a.js',
    '//one.example/a.js',
    'HTTPS://one.example/a.js',
    'https://other.co.uk/a.js',
    'https://site-name.co.uk.one.example/a.js',
    'https://notsite.co.uk/site-name/a.js',
    'https://one.example/a.js?site=https://site-name.co.uk/',
    'https://one.example/a.js#//site-name.co.uk/',
    '.one.example/a.js',
    'https://i0.wp.com/one.example/a.jpg',
    'https://xc0.wp.com/a.js',
    'https://one.example/a.jpg 1x, https://two.example/b.jpg 2x',
    "background: url('https://one.example/a.jpg')",
  ])('%j is not its own', (value) => {
    expect(isOwn(value)).toBe(false);
  });
});

test('a page with several addresses has the hosts of all', () => {
  const isOwn = ownHostOf(['https://short.example/', 'not an address', 'https://site.example/a'], []);
  expect(isOwn('https://site.example/a.js')).toBe(true);
  expect(isOwn('https://short.example/a.js')).toBe(true);
  expect(isOwn('https://other.example/a.js')).toBe(false);
});

test.each(['https://site.example', 'https://site.example?a=b', 'https://site.example:8080/'])(
  'the host of %s is its own',
  (page) => {
    const isOwn = ownHostOf([page], []);
    expect(isOwn('//site.example/a.js')).toBe(true);
    expect(isOwn('https://site.example:8080/a.js')).toBe(true);
    expect(isOwn('https://one.example//site.example?a.js')).toBe(false);
    expect(isOwn('//site.exampl/a.js')).toBe(false);
  },
);

test('a short name within another one says nothing', () => {
  const isOwn = ownHostOf(['https://news.example/'], []);
  expect(isOwn('https://newspaper.example/a.js')).toBe(false);
});

test('an address of an IP address is its own host', () => {
  const isOwn = ownHostOf(['http://127.0.0.1:8080/'], []);
  expect(isOwn('http://127.0.0.1:9090/a.js')).toBe(true);
  expect(isOwn('http://127.0.0.2/a.js')).toBe(false);
});

test('a page without an address has every host', () => {
  expect(ownHostOf([''], [])('https://one.example/a.js')).toBe(true);
});

test('of more hosts than are kept, each gets its own answer', () => {
  const isOwn = ownHostOf(['https://site.example/'], []);
  const hosts = Array.from({ length: 3_000 }, (_, n) => `a${n}.${n % 3 === 0 ? 'site' : 'other'}.example`);
  for (const time of [1, 2])
    expect(hosts.filter((host) => isOwn(`https://${host}/a.js`)).length, `time ${time}`).toBe(1_000);
});
