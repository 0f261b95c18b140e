import { createServer, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { listen } from './loopback.ts';

export interface TestProxy {
  readonly url: string;
  /** Each request in order: method, target and credentials. */
  readonly requested: string[];
}

/** Port to which a tunnel leads, or the status that refuses it. */
export type TunnelEnd = { readonly port: number } | { readonly status: number };

/**
 * A proxy on 127.0.0.1 for any host.
 *
 * @param http answers requests for http URLs; null answers 502
 * @param https end of all tunnels, or of the tunnel to a host
 */
export async function serveProxy(
  http: RequestListener | null,
  https: TunnelEnd | ((host: string) => TunnelEnd),
): Promise<TestProxy> {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    requested.push(`${request.method} ${request.url} ${request.headers['proxy-authorization'] ?? ''}`.trim());
    if (http === null) response.writeHead(502).end();
    else http(request, response);
  });
  server.on('connect', (request, socket) => {
    requested.push(`CONNECT ${request.url}`);
    socket.on('error', () => undefined);
    const end = typeof https === 'function' ? https((request.url ?? '').replace(/:\d+$/, '')) : https;
    if ('status' in end) return void socket.end(`HTTP/1.1 ${end.status} No\r\ncontent-length: 0\r\n\r\n`);
    const upstream = connect(end.port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(upstream).pipe(socket);
    });
    upstream.on('error', () => socket.destroy());
  });
  return { url: `http://127.0.0.1:${await listen(server)}`, requested };
}

/** Answers for proxied requests: one for the home page, 404 for others. */
export function homePage(
  status: number,
  headers: Readonly<Record<string, string>> = { 'content-type': 'text/html' },
): RequestListener {
  return (request, response) => {
    if (new URL(request.url ?? '', 'http://none').pathname === '/')
      response.writeHead(status, headers).end('<p>');
    else response.writeHead(404).end();
  };
}
