import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as forward, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { openHttpClient, type HttpClient } from './client.ts';

const never = new AbortController().signal;
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Answers with the host of the request. */
const upstream = (): Server =>
  createServer((request, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ host: request.headers.host })),
  );

/**
 * A proxy for clients that send `me:word`; it connects to loopback, whatever host is named.
 *
 * @returns the requests that it got
 */
async function openProxy(): Promise<{ readonly port: number; readonly calls: readonly string[] }> {
  const calls: string[] = [];
  const isKnown = (header: string | undefined): boolean =>
    header === `Basic ${Buffer.from('me:word').toString('base64')}`;
  const proxy = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    if (!isKnown(request.headers['proxy-authorization'])) {
      response.writeHead(407).end();
      return;
    }
    const { port, pathname } = new URL(request.url ?? '');
    const { host } = request.headers;
    forward({ host: '127.0.0.1', port, path: pathname, headers: { host } }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    }).end();
  });
  proxy.on('connect', (request, socket) => {
    calls.push(`${request.method} ${request.url}`);
    if (!isKnown(request.headers['proxy-authorization'])) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    const far = connect(Number(request.url?.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      far.pipe(socket).pipe(far);
    });
    far.on('error', () => socket.destroy());
    socket.on('error', () => far.destroy());
    closers.push(() => far.destroy());
  });
  return { port: await listen(proxy), calls };
}

function clientOf(url: string, except: readonly string[] = []): HttpClient {
  const client = openHttpClient({
    userAgent: 'test',
    maxBytes: 10_000,
    connectTimeoutMs: 2_000,
    connections: 2,
    proxy: { url, except },
  });
  closers.push(() => client.close());
  return client;
}

test('http upstreams are asked for by the proxy, with its user and password', async () => {
  const proxy = await openProxy();
  const host = `api.test:${await listen(upstream())}`;
  const http = clientOf(`http://me:word@127.0.0.1:${proxy.port}`);
  const { body } = await http.json({ url: `http://${host}/a`, signal: never });
  expect([body, proxy.calls]).toEqual([{ host }, [`GET http://${host}/a`]]);
});

test('https upstreams are reached through a tunnel, and their certificates are checked', async () => {
  const pem = execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
    ].concat([
      '-subj',
      '/CN=api.test',
      '-addext',
      'subjectAltName=DNS:api.test',
      '-keyout',
      '-',
      '-out',
      '-',
    ]),
    { stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' },
  );
  const trusted = getCACertificates('default');
  closers.push(() => setDefaultCACertificates(trusted));
  setDefaultCACertificates([...trusted, pem.slice(pem.indexOf('-----BEGIN CERTIFICATE'))]);
  const proxy = await openProxy();
  const secure = createTlsServer({ key: pem, cert: pem }, (request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(request.headers.host)),
  );
  const port = await listen(secure);
  const http = clientOf(`http://me:word@127.0.0.1:${proxy.port}`);
  const { body } = await http.json({ url: `https://api.test:${port}/a`, signal: never });
  expect([body, proxy.calls]).toEqual([`api.test:${port}`, [`CONNECT api.test:${port}`]]);
  await expect(http.json({ url: `https://other.test:${port}/a`, signal: never })).rejects.toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID'),
  });
});

test.each(['http', 'https'])('a proxy that knows us not is named as what refuses: %s', async (scheme) => {
  const proxy = await openProxy();
  const http = clientOf(`http://me:wrong@127.0.0.1:${proxy.port}`);
  await expect(http.json({ url: `${scheme}://api.test/a`, signal: never })).rejects.toMatchObject({
    kind: 'unavailable',
    isPassing: false,
    message:
      'api.test/a by way of the proxy is not reachable: the proxy refuses our user and password (status 407)',
  });
});

test('a proxy that is away is named, too', async () => {
  const server = upstream();
  const port = await listen(server);
  server.close();
  const http = clientOf(`http://127.0.0.1:${port}`);
  await expect(http.json({ url: 'https://api.test/a', signal: never })).rejects.toMatchObject({
    kind: 'unavailable',
    message: 'api.test/a by way of the proxy refuses connections',
  });
});

test('hosts that are excepted, and names below them, are asked directly', async () => {
  const proxy = await openProxy();
  const port = await listen(upstream());
  const http = clientOf(`http://me:word@127.0.0.1:${proxy.port}`, ['127.0.0.1', 'LocalHost']);
  for (const host of ['127.0.0.1', 'localhost'])
    expect((await http.json({ url: `http://${host}:${port}/a`, signal: never })).body).toEqual({
      host: `${host}:${port}`,
    });
  expect(proxy.calls).toEqual([]);
  await http.json({ url: `http://notlocalhost:${port}/a`, signal: never });
  expect(proxy.calls).toEqual([`GET http://notlocalhost:${port}/a`]);
});
