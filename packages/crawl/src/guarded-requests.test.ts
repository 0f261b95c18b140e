import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { serveProxy } from '../test/proxy.ts';
import { serve, serveTls, testCertificates, testLookup } from '../test/loopback.ts';
import { openGuardedRequests, type GuardedRequests, type GuardedOptions } from './guarded-requests.ts';

const certificates = testCertificates();
const { signal } = new AbortController();

function testRequests(options: Partial<GuardedOptions> = {}): GuardedRequests {
  const guarded = openGuardedRequests({
    proxy: null,
    allowedAddresses: ['127.0.0.0/8'],
    lookup: testLookup,
    certificateAuthorities: certificates.authority,
    connectTimeoutMs: 5_000,
    ...options,
  });
  onTestFinished(() => guarded.close());
  return guarded;
}

const post = (guarded: GuardedRequests, url: string, body = ''): ReturnType<GuardedRequests['post']> =>
  guarded.post(new URL(url), { 'x-own': 'yes' }, body, signal);

it('a request is sent with its body, and its redirect is left to the caller', async () => {
  const bodies: string[] = [];
  const { port, requests } = await serve((request, response) => {
    void text(request).then((body) => {
      bodies.push(`${request.method} ${String(request.headers['x-own'])} ${body}`);
      return response.writeHead(307, { location: '/there', 'set-cookie': ['a', 'b'] }).end('moved');
    });
  });
  const answer = await post(testRequests(), `http://a.test:${port}/here?q=1`, 'ä');
  expect([answer.status, answer.headers['location'], await text(answer.body)]).toEqual([
    307,
    '/there',
    'moved',
  ]);
  expect([requests, bodies]).toEqual([[`a.test:${port} /here?q=1`], ['POST yes ä']]);
});

it('over TLS a certificate must be valid: one of a known authority, for the name, in time', async () => {
  const good = await serveTls(certificates.valid, (_, response) => void response.end('taken'));
  expect((await post(testRequests(), `https://a.test:${good.port}/`)).status).toBe(200);
  const { valid, expired, otherName, selfSigned } = certificates;
  for (const [pair, options, reason] of [
    [valid, { certificateAuthorities: null }, 'is of no known authority'],
    [expired, {}, 'expired'],
    [otherName, {}, 'not for a.test'],
    [selfSigned, {}, 'self-signed'],
  ] as const) {
    const { port, requests } = await serveTls(pair, (_, response) => void response.end('taken'));
    await expect(post(testRequests(options), `https://a.test:${port}/`)).rejects.toThrow(reason);
    expect(requests).toEqual([]);
  }
});

it('names that lead to private addresses are not connected to', async () => {
  const { port, requests } = await serve((_, response) => void response.end());
  const guarded = testRequests({ allowedAddresses: [] });
  await expect(post(guarded, `http://a.test:${port}/`)).rejects.toThrow(
    'a.test (127.0.0.1) is not a public address',
  );
  await expect(post(guarded, `http://127.0.0.1:${port}/`)).rejects.toThrow(
    '127.0.0.1 is not a public address',
  );
  await expect(post(guarded, `http://intranet:${port}/`)).rejects.toThrow('name of an inner network');
  expect(requests).toEqual([]);
});

it('through a proxy http is sent to it whole, https in a tunnel, and both by the same rules on addresses', async () => {
  const bodies: string[] = [];
  const receiver = await serveTls(certificates.valid, (request, response) => {
    void text(request).then((body) => response.writeHead(bodies.push(`tls ${body}`) === 0 ? 500 : 202).end());
  });
  const proxy = await serveProxy(
    (request, response) => {
      void text(request).then((body) => {
        bodies.push(`plain ${String(request.headers['x-own'])} ${body}`);
        return response.writeHead(body === 'away' ? 504 : 201).end('taken');
      });
    },
    { port: receiver.port },
  );
  const url = proxy.url.replace('//', '//us%20er:word@');
  const guarded = testRequests({ proxy: { url, guards: false } });
  expect((await post(guarded, 'http://a.test:81/in?q=1', 'one')).status).toBe(201);
  expect((await post(guarded, 'https://a.test/', 'two')).status).toBe(202);
  await expect(post(guarded, 'http://a.test/', 'away')).rejects.toThrow('the proxy could not reach the host');
  const basic = `Basic ${Buffer.from('us er:word').toString('base64')}`;
  expect([bodies, proxy.requested]).toEqual([
    ['plain yes one', 'tls two', 'plain yes away'],
    [`POST http://a.test:81/in?q=1 ${basic}`, 'CONNECT a.test:443', `POST http://a.test/ ${basic}`],
  ]);
  // The proxy stands at a private address, which the operator has chosen; receivers may not.
  const strict = testRequests({ proxy: { url, guards: false }, allowedAddresses: [] });
  for (const target of ['http://a.test/', 'https://a.test/'])
    await expect(post(strict, target)).rejects.toThrow('a.test (127.0.0.1) is not a public address');
  await expect(post(strict, 'http://10.0.0.1/')).rejects.toThrow('10.0.0.1 is not a public address');
  const trusting = testRequests({
    proxy: { url, guards: true },
    allowedAddresses: [],
    lookup: () => Promise.reject(new Error('unknown here')),
  });
  await expect(post(trusting, 'http://intranet/')).rejects.toThrow('name of an inner network');
  expect(proxy.requested).toHaveLength(3);
  expect((await post(trusting, 'http://a.test/', 'three')).status).toBe(201);
});

it('an aborted request rejects with the reason, and a body that is destroyed harms nobody', async () => {
  const { port } = await serve((request, response) => {
    if (request.url === '/slow') return;
    response.writeHead(200).write('x'.repeat(100_000));
  });
  const guarded = testRequests();
  const stop = new AbortController();
  const slow = guarded.post(new URL(`http://a.test:${port}/slow`), {}, '', stop.signal);
  stop.abort(new Error('enough'));
  await expect(slow).rejects.toThrow('enough');
  await expect(guarded.post(new URL(`http://a.test:${port}/`), {}, '', stop.signal)).rejects.toThrow(
    'enough',
  );
  const { body } = await post(guarded, `http://a.test:${port}/`);
  const closed = new Promise((resolve) => body.once('close', resolve));
  body.destroy();
  await closed;
});
