import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveNames, type NameServer } from '../test/name-server.ts';
import { lookupAt } from './name-servers.ts';

let server: NameServer;
beforeAll(async () => {
  server = await serveNames((name) => {
    if (name === 'known.test') return '192.0.2.7';
    return name === 'broken.test' ? 'SERVFAIL' : null;
  });
});
afterAll(() => server.close());

test('a name has the addresses and the time to live that the servers give', async () => {
  expect(await lookupAt([server.address])('known.test')).toEqual([
    { address: '192.0.2.7', family: 4, ttl: 60 },
  ]);
});

test('a missing name and a failing server have different codes', async () => {
  const lookup = lookupAt([server.address]);
  await expect(lookup('none.test')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  await expect(lookup('broken.test')).rejects.toMatchObject({ code: 'EAI_AGAIN' });
});

test('a missing server is not taken for a host that refuses', async () => {
  const gone = await serveNames(() => null);
  await gone.close();
  await expect(lookupAt([gone.address])('known.test')).rejects.toMatchObject({ code: 'EAI_AGAIN' });
});

test('local names cause no query', async () => {
  const lookup = lookupAt([server.address]);
  const before = server.requested();
  const addresses = (await lookup('localhost')).map(({ address }) => address);
  expect(addresses).toContain('127.0.0.1');
  expect(server.requested()).toBe(before);
});

test('addresses of IPv6 are requested only with a route for them', async () => {
  const count = async (hasIpv6: boolean): Promise<number> => {
    const lookup = lookupAt([server.address], { hasIpv6: () => Promise.resolve(hasIpv6) });
    const before = server.requested();
    await lookup('known.test');
    return server.requested() - before;
  };
  expect([await count(true), await count(false)]).toEqual([2, 1]);
});

test('the next server is asked when one fails or is missing', async () => {
  const failing = await serveNames(() => 'SERVFAIL');
  const gone = await serveNames(() => null);
  await gone.close();
  const lookup = lookupAt([failing.address, gone.address, server.address]);
  expect((await lookup('known.test')).map(({ address }) => address)).toEqual(['192.0.2.7']);
  await failing.close();
});
