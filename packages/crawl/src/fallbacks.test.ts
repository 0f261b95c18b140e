// A visit of `https://` and then `http://`: which answer decides its outcome, its reason and its further attempts.
import type { RequestListener } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { crawlFrom, serveTls, testCertificates, type Certificates } from '../test/loopback.ts';
import { homePage, serveProxy } from '../test/proxy.ts';

let certificates: Certificates;
beforeAll(() => {
  certificates = testCertificates();
});

/** Port 443 refuses connections. */
const REFUSED = { status: 502 };
const ONE_REQUEST_EACH = ['CONNECT a.test:443', 'GET http://a.test/robots.txt', 'GET http://a.test/'];

describe('an answer over http decides, and not why https failed', () => {
  test.each([
    ['404', homePage(404), { outcome: 'http_error', reason: 'answered 404 Not Found' }],
    [
      'a PDF',
      homePage(200, { 'content-type': 'application/pdf' }),
      { outcome: 'not_html', reason: 'content type application/pdf' },
    ],
    [
      '429 with a long Retry-After',
      homePage(429, { 'retry-after': '3600' }),
      { outcome: 'http_error', reason: 'answered 429 Too Many Requests and asks to stay away for 3600 s' },
    ],
    [
      '503 with a long Retry-After as a date',
      homePage(503, { 'retry-after': new Date(Date.now() + 86_400_000).toUTCString() }),
      { outcome: 'http_error', reason: expect.stringContaining('and asks to stay away for 86') },
    ],
  ])('%s is requested once', async (_, http, ending) => {
    const { url, requested } = await serveProxy(http, REFUSED);
    const { result } = await crawlFrom(null, { proxyUrl: url });
    expect(result).toMatchObject(ending);
    expect(requested).toEqual(ONE_REQUEST_EACH);
  });

  test('500 is requested again', async () => {
    const { url, requested } = await serveProxy(homePage(500), REFUSED);
    const { result } = await crawlFrom(null, { proxyUrl: url });
    expect(result).toMatchObject({ outcome: 'http_error', reason: 'answered 500 Internal Server Error' });
    expect(requested.filter((request) => request === 'GET http://a.test/')).toHaveLength(3);
  });

  test('a robots.txt with a long Retry-After is requested once', async () => {
    const busy: RequestListener = (_request, response) =>
      void response.writeHead(429, { 'retry-after': '3600' }).end();
    const { url, requested } = await serveProxy(busy, REFUSED);
    const { result } = await crawlFrom(null, { proxyUrl: url });
    expect(result).toMatchObject({
      outcome: 'http_error',
      reason: 'robots.txt answered 429 Too Many Requests and asks to stay away for 3600 s',
    });
    expect(requested).toEqual(ONE_REQUEST_EACH.slice(0, 2));
  });

  test('no answer at all is timed_out, although TLS failed before', async () => {
    const { port } = await serveTls(certificates.selfSigned, () => undefined);
    const silent: RequestListener = () => undefined;
    const { url } = await serveProxy(silent, { port });
    const options = { proxyUrl: url, requestTimeoutMs: 500, maxRetries: 0 };
    expect((await crawlFrom(null, options)).result).toMatchObject({
      outcome: 'timed_out',
      reason: 'no robots.txt within 0.5 s',
    });
    expect((await crawlFrom(null, { ...options, ignoreRobots: true })).result).toMatchObject({
      outcome: 'timed_out',
      reason: 'no answer within 0.5 s',
    });
  });
});

test('if no host answers, a failure that may pass gets further attempts, whichever name it is of', async () => {
  const failing = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));
  const requested: string[] = [];
  const lookup = (host: string) => {
    requested.push(host);
    return failing(host === 'a.test' ? 'ENOTFOUND' : 'EAI_AGAIN');
  };
  const { result } = await crawlFrom(null, { lookup, maxRetries: 1, retryDelayMs: 1_000 });
  expect(result).toMatchObject({ outcome: 'dns_failed', reason: 'no such host: a.test' });
  // The absence of a name is cached.
  expect(requested).toEqual(['a.test', 'www.a.test', 'www.a.test']);
});
