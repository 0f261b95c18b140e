import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ask, lastingStorage, serve, type Served } from '../test/served-api.ts';
import { RESERVE } from './connections.ts';
import type { ApiSettings } from './settings.ts';

const storage = lastingStorage();
let api: Served | null = null;
let sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await api?.close();
  api = null;
});

/** Most addresses of tests are loopback, so it is a proxy here unless the limit of an address is tested. */
async function open(settings: Partial<ApiSettings>): Promise<Served> {
  api = await serve({
    settings: { trustedProxies: ['127.0.0.0/8'], ...settings },
    storage: storage(),
  });
  return api;
}

/** Opens a connection, and waits until the server knows it. @param from address of the client */
async function join({ app, port }: Served, from = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  sockets.push(socket);
  const taken = once(app.server, 'connection');
  await Promise.all([once(socket, 'connect'), taken]);
  return socket;
}

const closed = (socket: Socket): Promise<unknown> => once(socket.resume(), 'close');
const statusOf = async (socket: Socket): Promise<number> => {
  const [answer] = await once(socket.setEncoding('latin1'), 'data');
  return Number(String(answer).slice(9, 12));
};
const SEARCH =
  'POST /html-source-code-search HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 22\r\n';

/** Begins a request whose body does not come. */
async function begin(served: Served, key: string, from?: string, head = SEARCH): Promise<Socket> {
  const socket = await join(served, from);
  const begun = once(served.app.server, 'request');
  socket.write(`${head}X-API-Key: ${key}\r\n\r\n{`);
  await begun;
  return socket;
}

describe('beyond the connections that there may be', () => {
  test('the one that has been idle for longest is closed for each that comes', async () => {
    const served = await open({ maxConnections: 3 });
    const [first, second, third] = [await join(served), await join(served), await join(served)];
    // The first one was idle before the others, but not since.
    first.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await statusOf(first)).toBe(200);
    const gone = closed(second);
    const fourth = await join(served);
    await gone;
    for (const socket of [first, third, fourth]) {
      socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
      expect(await statusOf(socket)).toBe(200);
    }
  });

  test('an idle one is closed for each of many that come at the same time', async () => {
    const served = await open({ maxConnections: 100 });
    for (let n = 0; n < 100; n++) await join(served);
    const [old, fresh] = [sockets, Array.from({ length: 50 }, () => connect(served.port, '127.0.0.1'))];
    sockets = [...old, ...fresh];
    const gone = Promise.all(old.slice(0, 50).map(closed));
    await Promise.all(fresh.map((socket) => once(socket, 'connect')));
    await gone;
    for (const socket of [...old.slice(50), ...fresh]) {
      socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
      expect(await statusOf(socket)).toBe(200);
    }
  });

  test('and none of them idle, the reserve serves operators, and refuses others with Retry-After', async () => {
    const served = await open({ maxConnections: 2 });
    const key = await served.key(['search', 'admin']);
    const busy = [await begin(served, key), await begin(served, key)];
    for (const path of ['/healthz', '/metrics', '/admin/keys']) {
      const headers = { 'x-api-key': key, connection: 'close' };
      const answer = await fetch(served.url + path, { headers });
      expect([path, answer.status, (await answer.text()).length > 0]).toEqual([path, 200, true]);
    }
    const refused = await ask(`${served.url}/html-source-code-search`, {
      method: 'POST',
      headers: { 'x-api-key': key },
    });
    expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('connection')]).toEqual([
      503,
      '1',
      'close',
    ]);
    // As soon as there is room again, it is served.
    const gone = busy.map((socket) => socket.destroy());
    expect(gone).toHaveLength(2);
    await vi.waitFor(async () => {
      const { status } = await ask(`${served.url}/html-source-code-search`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json', connection: 'close' },
        body: '{"search_terms":["x"]}',
      });
      expect(status).toBe(200);
    }, 60_000);
  });

  test('and of the reserve, they are closed as they come', async () => {
    const served = await open({ maxConnections: 1 });
    const key = await served.key(['admin']);
    const head =
      'POST /admin/keys HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 22\r\n';
    for (let n = 0; n < RESERVE + 1; n++) await begin(served, key, undefined, head);
    const socket = await join(served);
    socket.on('error', () => undefined);
    await closed(socket);
    expect(socket.bytesRead).toBe(0);
  });
});

describe('one address', () => {
  test('may have a quarter of all connections, its own idle ones go first, and others are served', async () => {
    const served = await open({ maxConnections: 400, trustedProxies: [] });
    const first = await join(served, '127.0.0.2');
    for (let n = 1; n < 100; n++) await join(served, '127.0.0.2');
    const other = await join(served, '127.0.0.3');
    const gone = closed(first);
    await join(served, '127.0.0.2');
    await gone;
    other.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await statusOf(other)).toBe(200);
  });

  test('that has too many requests at a time gets a 503 for more, and others are served', async () => {
    const served = await open({ maxConnections: 100, trustedProxies: [] });
    const key = await served.key(['search']);
    for (let n = 0; n < 64; n++) await begin(served, key, '127.0.0.2');
    expect(await statusOf(await begin(served, key, '127.0.0.2'))).toBe(503);
    const other = await join(served, '127.0.0.3');
    other.write(`${SEARCH}X-API-Key: ${key}\r\n\r\n{"search_terms":["x"]}`);
    expect(await statusOf(other)).toBe(200);
  });

  test('of a trusted proxy may have all', async () => {
    const served = await open({ maxConnections: 100, trustedProxies: ['127.0.0.2/32'] });
    const key = await served.key(['search']);
    for (let n = 0; n < 65; n++) await begin(served, key, '127.0.0.2');
    const last = await join(served, '127.0.0.2');
    last.write(`${SEARCH}X-API-Key: ${key}\r\n\r\n{"search_terms":["x"]}`);
    expect(await statusOf(last)).toBe(200);
  });
});

test('a stranger is answered at once, and its connection is closed', async () => {
  const served = await open({});
  const answers = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const socket = await join(served);
      const gone = closed(socket);
      socket.write(`${SEARCH}X-API-Key: sg_nobody\r\n\r\n{"search_terms":["x"]}`);
      const status = await statusOf(socket);
      await gone;
      return status;
    }),
  );
  expect(new Set(answers)).toEqual(new Set([401]));
});
