import { describe, expect, test } from 'vitest';
import type { CrawlerOptions } from './index.ts';
import { crawlFrom, html, pages, serve, serveBytes, testCrawler } from './loopback.fixture.ts';

test('what robots.txt forbids is not fetched, the rest is', async () => {
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
    reason: 'robots.txt forbids to fetch /private',
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

test.each([429, 500, 503])(
  'a robots.txt that keeps answering %i forbids everything; one that recovers is read',
  async (status) => {
    const { port, requests } = await serve(
      (request, response) => void response.writeHead(request.url === '/' ? 200 : status, html).end('<p>'),
    );
    const { result } = await crawlFrom(`http://a.test:${port}/`);
    expect(result.outcome).toBe('robots_disallowed');
    expect(result.reason).toContain(`robots.txt answered ${status}`);
    expect(requests).toHaveLength(3);

    let failures = 1;
    const flaky = await serve((request, response) => {
      if (request.url === '/robots.txt' && failures-- > 0) response.writeHead(status).end();
      else response.writeHead(200, html).end('<p>');
    });
    expect((await crawlFrom(`http://a.test:${flaky.port}/`)).result.outcome).toBe('indexed');
  },
);

test('a robots.txt is found through five redirects, to another host too; behind six it counts as missing', async () => {
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

test('sites that start at once at one host ask for its robots.txt once, and again when it has expired', async () => {
  const { port, requests } = await serve(pages({ '/robots.txt': '', '/': '<p>' }));
  let now = 1_000_000;
  const clock = {
    now: () => now,
    schedule: (ms: number, action: () => void) => {
      const timer = setTimeout(action, ms);
      return () => clearTimeout(timer);
    },
  };
  const crawler = testCrawler({ clock, hostConcurrency: 8, robotsTtlMs: 60_000 });
  const crawl = () =>
    crawler.crawl({ domain: 'a.test', urls: [`http://a.test:${port}/`], maxPages: 1, maxDepth: 0 }, () =>
      Promise.resolve({ links: [], indexed: true, problem: null }),
    );
  const fetched = (): number => requests.filter((request) => request.endsWith('/robots.txt')).length;
  await Promise.all([crawl(), crawl(), crawl(), crawl()]);
  expect(fetched()).toBe(1);
  now += 59_000;
  await crawl();
  expect(fetched()).toBe(1);
  now += 2_000;
  await crawl();
  expect(fetched()).toBe(2);
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
  expect(result).toMatchObject({ outcome: 'robots_disallowed', reason: 'robots.txt forbids to fetch /' });
});

test('a crawl-delay is kept between the pages of a site', async () => {
  const times: number[] = [];
  const { port } = await serve((request, response) => {
    if (request.url !== '/robots.txt') times.push(performance.now());
    response
      .writeHead(200, html)
      .end(request.url === '/robots.txt' ? 'User-agent: *\nCrawl-delay: 0.3' : '<p>');
  });
  const at = (path: string): string => `http://a.test:${port}${path}`;
  const { result } = await crawlFrom(at('/'), {}, { maxDepth: 1 }, () => [at('/b'), at('/c')]);
  expect(result.pages).toBe(3);
  const gaps = times.slice(1).map((time, n) => time - (times[n] ?? 0));
  for (const gap of gaps) expect(gap).toBeGreaterThan(290);
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

  test('on each of its pages, though it was fetched once', async () => {
    const { port, requests } = await serve(pages({ '/robots.txt': '# x', '/': '<p>', '/b': '<p>' }));
    const at = (path: string): string => `http://a.test:${port}${path}`;
    const { pages: found } = await crawlFrom(at('/'), {}, { maxDepth: 1 }, () => [at('/b')]);
    expect(found.map(({ robotsTxt }) => robotsTxt)).toEqual(['# x', '# x']);
    expect(requests).toHaveLength(3);
  });

  test('cut at 64 KiB', async () => {
    const { port } = await serve(pages({ '/robots.txt': '#'.repeat(70_000), '/': '<p>' }));
    expect(await textsOf(`http://a.test:${port}/`)).toEqual(['#'.repeat(65_536)]);
  });

  test('not if there is none, or nobody was to read it', async () => {
    const none = await serve(pages({ '/': '<p>' }));
    expect(await textsOf(`http://a.test:${none.port}/`)).toEqual(['absent']);
    const unread = await serve(pages({ '/robots.txt': '# x', '/': '<p>' }));
    expect(await textsOf(`http://a.test:${unread.port}/`, { ignoreRobots: true })).toEqual(['absent']);
    expect(unread.requests).toEqual([`a.test:${unread.port} /`]);
  });

  test('which is the host that answered with the page, not one that redirected there', async () => {
    const { port } = await serve((request, response) => {
      const host = request.headers.host?.split(':')[0];
      if (request.url === '/robots.txt') response.writeHead(200).end(`# of ${host}`);
      else if (host === 'a.test') response.writeHead(301, { location: `http://www.a.test:${port}/` }).end();
      else response.writeHead(200, html).end('<p>');
    });
    expect(await textsOf(`http://a.test:${port}/`)).toEqual(['# of www.a.test']);
  });
});
