import type { LookupAddress } from 'node:dns';
import { describe, expect, test } from 'vitest';
import { crawlFrom, pages, serve } from '../test/loopback.ts';
import { homePage, serveProxy } from '../test/proxy.ts';

const REFUSED = { status: 501 };
const PUBLIC = '93.184.216.34';

/** Looks up these names, and no other ones. */
function names(byHost: Readonly<Record<string, readonly string[]>>) {
  const requested: string[] = [];
  const lookup = (host: string): Promise<LookupAddress[]> => {
    requested.push(host);
    const addresses = byHost[host];
    return addresses === undefined
      ? Promise.reject(Object.assign(new Error(`ENOTFOUND ${host}`), { code: 'ENOTFOUND' }))
      : Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
  };
  return { lookup, requested };
}

describe('a proxy gets no request for a name', () => {
  test.each([
    ['with a private address', ['10.0.0.5'], 'blocked_address', 'a.test (10.0.0.5) is not a public address'],
    [
      'with a private address among others',
      [PUBLIC, '::1'],
      'blocked_address',
      `a.test (${PUBLIC}, ::1) is not a public address`,
    ],
    ['without an address', [], 'dns_failed', 'no such host: a.test'],
    ['that does not exist', undefined, 'dns_failed', 'no such host: a.test'],
  ])('%s', async (_, addresses, outcome, reason) => {
    const { url, requested } = await serveProxy(homePage(200), REFUSED);
    const { lookup } = names(addresses === undefined ? {} : { 'a.test': addresses });
    for (const start of ['http://a.test/', 'https://a.test/']) {
      const { result } = await crawlFrom(start, { proxyUrl: url, allowedAddresses: [], lookup });
      expect(result.outcome).toBe(outcome);
      expect(result.reason).toContain(reason);
    }
    expect(requested).toEqual([]);
  });

  test('that no name server answers for', async () => {
    const { url, requested } = await serveProxy(homePage(200), REFUSED);
    const lookup = () => new Promise<never>(() => undefined);
    const options = { proxyUrl: url, lookup, connectTimeoutMs: 200, maxRetries: 0 };
    expect((await crawlFrom('http://a.test/', options)).result).toMatchObject({
      outcome: 'dns_failed',
      reason: 'no name server answered for a.test within 0.2 s',
    });
    expect(requested).toEqual([]);
  });

  test.each(['/', '/robots.txt', '/sitemap.xml'])('to which %s redirects', async (path) => {
    const { url, requested } = await serveProxy((request, response) => {
      if (request.url === `http://a.test${path}`)
        response.writeHead(302, { location: `http://inside.a.test${path}` }).end();
      else homePage(200)(request, response);
    }, REFUSED);
    const { lookup } = names({ 'a.test': [PUBLIC], 'inside.a.test': ['192.168.0.1'] });
    const options = { proxyUrl: url, allowedAddresses: [], lookup, sitemaps: true };
    await crawlFrom('http://a.test/', options, { maxDepth: 1 });
    expect(requested).toContain(`GET http://a.test${path}`);
    expect(requested.filter((request) => request.includes('inside'))).toEqual([]);
  });
});

test('a name with public addresses is looked up once and handed to the proxy', async () => {
  const { url, requested } = await serveProxy(homePage(200), REFUSED);
  const { lookup, requested: lookups } = names({ 'a.test': [PUBLIC, '2606:2800:21f::1'] });
  const { result } = await crawlFrom('http://a.test/', { proxyUrl: url, allowedAddresses: [], lookup });
  expect(result.outcome).toBe('indexed');
  expect(requested).toEqual(['GET http://a.test/robots.txt', 'GET http://a.test/']);
  expect(lookups).toEqual(['a.test']);
});

test('a proxy that guards addresses itself gets names that are not looked up before', async () => {
  const { url, requested } = await serveProxy(homePage(200), REFUSED);
  const { lookup, requested: lookups } = names({});
  const options = { proxyUrl: url, proxyGuards: true, allowedAddresses: [], lookup };
  expect((await crawlFrom('http://a.test/', options)).result.outcome).toBe('indexed');
  expect(requested).toHaveLength(2);
  expect(lookups).toEqual([]);
});

const INNER = ['db.internal', 'printer.local', 'x.localhost', 'localhost', 'intranet', 'a.b.INTERNAL.'];

describe.each(INNER)('%s, a name of an inner network,', (host) => {
  const name = host.toLowerCase().replace(/\.$/, '');

  test('is refused, directly and through a proxy, whoever guards it', async () => {
    const { url, requested } = await serveProxy(homePage(200), REFUSED);
    const { lookup, requested: lookups } = names({ [name]: [PUBLIC] });
    const variants = [{}, { proxyUrl: url }, { proxyUrl: url, proxyGuards: true }];
    for (const variant of variants) {
      const { result } = await crawlFrom(`http://${host}/`, { ...variant, allowedAddresses: [], lookup });
      expect(result.outcome).toBe('blocked_address');
    }
    expect([...requested, ...lookups]).toEqual([]);
  });

  test('is crawled only at addresses that are allowed for it', async () => {
    const { port, requests } = await serve(pages({ '/': '<p>' }));
    const { url, requested } = await serveProxy(homePage(200), REFUSED);
    const outcomes = async (address: string | null) => {
      const { lookup } = names(address === null ? {} : { [name]: [address] });
      const direct = await crawlFrom(`http://${host}:${port}/`, { lookup, maxRetries: 0 });
      const proxied = { proxyUrl: url, proxyGuards: true, lookup };
      const through = await crawlFrom(`http://${host}/`, proxied);
      return [direct.result.outcome, through.result.outcome];
    };
    expect(await outcomes(PUBLIC)).toEqual(['blocked_address', 'blocked_address']);
    expect(await outcomes(null)).toEqual(['dns_failed', 'blocked_address']);
    expect([...requests, ...requested]).toEqual([]);
    expect(await outcomes('127.0.0.1')).toEqual(['indexed', 'indexed']);
  });
});
