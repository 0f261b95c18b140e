import type { RequestListener } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  crawlFrom,
  pages,
  serve,
  serveBytes,
  serveTls,
  testCertificates,
  type Certificates,
} from '../test/loopback.ts';
import { makeCertificates, type KeyPair } from '../test/certificates.ts';
import { homePage, serveProxy } from '../test/proxy.ts';

let certificates: Certificates;
beforeAll(() => {
  certificates = testCertificates();
});

const page = pages({ '/': '<p>' });

test('a page over TLS with a trusted authority', async () => {
  const { port } = await serveTls(certificates.valid, page);
  const trusting = { certificateAuthorities: certificates.authority };
  expect((await crawlFrom(`https://a.test:${port}/`, trusting)).result.outcome).toBe('indexed');
  const { result } = await crawlFrom(`https://a.test:${port}/`, { requireValidCertificates: true });
  expect(result).toMatchObject({
    outcome: 'tls_failed',
    reason: 'certificate of a.test is of no known authority',
  });
});

describe('a page has the issuer of its host’s certificate', () => {
  const trusting = () => ({ certificateAuthorities: certificates.authority });

  test('over TLS, on every connection', async () => {
    const { port } = await serveTls(certificates.valid, pages({ '/': '<p>', '/b': '<p>', '/c': '<p>' }));
    const at = (path: string): string => `https://a.test:${port}${path}`;
    const { pages: found } = await crawlFrom(at('/'), trusting(), { maxDepth: 1 }, () => [
      at('/b'),
      at('/c'),
    ]);
    expect(found.map(({ certIssuer }) => certIssuer)).toEqual(Array(3).fill('Test Trust Test authority'));
  });

  test('as the certificate states it', async () => {
    const { port } = await serveTls(certificates.selfSigned, page);
    const { pages: found } = await crawlFrom(`https://a.test:${port}/`, {
      certificateAuthorities: certificates.selfSigned.cert,
    });
    expect(found.map(({ certIssuer }) => certIssuer)).toEqual(['a.test']);
  });

  test('but not over http', async () => {
    const { port } = await serve(page);
    const { pages: found } = await crawlFrom(`http://a.test:${port}/`);
    expect(found.map((one) => 'certIssuer' in one)).toEqual([false]);
  });

  test('not that of a host that only redirected there', async () => {
    const secure = await serveTls(certificates.valid, page);
    const redirecting =
      (to: string): RequestListener =>
      (request, response) =>
        void response.writeHead(request.url === '/' ? 302 : 404, { location: to }).end();
    const plain = await serve(redirecting(`https://a.test:${secure.port}/`));
    const up = await crawlFrom(`http://a.test:${plain.port}/`, trusting());
    expect(up.pages.map(({ certIssuer }) => certIssuer)).toEqual(['Test Trust Test authority']);

    const open = await serve(page);
    const downwards = await serveTls(certificates.valid, redirecting(`http://a.test:${open.port}/`));
    const down = await crawlFrom(`https://a.test:${downwards.port}/`, trusting());
    expect(down.pages.map((one) => [one.url, 'certIssuer' in one])).toEqual([
      [`http://a.test:${open.port}/`, false],
    ]);
  });
});

describe('a site has the certificate of the host of its first page', () => {
  const names = Array.from({ length: 2_000 }, (_, number) => `n${String(number).padStart(4, '0')}.test`);
  const made = makeCertificates(({ selfSigned, issued }) => {
    const authority = selfSigned('authority', '/O=Own Trust/CN=Authority');
    const times = { from: '20260301120000Z', to: '20401231235959Z' };
    const terms = { authority: 'authority', ...times };
    return {
      authority: authority.cert,
      few: issued('few', { ...terms, hosts: ['a.test', '*.A.test', 'b.test', '127.0.0.1'] }),
      many: issued('many', { ...terms, hosts: ['a.test', ...names] }),
    };
  });
  const answersAt = async (pair: KeyPair, version?: 'TLSv1.2') => {
    const { port } = await serveTls({ ...pair, ...(version && { maxVersion: version }) }, page);
    const trusting = { certificateAuthorities: made.authority };
    return (await crawlFrom(`https://a.test:${port}/`, trusting)).result.answers?.facts.certificate;
  };

  test('with its issuer, its names, its days and the version of TLS', async () => {
    const certificate = {
      issuer: 'Own Trust Authority',
      names: ['*.a.test', '127.0.0.1', 'a.test', 'b.test'],
      nameCount: 4,
      notBefore: Date.UTC(2026, 2, 1, 12),
      notAfter: Date.UTC(2040, 11, 31, 23, 59, 59),
    };
    expect(await answersAt(made.few)).toEqual({ ...certificate, tls: 'TLSv1.3' });
    expect(await answersAt(made.few, 'TLSv1.2')).toEqual({ ...certificate, tls: 'TLSv1.2' });
  });

  test('with a hundred of its names, and their number', async () => {
    expect(await answersAt(made.many)).toMatchObject({
      names: ['a.test', ...names.slice(0, 99)],
      nameCount: 2_001,
    });
  });

  test('but none over http', async () => {
    const { port } = await serve(page);
    const { result } = await crawlFrom(`http://a.test:${port}/`);
    expect(result.answers?.facts).toMatchObject({ certificate: null });
  });
});

