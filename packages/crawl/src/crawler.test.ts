import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSiteCrawler } from './index.ts';
import { crawlFrom, html, pages, serve, serveBytes, testCrawler, testLookup } from '../test/loopback.ts';

const indexed = { links: [], indexed: true, problem: null };

test('a page is handed over as it came, without a fragment, with its headers in order', async () => {
  const { port, requests } = await serve((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end();
    expect(request.headers['user-agent']).toBe('sitegrep/1.2 (+https://example.com/bot)');
    expect(request.headers['accept-language']).toBe('de');
    expect(request.headers['accept-encoding']).toBe('gzip, deflate, br, zstd');
    response
      .writeHead(200, ['Content-Type', 'text/html', 'Set-Cookie', 'a=1', 'X-B', 'ü', 'Set-Cookie', 'b=2'])
      .end('<p>hi');
  });
  const settings = { version: '1.2', contact: 'https://example.com/bot', acceptLanguage: 'de' };
  const { result, pages: found } = await crawlFrom(`http://a.test:${port}/x?b=2&a=1#top`, settings);
  expect(result).toMatchObject({ outcome: 'indexed', reason: null, pages: 1, bytes: 5, redirects: [] });
  expect(found).toHaveLength(1);
  const [page] = found;
  expect(page?.url).toBe(`http://a.test:${port}/x?b=2&a=1`);
  expect(page).toMatchObject({ status: 200, truncated: false });
  expect(Buffer.from(page?.body ?? []).toString()).toBe('<p>hi');
  expect(page?.headers.slice(0, 4)).toEqual([
    ['content-type', 'text/html'],
    ['set-cookie', 'a=1'],
    ['x-b', 'ü'],
    ['set-cookie', 'b=2'],
  ]);
  expect(requests).toEqual([`a.test:${port} /robots.txt`, `a.test:${port} /x?b=2&a=1`]);
});

test('links of the site are followed breadth first, each once, within depth and number; cookies are kept meanwhile', async () => {
  const cookies: (string | undefined)[] = [];
  const { port, requests } = await serve((request, response) => {
    cookies.push(request.headers.cookie);
    response
      .writeHead(request.url === '/gone' ? 404 : 200, { ...html, 'set-cookie': 'session=1' })
      .end(`<p>${request.url}`);
  });
  const at = (path: string): string => `http://a.test:${port}${path}`;
  const links: Readonly<Record<string, readonly string[]>> = {
    '/': ['/a', '/b#x', '/b', '/logo.PNG', '/gone']
      .map(at)
      .concat(`http://www.a.test:${port}/a`, 'mailto:x@a.test', 'http://b.test/'),
    '/a': [at('/deep')],
    '/b': [at('/deep2'), at('/')],
    '/deep': [at('/deepest')],
  };
  const { result, pages: found } = await crawlFrom(
    at('/'),
    { ignoreRobots: true },
    { maxDepth: 2, maxPages: 5 },
    (page) => {
      return links[new URL(page.url).pathname] ?? [];
    },
  );
  expect(found.map((page) => new URL(page.url).pathname)).toEqual(['/', '/a', '/b', '/deep', '/deep2']);
  expect(requests.map((request) => request.split(' ')[1])).toEqual([
    '/',
    '/a',
    '/b',
    '/gone',
    '/deep',
    '/deep2',
  ]);
  expect(result).toMatchObject({ outcome: 'indexed', pages: 5 });
  expect([cookies[0], ...new Set(cookies.slice(1))]).toEqual([undefined, 'session=1']);
});

test.each([
  ['of the start page', { maxPages: 3, maxDepth: 1 }, '4 linked pages were left out (limit 3)'],
  ['of the last page, too', { maxPages: 3, maxDepth: 2 }, '6 linked pages were left out (limit 3)'],
  ['of the only page', { maxPages: 1, maxDepth: 1 }, '6 linked pages were left out (limit 1)'],
  ['one alone', { maxPages: 6, maxDepth: 1 }, '1 linked page was left out (limit 6)'],
  ['none if all are fetched', { maxPages: 7, maxDepth: 1 }, null],
  ['none that are further away than wanted', { maxPages: 1, maxDepth: 0 }, null],
])('linked pages beyond the limit are counted: %s', async (_, task, reason) => {
  const { port } = await serve((request, response) => {
    response.writeHead(200, html).end(`<p>${request.url}`);
  });
  const at = (path: string): string => `http://a.test:${port}${path}`;
  const { result } = await crawlFrom(at('/'), { ignoreRobots: true, sitemaps: false }, task, (page) => {
    const { pathname } = new URL(page.url);
    if (pathname === '/') return ['/1', '/2', '/3', '/4', '/5', '/6', '/6#x', '/', '/a.pdf'].map(at);
    return [at('/1'), at(`${pathname}/more`)];
  });
  expect(result).toMatchObject({ outcome: 'indexed', reason });
});

