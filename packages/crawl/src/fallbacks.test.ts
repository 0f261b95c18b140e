// A visit of `https://`, then `http://`, then the same with `www.`: which answer decides its outcome, its reason and its further
// attempts.
import type { RequestListener } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { crawlFrom, html, serveTls, testCertificates, type Certificates } from '../test/loopback.ts';
import { homePage, serveProxy } from '../test/proxy.ts';

let certificates: Certificates;
beforeAll(() => {
  certificates = testCertificates();
});

/** Port 443 refuses connections. */
const REFUSED = { status: 502 };
const ONE_REQUEST_EACH = ['CONNECT a.test:443', 'GET http://a.test/robots.txt', 'GET http://a.test/'];
const AND_WITH_WWW = [
  ...ONE_REQUEST_EACH,
  'CONNECT www.a.test:443',
  'GET http://www.a.test/robots.txt',
  'GET http://www.a.test/',
];

describe('an answer over http decides, and not why https failed', () => {
  test.each([
    ['404', homePage(404), { outcome: 'http_error', reason: 'answered 404 Not Found' }, AND_WITH_WWW],
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
  ])('%s is requested once', async (_, http, ending, expected = ONE_REQUEST_EACH) => {
    const { url, requested } = await serveProxy(http, REFUSED);
    const { result } = await crawlFrom(null, { proxyUrl: url });
    expect(result).toMatchObject(ending);
    expect(requested).toEqual(expected);
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

/** Answers by URL, or by origin for all paths that have none of their own. */
type Answers = Readonly<Record<string, RequestListener>>;

const page: RequestListener = (_request, response) => void response.writeHead(200, html).end('<p>page');
const defaultPage: RequestListener = (_request, response) =>
  void response.writeHead(200, html).end('<html><body><h1>It works!</h1></body></html>');
const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(code, { ...html, ...headers }).end();
const to = (location: string): RequestListener => status(301, { location });
const hangUp: RequestListener = (request) => void request.socket.destroy();

/** Crawls a.test from its home page, in a web of these answers; other hosts refuse connections. */
async function crawlWeb(answers: Answers, options: Parameters<typeof crawlFrom>[1] = {}) {
  const requests: string[] = [];
  const answering =
    (scheme: string): RequestListener =>
    (request, response) => {
      const { host, pathname } = new URL(request.url ?? '', `${scheme}://${request.headers.host}`);
      const origin = `${scheme}://${host}`;
      if (pathname === '/robots.txt' && !(`${origin}/robots.txt` in answers))
        return void response.writeHead(404).end();
      requests.push(`${origin}${pathname}`);
      const answer = answers[`${origin}${pathname}`] ?? answers[origin];
      if (answer === undefined) response.writeHead(502).end();
      else answer(request, response);
    };
  const { port } = await serveTls(certificates.valid, answering('https'));
  const { url } = await serveProxy(answering('http'), (host) =>
    `https://${host}` in answers ? { port } : REFUSED,
  );
  const { authority: certificateAuthorities } = certificates;
  const { result, pages } = await crawlFrom(null, {
    proxyUrl: url,
    certificateAuthorities,
    maxRetries: 0,
    ...options,
  });
  return { result, urls: pages.map((each) => each.url), requests };
}

const [BARE, BARE_HTTP] = ['https://a.test', 'http://a.test'];
const [WWW, WWW_HTTP] = ['https://www.a.test', 'http://www.a.test'];

test.each<[name: string, answers: Answers, origin: string | null, requests?: readonly string[]]>([
  ['a 404', { [BARE]: status(404), [BARE_HTTP]: page, [WWW]: page }, WWW, [`${BARE}/`, `${WWW}/`]],
  ['a 403 over http', { [BARE_HTTP]: status(403), [WWW_HTTP]: page }, WWW_HTTP],
  ['a 400', { [BARE]: status(400), [BARE_HTTP]: status(400), [WWW]: page }, WWW],
  ['a 500', { [BARE]: status(500), [WWW]: page }, WWW, [`${BARE}/`, `${WWW}/`]],
  ['a 503', { [BARE]: status(503, { 'retry-after': '0' }), [WWW]: page }, WWW],
  ['a hang-up', { [BARE]: hangUp, [BARE_HTTP]: hangUp, [WWW]: page }, WWW],
  ['a hang-up over https alone', { [BARE]: hangUp, [BARE_HTTP]: page, [WWW]: page }, BARE_HTTP],
  ['a 404 behind a redirect', { [BARE]: to('/gone'), [`${BARE}/gone`]: status(404), [WWW]: page }, WWW],
  [
    'a 404, and a page that www redirects to',
    { [BARE]: status(404), [WWW]: to('/home'), [`${WWW}/home`]: page },
    WWW,
  ],
  ['a 404, and www redirects back', { [BARE]: status(404), [WWW]: to(`${BARE}/`) }, null],
  ['a page', { [BARE]: page, [WWW]: page }, BARE, [`${BARE}/`]],
  [
    'a type of its own',
    { [BARE]: status(200, { 'content-type': 'application/json' }), [WWW]: page },
    null,
    [`${BARE}/`],
  ],
  ['a redirect to itself', { [BARE]: to('/'), [BARE_HTTP]: page }, BARE_HTTP, [`${BARE}/`, `${BARE_HTTP}/`]],
  [
    'a circle over both schemes',
    { [BARE]: to(`${BARE_HTTP}/`), [BARE_HTTP]: to(`${BARE}/`), [WWW]: page },
    WWW,
    [`${BARE}/`, `${BARE_HTTP}/`, `${WWW}/`],
  ],
  [
    'a circle of paths',
    { [BARE]: to('/a'), [`${BARE}/a`]: to('/b'), [`${BARE}/b`]: to('/a'), [BARE_HTTP]: page },
    BARE_HTTP,
  ],
  [
    'a circle with www',
    { [BARE]: to(`${WWW}/`), [WWW]: to(`${BARE}/`), [BARE_HTTP]: to(`${WWW_HTTP}/`), [WWW_HTTP]: page },
    WWW_HTTP,
  ],
  [
    'the default page of a server',
    { [BARE]: defaultPage, [BARE_HTTP]: page, [WWW]: page },
    WWW,
    [`${BARE}/`, `${WWW}/`],
  ],
  [
    'a default page, and one with www as well',
    { [BARE]: defaultPage, [WWW]: defaultPage },
    BARE,
    [`${BARE}/`, `${WWW}/`],
  ],
  ['a default page, and a 404 with www', { [BARE]: defaultPage, [WWW]: status(404) }, BARE],
  ['a default page, and www redirects back', { [BARE]: defaultPage, [WWW]: to(`${BARE}/`) }, BARE],
  [
    'a default page, and www redirects',
    { [BARE]: defaultPage, [WWW]: to('/home'), [`${WWW}/home`]: page },
    WWW,
  ],
  [
    'a default page, and www asks to stay away',
    { [BARE]: defaultPage, [WWW]: status(503, { 'retry-after': '9999' }) },
    BARE,
  ],
  ['a redirect to www, which has a default page', { [BARE]: to(`${WWW}/`), [WWW]: defaultPage }, WWW],
  [
    'a robots.txt that forbids it',
    {
      [BARE]: page,
      [`${BARE}/robots.txt`]: (_request, response) => void response.end('User-agent: *\nDisallow: /'),
      [WWW]: page,
    },
    null,
    [`${BARE}/robots.txt`],
  ],
])('after %s, the page is that of the right address', async (_, answers, url, expected) => {
  const { result, urls, requests } = await crawlWeb(answers);
  expect(urls.map((each) => new URL(each).origin)).toEqual(url === null ? [] : [url]);
  expect(result.outcome === 'indexed').toBe(url !== null);
  expect(requests).toEqual(expected ?? requests);
});

test('if www fails, too, the reason is that of the bare domain, and each is asked as often as before', async () => {
  const { result, requests } = await crawlWeb({ [BARE]: status(404), [WWW]: status(403) });
  expect(result).toMatchObject({ outcome: 'http_error', reason: 'answered 404 Not Found' });
  expect(requests).toEqual([`${BARE}/`, `${WWW}/`]);
  const circle = await crawlWeb({ [BARE]: to('/'), [BARE_HTTP]: status(404) });
  expect(circle.result.reason).toBe('redirects in a circle, back to https://a.test/');
  const away = await crawlWeb({ [BARE]: status(503, { 'retry-after': '9999' }), [WWW]: page });
  expect(away.requests).toEqual([`${BARE}/`]);
});

const CHALLENGE = `<!DOCTYPE html><title>Just a moment...</title><script>window._cf_chl_opt={cvId:'3'};
a.src='/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1'</script>`;

test.each<
  [name: string, code: number, headers: Readonly<Record<string, string>>, body: string, reason: string]
>([
  ['in its body', 403, {}, CHALLENGE, 'answered 403 Forbidden, with a challenge of Cloudflare'],
  [
    'in its head',
    403,
    { 'cf-mitigated': 'challenge' },
    '',
    'answered 403 Forbidden, with a challenge of Cloudflare',
  ],
  [
    'that asks to stay away',
    429,
    { 'retry-after': '9999' },
    CHALLENGE,
    'answered 429 Too Many Requests and asks to stay away for 9999 s, with a challenge of Cloudflare',
  ],
  ['of no challenge', 403, {}, '<title>Forbidden</title><h1>Forbidden</h1>', 'answered 403 Forbidden'],
  ['with a status that challenges have not', 404, {}, CHALLENGE, 'answered 404 Not Found'],
  ['of another type', 403, { 'content-type': 'application/json' }, CHALLENGE, 'answered 403 Forbidden'],
  [
    'without an end',
    403,
    { 'content-length': '99999' },
    CHALLENGE,
    'answered 403 Forbidden, with a challenge of Cloudflare',
  ],
])('the reason of an answer names the challenge: one %s', async (_, code, headers, body, reason) => {
  const answer: RequestListener = (_request, response) => {
    response.writeHead(code, { ...html, ...headers });
    if ('content-length' in headers) response.write(body);
    else response.end(body);
  };
  const { result, requests } = await crawlWeb({ [BARE]: answer });
  expect(result).toMatchObject({ outcome: 'http_error', reason });
  expect(new Set(requests).size).toBe(requests.length);
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
