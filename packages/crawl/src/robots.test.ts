import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { systemClock } from './options.ts';
import type { CrawlerOptions } from './index.ts';
import { createRobots, type Robots, type RobotsSource } from './robots.ts';
import { crawlFrom, html, pages, serve, serveBytes, testCrawler } from '../test/loopback.ts';

test('paths that robots.txt disallows are not fetched, others are', async () => {
  const { port, requests } = await serve(
    pages({ '/robots.txt': 'User-agent: *\nDisallow: /private', '/': '<p>', '/private': '<p>' }),
  );
  const at = (path: string): string => `http://a.test:${port}${path}`;
  const { pages: found } = await crawlFrom(at('/'), {}, { maxDepth: 1 }, () => [at('/private')]);
  expect(found.map(({ url }) => url)).toEqual([at('/')]);
  expect(requests.map((request) => request.split(' ')[1])).toEqual(['/robots.txt', '/']);
  const { result } = await crawlFrom(at('/private'));
  expect(result).toMatchObject({
    outcome: 'robots_disallowed',
    reason: 'robots.txt forbids fetching /private',
  });
  const ignoring = await crawlFrom(at('/private'), { ignoreRobots: true });
  expect(ignoring.result.outcome).toBe('indexed');
});

test.each([401, 403, 404, 410])('a robots.txt that answers %i forbids nothing', async (status) => {
  const { port } = await serve(
    (request, response) => void response.writeHead(request.url === '/' ? 200 : status, html).end('<p>'),
  );
  expect((await crawlFrom(`http://a.test:${port}/`)).result.outcome).toBe('indexed');
});

test.each([
  [500, 3, 'robots.txt answered 500 Internal Server Error, which forbids fetching for now'],
  // Waits for busy hosts do not count as one of the two further attempts.
  [503, 6, 'robots.txt answered 503 Service Unavailable, which forbids fetching for now, 6 times'],
  [429, 6, 'robots.txt answered 429 Too Many Requests, which forbids fetching for now, 6 times'],
])(
  'while a robots.txt answers %i nothing is fetched; one that recovers is read',
  async (status, times, reason) => {
    const { port, requests } = await serve(
      (request, response) => void response.writeHead(request.url === '/' ? 200 : status, html).end('<p>'),
    );
    const { result } = await crawlFrom(`http://a.test:${port}/`);
    expect(result).toMatchObject({ outcome: 'http_error', reason });
    expect(requests).toEqual(Array.from({ length: times }, () => `a.test:${port} /robots.txt`));

    let failures = 1;
    const flaky = await serve((request, response) => {
      if (request.url === '/robots.txt' && failures-- > 0) response.writeHead(status).end();
      else response.writeHead(200, html).end('<p>');
    });
    expect((await crawlFrom(`http://a.test:${flaky.port}/`)).result.outcome).toBe('indexed');
  },
);

test.each([429, 503, 500])(
  'a robots.txt that answers %i with a Retry-After above the maximum ends the site, and is not requested again',
  async (status) => {
    const { port, requests } = await serve(
      (_request, response) => void response.writeHead(status, { 'retry-after': '61' }).end(),
    );
    const at = (path: string): string => `http://a.test:${port}${path}`;
    const { result } = await crawlFrom(null, { maxRetryAfterMs: 60_000 }, { urls: [at('/'), at('/b')] });
    expect(result.outcome).toBe('http_error');
    expect(result.reason).toMatch(/^robots\.txt answered \d+ [\w ]+ and asks to stay away for 61 s$/);
    expect(requests).toEqual([`a.test:${port} /robots.txt`]);
  },
);

test('a robots.txt is read after five redirects, to another host, too; after six it counts as missing', async () => {
  const { port } = await serve((request, response) => {
    const step = Number(/^\/r(\d)$/.exec(request.url ?? '')?.[1] ?? 0);
    const last = request.headers.host?.startsWith('far.test') === true ? 6 : 5;
    if (request.url === '/page') response.writeHead(200, html).end('<p>');
    else if (step === last) response.writeHead(200).end('User-agent: *\nDisallow: /');
    else
      response
        .writeHead(302, { location: step === 0 ? '/r1' : `http://${request.headers.host}/r${step + 1}` })
        .end();
  });
  const near = await crawlFrom(`http://a.test:${port}/page`);
  expect(near.result.outcome).toBe('robots_disallowed');
  const far = await crawlFrom(`http://far.test:${port}/page`);
  expect(far.result.outcome).toBe('indexed');
});