test.each([
  [
    '404',
    (status: number) => ({ status, headers: html, body: 'no' }),
    404,
    'http_error',
    'answered 404 Not Found',
  ],
  [
    '204',
    (status: number) => ({ status, headers: {}, body: '' }),
    204,
    'http_error',
    'answered 204 No Content, which holds no page',
  ],
  [
    'an empty page',
    (status: number) => ({ status, headers: html, body: '' }),
    200,
    'http_error',
    'answered with an empty page',
  ],
  [
    'a PDF',
    (status: number) => ({ status, headers: { 'content-type': 'application/pdf; x=y' }, body: '%PDF' }),
    200,
    'not_html',
    'content type application/pdf',
  ],
  [
    'no type and no HTML',
    (status: number) => ({ status, headers: {}, body: 'plain words' }),
    200,
    'not_html',
    'states no content type and does not begin like HTML',
  ],
] as const)('%s ends the site with its reason', async (_, answer, status, outcome, reason) => {
  const { port } = await serve((request, response) => {
    const { status: code, headers, body } = answer(request.url === '/' ? status : 404);
    response.writeHead(code, headers).end(body);
  });
  const { result } = await crawlFrom(`http://a.test:${port}/`);
  expect(result).toMatchObject({ outcome, reason, pages: 0 });
});

test('an answer without a type that starts like HTML is a page', async () => {
  const { port } = await serve(
    (_, response) => void response.writeHead(200).end('\n<!DOCTYPE html><title>x</title>'),
  );
  const { result } = await crawlFrom(`http://a.test:${port}/`, { ignoreRobots: true });
  expect(result.outcome).toBe('indexed');
});

test('a server that fails twice gets a third request; one that fails again gets no fourth', async () => {
  let failures = 2;
  const { port, requests } = await serve(
    (_, response) => void response.writeHead(failures-- > 0 ? 503 : 200, html).end('<p>'),
  );
  const { result } = await crawlFrom(`http://a.test:${port}/`, { ignoreRobots: true });
  expect(result.outcome).toBe('indexed');
  expect(requests).toHaveLength(3);

  const broken = await serve((_, response) => void response.writeHead(500).end());
  const { result: other } = await crawlFrom(`http://a.test:${broken.port}/`, { ignoreRobots: true });
  expect(other).toMatchObject({ outcome: 'http_error', reason: 'answered 500 Internal Server Error' });
  expect(broken.requests).toHaveLength(3);
});

test('the next attempt comes after the wait that the server states', async () => {
  const times: number[] = [];
  const { port } = await serve((_, response) => {
    times.push(performance.now());
    if (times.length === 1) response.writeHead(503, { 'retry-after': '1' }).end();
    else response.writeHead(200, html).end('<p>');
  });
  const { result } = await crawlFrom(`http://a.test:${port}/`, { ignoreRobots: true });
  expect(result.outcome).toBe('indexed');
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(990);
});

test('Retry-After beyond the cap ends the site instead of being shortened', async () => {
  const { port, requests } = await serve(
    (_, response) => void response.writeHead(429, { 'retry-after': '3600' }).end(),
  );
  const { result } = await crawlFrom(`http://a.test:${port}/`, { ignoreRobots: true });
  expect(result.reason).toBe('answered 429 Too Many Requests and asks to stay away for 3600 s');
  expect(requests).toHaveLength(1);
});

test('a missing name and a refusing port have different outcomes, and the name is not looked up again for the other scheme', async () => {
  const requested: string[] = [];
  const lookup = (host: string) => {
    requested.push(host);
    return testLookup(host);
  };
  const { result } = await crawlFrom(null, { lookup }, { domain: 'nowhere.invalid' });
  expect(result).toMatchObject({ outcome: 'dns_failed', reason: 'no such host: nowhere.invalid' });
  expect(requested).toEqual(['nowhere.invalid', 'www.nowhere.invalid']);

  const port = await serveBytes(() => undefined);
  const { result: refused } = await crawlFrom(`http://a.test:${port === 65_535 ? 1_024 : 65_535}/`, {
    ignoreRobots: true,
  });
  expect(refused).toMatchObject({ outcome: 'connect_failed', reason: 'connection refused by a.test' });
});

