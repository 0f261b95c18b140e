import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { crawlFrom, html, pages, serve, testCrawler } from '../test/loopback.ts';
import type { AcquireHostSlot } from './index.ts';

/** Gives every slot at once, and records the hosts and their pauses. */
function notingSlots() {
  const taken: string[] = [];
  const released: string[] = [];
  const held = new Map<string, number>();
  let most = 0;
  const slow = new Map<string, number>();
  const hostSlot: AcquireHostSlot = (host, { restMs }) => {
    taken.push(`${host} ${restMs}`);
    const now = (held.get(host) ?? 0) + 1;
    held.set(host, now);
    most = Math.max(most, now);
    return Promise.resolve({
      slowDownMs: slow.get(host) ?? 0,
      release: (rest, slowDownMs) => {
        released.push(`${host} ${Math.round(rest)}`);
        slow.set(host, slowDownMs);
        held.set(host, (held.get(host) ?? 0) - 1);
      },
    });
  };
  return { taken, released, slow, hostSlot, mostAtOnce: () => most };
}

const UNSLOWED = { slowDownMs: 0, release: () => {} };

const never: AcquireHostSlot = (_host, _terms, signal) => setTimeout(60_000, UNSLOWED, { signal });

test('each request acquires a slot of its host and releases it: robots.txt, pages, redirects, retries', async () => {
  const failing = new Set(['/', '/later', '/late']);
  const { port, requests } = await serve((request, response) => {
    const path = request.url ?? '';
    if (path === '/robots.txt') return void response.writeHead(200).end('user-agent: *\ncrawl-delay: 0.02');
    if (failing.delete(path))
      return void response
        .writeHead(path === '/' ? 500 : 503, path === '/late' ? { 'retry-after': '1' } : {})
        .end();
    if (path === '/')
      return void response.writeHead(302, { location: `http://www.a.test:${port}/home` }).end();
    response.writeHead(200, html).end('<p>');
  });
  const { taken, released, slow, hostSlot, mostAtOnce } = notingSlots();
  const at = (path: string): string => `http://a.test:${port}${path}`;
  const { result } = await crawlFrom(
    at('/'),
    { hostSlot, crawlDelayMs: 10, delayFactor: 0, retryDelayMs: 100, maxRetryAfterMs: 5_000 },
    { maxDepth: 1 },
    () => [at('/later'), at('/late')],
  );
  expect(result).toMatchObject({ outcome: 'indexed', pages: 3 });
  expect(requests.map((request) => request.replace(`:${port} `, ''))).toEqual([
    'a.test/robots.txt',
    'a.test/',
    'a.test/',
    'www.a.test/robots.txt',
    'www.a.test/home',
    'a.test/later',
    'a.test/later',
    'a.test/late',
    'a.test/late',
  ]);
  // Under the name that the registered domain has, and with its own pause while no robots.txt is known.
  expect(taken).toEqual(requests.map((request) => `a.test ${request.endsWith('/robots.txt') ? 10 : 20}`));
  // What the server asks for holds for every process, and so does the pause that is doubled and halved.
  expect(released).toEqual([20, 20, 20, 20, 20, 100, 50, 1_000, 50].map((rest) => `a.test ${rest}`));
  expect(slow.get('a.test')).toBe(50);
  expect(mostAtOnce()).toBe(1);
});

test('a host has the slow-down that other processes have found', async () => {
  const { port } = await serve(pages({ '/': '<p>' }));
  const released: number[][] = [];
  const hostSlot: AcquireHostSlot = () =>
    Promise.resolve({ slowDownMs: 64, release: (...rest) => void released.push(rest) });
  await crawlFrom(`http://a.test:${port}/`, { hostSlot });
  expect(released).toEqual([
    [32, 32],
    [32, 32],
  ]);
});

test('the wait for a slot does not count for the time limit of a request', async () => {
  const { port } = await serve(pages({ '/': '<p>' }));
  const hostSlot: AcquireHostSlot = (_host, _terms, signal) => setTimeout(2_200, UNSLOWED, { signal });
  const { result } = await crawlFrom(`http://a.test:${port}/`, {
    ignoreRobots: true,
    hostSlot,
    requestTimeoutMs: 2_000,
  });
  expect(result).toMatchObject({ outcome: 'indexed', pages: 1 });
});

test.each([true, false])('but for that of the site (ignoreRobots %s)', async (ignoreRobots) => {
  const { port, requests } = await serve(pages({ '/': '<p>' }));
  const settings = { hostSlot: never, siteTimeoutMs: 50, ignoreRobots };
  const { result } = await crawlFrom(`http://a.test:${port}/`, settings);
  expect(result).toMatchObject({ outcome: 'timed_out', reason: 'the site was not done within 0.1 s' });
  expect(requests).toEqual([]);
});

test.each([true, false])(
  'a site that waits for a slot can be cancelled (ignoreRobots %s)',
  async (ignoreRobots) => {
    const { port } = await serve(pages({ '/': '<p>' }));
    const waits = Promise.withResolvers<void>();
    const hostSlot: AcquireHostSlot = (...requested) => {
      waits.resolve();
      return never(...requested);
    };
    const task = { domain: 'a.test', urls: [`http://a.test:${port}/`], maxPages: 1, maxDepth: 0 };
    const cancel = new AbortController();
    const crawler = testCrawler({ hostSlot, ignoreRobots });
    const result = crawler.crawl(task, () => Promise.reject(new Error('a page')), cancel.signal);
    await waits.promise;
    cancel.abort();
    expect(await result).toMatchObject({ outcome: 'cancelled' });
  },
);

test.each([true, false])(
  'without a slot nothing is asked, and the error is told (ignoreRobots %s)',
  async (ignoreRobots) => {
    const { port, requests } = await serve(pages({ '/': '<p>' }));
    const away = new Error('Redis is away');
    let requested = 0;
    const hostSlot: AcquireHostSlot = () => {
      requested += 1;
      return Promise.reject(away);
    };
    const crawling = crawlFrom(`http://a.test:${port}/`, { hostSlot, ignoreRobots });
    await expect(crawling).rejects.toBe(away);
    expect(requests).toEqual([]);
    expect(requested).toBe(1);
  },
);
