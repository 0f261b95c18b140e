import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Connections that may wait at each socket to be accepted: beyond it their clients try again only after seconds. */
const BACKLOG = 1_024;

/**
 * Sockets that listen at the same address. The event loop accepts one connection of each in an iteration, and an iteration
 * of a busy server takes tens of milliseconds: with a single socket, a thousand new clients would wait for many seconds.
 */
const SOCKETS = 32;

export interface Address {
  readonly host: string;
  /** Port to listen on; 0 takes a free one. */
  readonly port: number;
}

/** Listens until the API is closed. @returns the URL @throws EADDRINUSE and the like */
export async function listen(app: FastifyInstance, { host, port }: Address): Promise<string> {
  if (process.platform !== 'linux') {
    await app.listen({ host, port, backlog: BACKLOG });
    return urlOf(app.server);
  }
  const others = Array.from({ length: SOCKETS - 1 }, () =>
    // The same options as those of an HTTP server, which takes the connections over.
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => app.server.emit('connection', socket)),
  );
  const closed: Promise<unknown>[] = [];
  app.addHook('preClose', (done) => {
    for (const server of others) closed.push(new Promise((resolve) => server.close(resolve)));
    app.server.closeIdleConnections();
    done();
  });
  app.addHook('onClose', async () => {
    await Promise.all(closed);
  });
  // Sockets that share an address are not an error, so it is tried out whether another process has it.
  const shared = { host, port: await freePort(host, port), backlog: BACKLOG, reusePort: true };
  await app.listen(shared);
  for (const server of others) await once(server.listen(shared), 'listening');
  return urlOf(app.server);
}

async function freePort(host: string, port: number): Promise<number> {
  const server = createServer().listen({ host, port });
  await once(server, 'listening');
  const { port: free } = addressOf(server);
  await new Promise((resolve) => server.close(resolve));
  return free;
}

/** URL for programs on this machine of a server that listens at every address. */
export function reachableHere(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

/** URL of a server that listens. */
export function urlOf(server: Server): string {
  const { address, family, port } = addressOf(server);
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the API listens on no TCP port');
  return address;
}