/** How often robots.txt is fetched by crawls that start at these times, in minutes. */
async function fetchesAt(minutes: readonly number[], headers: Record<string, string> = {}): Promise<number> {
  const { port, requests } = await serve((request, response) => {
    response.writeHead(200, request.url === '/robots.txt' ? headers : html).end('<p>');
  });
  let now = 1_000_000;
  const clock = { ...systemClock, now: () => now };
  const crawler = testCrawler({ clock, hostConcurrency: 8, robotsTtlMs: 60 * 60_000 });
  for (const minute of minutes) {
    now = 1_000_000 + minute * 60_000;
    await Promise.all(
      Array.from({ length: 4 }, () =>
        crawler.crawl({ domain: 'a.test', urls: [`http://a.test:${port}/`], maxPages: 1, maxDepth: 0 }, () =>
          Promise.resolve({ links: [], indexed: true, problem: null }),
        ),
      ),
    );
  }
  return requests.filter((request) => request.endsWith('/robots.txt')).length;
}

test('concurrent sites of one host request its robots.txt once, and again after it has expired', async () => {
  expect(await fetchesAt([0, 59])).toBe(1);
  expect(await fetchesAt([0, 61])).toBe(2);
});

test.each([
  ['max-age=7200', [0, 119], [0, 121]],
  ['public, MAX-AGE="7200"', [0, 119], [0, 121]],
  ['max-age=99999999', [0, 24 * 60 - 1], [0, 24 * 60 + 1]],
  ['max-age=0', [0, 4], [0, 6]],
  ['no-store', [0, 4], [0, 6]],
  ['s-maxage=7200', [0, 59], [0, 61]],
])('with Cache-Control %s a robots.txt is cached, five minutes to a day', async (value, once, twice) => {
  expect(await fetchesAt(once, { 'cache-control': value })).toBe(1);
  expect(await fetchesAt(twice, { 'cache-control': value })).toBe(2);
});

/** Reads robots.txt of hosts with these answers. */
function robotsOf(request: RobotsSource['request'], now: () => number = () => 0): Robots {
  return createRobots({
    request,
    acquire: () => Promise.resolve({ end: () => 0 }),
    timeoutMs: 60_000,
    maxExpansion: 200,
    maxRetryAfterMs: 60_000,
    ttlMs: 3_600_000,
    now,
    closed: new AbortController().signal,
  });
}

test('an aborted signal sends no request', async () => {
  const requested: string[] = [];
  const robots = robotsOf((url) => {
    requested.push(url.href);
    return Promise.reject(new Error('nobody hears this'));
  });
  const left = AbortSignal.abort(new Error('the site was cancelled'));
  await expect(robots.read(new URL('http://a.test/'), left, 'valid')).rejects.toThrow(
    'the site was cancelled',
  );
  // A request that was sent fails only now.
  await new Promise((resolve) => void setImmediate(resolve));
  expect(requested).toEqual([]);
});

test('the cache of all hosts is bounded, and shrinks when entries expire', async () => {
  let now = 0;
  // A file of maximum size, with as many rules as fit into it.
  const file = Buffer.from(`User-agent: *\n${'Disallow:/a\n'.repeat(40_000)}`);
  const robots = robotsOf(
    (url) =>
      Promise.resolve({
        status: url.hostname.startsWith('none') ? 404 : 200,
        statusText: '',
        headers: [],
        rawHeaders: [],
        fetchedAt: 0,
        address: null,
        certIssuer: null,
        certificate: null,
        certificateFacts: null,
        body: Readable.from([file]),
        discard: () => Promise.resolve(),
        recorded: () => Promise.resolve(),
      }),
    () => now,
  );
  const never = new AbortController().signal;
  const read = (host: string) => robots.read(new URL(`http://${host}/`), never, 'valid');
  const sizes: number[] = [];
  for (let n = 0; n < 10; n++) {
    await read(`s${n}.test`);
    sizes.push(robots.bytes);
  }
  expect(sizes[0]).toBeGreaterThan(5 * 1024 * 1024);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(16 * 1024 * 1024);
  for (let n = 0; n < 1_000; n++) await read(`none${n}.test`);
  now = 3_600_001;
  await read('none.test');
  expect(robots.bytes).toBe(500);
});

test('a robots.txt without end is read to 500 KiB', async () => {
  const port = await serveBytes((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\nUser-agent: *\nDisallow: /\n');
    const more = (): void => {
      while (socket.writable && socket.write('# '.padEnd(8_192, '.') + '\n'));
    };
    socket.on('drain', more);
    more();
  });
  const { result } = await crawlFrom(`http://a.test:${port}/`);
  expect(result).toMatchObject({ outcome: 'robots_disallowed', reason: 'robots.txt forbids fetching /' });
});

