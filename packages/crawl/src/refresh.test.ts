import type { Page, PageRefresh } from '@sitegrep/site';
import { expect, test } from 'vitest';
import { crawlFrom, html, pages, serve, serveBytes, testCrawler } from '../test/loopback.ts';

/** Crawls a.test, whose pages hold what they refresh to, as the handler of a worker does. */
async function crawlRefreshing(
  byPath: Readonly<Record<string, string>>,
  maxPages = 1,
  isBlank = false,
  by: PageRefresh['by'] = 'refresh',
) {
  const { port } = await serve(pages(byPath));
  const found: string[] = [];
  const result = await testCrawler().crawl(
    { domain: 'a.test', urls: [`http://a.test:${port}/`], maxPages, maxDepth: 1 },
    (page: Page, leadsTo) => {
      const [, to] = /^to (.*)$/.exec(Buffer.from(page.body).toString()) ?? [];
      const url = to === undefined ? null : new URL(to, page.url).href;
      const refresh = url === null ? null : { url, by, isBlank };
      if (refresh !== null && leadsTo(refresh)) {
        return Promise.resolve({ links: [], indexed: false, problem: null, refresh });
      }
      found.push(new URL(page.url).pathname);
      return Promise.resolve({ links: url === null ? [] : [url], indexed: true, problem: null });
    },
  );
  return { result, found };
}

test('a start page that refreshes leads to its target, which counts as the only page', async () => {
  const { result, found } = await crawlRefreshing({
    '/': 'to /home',
    '/home': 'to /deep/',
    '/deep/': 'text',
  });
  expect([result.outcome, found]).toEqual(['indexed', ['/deep/']]);
  expect(
    result.redirects.map(
      ({ from, to, status }) => [from, to].map((url) => new URL(url).pathname).join() + status,
    ),
  ).toEqual(['/,/home200', '/home,/deep/200']);
});

test('pages that refresh in a circle are pages', async () => {
  const { result, found } = await crawlRefreshing({ '/': 'to /slide2', '/slide2': 'to /' });
  expect([result.outcome, found]).toEqual(['indexed', ['/slide2']]);
});

test('a refresh ends like a redirect: at another site, at the limit, at a page that is missing', async () => {
  const other = await crawlRefreshing({ '/': 'to http://other.example/' });
  expect(other.result).toMatchObject({
    outcome: 'http_error',
    reason: 'redirects to other.example (refresh)',
    pages: 0,
  });
  const chain = Object.fromEntries(
    Array.from({ length: 24 }, (_, n) => [n === 0 ? '/' : `/${n}`, `to /${n + 1}`]),
  );
  expect((await crawlRefreshing(chain)).result.reason).toBe('more than 20 redirects');
  expect((await crawlRefreshing({ '/': 'to /gone' })).result.reason).toBe('answered 404 Not Found');
  const byScript = await crawlRefreshing({ '/': 'to http://other.example/' }, 1, true, 'script');
  expect(byScript.result.reason).toBe('redirects to other.example (script)');
});

test('a page that is loaded again after it has set a cookie is that of the second answer', async () => {
  const { port, requests } = await serve((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end();
    const again = request.headers.cookie === 'gate=1';
    response.writeHead(200, { ...html, 'set-cookie': 'gate=1' }).end(again ? 'whole' : 'checking');
  });
  const found: string[] = [];
  const url = `http://a.test:${port}/`;
  const result = await testCrawler().crawl(
    { domain: 'a.test', urls: [url], maxPages: 1, maxDepth: 0 },
    (page, leadsTo) => {
      const refresh = { url, by: 'refresh', isBlank: false } as const;
      if (leadsTo(refresh)) return Promise.resolve({ links: [], indexed: false, problem: null, refresh });
      found.push(Buffer.from(page.body).toString());
      return Promise.resolve({ links: [], indexed: true, problem: null });
    },
  );
  expect([result.outcome, found]).toEqual(['indexed', ['whole']]);
  expect(requests.slice(1)).toHaveLength(2);
});

