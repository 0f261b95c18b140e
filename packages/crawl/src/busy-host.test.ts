import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { ComeBackLater } from './index.ts';
import { crawlFrom, html, pages, serve, testCrawler } from '../test/loopback.ts';

/** Pages that answer 429 or 503 some times before they answer 200; robots.txt is missing. */
function busy(times: Readonly<Record<string, number>>, status: number, headers: Record<string, string> = {}) {
  const left = new Map(Object.entries(times));
  const at: { path: string; ms: number }[] = [];
  const handler: RequestListener = (request, response) => {
    const path = request.url ?? '';
    at.push({ path, ms: performance.now() });
    const still = left.get(path) ?? 0;
    left.set(path, still - 1);
    if (path === '/robots.txt') response.writeHead(404).end();
    else if (still > 0) response.writeHead(status, headers).end();
    else response.writeHead(200, html).end('<p>');
  };
  /** Milliseconds between two requests. */
  const gaps = (): readonly number[] => at.slice(1).map(({ ms }, n) => ms - (at[n]?.ms ?? 0));
  return { handler, gaps };
}

test.each([429, 503])('waits for a host that answers %i do not count as attempts', async (status) => {
  const { handler } = busy({ '/': 5 }, status);
  const { port, requests } = await serve(handler);
  const { result } = await crawlFrom(`http://a.test:${port}/`, { maxRetries: 0 });
  expect(result).toMatchObject({ outcome: 'indexed', pages: 1 });
  expect(requests).toHaveLength(7);
});

test('the number of such waits is limited, and the outcome has it as its reason', async () => {
  const { handler } = busy({ '/': 99 }, 429);
  const { port, requests } = await serve(handler);
  const { result } = await crawlFrom(`http://a.test:${port}/`, { maxRetries: 0 });
  expect(result).toMatchObject({ outcome: 'http_error', reason: 'answered 429 Too Many Requests, 6 times' });
  expect(requests).toHaveLength(7);
});

test('each refusal doubles the pause of the host, for its other pages, too', async () => {
  const { handler, gaps } = busy({ '/': 3 }, 503);
  const { port } = await serve(handler);
  const at = (path: string): string => `http://a.test:${port}${path}`;
  await crawlFrom(at('/'), { retryDelayMs: 50 }, { maxDepth: 1 }, () => [at('/2')]);
  const [, first = 0, second = 0, third = 0, next = 0] = gaps();
  for (const [gap, least] of [
    [first, 50],
    [second, 100],
    [third, 200],
    // Halved by the answer.
    [next, 100],
  ] as const)
    expect(gap).toBeGreaterThanOrEqual(least);
});

test('the crawl waits for Retry-After, in seconds and as a date', async () => {
  const seconds = busy({ '/': 1 }, 429, { 'retry-after': '1' });
  const { port } = await serve(seconds.handler);
  expect((await crawlFrom(`http://a.test:${port}/`)).result.outcome).toBe('indexed');
  expect(seconds.gaps()[1]).toBeGreaterThanOrEqual(1_000);
  // A date has whole seconds, so this one is a second away at least.
  const date = busy({ '/': 1 }, 500, { 'retry-after': new Date(Date.now() + 2_000).toUTCString() });
  const other = await serve(date.handler);
  expect((await crawlFrom(`http://a.test:${other.port}/`, { maxRetries: 0 })).result.outcome).toBe('indexed');
  expect(date.gaps()[1]).toBeGreaterThanOrEqual(500);
});

