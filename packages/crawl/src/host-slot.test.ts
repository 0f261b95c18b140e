import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { crawlFrom, html, pages, serve, testCrawler } from './loopback.fixture.ts';
import type { AcquireHostSlot } from './index.ts';

/** Gives every slot at once, and notes who asked and how long the host is to rest. */
function notingSlots() {
  const taken: string[] = [];
  const released: string[] = [];
  const held = new Map<string, number>();
  let most = 0;
  const hostSlot: AcquireHostSlot = (host, { restMs }) => {
    taken.push(`${host} ${restMs}`);
    const now = (held.get(host) ?? 0) + 1;
    held.set(host, now);
    most = Math.max(most, now);
    return Promise.resolve({
      release: (rest) => {
        released.push(`${host} ${rest}`);
        held.set(host, (held.get(host) ?? 0) - 1);
      },
    });
  };
  return { taken, released, hostSlot, mostAtOnce: () => most };
}

const never: AcquireHostSlot = (_host, _terms, signal) =>
  setTimeout(60_000, { release: () => {} }, { signal });

test('each request has a slot of its host and gives it back: robots.txt, pages, redirects, retries', async () => {
  const failing = new Set(['/', '/later']);
  const { port, requests } = await serve((request, response) => {
    const path = request.url ?? '';
    if (path === '/robots.txt') return void response.writeHead(200).end('user-agent: *\ncrawl-delay: 0.02');
    if (failing.delete(path))
      return void response.writeHead(503, path === '/' ? {} : { 'retry-after': '1' }).end();
    if (path === '/')
      return void response.writeHead(302, { location: `http://www.a.test:${port}/home` }).end();
    response.writeHead(200, html).end('<p>');
  });
  const { taken, released, hostSlot, mostAtOnce } = notingSlots();
  const { result } = await crawlFrom(
    `http://a.test:${port}/`,
    { hostSlot, crawlDelayMs: 10 },
    { maxDepth: 1 },
    () => [`http://a.test:${port}/later`],
  );
  expect(result).toMatchObject({ outcome: 'indexed', pages: 2 });
  expect(requests.map((request) => request.replace(`:${port} `, ''))).toEqual([
    'a.test/robots.txt',
    'a.test/',
    'a.test/',
    'www.a.test/robots.txt',
    'www.a.test/home',
    'a.test/later',
    'a.test/later',
  ]);
  const slots = ['a.test 0', 'a.test 20', 'a.test 20', 'www.a.test 0', 'www.a.test 20', 'a.test 20'];
  expect(taken).toEqual([...slots, 'a.test 20']);
  // What the server asks for by Retry-After holds for every process.
  expect(released).toEqual([...slots.slice(0, -1), 'a.test 1000', 'a.test 20']);
  expect(mostAtOnce()).toBe(1);
});

test('a wait for a slot is no part of a request’s time', async () => {
  const { port } = await serve(pages({ '/': '<p>' }));
  const hostSlot: AcquireHostSlot = (_host, _terms, signal) =>
    setTimeout(600, { release: () => {} }, { signal });
  const { result } = await crawlFrom(`http://a.test:${port}/`, { hostSlot, requestTimeoutMs: 500 });
  expect(result).toMatchObject({ outcome: 'indexed', pages: 1 });
});

test.each([true, false])('but it is of the site’s (ignoreRobots %s)', async (ignoreRobots) => {
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
    const hostSlot: AcquireHostSlot = (...asked) => {
      waits.resolve();
      return never(...asked);
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
    let asked = 0;
    const hostSlot: AcquireHostSlot = () => {
      asked += 1;
      return Promise.reject(away);
    };
    const crawling = crawlFrom(`http://a.test:${port}/`, { hostSlot, ignoreRobots });
    await expect(crawling).rejects.toBe(away);
    expect(requests).toEqual([]);
    expect(asked).toBe(1);
  },
);
