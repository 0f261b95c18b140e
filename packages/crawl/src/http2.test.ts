import { createSecureServer, type SecureServerOptions, type ServerHttp2Stream } from 'node:http2';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Exchange } from './index.ts';
import {
  crawlFrom,
  listen,
  pages,
  serveTls,
  testCertificates,
  type Certificates,
  type Crawled,
} from '../test/loopback.ts';
import type { CrawlerOptions } from './options.ts';

let certificates: Certificates;
beforeAll(() => {
  certificates = testCertificates();
});

interface Http2Host {
  readonly port: number;
  /** Each request's path and HTTP version. */
  readonly requests: readonly string[];
  /** Number of connections. */
  readonly connections: () => number;
}

type OnStream = (stream: ServerHttp2Stream, path: string) => void;

/** A host that offers HTTP/2 and HTTP/1.1, and has no robots.txt. */
async function serveHttp2(onStream: OnStream, options: SecureServerOptions = {}): Promise<Http2Host> {
  const requests: string[] = [];
  let connections = 0;
  const server = createSecureServer({ ...certificates.valid, allowHTTP1: true, ...options });
  server.on('request', ({ httpVersion, url }, response) => {
    requests.push(`${url} HTTP/${httpVersion}`);
    if (httpVersion === '1.1') response.writeHead(url === '/' ? 200 : 404, HTML).end('<p>');
  });
  server.on('secureConnection', (socket) => {
    connections++;
    socket.on('error', () => undefined);
  });
  server.on('sessionError', () => undefined);
  server.on('stream', (stream: ServerHttp2Stream, headers) => {
    stream.on('error', () => undefined);
    const path = String(headers[':path']);
    if (path === '/robots.txt') {
      stream.respond({ ':status': 404 });
      stream.end();
    } else onStream(stream, path);
  });
  return { port: await listen(server), requests, connections: () => connections };
}

const HTML = { 'content-type': 'text/html' };

function crawlHost(
  { port }: { readonly port: number },
  options: CrawlerOptions = {},
  links: readonly string[] = [],
): Promise<Crawled> {
  const at = (path: string): string => `https://a.test:${port}${path}`;
  return crawlFrom(
    at('/'),
    { http2: true, certificateAuthorities: certificates.authority, maxRetries: 0, ...options },
    { maxDepth: 1 },
    () => links.map(at),
  );
}

const respond = (stream: ServerHttp2Stream, body: string | Buffer, headers = {}): void => {
  stream.respond({ ':status': 200, ...HTML, ...headers });
  stream.end(body);
};

test('pages come over one HTTP/2 connection, with redirects, encodings and the issuer', async () => {
  const host = await serveHttp2((stream, path) => {
    if (path === '/old') {
      stream.respond({ ':status': 301, location: '/new' });
      stream.end('moved');
    } else if (path === '/packed') respond(stream, gzipSync('<b>packed'), { 'content-encoding': 'gzip' });
    else respond(stream, `<p>${path}`);
  });
  const { result, pages: found } = await crawlHost(host, {}, ['/old', '/packed']);
  expect(result).toMatchObject({ outcome: 'indexed', pages: 3 });
  expect(found.map(({ body }) => Buffer.from(body).toString())).toEqual(['<p>/', '<p>/new', '<b>packed']);
  expect(found.map(({ certIssuer }) => certIssuer)).toEqual(Array(3).fill('Test Trust Test authority'));
  expect(host.requests).toEqual(
    ['/robots.txt', '/', '/old', '/new', '/packed'].map((path) => `${path} HTTP/2.0`),
  );
  expect(host.connections()).toBe(1);
});

test('an exchange is recorded like others', async () => {
  const host = await serveHttp2((stream) => respond(stream, '<p>', { 'x-words': 'two words' }));
  const exchanges: Exchange[] = [];
  await crawlHost(host, {
    onExchange: (exchange) => {
      exchanges.push(exchange);
      return Promise.resolve();
    },
  });
  expect(exchanges.map(({ status }) => status)).toEqual([404, 200]);
  const [, page] = exchanges;
  expect(page?.headers).toContainEqual(['x-words', 'two words']);
  // What HTTP/2 calls pseudo-headers are not fields of the answer.
  expect(page?.headers.filter(([name]) => name.startsWith(':'))).toEqual([]);
  expect(Buffer.concat(page?.body ?? []).toString()).toBe('<p>');
  expect(page?.address).toBe('127.0.0.1');
});

