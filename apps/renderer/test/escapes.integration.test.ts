/* Pages that try to reach what is private, by every way that a browser has. Servers listen there, and must not hear of them. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ESCAPES, innerUrls } from './escapes.ts';
import { closeServer, listenAt, openRenderer, type OpenedRenderer, WEB } from './opened-renderer.ts';

const html = { 'content-type': 'text/html; charset=utf-8' };
/** Requests, connections and datagrams to private addresses. */
const reached: string[] = [];
const closers = new AsyncDisposableStack();
let opened: OpenedRenderer;
let urls: readonly string[] = [];

beforeAll(async () => {
  // On all addresses of this machine.
  const canary = createServer((request, response) => {
    reached.push(request.url ?? '');
    response.writeHead(200, html).end('secret');
  });
  canary.on('connection', (socket) => reached.push(`connection to ${socket.localAddress}`));
  const port = await listenAt(canary, '::');
  closers.defer(() => closeServer(canary));
  const udp = createSocket('udp6');
  udp.on('message', () => reached.push('a datagram'));
  udp.bind(port, '::');
  await once(udp, 'listening');
  closers.defer(() => void udp.close());
  const own = Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.filter(({ internal, family }) => !internal && family === 'IPv4').map(({ address }) => address),
  );
  urls = innerUrls(port, own);
  opened = await openRenderer(
    (request, response) => {
      const url = new URL(request.url ?? '/', 'http://site.test');
      const escape = ESCAPES[url.pathname.slice(1)];
      if (escape !== undefined) response.writeHead(200, html).end(`<!DOCTYPE html>${escape(urls)}`);
      else if (url.pathname === '/to') {
        response.writeHead(302, { location: decodeURIComponent(url.search.slice(1)) }).end();
      } else if (url.pathname === '/service-worker.js') {
        const script = `for (const url of ${url.searchParams.get('urls')}) fetch(url, { mode: 'no-cors' }).catch(() => {})`;
        response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
      } else response.writeHead(404).end();
    },
    { budget: { timeMs: 15_000, settleMs: 5_000 } },
  );
  closers.use(opened);
}, 600_000);
afterAll(() => closers.disposeAsync());

describe('nothing private is reached', () => {
  test.for(Object.keys(ESCAPES))('by %s', { timeout: 60_000 }, async (way) => {
    const rendering = await opened.render(`/${way}`, { screenshot: true });
    expect(['rendered', 'failed']).toContain(rendering.kind);
    expect(reached).toEqual([]);
    expect(opened.connected.filter((url) => !/^https?:\/\/[^/]*site\.test:/.test(url))).toEqual([]);
  });

  test('by a redirect, a script or a refresh of the page itself', { timeout: 240_000 }, async () => {
    for (const url of urls) {
      const rendering = await opened.render(`/to?${encodeURIComponent(url)}`);
      expect(rendering).toMatchObject({ kind: 'failed' });
    }
    expect(reached).toEqual([]);
  });

  test('when it is what was asked for', { timeout: 120_000 }, async () => {
    for (const url of urls) {
      const rendering = await opened.render('', { url });
      expect(rendering).toMatchObject({ kind: 'failed' });
    }
    expect(reached).toEqual([]);
  });

  test('and the pages did try', () => {
    const hosts = new Set(opened.refused.map((url) => new URL(url).hostname));
    expect([...hosts]).toEqual(
      expect.arrayContaining([
        '127.0.0.1',
        '[::1]',
        'localhost',
        'inner.test',
        '10.0.0.1',
        '169.254.169.254',
      ]),
    );
    expect(opened.connected.some((url) => url.includes('site.test'))).toBe(true);
    expect(WEB).not.toBe('127.0.0.1');
  });
});