test('pages that show nothing and refresh in a circle, or to themselves, are none', async () => {
  for (const byPath of [{ '/': 'to /' }, { '/': 'to /b', '/b': 'to /' }]) {
    const { result, found } = await crawlRefreshing(byPath, 1, true);
    expect([result.outcome, found]).toEqual(['http_error', []]);
    expect(result.reason).toMatch(/^redirects in a circle, back to /);
  }
});

test.each([
  ['0; url=/home', 200, 'indexed', ['/', '/home']],
  ['3; URL="/caf\xe9"', 200, 'indexed', ['/', '/caf%E9']],
  ['0; url=http://other.example/', 200, 'redirects to other.example (refresh)', ['/']],
  ['0; url=/home', 302, 'indexed', ['/', '/home']],
  ['0', 200, 'redirects in a circle', ['/']],
  ['60; url=/home', 200, 'answered with an empty page', ['/']],
  ['0; url=mailto:a@a.test', 302, 'answered 302 without a target', ['/']],
])('a start page without a body, with Refresh: %s and status %d', async (refresh, status, end, targets) => {
  const got: (string | undefined)[] = [];
  const port = await serveBytes((socket, request) => {
    const target = /^GET (\S+)/.exec(request)?.[1];
    got.push(target);
    const head =
      target === '/'
        ? `HTTP/1.1 ${status} X\r\nRefresh: ${refresh}\r\nContent-Length: 0`
        : 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 4';
    const bytes = `${head}\r\nConnection: close\r\n\r\n${target === '/' ? '' : '<p>x'}`;
    socket.end(Buffer.from(bytes, 'latin1'));
  });
  const { result } = await crawlFrom(`http://a.test:${port}/`, { ignoreRobots: true });
  expect(result.reason ?? result.outcome).toContain(end);
  expect(got).toEqual(targets);
});

test('on other pages a refresh is a link', async () => {
  const { found } = await crawlRefreshing({ '/': 'start', '/a': 'to /b', '/b': 'text' }, 5);
  expect(found).toEqual(['/']);
});

test('a redirect without a target is its page, if it has one', async () => {
  for (const [location, body, expected] of [
    [undefined, '<p>page', ['indexed', null]],
    ['', '<p>page', ['indexed', null]],
    [undefined, '', ['http_error', 'answered 302 without a target']],
  ] as const) {
    const { port } = await serve((request, response) => {
      if (request.url === '/robots.txt') return void response.writeHead(404).end();
      response.writeHead(302, { ...html, ...(location === undefined ? {} : { location }) }).end(body);
    });
    const result = await testCrawler().crawl(
      { domain: 'a.test', urls: [`http://a.test:${port}/`], maxPages: 1, maxDepth: 0 },
      () => Promise.resolve({ links: [], indexed: true, problem: null }),
    );
    expect([result.outcome, result.reason]).toEqual(expected);
  }
});

// RFC 9110, 15.4: without a Location there is nothing to redirect to. Browsers sniff the type of a page that states none.
test.each([
  ['302 Found', 'Content-Type: text/html', '<p>page', 'indexed'],
  ['302 Found', 'X-None: 1', '<title>page</title>', 'indexed'],
  ['303 See Other', 'X-None: 1', 'moved', 'answered 303 without a target'],
  ['301 Moved', 'Content-Type: application/json', '{}', 'answered 301 without a target'],
  ['300 Multiple Choices', 'Content-Type: text/html', '<p>choose', 'indexed'],
  ['307 X', 'Location:  \r\nContent-Type: text/html\r\nLocation: /gone', '<p>x', 'answered 404 Not Found'],
  ['300 Multiple Choices', 'Location: /gone\r\nContent-Type: text/html', '<p>x', 'answered 404 Not Found'],
])('an answer %s with %j and %j ends as %s', async (status, fields, body, end) => {
  const port = await serveBytes((socket, request) => {
    const isGone = request.startsWith('GET /gone ');
    socket.end(
      `HTTP/1.1 ${isGone ? '404 No' : status}\r\n${fields}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
  });
  const { result } = await crawlFrom(`http://a.test:${port}/`, { ignoreRobots: true });
  expect(result.reason ?? result.outcome).toBe(end);
});
