import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { serve, serveTls, testCertificates, testLookup } from '../test/loopback.ts';
import { openPoster, type Poster, type PosterOptions } from './guarded-poster.ts';

const certificates = testCertificates();
const { signal } = new AbortController();

function testPoster(options: Partial<PosterOptions> = {}): Poster {
  const poster = openPoster({
    allowedAddresses: ['127.0.0.0/8'],
    lookup: testLookup,
    certificateAuthorities: certificates.authority,
    connectTimeoutMs: 5_000,
    ...options,
  });
  onTestFinished(() => poster.close());
  return poster;
}

const post = (poster: Poster, url: string, body = ''): ReturnType<Poster['post']> =>
  poster.post(new URL(url), { 'x-own': 'yes' }, body, signal);

it('a request is sent with its body, and its redirect is left to the caller', async () => {
  const bodies: string[] = [];
  const { port, requests } = await serve((request, response) => {
    void text(request).then((body) => {
      bodies.push(`${request.method} ${String(request.headers['x-own'])} ${body}`);
      return response.writeHead(307, { location: '/there', 'set-cookie': ['a', 'b'] }).end('moved');
    });
  });
  const answer = await post(testPoster(), `http://a.test:${port}/here?q=1`, 'ä');
  expect([answer.status, answer.headers['location'], await text(answer.body)]).toEqual([
    307,
    '/there',
    'moved',
  ]);
  expect([requests, bodies]).toEqual([[`a.test:${port} /here?q=1`], ['POST yes ä']]);
});

it('over TLS a certificate must be valid: one of a known authority, for the name, in time', async () => {
  const good = await serveTls(certificates.valid, (_, response) => void response.end('taken'));
  expect((await post(testPoster(), `https://a.test:${good.port}/`)).status).toBe(200);
  const { valid, expired, otherName, selfSigned } = certificates;
  for (const [pair, options, reason] of [
    [valid, { certificateAuthorities: null }, 'is of no known authority'],
    [expired, {}, 'expired'],
    [otherName, {}, 'not for a.test'],
    [selfSigned, {}, 'self-signed'],
  ] as const) {
    const { port, requests } = await serveTls(pair, (_, response) => void response.end('taken'));
    await expect(post(testPoster(options), `https://a.test:${port}/`)).rejects.toThrow(reason);
    expect(requests).toEqual([]);
  }
});

it('names that lead to private addresses are not connected to', async () => {
  const { port, requests } = await serve((_, response) => void response.end());
  const poster = testPoster({ allowedAddresses: [] });
  await expect(post(poster, `http://a.test:${port}/`)).rejects.toThrow(
    'a.test (127.0.0.1) is not a public address',
  );
  await expect(post(poster, `http://127.0.0.1:${port}/`)).rejects.toThrow(
    '127.0.0.1 is not a public address',
  );
  await expect(post(poster, `http://intranet:${port}/`)).rejects.toThrow('name of an inner network');
  expect(requests).toEqual([]);
});

it('an aborted request rejects with the reason, and a body that is destroyed harms nobody', async () => {
  const { port } = await serve((request, response) => {
    if (request.url === '/slow') return;
    response.writeHead(200).write('x'.repeat(100_000));
  });
  const poster = testPoster();
  const stop = new AbortController();
  const slow = poster.post(new URL(`http://a.test:${port}/slow`), {}, '', stop.signal);
  stop.abort(new Error('enough'));
  await expect(slow).rejects.toThrow('enough');
  await expect(poster.post(new URL(`http://a.test:${port}/`), {}, '', stop.signal)).rejects.toThrow('enough');
  const { body } = await post(poster, `http://a.test:${port}/`);
  const closed = new Promise((resolve) => body.once('close', resolve));
  body.destroy();
  await closed;
});