test('if valid ones are required, an expired, a self-signed and another name’s certificate end the site', async () => {
  const trusting = { certificateAuthorities: certificates.authority, requireValidCertificates: true };
  const reasons = [
    [certificates.expired, 'certificate of a.test expired 2026-03-01'],
    [certificates.otherName, 'certificate is for b.test, *.b.test, not for a.test'],
    [certificates.selfSigned, 'certificate of a.test is self-signed'],
  ] as const;
  for (const [pair, reason] of reasons) {
    const { port, requests } = await serveTls(pair, page);
    const { result } = await crawlFrom(`https://a.test:${port}/`, trusting);
    expect(result).toMatchObject({ outcome: 'tls_failed', reason });
    expect(requests).toEqual([]);
  }
});

test('a server that answers TLS with plain HTTP, and one that closes the connection, are tls_failed', async () => {
  const plain = await serve(page);
  expect((await crawlFrom(`https://a.test:${plain.port}/`, { maxRetries: 0 })).result.outcome).toBe(
    'tls_failed',
  );
  const port = await serveBytes((socket) => socket.destroy());
  const { result } = await crawlFrom(`https://a.test:${port}/`, { maxRetries: 0 });
  expect(result).toMatchObject({
    outcome: 'tls_failed',
    reason: 'TLS handshake failed: a.test closed the connection',
  });
});

test('a server that never answers the handshake is timed out while connecting', async () => {
  const port = await serveBytes(() => undefined);
  const { result } = await crawlFrom(`https://a.test:${port}/`, { maxRetries: 0, connectTimeoutMs: 200 });
  expect(result).toMatchObject({ outcome: 'timed_out', reason: 'no connection within 0.2 s' });
});

test('https comes first, through a tunnel of the proxy', async () => {
  const { port } = await serveTls(certificates.valid, page);
  const { url, requested } = await serveProxy(null, { port });
  const { result, pages: found } = await crawlFrom(null, {
    proxyUrl: url,
    certificateAuthorities: certificates.authority,
  });
  expect(result.outcome).toBe('indexed');
  expect(found[0]).toMatchObject({ url: 'https://a.test/', certIssuer: 'Test Trust Test authority' });
  expect(requested).toEqual(['CONNECT a.test:443']);
});

test('http is tried after TLS has failed, and its answer counts', async () => {
  const { port } = await serveTls(certificates.selfSigned, page);
  const { url } = await serveProxy(homePage(200), { port });
  const { result, pages: found } = await crawlFrom(null, { proxyUrl: url });
  expect(result).toMatchObject({ outcome: 'indexed', reason: null });
  expect(found[0]?.url).toBe('http://a.test/');

  const unreachable = await serveProxy(null, { port });
  const { result: both } = await crawlFrom(null, {
    proxyUrl: unreachable.url,
    maxRetries: 0,
    requireValidCertificates: true,
  });
  expect(both).toMatchObject({ outcome: 'tls_failed', reason: 'certificate of a.test is self-signed' });
});

test.each([501, 405, 502])(
  'a proxy that answers CONNECT with %i gets the http request at once, in absolute form',
  async (status) => {
    const { url, requested } = await serveProxy(homePage(200), { status });
    const { result } = await crawlFrom(null, { proxyUrl: url.replace('//', '//me:p%40ss@') });
    expect(result.outcome).toBe('indexed');
    const authorization = `Basic ${Buffer.from('me:p@ss').toString('base64')}`;
    expect(requested).toEqual([
      'CONNECT a.test:443',
      `GET http://a.test/robots.txt ${authorization}`,
      `GET http://a.test/ ${authorization}`,
    ]);
  },
);

test('a host that the proxy cannot reach is connect_failed, after its www name was tried too', async () => {
  const { url, requested } = await serveProxy(null, { status: 501 });
  const { result } = await crawlFrom(null, { proxyUrl: url, maxRetries: 0 });
  expect(result.outcome).toBe('connect_failed');
  expect(requested).toEqual([
    'CONNECT a.test:443',
    'GET http://a.test/robots.txt',
    'CONNECT www.a.test:443',
    'GET http://www.a.test/robots.txt',
  ]);
});

test('a proxy gets no request for a private address or localhost', async () => {
  const { url, requested } = await serveProxy(homePage(200), { status: 501 });
  for (const target of [
    'http://10.0.0.1/',
    'http://[::ffff:10.0.0.1]/',
    'http://localhost/',
    'http://169.254.169.254/',
  ]) {
    const { result } = await crawlFrom(target, { proxyUrl: url, allowedAddresses: [] });
    expect(result.outcome).toBe('blocked_address');
  }
  expect(requested).toEqual([]);
});
