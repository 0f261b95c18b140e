// A web on ports 443 and 80 of the loopback addresses of a network namespace, with name servers on port 53.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createSecureServer, type SecureServerOptions, type ServerHttp2Stream } from 'node:http2';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket, type TlsOptions } from 'node:tls';
import { serveDns, type Zone } from './dns-server.ts';

/** Networks of the web: loopback, and a link whose packets go nowhere. */
export const NETWORKS = ['127.66.0.0/16', '10.66.0.0/16', '::1/128'] as const;
export const NAME_SERVER = '127.66.255.1';
/** A name server that never answers, and one that always fails. */
export const SILENT_NAME_SERVER = '127.66.255.2';
export const FAILING_NAME_SERVER = '127.66.255.3';

const HTML = { 'content-type': 'text/html; charset=utf-8' };

/** Handler that has the home page only. */
export function home(body = '<p>home', headers: Readonly<Record<string, string>> = HTML): RequestListener {
  return (request, response) => {
    if (new URL(request.url ?? '', 'http://none').pathname === '/')
      response.writeHead(200, headers).end(body);
    else response.writeHead(404).end();
  };
}

/** Handler that redirects every request. */
export function redirect(location: string): RequestListener {
  return (_request, response) => void response.writeHead(301, { location }).end();
}

export class World {
  readonly zones = new Map<string, Zone>();
  #addresses = 0;
  #silent = 0;

  static async open(): Promise<World> {
    const world = new World();
    const ip = (...args: readonly string[]): void => void execFileSync('ip', args);
    ip('link', 'set', 'lo', 'up');
    // Packets to this network are dropped: connections to it get no answer at all.
    ip('link', 'add', 'nowhere', 'type', 'veth', 'peer', 'name', 'end');
    ip('link', 'set', 'nowhere', 'up', 'arp', 'off');
    ip('link', 'set', 'end', 'up');
    ip('addr', 'add', '10.66.255.254/16', 'dev', 'nowhere');
    execFileSync('sh', ['-c', 'echo 1 > /proc/sys/net/ipv4/ip_nonlocal_bind']);
    await serveDns(NAME_SERVER, world.zones);
    await serveDns(SILENT_NAME_SERVER, null);
    const failing = new Map<string, Zone>();
    failing.get = () => ({ code: { is: 'SERVFAIL' } });
    await serveDns(FAILING_NAME_SERVER, failing);
    return world;
  }

  /** An address that nothing else uses. */
  address(): string {
    this.#addresses++;
    return `127.66.${this.#addresses >> 8}.${this.#addresses & 255}`;
  }

  /** An address that gives no answer. */
  silentAddress(): string {
    this.#silent++;
    return `10.66.0.${this.#silent}`;
  }

  /** Lets a silent address answer. */
  wake(address: string): void {
    execFileSync('ip', ['addr', 'add', `${address}/32`, 'dev', 'lo']);
  }

  /** Gives a name an address of its own, and returns that. */
  host(name: string, zone: Zone = {}): string {
    const address = this.address();
    this.zones.set(name, { a: [address], ...zone });
    return address;
  }

  async http(address: string, handler: RequestListener): Promise<void> {
    await listen(createHttpServer(handler), 80, address);
  }

  async https(address: string, options: ServerOptions, handler: RequestListener = home()): Promise<void> {
    const server = createHttpsServer(options, handler);
    server.on('tlsClientError', () => undefined);
    await listen(server, 443, address);
  }

  /** A server of HTTP/2, and of HTTP/1.1 if that is allowed. */
  async http2(
    address: string,
    options: SecureServerOptions,
    onStream: (stream: ServerHttp2Stream, path: string) => void = (stream) => answerHttp2(stream),
  ): Promise<void> {
    const server = createSecureServer(options);
    server.on('sessionError', () => undefined);
    server.on('tlsClientError', () => undefined);
    server.on('request', (request, response) => {
      if (request.httpVersion === '1.1')
        response.writeHead(request.url === '/' ? 200 : 404, HTML).end('<p>1.1');
    });
    server.on('stream', (stream: ServerHttp2Stream, headers) => {
      stream.on('error', () => undefined);
      const path = String(headers[':path']);
      if (path !== '/robots.txt') return onStream(stream, path);
      stream.respond({ ':status': 404 });
      stream.end();
    });
    await listen(server, 443, address);
  }

  /** A server whose TLS connections are handled as they are. */
  async tls(address: string, options: TlsOptions, onSocket: (socket: TLSSocket) => void): Promise<void> {
    const server = createTlsServer(options, (socket) => {
      socket.on('error', () => undefined);
      onSocket(socket);
    });
    server.on('tlsClientError', () => undefined);
    await listen(server, 443, address);
  }

  async tcp(address: string, port: number, onSocket: (socket: Socket) => void): Promise<void> {
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      onSocket(socket);
    });
    await listen(server, port, address);
  }
}

export function answerHttp2(stream: ServerHttp2Stream, body = '<p>2'): void {
  stream.respond({ ':status': 200, ...HTML });
  stream.end(body);
}

async function listen(server: Server, port: number, address: string): Promise<void> {
  server.listen(port, address);
  await once(server, 'listening');
}