test.each([
  [
    'one byte at a time',
    'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<p>',
    'no end of the page within 1.5 s',
  ],
  ['never', '', 'no answer within 1.5 s'],
])('a server that sends its answer %s is timed out', async (_, start, reason) => {
  const port = await serveBytes((socket) => {
    socket.write(start);
    const drip = setInterval(() => start !== '' && socket.write('x'), 20);
    socket.on('close', () => clearInterval(drip));
  });
  const { result } = await crawlFrom(`http://a.test:${port}/`, {
    ignoreRobots: true,
    requestTimeoutMs: 1_500,
    maxRetries: 0,
  });
  expect(result).toMatchObject({ outcome: 'timed_out', reason, pages: 0 });
});

test.each([
  [
    'header fields without end',
    'HTTP/1.1 200 OK\r\n' + 'x-a: b\r\n'.repeat(20_000),
    'a.test sent more header fields than are read',
  ],
  ['no HTTP', 'SSH-2.0-OpenSSH_9.9\r\n\r\n', 'a.test does not speak HTTP as it should'],
  [
    'nothing of what it stated',
    'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 100\r\n\r\n',
    'a.test closed the connection before the whole answer had arrived',
  ],
])('a server that sends %s is an http_error', async (_, answer, reason) => {
  const port = await serveBytes((socket) => socket.end(answer));
  const { result } = await crawlFrom(`http://a.test:${port}/`, { ignoreRobots: true });
  expect(result.outcome).toBe('http_error');
  expect(result.reason).toContain(reason);
});

test('a connection that is reset in the middle of a page is tried again', async () => {
  let connections = 0;
  const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 8\r\n\r\n';
  const port = await serveBytes((socket) => {
    if (++connections > 1) socket.end(`${head}<p>whole`);
    else socket.write(`${head}<p>`, () => socket.resetAndDestroy());
  });
  const { result, pages: found } = await crawlFrom(`http://a.test:${port}/`, { ignoreRobots: true });
  expect(result.outcome).toBe('indexed');
  expect(Buffer.from(found[0]?.body ?? []).toString()).toBe('<p>whole');
});

test('an abort ends a request in flight and a queued one as cancelled', async () => {
  const arrived = Promise.withResolvers<void>();
  const { port } = await serve(() => arrived.resolve());
  const crawler = testCrawler({ ignoreRobots: true });
  const abort = new AbortController();
  const task = { domain: 'a.test', urls: [`http://a.test:${port}/`], maxPages: 1, maxDepth: 0 };
  const inFlight = crawler.crawl(task, () => Promise.resolve(indexed), abort.signal);
  const waiting = crawler.crawl(task, () => Promise.resolve(indexed), abort.signal);
  await arrived.promise;
  abort.abort();
  expect(await inFlight).toMatchObject({ outcome: 'cancelled', pages: 0 });
  expect(await waiting).toMatchObject({ outcome: 'cancelled', pages: 0 });
  const before = crawler.crawl(task, () => Promise.resolve(indexed), AbortSignal.abort());
  expect(await before).toMatchObject({ outcome: 'cancelled' });
});

test('a site that takes too long is timed out, or indexed with the reason if pages had come', async () => {
  const { port } = await serve((request, response) => {
    if (request.url === '/') response.writeHead(200, html).end('<p>');
  });
  const slow = { ignoreRobots: true, siteTimeoutMs: 2_000 };
  const { result } = await crawlFrom(`http://a.test:${port}/never`, slow);
  expect(result).toMatchObject({ outcome: 'timed_out', reason: 'the site was not done within 2 s' });
  const { result: partly } = await crawlFrom(`http://a.test:${port}/`, slow, { maxDepth: 1 }, () => [
    `http://a.test:${port}/never`,
  ]);
  expect(partly).toMatchObject({
    outcome: 'indexed',
    pages: 1,
    reason: 'the site was not done within 2 s',
  });
});

