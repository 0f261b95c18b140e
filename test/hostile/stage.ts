// The stage of the test: real servers on one loopback address, names that lead to them, and for each site the expected
// result of its crawl.
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { SecureContextOptions } from 'node:tls';
import type { Outcome } from '@sitegrep/site';
import type { NameAnswer, NameTable } from './names.ts';

/** The only address that the crawler may connect to. The rest of loopback is forbidden. */
export const STAGE_ADDRESS = '127.77.0.1';
export const STAGE_NETWORK = '127.77.0.0/16';

/** Expected result of the crawl of a site. */
export interface Expected {
  readonly outcome: Outcome;
  /** Pattern of the reason; null if there is none. */
  readonly reason: RegExp | null;
  /** Indexed pages; by default one if the outcome is `indexed`, otherwise none. */
  readonly pages?: number;
}

export interface Site extends Expected {
  /** Canonical domain. */
  readonly domain: string;
  /** Its line in the list of sites. */
  readonly start: string;
}

/** Answers the requests of one connection, which are numbered from 0. */
export type RawAnswer = (socket: Socket, path: string, request: number) => void;

export class Stage {
  readonly sites: Site[] = [];
  /** Host and path of each request for a site of `web`, in order. */
  readonly requests: string[] = [];
  readonly #names: Record<string, NameAnswer> = {};
  readonly #handlers = new Map<string, RequestListener>();
  readonly #servers: Server[] = [];
  readonly #sockets = new Set<Socket>();
  #port = 0;

  static async open(): Promise<Stage> {
    const stage = new Stage();
    stage.#port = await stage.listen(createHttpServer(stage.#serve));
    return stage;
  }

  get names(): NameTable {
    return this.#names;
  }

  /** Address of all servers. */
  get address(): string {
    return STAGE_ADDRESS;
  }

  /** Port of all sites of `web`. */
  get port(): number {
    return this.#port;
  }

  /** Adds a site on the shared HTTP server. Its robots.txt is missing unless `answersRobots`. */
  web(
    domain: string,
    expected: Expected,
    handler: RequestListener,
    { answersRobots = false, path = '/', host = domain } = {},
  ): void {
    this.#handlers.set(domain, (request, response) => {
      if (request.url === '/robots.txt' && !answersRobots) response.writeHead(404).end();
      else handler(request, response);
    });
    this.expect(domain, `http://${host}:${this.#port}${path}`, expected);
    this.#names[domain] ??= { lookups: [[STAGE_ADDRESS]] };
  }

  /** Adds a site that answers each request except that for robots.txt with raw bytes. */
  async raw(domain: string, expected: Expected, answer: RawAnswer): Promise<void> {
    const port = await this.listen(
      createTcpServer((socket) => {
        let requests = 0;
        let pending = '';
        socket.on('data', (bytes: Buffer) => {
          pending += bytes.toString('latin1');
          for (let end = pending.indexOf('\r\n\r\n'); end >= 0; end = pending.indexOf('\r\n\r\n')) {
            const path = pending.split(' ', 2)[1] ?? '';
            pending = pending.slice(end + 4);
            if (path === '/robots.txt') socket.write('HTTP/1.1 404 No\r\ncontent-length: 0\r\n\r\n');
            else answer(socket, path, requests++);
          }
        });
      }),
    );
    this.expect(domain, `http://${domain}:${port}/`, expected);
    this.#names[domain] = { lookups: [[STAGE_ADDRESS]] };
  }

  /** Adds a site over TLS. */
  async tls(
    domain: string,
    expected: Expected,
    context: SecureContextOptions,
    handler: RequestListener,
  ): Promise<void> {
    const port = await this.listen(createHttpsServer(context, handler));
    this.expect(domain, `https://${domain}:${port}/`, expected);
    this.#names[domain] = { lookups: [[STAGE_ADDRESS]] };
  }

  /** Adds a name, with or without a site. */
  name(host: string, answer: NameAnswer): void {
    this.#names[host] = answer;
  }

  expect(domain: string, start: string, expected: Expected): void {
    this.sites.push({ domain, start, ...expected });
  }

  /** @returns the port on which it listens until `close` */
  async listen(server: Server): Promise<number> {
    const port = await this.#listenAt(server, 0, STAGE_ADDRESS);
    this.#watch(server);
    return port;
  }

  /** Starts two servers on the same port of two addresses, so that only the address differs. */
  async listenOnBoth(server: Server, other: Server, address: string): Promise<number> {
    for (let attempts = 1; ; attempts++) {
      const port = await this.#listenAt(server, 0, STAGE_ADDRESS);
      try {
        await this.#listenAt(other, port, address);
        this.#watch(server);
        this.#watch(other);
        return port;
      } catch (error) {
        // Another program uses the port there.
        if (attempts === 20) throw error;
        server.close();
        await once(server, 'close');
      }
    }
  }

  async #listenAt(server: Server, port: number, address: string): Promise<number> {
    server.listen(port, address);
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  #watch(server: Server): void {
    this.#servers.push(server);
    // 'connection' is the event of TCP, also below TLS.
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    server.on('tlsClientError', () => undefined);
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await Promise.all(this.#servers.map((server) => new Promise((resolve) => server.close(resolve))));
  }

  readonly #serve: RequestListener = (request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '').replace(/\.$/, '');
    this.requests.push(`${host} ${request.url}`);
    response.on('error', () => undefined);
    const handler = this.#handlers.get(host.replace(/^www\./, ''));
    if (handler === undefined) response.writeHead(500).end();
    else handler(request, response);
  };
}

export const HTML = { 'content-type': 'text/html; charset=utf-8' };

/** Handler for pages by path, 404 for others. */
export function pages(byPath: Readonly<Record<string, string>>): RequestListener {
  return (request, response) => {
    const body = byPath[request.url ?? ''];
    if (body === undefined) response.writeHead(404).end();
    else response.writeHead(200, HTML).end(body);
  };
}

/** Handler for the same page at every path. */
export function page(
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = HTML,
): RequestListener {
  return (_request, response) => void response.writeHead(200, headers).end(body);
}

export const INDEXED: Expected = { outcome: 'indexed', reason: null };
