// The only way of a page to the network: an HTTP proxy on loopback, one a page, which connects through the crawler's gateway.
// Chromium resolves no name and connects to nothing else.
import { once } from 'node:events';
import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Transform, type Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PageConnections, type ConnectionLimits } from './page-connections.ts';

export interface PageProxy {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** Why a host could not be reached at last; null if it could. */
  failureOf(host: string): string | null;
  /** Closes everything, at once. */
  close(): void;
}

/** Fields that belong to one connection (RFC 9110, 7.6.1), in lower case. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export async function openPageProxy(limits: ConnectionLimits): Promise<PageProxy> {
  const connections = new PageConnections(limits);
  const server = createServer(
    { insecureHTTPParser: true, maxHeaderSize: 64 * 1024 },
    // Without an answer: a page must not take one of this proxy for one of the host.
    (message, response) => void forward(connections, message, response).catch(() => response.destroy()),
  );
  server.on('connection', (socket) => void connections.keep(socket));
  server.on('connect', (message, client, head: Buffer) => void tunnel(connections, message, client, head));
  server.on('upgrade', (_message, client) => client.destroy());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy of a page has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    failureOf: (host) => connections.failureOf(host),
    close() {
      connections.close();
      server.close();
    },
  };
}

/** Passes on what a browser and an https host say. */
async function tunnel(
  connections: PageConnections,
  message: IncomingMessage,
  client: Duplex,
  head: Buffer,
): Promise<void> {
  connections.keep(client);
  const url = URL.parse(`https://${message.url ?? ''}`);
  if (url === null || url.username !== '' || url.pathname !== '/') {
    client.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    return;
  }
  let socket: Socket;
  try {
    ({ socket } = await connections.connect(url));
  } catch {
    client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    return;
  }
  client.once('close', () => socket.destroy());
  socket.once('close', () => client.destroy());
  socket.on('data', (chunk: Buffer) => connections.count(chunk.length));
  client.write('HTTP/1.1 200 OK\r\n\r\n');
  socket.write(head);
  client.pipe(socket);
  socket.pipe(client);
}

/** Sends a request over http, and its answer back. */
async function forward(
  connections: PageConnections,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = URL.parse(message.url ?? '');
  if (url === null || url.protocol !== 'http:') {
    response.destroy();
    return;
  }
  const { socket, proxyHeaders } = await connections.connect(url);
  response.once('close', () => socket.destroy());
  const upstream = sendRequest({
    createConnection: () => socket,
    method: message.method ?? 'GET',
    path: proxyHeaders === null ? `${url.pathname}${url.search}` : url.href,
    headers: [
      ...fieldsOf(message.rawHeaders),
      ...Object.entries(proxyHeaders ?? {}).flat(),
      'connection',
      'close',
    ],
    setHost: false,
    insecureHTTPParser: true,
    maxHeaderSize: 64 * 1024,
  });
  const answered = once(upstream, 'response');
  await Promise.all([pipeline(message, upstream), answer()]);

  async function answer(): Promise<void> {
    const [received] = (await answered) as [IncomingMessage];
    response.writeHead(
      received.statusCode ?? 502,
      received.statusMessage ?? '',
      fieldsOf(received.rawHeaders),
    );
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        connections.count(chunk.length);
        done(null, chunk);
      },
    });
    await pipeline(received, counted, response);
  }
}

/** Fields of a message without those of its connection. */
function fieldsOf(raw: readonly string[]): string[] {
  const fields: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at] ?? '';
    if (!HOP_BY_HOP.has(name.toLowerCase())) fields.push(name, raw[at + 1] ?? '');
  }
  return fields;
}
