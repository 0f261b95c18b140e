import { expect, test } from 'vitest';
import { crawlFrom, html, serve, serveTls, testCertificates } from '../test/loopback.ts';
import { SiteCookies } from './cookies.ts';

test('a page that wants a cookie which it sets itself is read', async () => {
  const { port, requests } = await serve((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end();
    if (request.headers.cookie === 'seen=1') return void response.writeHead(200, html).end('<p>in');
    response.writeHead(302, { location: '/', 'set-cookie': 'seen=1; Path=/' }).end();
  });
  const { result, pages } = await crawlFrom(`http://a.test:${port}/`);
  expect([result.outcome, Buffer.from(pages[0]?.body ?? []).toString()]).toEqual(['indexed', '<p>in']);
  expect(requests.filter((line) => line.endsWith(' /'))).toHaveLength(2);
});

test('a redirect to itself that sets the same cookie again is a circle', async () => {
  const { port, requests } = await serve((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end();
    response.writeHead(302, { location: '/', 'set-cookie': 'seen=1' }).end();
  });
  const { result } = await crawlFrom(`http://a.test:${port}/`);
  expect(result.reason).toMatch(/^redirects in a circle/);
  expect(requests.filter((line) => line.endsWith(' /'))).toHaveLength(2);
});

test('redirects end at their limit if each sets another cookie', async () => {
  let count = 0;
  const { port } = await serve((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end();
    response.writeHead(302, { location: '/', 'set-cookie': `n=${count++}` }).end();
  });
  const { result } = await crawlFrom(`http://a.test:${port}/`);
  expect(result.reason).toBe('more than 20 redirects');
});

test('a site starts without the cookies of an earlier crawl, and a host with a bad certificate gets none', async () => {
  const seen: (string | undefined)[] = [];
  const { expired } = testCertificates();
  const answer: Parameters<typeof serve>[0] = (request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end();
    seen.push(request.headers.cookie);
    response.writeHead(200, { ...html, 'set-cookie': 'a=1' }).end('<a href=/b>');
  };
  const { port } = await serve(answer);
  for (let time = 0; time < 2; time++) await crawlFrom(`http://a.test:${port}/`);
  expect(seen).toEqual([undefined, undefined]);
  const secure = await serveTls(expired, answer);
  const url = `https://a.test:${secure.port}/`;
  const { result } = await crawlFrom(url, {}, { maxDepth: 1 }, () => [`${url}b`]);
  expect([result.pages, seen.slice(2)]).toEqual([2, [undefined, undefined]]);
});

test.each([
  ['a=1', 'a=1'],
  ['a=1; Domain=a.test', 'a=1'],
  ['a=1; Domain=.test', null],
  ['a=1; Domain=other.test', null],
  ['a=1; Secure', null],
  ['a=1; Path=/deep', null],
  ['a=1; Max-Age=0', null],
  ['a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT', null],
  ['=1', '1'],
  ['justtext', 'justtext'],
  ['', null],
  ['a=1\x7f2', null],
  ['a=\x011', null],
  ['a=\xfc', 'a=\xfc'],
])('the cookie %j of http://a.test/x is sent to it as %j', (set, sent) => {
  const cookies = new SiteCookies();
  const url = new URL('http://a.test/x');
  cookies.take(url, [set]);
  expect(cookies.header(url)).toBe(sent);
});

test('of too many cookies the oldest are forgotten', () => {
  const cookies = new SiteCookies();
  const url = new URL('http://a.test/');
  for (let n = 0; n < 200; n++) cookies.take(url, [`c${n}=${n}`]);
  expect(cookies.header(url)?.split('; ')).toEqual(
    Array.from({ length: 50 }, (_, n) => `c${150 + n}=${150 + n}`),
  );
  cookies.take(url, [`d=${'x'.repeat(5_000)}`]);
  expect(cookies.header(url)).not.toContain('d=');
  const long = (n: number): string => `c${n}=${'x'.repeat(4_000)}`;
  cookies.take(url, [long(1), long(2), long(3)]);
  expect(cookies.header(url)).toBe([long(2), long(3)].join('; '));
});

test('only a cookie with another value is a change', () => {
  const cookies = new SiteCookies();
  const url = new URL('http://a.test/');
  const after = (...values: readonly string[]): number => {
    cookies.take(url, values);
    return cookies.changes;
  };
  expect(after('a=1', 'b=1; Domain=other.test')).toBe(1);
  expect(after('a=1; Max-Age=60')).toBe(1);
  expect(after('a=2')).toBe(2);
  expect(after('c=; Max-Age=0')).toBe(2);
  expect(after('a=; Max-Age=0')).toBe(3);
  expect(after('a=2')).toBe(4);
});
