import type { Page } from '@sitegrep/site';
import { expect, test } from 'vitest';
import { html, pages, serve, testCrawler } from '../test/loopback.ts';

/** Crawls a.test, whose pages hold what they refresh to, as the handler of a worker does. */
async function crawlRefreshing(byPath: Readonly<Record<string, string>>, maxPages = 1) {
  const { port } = await serve(pages(byPath));
  const found: string[] = [];
  const result = await testCrawler().crawl(
    { domain: 'a.test', urls: [`http://a.test:${port}/`], maxPages, maxDepth: 1 },
    (page: Page, leadsTo) => {
      const [, to] = /^to (.*)$/.exec(Buffer.from(page.body).toString()) ?? [];
      const url = to === undefined ? null : new URL(to, page.url).href;
      if (url !== null && leadsTo(url)) {
        return Promise.resolve({ links: [], indexed: false, problem: null, refresh: url });
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
    Array.from({ length: 9 }, (_, n) => [n === 0 ? '/' : `/${n}`, `to /${n + 1}`]),
  );
  expect((await crawlRefreshing(chain)).result.reason).toBe('more than 5 redirects');
  expect((await crawlRefreshing({ '/': 'to /gone' })).result.reason).toBe('answered 404 Not Found');
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
