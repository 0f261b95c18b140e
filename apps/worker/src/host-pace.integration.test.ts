import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CrawlerOptions } from '@sitegrep/crawl';
import { openHostSlots } from '@sitegrep/jobs/redis';
import { expect, test } from 'vitest';
import { openLoopbackCrawler } from '../test/loopback.ts';

const url = process.env['TEST_REDIS'] ?? '';
const DELAY_MS = 60;

interface Request {
  readonly host: string;
  readonly at: number;
}

/** A web of slow hosts, which records the time of each request. */
async function serve(closers: AsyncDisposableStack) {
  const requested: Request[] = [];
  const underWay = new Map<string, number>();
  let max = 0;
  const server = createServer((request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    const path = request.url ?? '';
    requested.push({ host, at: performance.now() });
    const now = (underWay.get(host) ?? 0) + 1;
    underWay.set(host, now);
    max = Math.max(max, now);
    setTimeout(() => {
      underWay.set(host, (underWay.get(host) ?? 0) - 1);
      if (path === '/robots.txt') response.writeHead(404).end();
      else if (path === '/old') response.writeHead(302, { location: '/new' }).end();
      else response.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
    }, 20);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.defer(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { requested, maxConcurrent: () => max, port: (server.address() as AddressInfo).port };
}

test('two crawlers that share a Redis keep a host’s pace together, and send requests to other hosts meanwhile', async () => {
  if (url === '') throw new Error('TEST_REDIS is not set: give it the url of a Redis for tests');
  await using closers = new AsyncDisposableStack();
  const web = await serve(closers);
  const prefix = `test-${randomUUID()}`;
  const fail = (error: Error): never => {
    throw error;
  };
  const open = async (options: CrawlerOptions) => {
    const slots = await openHostSlots({ kind: 'redis', url, prefix }, { onError: fail });
    closers.defer(() => slots.close());
    const crawler = openLoopbackCrawler({ hostSlot: slots.acquire, ...options });
    closers.defer(() => crawler.close(0));
    return crawler;
  };
  const paths = ['/', '/1', '/2', '/3', '/old'];
  const crawls = [await open({ crawlDelayMs: DELAY_MS }), await open({ crawlDelayMs: DELAY_MS })].flatMap(
    (crawler) =>
      ['a.test', 'b.test'].map((domain) => {
        const urls = paths.map((path) => `http://${domain}:${web.port}${path}`);
        return crawler.crawl({ domain, urls, maxPages: 9, maxDepth: 0 }, () =>
          Promise.resolve({ links: [], indexed: true, problem: null }),
        );
      }),
  );
  for (const result of await Promise.all(crawls))
    expect(result).toMatchObject({ outcome: 'indexed', pages: 5 });

  const gaps = ['a.test', 'b.test'].flatMap((domain) => {
    const ours = web.requested.filter(({ host }) => host === domain);
    // Each crawler fetches robots.txt, the five paths and the target of a redirect.
    expect(ours).toHaveLength(14);
    return ours.slice(1).map(({ at }, n) => at - (ours[n]?.at ?? 0));
  });
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(DELAY_MS);
  expect(web.maxConcurrent()).toBe(1);
  const slots = web.requested.filter(({ host }, n) => n > 0 && web.requested[n - 1]?.host !== host);
  expect(slots.length).toBeGreaterThan(2);
});
