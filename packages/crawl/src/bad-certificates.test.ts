// Hosts with a bad certificate: their pages are the last alternative, and say what is wrong.
import { createServer } from 'node:https';
import type { RequestListener } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import type { KeyPair } from '../test/certificates.ts';
import { crawlFrom, html, listen, pages, testCertificates, type Certificates } from '../test/loopback.ts';
import { homePage, serveProxy, type TunnelEnd } from '../test/proxy.ts';
import type { Exchange } from './index.ts';

let certificates: Certificates;
beforeAll(() => {
  certificates = testCertificates();
});

interface SecureHost {
  readonly port: number;
  /** Number of handshakes. */
  readonly handshakes: () => number;
  /** Names of header fields that came, besides those that belong to the connection. */
  readonly fields: ReadonlySet<string>;
  readonly requests: readonly string[];
}

async function serveSecure(pair: KeyPair, handler: RequestListener): Promise<SecureHost> {
  let handshakes = 0;
  const fields = new Set<string>();
  const requests: string[] = [];
  const server = createServer({ key: pair.key, cert: pair.cert }, (request, response) => {
    for (const name of Object.keys(request.headers)) fields.add(name);
    requests.push(`${request.headers.host}${request.url}`);
    handler(request, response);
  });
  server.on('secureConnection', () => handshakes++);
  return { port: await listen(server), handshakes: () => handshakes, fields, requests };
}

const page = pages({ '/': '<p>' });
const REFUSED: TunnelEnd = { status: 502 };
const trusting = () => ({ certificateAuthorities: certificates.authority, maxRetries: 0 });

describe('the page of a host has the verdict on its certificate', () => {
  test.each([
    ['valid', 'valid'],
    ['expired', 'expired 2026-03-01'],
    ['otherName', 'for b.test, *.b.test, not for a.test'],
    ['selfSigned', 'self-signed'],
  ] as const)('%s: %s', async (name, verdict) => {
    const { port } = await serveSecure(certificates[name], page);
    const exchanges: Exchange[] = [];
    const onExchange = (exchange: Exchange): Promise<void> => Promise.resolve(void exchanges.push(exchange));
    const { result, pages: found } = await crawlFrom(`https://a.test:${port}/`, {
      ...trusting(),
      onExchange,
    });
    expect(result).toMatchObject({ outcome: 'indexed', reason: null });
    expect(found.map(({ certificate }) => certificate)).toEqual([verdict]);
    expect(exchanges.map(({ certificate }) => certificate)).toEqual([verdict, verdict]);
  });

  test('of no known authority', async () => {
    const { port } = await serveSecure(certificates.valid, page);
    const { pages: found } = await crawlFrom(`https://a.test:${port}/`);
    expect(found.map(({ certificate }) => certificate)).toEqual(['of no known authority']);
  });
});

test('a host with a bad certificate is asked for it once, for all pages, and gets nothing but what all hosts get', async () => {
  const cookies: RequestListener = (request, response) =>
    request.url === '/robots.txt'
      ? void response.writeHead(404).end()
      : void response.writeHead(200, { ...html, 'set-cookie': 'a=b' }).end('<p>');
  const { port, handshakes, fields, requests } = await serveSecure(certificates.selfSigned, cookies);
  const at = (path: string): string => `https://user:secret@a.test:${port}${path}`;
  const { result } = await crawlFrom(at('/'), {}, { maxDepth: 1 }, () => [at('/b'), at('/c')]);
  expect(result).toMatchObject({ outcome: 'indexed', pages: 3 });
  expect(requests).toHaveLength(4);
  expect(handshakes()).toBe(1);
  expect([...fields].toSorted()).toEqual([
    'accept',
    'accept-encoding',
    'accept-language',
    'connection',
    'host',
    'user-agent',
  ]);
});

test('if valid certificates are required, a bad one is asked for once, however often the site is tried', async () => {
  const { port, handshakes, requests } = await serveSecure(certificates.selfSigned, page);
  const { url } = await serveProxy(null, (host) => (host === 'a.test' ? { port } : REFUSED));
  const { result } = await crawlFrom(null, { proxyUrl: url, requireValidCertificates: true });
  expect(result).toMatchObject({ outcome: 'tls_failed', reason: 'certificate of a.test is self-signed' });
  expect(handshakes()).toBe(1);
  expect(requests).toEqual([]);
});

