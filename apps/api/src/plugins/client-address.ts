import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The IP address that the request comes from, for logs and records: that of the connection, or what trusted proxies
     * say (`trustProxy`). Never anything else that a client wrote; empty if the connection is gone already.
     */
    clientAddress: string;
  }
}

export function addClientAddress(app: FastifyInstance): void {
  app.decorateRequest('clientAddress', '');
  app.addHook('onRequest', async (request) => {
    const told = request.ip;
    request.clientAddress = isIP(told) === 0 ? (request.socket.remoteAddress ?? '') : told;
  });
}
