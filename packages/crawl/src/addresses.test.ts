import type { LookupAddress } from 'node:dns';
import { expect, test } from 'vitest';
import { createAddressGuard } from './addresses.ts';
import { crawlFrom, pages, serve, testLookup } from '../test/loopback.ts';

const guard = createAddressGuard([]);

test.each([
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.9',
  '224.0.0.1',
  '239.1.1.1',
  '240.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '::127.0.0.1',
  '64:ff9b::10.0.0.1',
  '64:ff9b:1::1',
  '2002:7f00:1::',
  '2002:a9fe:a9fe::1',
  '2001::1',
  '2001:db8::1',
  '3fff::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '100::1',
  'not an address',
  '',
])('%s is refused', (address) => {
  expect(guard.allows(address)).toBe(false);
});

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '100.128.0.0',
  '192.0.1.1',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001::1',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
  '2002:808:808::1',
])('%s is allowed', (address) => {
  expect(guard.allows(address)).toBe(true);
});

test('only the ranges of the allow-list are allowed besides, also as IPv6 addresses that carry them', () => {
  const intranet = createAddressGuard(['10.1.0.0/16', 'fd12::/16', '192.168.7.7']);
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', 'fd12::5', '192.168.7.7'])
    expect(intranet.allows(address)).toBe(true);
  for (const address of ['10.2.0.1', 'fd13::5', '192.168.7.8', '127.0.0.1'])
    expect(intranet.allows(address)).toBe(false);
});

test.each(['10.0.0.0/33', 'fd00::/129', '10.0.0/8', 'example.com', '10.0.0.0/', '10.0.0.0/8/8', ''])(
  "'%s' is not a range",
  (range) => {
    expect(() => createAddressGuard([range])).toThrow(`allowedAddresses has '${range}'`);
  },
);

test.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://127.1/',
  'http://0/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://localhost/',
  'http://x.localhost/',
  'http://LOCALHOST./',
  'http://intranet/',
  'http://db.internal/',
  'http://printer.LOCAL./',
  'http://127.0.0.1./',
  'http://１２７.0.0.1/',
  'http://a.test:25/',
  'https://a.test:6667/',
])('%s is refused before anything is resolved', (url) => {
  expect(guard.refusal(new URL(url))?.outcome).toBe('blocked_address');
});

test.each([
  'http://a.test/',
  'https://a.test:8443/',
  'http://8.8.8.8/',
  'http://a.test:8080/',
  'http://internal.test/',
  'http://notlocal.test/',
])('%s is not', (url) => {
  expect(guard.refusal(new URL(url))).toBeNull();
});

const fake =
  (...addresses: string[]) =>
  (): Promise<LookupAddress[]> =>
    Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));

test('a name with only private addresses gets no connection, one with an allowed address gets it there', async () => {
  const { port, requests } = await serve(pages({ '/': '<p>' }));
  const url = `http://a.test:${port}/`;
  const refused = await crawlFrom(url, { allowedAddresses: [], lookup: fake('127.0.0.1', '::1') });
  expect(refused.result.outcome).toBe('blocked_address');
  expect(refused.result.reason).toContain('a.test (127.0.0.1, ::1) is not a public address');
  expect(requests).toEqual([]);
  const mixed = await crawlFrom(url, { lookup: fake('10.0.0.1', '127.0.0.1', '169.254.169.254') });
  expect(mixed.result.outcome).toBe('indexed');
});

test('a name that changes to a private address after the check gets no connection there', async () => {
  const { port, requests } = await serve(pages({ '/': '<p>' }));
  const answers = [['10.9.9.9'], ['127.0.0.1']];
  const requested: string[] = [];
  const rebinding = (host: string): Promise<LookupAddress[]> => {
    requested.push(host);
    return fake(...(answers.shift() ?? ['127.0.0.1']))();
  };
  // 10.9.9.9 stands for the public address: it is allowed, but nothing listens there.
  const { result } = await crawlFrom(`http://a.test:${port}/`, {
    allowedAddresses: ['10.9.9.9/32'],
    lookup: rebinding,
    connectTimeoutMs: 200,
    maxRetries: 1,
  });
  expect(['timed_out', 'connect_failed']).toContain(result.outcome);
  expect(requested).toEqual(['a.test']);
  expect(requests).toEqual([]);
});

test('the guard checks every step of a redirect', async () => {
  const { port } = await serve(
    (_, response) => void response.writeHead(302, { location: `http://inside.a.test:${port}/` }).end(),
  );
  const lookup = (host: string) => (host === 'inside.a.test' ? fake('192.168.0.1')() : testLookup(host));
  const { result } = await crawlFrom(`http://a.test:${port}/`, { ignoreRobots: true, lookup });
  expect(result.outcome).toBe('blocked_address');
  expect(result.redirects).toHaveLength(1);
});
