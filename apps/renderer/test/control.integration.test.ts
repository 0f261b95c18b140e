/* Shows that the servers of escapes.integration.test.ts would hear of a browser without what keeps it in, and that WebRTC is kept in by
   more than the script that takes it away. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromium, type LaunchOptions } from 'playwright-core';
import { findChromium } from '../src/index.ts';
import { launchOptions } from '../src/launch.ts';
import { ESCAPES } from './escapes.ts';
import { closeServer, listenAt, needChromium, WEB } from './opened-renderer.ts';

const TRIED = ['fetch', 'image', 'frame', 'websocket', 'beacon', 'worker', 'windows', 'rtc'];
const reached = new Set<string>();
const closers = new AsyncDisposableStack();
let port = 0;
let web = '';

beforeAll(async () => {
  await needChromium();
  const canary = createServer((request, response) => {
    reached.add(request.url ?? '');
    response.writeHead(200, { 'content-type': 'text/html' }).end('secret');
  });
  canary.on('upgrade', (request, socket) => {
    reached.add(request.url ?? '');
    socket.destroy();
  });
  port = await listenAt(canary, '127.0.0.1');
  closers.defer(() => closeServer(canary));
  const udp = createSocket('udp4');
  udp.on('message', () => reached.add('/rtc'));
  udp.bind(port, '127.0.0.1');
  await once(udp, 'listening');
  closers.defer(() => void udp.close());
  const server = createServer((request, response) => {
    const way = (request.url ?? '').slice(1);
    const page = ESCAPES[way]?.([`http://127.0.0.1:${port}/${way}`]) ?? '';
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<!DOCTYPE html>${page}`);
  });
  web = `http://${WEB}:${await listenAt(server, WEB)}`;
  closers.defer(() => closeServer(server));
}, 600_000);
afterAll(() => closers.disposeAsync());

async function visit(options: LaunchOptions): Promise<ReadonlySet<string>> {
  reached.clear();
  const browser = await chromium.launch(options);
  try {
    for (const way of TRIED) {
      const page = await browser.newPage();
      await page.goto(`${web}/${way}`).catch(() => undefined);
      await page.waitForTimeout(1_500);
      await page.close();
    }
  } finally {
    await browser.close();
  }
  return new Set(reached);
}

test(
  'a browser as it comes reaches what is private by each of these ways',
  { timeout: 120_000 },
  async () => {
    const { path } = await findChromium(null);
    const found = await visit({ executablePath: path, args: ['--no-sandbox'] });
    expect([...found]).toEqual(expect.arrayContaining(TRIED.map((way) => `/${way}`)));
  },
);

test('a browser as it is started here reaches nothing without a proxy', { timeout: 120_000 }, async () => {
  const found = await visit(launchOptions(await findChromium(null), 256));
  expect([...found]).toEqual([]);
});

test(
  'and no datagram leaves it when it has a proxy, even if WebRTC is there',
  { timeout: 120_000 },
  async () => {
    reached.clear();
    const browser = await chromium.launch(launchOptions(await findChromium(null), 256));
    try {
      const context = await browser.newContext({ proxy: { server: web, bypass: '<-loopback>' } });
      const page = await context.newPage();
      await page.setContent(ESCAPES['rtc']?.([`http://127.0.0.1:${port}/rtc`]) ?? '');
      const hasRtc = await page.evaluate('typeof RTCPeerConnection');
      await page.waitForTimeout(3_000);
      expect(hasRtc).toBe('function');
    } finally {
      await browser.close();
    }
    expect([...reached]).toEqual([]);
  },
);
