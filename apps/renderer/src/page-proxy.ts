// The only way of a page to the network: an HTTP proxy on loopback, one a page, which connects through the crawler's gateway. It
// counts the bytes of the page, and bounds its connections. Chromium resolves no name and connects to nothing else.
import { once } from 'node:events';
import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Transform, type Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Gateway } from '@sitegrep/crawl';

export interface PageProxy {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** Bytes that the page has received. */
  readonly bytes: number;
  /** Why a host could not be reached at last; null if it could. */
  failureOf(host: string): string | null;
  /** Closes everything, at once. */
  close(): void;
}

interface ProxyOptions {
  readonly gateway: Pick<Gateway, 'connect'>;
  /** Maximum bytes for the page. All connections are closed then, and no more are opened. */
  readonly maxBytes: number;
  /** Called once, when the page has received that much. */
  readonly onExhausted: () => void;
}

/** Maximum connections of a page to one host, as in browsers. Further requests wait. */
const MAX_PER_HOST = 6;
/** Maximum connections of a page that are open or wait at the same time. */
const MAX_CONNECTIONS = 256;
/** Maximum connections that are opened for a page. */
const MAX_OPENED = 2_000;
/** Maximum hosts whose failure is kept. */
const MAX_FAILURES = 100;

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

export async function openPageProxy({ gateway, maxBytes, onExhausted }: ProxyOptions): Promise<PageProxy> {
  const closed = new AbortController();
  const streams = new Set<Duplex>();
  const hosts = new Map<string, HostSlots>();
  const failures = new Map<string, string>();
  let bytes = 0;
  let open = 0;
  let opened = 0;

  function count(length: number): void {
    bytes += length;
    if (bytes <= maxBytes || closed.signal.aborted) return;
    end();
    onExhausted();
  }

  function end(): void {
    closed.abort(new Error('the page is closed'));
    for (const stream of streams) stream.destroy();
    streams.clear();
  }

  function keep<T extends Duplex>(stream: T): T {
    streams.add(stream);
    // Either side may end at any time, and the other one notices it.
    stream.on('error', () => stream.destroy());
    stream.once('close', () => streams.delete(stream));
    if (closed.signal.aborted) stream.destroy();
    return stream;
  }

  /** Connects when it is the host's turn. @returns the connection, whose end is the next one's turn */
  async function connect(url: URL): Promise<Awaited<ReturnType<Gateway['connect']>>> {
    closed.signal.throwIfAborted();
    if (open >= MAX_CONNECTIONS || opened >= MAX_OPENED) throw new Error('the page has too many connections');
    open++;
    opened++;
    const slots = hosts.get(url.host) ?? { underWay: 0, queue: [] };
    hosts.set(url.host, slots);
    const leave = (): void => {
      open--;
      const next = slots.queue.shift();
      if (next === undefined) slots.underWay--;
      else next();
    };
    if (slots.underWay >= MAX_PER_HOST) {
      const { promise, resolve } = Promise.withResolvers<void>();
      slots.queue.push(resolve);
      await promise;
    } else slots.underWay++;
    try {
      closed.signal.throwIfAborted();
      const route = await gateway.connect(url, closed.signal);
      failures.delete(url.hostname);
      keep(route.socket).once('close', leave);
      return route;
    } catch (error) {
      leave();
      if (failures.size < MAX_FAILURES) failures.set(url.hostname, messageOf(error));
      throw error;
    }
  }

  async function tunnel(message: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    keep(client);
    const url = URL.parse(`https://${message.url ?? ''}`);
    if (url === null || url.username !== '' || url.pathname !== '/') {
      client.end('HTTP/1.1 400 Bad Request\r\n\r\n');
      return;
    }
    let socket: Socket;
    try {
      ({ socket } = await connect(url));
    } catch {
      client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      return;
    }
    client.once('close', () => socket.destroy());
    socket.once('close', () => client.destroy());
    socket.on('data', (chunk: Buffer) => count(chunk.length));
    client.write('HTTP/1.1 200 OK\r\n\r\n');
    socket.write(head);
    client.pipe(socket);
    socket.pipe(client);
  }

  async function forward(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = URL.parse(message.url ?? '');
    if (url === null || url.protocol !== 'http:') {
      response.destroy();
      return;
    }
    const { socket, proxyHeaders } = await connect(url);
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
          count(chunk.length);
          done(null, chunk);
        },
      });
      await pipeline(received, counted, response);
    }
  }

  const server = createServer(
    { insecureHTTPParser: true, maxHeaderSize: 64 * 1024 },
    // Without an answer: a page must not take one of this proxy for one of the host.
    (message, response) => void forward(message, response).catch(() => response.destroy()),
  );
  server.on('connection', (socket) => void keep(socket));
  server.on('connect', (message, client, head: Buffer) => void tunnel(message, client, head));
  server.on('upgrade', (_message, client) => client.destroy());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy of a page has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    get bytes() {
      return bytes;
    },
    failureOf: (host) => failures.get(host) ?? null,
    close() {
      end();
      for (const { queue } of hosts.values()) for (const go of queue.splice(0)) go();
      server.close();
    },
  };
}

/** Connections of the page to one host. */
interface HostSlots {
  underWay: number;
  readonly queue: (() => void)[];
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
