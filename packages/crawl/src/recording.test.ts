import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Exchange } from './index.ts';
import {
  crawlFrom,
  html,
  serve,
  serveBytes,
  serveTls,
  testCertificates,
  type Crawled,
} from '../test/loopback.ts';
import type { CrawlerOptions } from './options.ts';

interface Recorded extends Crawled {
  readonly exchanges: readonly Exchange[];
}

async function recordedFrom(url: string, options: CrawlerOptions = {}): Promise<Recorded> {
  const exchanges: Exchange[] = [];
  const onExchange = (exchange: Exchange): Promise<void> => {
    exchanges.push(exchange);
    return Promise.resolve();
  };
  const crawled = await crawlFrom(url, { maxRetries: 0, onExchange, ...options });
  return { ...crawled, exchanges };
}

const textOf = ({ body }: Exchange): string => Buffer.concat(body).toString('latin1');

test('robots.txt, redirect and page are recorded in order, bytes and names as they were sent', async () => {
  const packed = gzipSync('<p>'.repeat(1_000));
  const { port } = await serve((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(200).end('User-agent: *\nDisallow: /secret\n');
    else if (request.url === '/?q=1')
      response.writeHead(301, 'Gone there', { Location: '/home' }).end('moved');
    else {
      response.writeHead(200, { ...html, 'X-Words': 'gr\xfcn', 'Content-Encoding': 'gzip' });
      response.write(packed.subarray(0, 10));
      response.end(packed.subarray(10));
    }
  });
  const { exchanges, pages } = await recordedFrom(`http://a.test:${port}/?q=1#top`, { version: '3' });
  expect(exchanges.map(({ url, status, truncation }) => [new URL(url).pathname, status, truncation])).toEqual(
    [
      ['/robots.txt', 200, null],
      ['/', 301, null],
      ['/home', 200, null],
    ],
  );
  const [robots, moved, home] = exchanges;
  if (robots === undefined || moved === undefined || home === undefined) throw new Error('three were told');
  expect(textOf(robots)).toBe('User-agent: *\nDisallow: /secret\n');
  expect(moved).toMatchObject({
    url: `http://a.test:${port}/?q=1`,
    statusText: 'Gone there',
    address: '127.0.0.1',
  });
  expect(moved.request).toMatchObject({ method: 'GET', target: '/?q=1' });
  expect(moved.request.headers).toEqual(
    expect.arrayContaining([
      ['host', `a.test:${port}`],
      ['user-agent', 'sitegrep/3'],
    ]),
  );
  expect(textOf(moved)).toBe('moved');
  expect(Buffer.concat(home.body)).toEqual(packed);
  expect(home.headers).toEqual(
    expect.arrayContaining([
      ['X-Words', 'gr\xfcn'],
      ['Transfer-Encoding', 'chunked'],
    ]),
  );
  expect(home.fetchedAt).toBe(pages[0]?.fetchedAt);
  expect(Buffer.from(pages[0]?.body ?? []).toString()).toBe('<p>'.repeat(1_000));
});

test('the request is recorded as the host got it', async () => {
  const got: string[] = [];
  const port = await serveBytes((socket) => {
    socket.end('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nhi');
  });
  const { port: other } = await serve((request, response) => {
    got.push(...request.rawHeaders);
    response.writeHead(200, html).end('hi');
  });
  await recordedFrom(`http://a.test:${port}/`, { ignoreRobots: true });
  const { exchanges } = await recordedFrom(`http://a.test:${other}/`, { ignoreRobots: true });
  expect(exchanges[0]?.request.headers.flat()).toEqual(got);
});

const endless = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>hi';

test.each([
  ['length', 'indexed', { maxBodyBytes: 3 }, `${endless} and more`, true],
  ['disconnect', 'indexed', {}, endless.replace('\r\n\r\n', '\r\nContent-Length: 100\r\n\r\n'), true],
  ['time', 'timed_out', { requestTimeoutMs: 1_500 }, endless, false],
  [
    'unspecified',
    'http_error',
    {},
    endless.replace('\r\n\r\n<p>hi', `\r\nContent-Encoding: br\r\n\r\n${'\0'.repeat(40)}`),
    false,
  ],
] as const)('a body that ends early by %s states so', async (truncation, outcome, options, answer, ends) => {
  const port = await serveBytes((socket) => void (ends ? socket.end(answer) : socket.write(answer)));
  const { exchanges, result } = await recordedFrom(`http://a.test:${port}/`, {
    ignoreRobots: true,
    ...options,
  });
  expect(exchanges.map((exchange) => exchange.truncation)).toEqual([truncation]);
  expect(exchanges.map(textOf).join()).toMatch(/^(?:<p>hi|\0{40}$)/);
  expect(result.outcome).toBe(outcome);
});