test('hosts without HTTP/2, and all hosts if it is off, get HTTP/1.1', async () => {
  const plain = await serveTls(certificates.valid, pages({ '/': '<p>' }));
  expect((await crawlHost(plain)).result.outcome).toBe('indexed');
  const both = await serveHttp2((stream) => respond(stream, '<p>'));
  expect((await crawlHost(both, { http2: false })).result.outcome).toBe('indexed');
  expect(both.requests).toEqual(['/robots.txt HTTP/1.1', '/ HTTP/1.1']);
});

test('a host that speaks HTTP/2 only gets it, although it is off', async () => {
  const host = await serveHttp2((stream, path) => respond(stream, `<p>${path}`), { allowHTTP1: false });
  const { result } = await crawlHost(host, { http2: false }, ['/b']);
  expect(result).toMatchObject({ outcome: 'indexed', pages: 2 });
  expect(host.requests).toEqual(['/robots.txt', '/', '/b'].map((path) => `${path} HTTP/2.0`));
  expect(host.connections()).toBe(1);
});

describe('a host that fails', () => {
  const INTERNAL_ERROR = 2;
  const half = (stream: ServerHttp2Stream, then: () => void): void => {
    stream.respond({ ':status': 200, ...HTML });
    stream.write('<p>half', then);
  };
  test.each<[string, OnStream, string, RegExp]>([
    ['and never answers', () => {}, 'timed_out', / 1 s$/],
    ['and never ends its body', (stream) => half(stream, () => {}), 'timed_out', / 1 s$/],
  ])('%s', async (_, onStream, outcome, reason) => {
    const { result } = await crawlHost(await serveHttp2(onStream), { requestTimeoutMs: 1_000 });
    expect([result.outcome, result.reason]).toEqual([outcome, expect.stringMatching(reason)]);
  });

  test.each<[string, OnStream]>([
    ['within the body', (stream) => half(stream, () => stream.destroy(new Error('broken')))],
    [
      'with its connection',
      (stream) => half(stream, () => stream.session?.destroy(new Error('broken'), INTERNAL_ERROR)),
    ],
  ])('%s gives what came before', async (_, onStream) => {
    const { result, pages } = await crawlHost(await serveHttp2(onStream));
    expect(result.outcome).toBe('indexed');
    expect(pages.map(({ body, truncated }) => [Buffer.from(body).toString(), truncated])).toEqual([
      ['<p>half', true],
    ]);
  });

  const ONLY_HTTP2 = { allowHTTP1: false };

  test('before an answer is asked over HTTP/1.1, once and for all', async () => {
    const host = await serveHttp2((stream) => stream.destroy(new Error('broken')));
    const { result } = await crawlHost(host);
    expect(result.outcome).toBe('indexed');
    expect(host.requests).toEqual(['/robots.txt HTTP/2.0', '/ HTTP/2.0', '/ HTTP/1.1']);
  });

  test('before an answer, and speaks nothing else, is http_error', async () => {
    const host = await serveHttp2((stream) => stream.destroy(new Error('broken')), ONLY_HTTP2);
    const { result } = await crawlHost(host, { http2: false });
    expect(result).toMatchObject({
      outcome: 'http_error',
      reason: 'a.test closed the connection before the whole answer had arrived',
    });
  });

  test('and allows no streams ends with the time of the request, and leaves nothing behind', async () => {
    const host = await serveHttp2(() => {}, { ...ONLY_HTTP2, settings: { maxConcurrentStreams: 0 } });
    const { result } = await crawlHost(host, { requestTimeoutMs: 500 });
    expect([result.outcome, result.reason]).toEqual(['timed_out', 'no robots.txt within 0.5 s']);
  });

  test('and closes its connection between two pages gets another connection', async () => {
    const host = await serveHttp2((stream, path) => {
      const { session } = stream;
      stream.once('close', () => {
        if (path === '/') session?.destroy();
      });
      respond(stream, `<p>${path}`);
    });
    const { result } = await crawlHost(host, { maxRetries: 2, crawlDelayMs: 50 }, ['/b', '/c']);
    expect(result).toMatchObject({ outcome: 'indexed', pages: 3 });
    expect(host.connections()).toBe(2);
  });
});
