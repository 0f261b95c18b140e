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
  expect(result.reason).toBe('more than 5 redirects');
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
  [`a=${'x'.repeat(5_000)}`, null],
])('the cookie %j of http://a.test/x is sent to it as %j', (set, sent) => {
  const cookies = new SiteCookies();
  const url = new URL('http://a.test/x');
  cookies.take(url, [set]);
  expect(cookies.header(url)).toBe(sent);
});

test('cookies are bounded in number and size', () => {
  const cookies = new SiteCookies();
  const url = new URL('http://a.test/');
  for (let n = 0; n < 1_000; n++) cookies.take(url, [`c${n}=${'x'.repeat(50)}`]);
  const count = cookies.header(url)?.split('; ').length ?? 0;
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThan(52);
  const large = new SiteCookies();
  large.take(
    url,
    Array.from({ length: 10 }, (_, n) => `c${n}=${'x'.repeat(4_000)}`),
  );
  expect(large.header(url)).toBeNull();
});