test('the first 64 KiB of an unneeded body are recorded, none of one that states a longer length', async () => {
  const { port } = await serve((request, response) => {
    const size = {
      'content-type': 'image/png',
      ...(request.url === '/stated' ? { 'content-length': 1e6 } : {}),
    };
    response.on('error', () => undefined);
    response.writeHead(200, size).end(Buffer.alloc(1e6));
  });
  for (const [path, least, most] of [
    ['/chunked', 64 * 1024, 512 * 1024],
    ['/stated', 0, 64 * 1024],
  ] as const) {
    const { exchanges, result } = await recordedFrom(`http://a.test:${port}${path}`, { ignoreRobots: true });
    expect(exchanges).toMatchObject([{ truncation: 'length', status: 200 }]);
    const { length } = Buffer.concat(exchanges[0]?.body ?? []);
    expect(length).toBeGreaterThanOrEqual(least);
    expect(length).toBeLessThanOrEqual(most);
    expect(result.outcome).toBe('not_html');
  }
});

test('recorded bytes that decode to nothing are bounded', async () => {
  // An empty stored block of deflate, again and again: a body that never grows however much of it is received.
  const port = await serveBytes((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n');
    socket.write(gzipSync('').subarray(0, 10));
    const blocks = Buffer.alloc(5 * 200_000, Buffer.from([0, 0, 0, 0xff, 0xff]));
    for (let sent = 0; sent < 4; sent++) socket.write(blocks);
    socket.end();
  });
  const { exchanges } = await recordedFrom(`http://a.test:${port}/`, {
    ignoreRobots: true,
    maxBodyBytes: 1_000,
  });
  expect(exchanges).toMatchObject([{ truncation: 'length' }]);
  expect(Buffer.concat(exchanges[0]?.body ?? []).length).toBe(1_000 + 1024 * 1024);
});

test('the address and, over TLS, the issuer are recorded', async () => {
  const { valid, authority } = testCertificates();
  const { port } = await serveTls(valid, (_request, response) => response.writeHead(200, html).end('<p>hi'));
  const { exchanges } = await recordedFrom(`https://a.test:${port}/`, {
    certificateAuthorities: authority,
    ignoreRobots: true,
  });
  expect(exchanges).toMatchObject([{ address: '127.0.0.1', certIssuer: 'Test Trust Test authority' }]);
});

test('no page is handed over before its exchange is stored', async () => {
  const { port } = await serve((_request, response) => response.writeHead(200, html).end('<p>hi'));
  const order: string[] = [];
  const keeping = Promise.withResolvers<void>();
  const crawling = crawlFrom(
    `http://a.test:${port}/`,
    {
      ignoreRobots: true,
      onExchange: () => {
        setImmediate(() => {
          order.push('kept');
          keeping.resolve();
        });
        return keeping.promise;
      },
    },
    {},
    () => {
      order.push('handed over');
      return [];
    },
  );
  await crawling;
  expect(order).toEqual(['kept', 'handed over']);
});

test.each(['/robots.txt', '/', '/home'])(
  'an exchange that can’t be stored ends the site: %s',
  async (path) => {
    const { port } = await serve((request, response) => {
      if (request.url === '/') response.writeHead(302, { location: '/home' }).end();
      else response.writeHead(200, request.url === '/robots.txt' ? {} : html).end('Allow: /');
    });
    const full = new Error('disk full');
    const onExchange = ({ url }: Exchange): Promise<void> =>
      new URL(url).pathname === path ? Promise.reject(full) : Promise.resolve();
    await expect(crawlFrom(`http://a.test:${port}/`, { onExchange })).rejects.toBe(full);
  },
);