test('the page handler decides: a problem, a page that asks not to be indexed, an error of its own', async () => {
  const { port } = await serve(pages({ '/': '<p>' }));
  const crawler = testCrawler();
  const task = { domain: 'a.test', urls: [`http://a.test:${port}/`], maxPages: 1, maxDepth: 0 };
  const problem = await crawler.crawl(task, () =>
    Promise.resolve({ links: [], indexed: false, problem: 'took too long to read' }),
  );
  expect(problem).toMatchObject({ outcome: 'crashed', reason: 'took too long to read' });
  const unwanted = await crawler.crawl(task, () =>
    Promise.resolve({ links: [], indexed: false, problem: null }),
  );
  expect(unwanted).toMatchObject({ outcome: 'robots_disallowed', reason: 'the page asks not to be indexed' });
  await expect(crawler.crawl(task, () => Promise.reject(new Error('disk full')))).rejects.toThrow(
    'disk full',
  );
  expect(await crawler.crawl(task, () => Promise.resolve(indexed))).toMatchObject({ outcome: 'indexed' });
});

test('tasks and options out of bounds are refused with their names', async () => {
  const crawler = testCrawler();
  const task = { domain: 'a.test', urls: [], maxPages: 1, maxDepth: 0 };
  const crawl = (part: object) => crawler.crawl({ ...task, ...part }, () => Promise.resolve(indexed));
  await expect(crawl({ domain: 'WWW.a.test' })).rejects.toThrow("task.domain is 'WWW.a.test'");
  await expect(crawl({ maxPages: 0 })).rejects.toThrow('task.maxPages is 0');
  await expect(crawl({ maxDepth: 0.5 })).rejects.toThrow('task.maxDepth is 0.5');
  await expect(crawl({ urls: ['ftp://a.test/'] })).rejects.toThrow("task.urls has 'ftp://a.test/'");
  expect(() => openSiteCrawler({ concurrency: 0 })).toThrow(
    'crawler option concurrency is 0; give a whole number from 1 to 10000',
  );
  expect(() => openSiteCrawler({ proxyUrl: 'socks5://x' })).toThrow('proxyUrl');
  expect(() => openSiteCrawler({ allowedAddresses: ['10.0.0.0/33'] })).toThrow(
    "allowedAddresses has '10.0.0.0/33'",
  );
  expect(() => openSiteCrawler({ contact: 'a\r\nb' })).toThrow('contact');
});

test('64 concurrent sites share one crawler', async () => {
  const { port, requests } = await serve(pages({ '/': '<p>' }));
  const crawler = testCrawler();
  const results = await Promise.all(
    Array.from({ length: 64 }, (_, n) =>
      crawler.crawl(
        { domain: `s${n}.test`, urls: [`http://s${n}.test:${port}/`], maxPages: 1, maxDepth: 0 },
        () => Promise.resolve(indexed),
      ),
    ),
  );
  expect(results.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 64 }, () => 'indexed'));
  expect(requests).toHaveLength(128);
});

test('a closed crawler cancels sites under way, accepts no more, and has no SIGINT handler', async () => {
  const listeners = process.listenerCount('SIGINT');
  const arrived = Promise.withResolvers<void>();
  const { port } = await serve(() => arrived.resolve());
  const crawler = testCrawler({ ignoreRobots: true });
  const task = { domain: 'a.test', urls: [`http://a.test:${port}/`], maxPages: 1, maxDepth: 0 };
  const underWay = crawler.crawl(task, () => Promise.resolve(indexed));
  await arrived.promise;
  expect(process.listenerCount('SIGINT')).toBe(listeners);
  await crawler.close(0);
  expect(await underWay).toMatchObject({ outcome: 'cancelled', reason: 'the crawler was closed' });
  await expect(crawler.crawl(task, () => Promise.resolve(indexed))).rejects.toThrow('the crawler is closed');
});

test('after close the process ends by itself, without output and without a new folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'crawl-exit-'));
  const script = `
    import { createServer } from 'node:http';
    import { openSiteCrawler } from ${JSON.stringify(join(import.meta.dirname, 'index.ts'))};
    const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'));
    server.listen(0, '127.0.0.1', async () => {
      const crawler = openSiteCrawler({ allowedAddresses: ['127.0.0.1/32'], retryDelayMs: 10 });
      const urls = ['http://127.0.0.1:' + server.address().port + '/', 'http://127.0.0.1:1024/'];
      const task = { domain: '127.0.0.1', urls, maxPages: 2, maxDepth: 0 };
      const result = await crawler.crawl(task, async () => ({ links: [], indexed: true, problem: null }));
      await crawler.close();
      server.close();
      process.exitCode = result.pages === 1 ? 7 : 1;
    });`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 100_000,
  });
  expect({ status, stdout, stderr, files: readdirSync(folder) }).toEqual({
    status: 7,
    stdout: '',
    stderr: '',
    files: [],
  });
  rmSync(folder, { recursive: true });
});