test('a Retry-After above the maximum ends the site, and the host gets no request for the maximum', async () => {
  const { port, requests } = await serve((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else response.writeHead(503, { 'retry-after': '3600' }).end();
  });
  const crawler = testCrawler({ maxRetryAfterMs: 60_000 });
  const crawl = (domain: string) =>
    crawler.crawl(
      {
        domain,
        urls: [`http://${domain}:${port}/`],
        maxPages: 1,
        maxDepth: 0,
        deferral: { fromMs: 5_000, maxMs: 60_000 },
      },
      () => Promise.resolve({ links: [], indexed: true, problem: null }),
    );
  expect(await crawl('a.test')).toMatchObject({
    outcome: 'http_error',
    reason: 'answered 503 Service Unavailable and asks to stay away for 3600 s',
  });
  const error: unknown = await crawl('shop.a.test').catch((reason: unknown) => reason);
  if (!(error instanceof ComeBackLater)) throw error;
  expect(error.afterMs).toBeGreaterThan(50_000);
  expect(error.afterMs).toBeLessThanOrEqual(60_000);
  expect(requests).toHaveLength(2);
});

test('a site of a busy host is deferred at once, unless it has a page already', async () => {
  const { handler } = busy({ '/': 1, '/2': 1 }, 429, { 'retry-after': '1' });
  const { port, requests } = await serve(handler);
  const at = (path: string): string => `http://a.test:${port}${path}`;
  const crawler = testCrawler();
  const crawl = () =>
    crawler.crawl(
      {
        domain: 'a.test',
        urls: [at('/')],
        maxPages: 5,
        maxDepth: 1,
        deferral: { fromMs: 900, maxMs: 60_000 },
      },
      () => Promise.resolve({ links: [at('/2')], indexed: true, problem: null }),
    );
  const error: unknown = await crawl().catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    name: 'ComeBackLater',
    afterMs: 1_000,
    message: 'answered 429 Too Many Requests',
  });
  expect(requests).toHaveLength(2);
  await new Promise((resolve) => setTimeout(resolve, 200));
  // The remaining pause is below the limit for deferral now.
  expect(await crawl()).toMatchObject({ outcome: 'indexed', pages: 2 });
  expect(requests.map((request) => request.split(' ')[1])).toEqual(['/robots.txt', '/', '/', '/2', '/2']);
});

test('a site of a busy host ends if it would come back after its time', async () => {
  const { handler } = busy({ '/': 9 }, 429, { 'retry-after': '20' });
  const { port, requests } = await serve(handler);
  const task = { domain: 'a.test', urls: [`http://a.test:${port}/`], maxPages: 1, maxDepth: 0 };
  const crawl = (maxMs: number) =>
    testCrawler().crawl({ ...task, deferral: { fromMs: 5_000, maxMs } }, () =>
      Promise.resolve({ links: [], indexed: true, problem: null }),
    );
  await expect(crawl(20_000)).rejects.toBeInstanceOf(ComeBackLater);
  expect(await crawl(19_999)).toMatchObject({
    outcome: 'http_error',
    reason:
      'answered 429 Too Many Requests; the next request, in 20 s, would come after the time limit of the site',
  });
  expect(requests).toHaveLength(4);
});

test('a site that has pages ends when its host asks to stay away, with its pages', async () => {
  const { handler } = busy({ '/2': 9 }, 429, { 'retry-after': '3600' });
  const { port, requests } = await serve(handler);
  const at = (path: string): string => `http://a.test:${port}${path}`;
  const { result } = await crawlFrom(at('/'), {}, { maxDepth: 1 }, () => [at('/2'), at('/3')]);
  expect(result).toMatchObject({
    outcome: 'indexed',
    pages: 1,
    reason: 'answered 429 Too Many Requests and asks to stay away for 3600 s',
  });
  expect(requests.map((request) => request.split(' ')[1])).toEqual(['/robots.txt', '/', '/2']);
});

test('a slow host gets requests slowly', async () => {
  const requested: number[] = [];
  const { port } = await serve((request, response) => {
    requested.push(performance.now());
    setTimeout(() => pages({ '/': '<p>' })(request, response), 100);
  });
  await crawlFrom(`http://a.test:${port}/`, { crawlDelayMs: 1, delayFactor: 3 });
  const [robots = 0, page = 0] = requested;
  expect(page - robots).toBeGreaterThanOrEqual(400);
});