describe('the home page comes', () => {
  const redirectTo =
    (location: string): RequestListener =>
    (_request, response) =>
      void response.writeHead(301, { location }).end();
  interface Web {
    readonly http: RequestListener | null;
    readonly bare: keyof Certificates | null;
    readonly www: keyof Certificates | null;
  }
  async function homeOf({ http, bare, www }: Web, bareHandler: RequestListener = page) {
    const open = async (name: keyof Certificates | null, handler: RequestListener) => {
      const pair = name === null ? null : certificates[name];
      return pair === null || typeof pair === 'string' ? null : serveSecure(pair, handler);
    };
    const hosts = new Map([
      ['a.test', await open(bare, bareHandler)],
      ['www.a.test', await open(www, page)],
    ]);
    const { url } = await serveProxy(http, (host) => {
      const server = hosts.get(host) ?? null;
      return server === null ? REFUSED : { port: server.port };
    });
    const { result, pages: found } = await crawlFrom(null, { ...trusting(), proxyUrl: url });
    const [home] = found;
    return { ...result, url: home?.url ?? null, certificate: home?.certificate ?? null, hosts };
  }

  test('from valid https before all others', async () => {
    expect(await homeOf({ http: homePage(200), bare: 'valid', www: 'valid' })).toMatchObject({
      url: 'https://a.test/',
      certificate: 'valid',
    });
  });

  test('from www before http, and from both before a bad certificate', async () => {
    expect(await homeOf({ http: homePage(200), bare: 'expired', www: 'valid' })).toMatchObject({
      url: 'https://www.a.test/',
      certificate: 'valid',
    });
    expect(await homeOf({ http: homePage(200), bare: 'expired', www: 'otherName' })).toMatchObject({
      url: 'http://a.test/',
      certificate: null,
    });
  });

  test('from a bad certificate if there is nothing else', async () => {
    expect(await homeOf({ http: null, bare: 'expired', www: null })).toMatchObject({
      url: 'https://a.test/',
      certificate: 'expired 2026-03-01',
    });
    expect(await homeOf({ http: null, bare: null, www: 'selfSigned' })).toMatchObject({
      url: 'https://www.a.test/',
      certificate: 'self-signed',
    });
  });

  test.each([403, 404, 500])('from a bad certificate if http answers %i', async (status) => {
    expect(await homeOf({ http: homePage(status), bare: 'expired', www: null })).toMatchObject({
      outcome: 'indexed',
      url: 'https://a.test/',
      certificate: 'expired 2026-03-01',
    });
  });

  test('from nowhere if http asks to stay away', async () => {
    const busy = homePage(429, { 'retry-after': '3600' });
    const { outcome, url, hosts } = await homeOf({ http: busy, bare: 'expired', www: null });
    expect([outcome, url, hosts.get('a.test')?.requests]).toEqual(['http_error', null, []]);
  });

  test('from a bad certificate that http redirects to', async () => {
    const home = await homeOf({ http: redirectTo('https://a.test/'), bare: 'expired', www: null });
    expect(home).toMatchObject({ url: 'https://a.test/', certificate: 'expired 2026-03-01' });
    expect(home.hosts.get('a.test')?.handshakes()).toBe(1);
  });

  test('from an alternative that is left after a redirect to a bad certificate', async () => {
    const http: RequestListener = (request, response) =>
      request.url?.startsWith('http://www.') === true
        ? void response.writeHead(200, html).end('<p>')
        : redirectTo('https://a.test/')(request, response);
    expect(await homeOf({ http, bare: 'expired', www: null })).toMatchObject({
      url: 'http://www.a.test/',
      certificate: null,
    });
  });

  test('but not in a circle between http and a bad certificate', async () => {
    const web = { http: redirectTo('https://a.test/'), bare: 'expired', www: null } as const;
    const { outcome, reason } = await homeOf(web, redirectTo('http://a.test/'));
    expect([outcome, reason]).toEqual(['http_error', expect.stringContaining('in a circle')]);
  });
});