test('a robots.txt of 50 MB is read up to its last complete line within 500 KiB', async () => {
  let sent = 0;
  let closed: Promise<unknown> = Promise.resolve();
  const port = await serveBytes((socket) => {
    closed = new Promise((resolve) => socket.on('close', resolve));
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 50000000\r\n\r\nUser-agent: *\n');
    const line = `${'Allow: /'.padEnd(1_022, 'a')}\n`;
    const pieces = [...Array.from({ length: 500 }, () => line), `Disallow: /${'b'.repeat(2_000)}\n`];
    const more = (): void => {
      while (socket.writable && sent < 50_000_000) {
        const piece = pieces.shift() ?? line;
        sent += piece.length;
        if (!socket.write(piece)) return;
      }
    };
    socket.on('drain', more);
    more();
  });
  // Matches the rest of the truncated line, but not the complete line.
  const { result } = await crawlFrom(`http://a.test:${port}/${'b'.repeat(1_900)}`);
  expect(result.outcome).toBe('not_html');
  await closed;
  expect(sent).toBeLessThan(20_000_000);
});

test('a page that is served as robots.txt forbids nothing', async () => {
  const { port } = await serve(
    pages({ '/robots.txt': '<!DOCTYPE html><title>Not found</title><p>Disallow: /', '/': '<p>' }),
  );
  expect((await crawlFrom(`http://a.test:${port}/`)).result.outcome).toBe('indexed');
});

test('a crawl delay applies between all requests, from the robots.txt on that states it', async () => {
  const times: number[] = [];
  const { port } = await serve((request, response) => {
    times.push(performance.now());
    response
      .writeHead(200, html)
      .end(request.url === '/robots.txt' ? 'User-agent: *\nCrawl-delay: 0.3' : '<p>');
  });
  const at = (path: string): string => `http://a.test:${port}${path}`;
  const { result } = await crawlFrom(at('/'), {}, { maxDepth: 1 }, () => [at('/b'), at('/c')]);
  expect(result.pages).toBe(3);
  const gaps = times.slice(1).map((time, n) => time - (times[n] ?? 0));
  expect(gaps).toHaveLength(3);
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(300);
});

describe('a page comes with the robots.txt of its host', () => {
  const textsOf = async (url: string, options: CrawlerOptions = {}) =>
    (await crawlFrom(url, options)).pages.map((page) => ('robotsTxt' in page ? page.robotsTxt : 'absent'));

  test('as it is written', async () => {
    const text = '# é\r\nUser-agent: *\nDisallow: /wp-admin/\n\nSitemap: /sitemap.xml';
    const { port } = await serve(pages({ '/robots.txt': `\ufeff${text}`, '/': '<p>' }));
    expect(await textsOf(`http://a.test:${port}/`)).toEqual([text]);
    const empty = await serve(pages({ '/robots.txt': '', '/': '<p>' }));
    expect(await textsOf(`http://a.test:${empty.port}/`)).toEqual(['']);
  });

  test('on each of its pages, although it was fetched once', async () => {
    const { port, requests } = await serve(pages({ '/robots.txt': '# x', '/': '<p>', '/b': '<p>' }));
    const at = (path: string): string => `http://a.test:${port}${path}`;
    const { pages: found } = await crawlFrom(at('/'), {}, { maxDepth: 1 }, () => [at('/b')]);
    expect(found.map(({ robotsTxt }) => robotsTxt)).toEqual(['# x', '# x']);
    expect(requests).toHaveLength(3);
  });

  test('truncated at 64 KiB', async () => {
    const { port } = await serve(pages({ '/robots.txt': '#'.repeat(70_000), '/': '<p>' }));
    expect(await textsOf(`http://a.test:${port}/`)).toEqual(['#'.repeat(65_536)]);
  });

  test('not if there is none, or robots.txt is ignored', async () => {
    const none = await serve(pages({ '/': '<p>' }));
    expect(await textsOf(`http://a.test:${none.port}/`)).toEqual(['absent']);
    const unread = await serve(pages({ '/robots.txt': '# x', '/': '<p>' }));
    expect(await textsOf(`http://a.test:${unread.port}/`, { ignoreRobots: true })).toEqual(['absent']);
    expect(unread.requests).toEqual([`a.test:${unread.port} /`]);
  });

  test('the host that answered with the page, not one that redirected there', async () => {
    const { port } = await serve((request, response) => {
      const host = request.headers.host?.split(':')[0];
      if (request.url === '/robots.txt') response.writeHead(200).end(`# of ${host}`);
      else if (host === 'a.test') response.writeHead(301, { location: `http://www.a.test:${port}/` }).end();
      else response.writeHead(200, html).end('<p>');
    });
    expect(await textsOf(`http://a.test:${port}/`)).toEqual(['# of www.a.test']);
  });
});
