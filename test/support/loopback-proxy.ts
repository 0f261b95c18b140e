import { once } from 'node:events';
import type { Server } from 'node:http';

/**
 * Lets a server take requests as a proxy does, on loopback, without tunnels: https is not to be had through it.
 *
 * @returns its URL
 */
export async function listenAsProxy(server: Server): Promise<string> {
  server.on('connect', (_request, socket) => {
    // Clients are killed in the middle here.
    socket.on('error', () => socket.destroy());
    socket.end('HTTP/1.1 501 Not Implemented\r\nconnection: close\r\n\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no TCP address');
  return `http://127.0.0.1:${address.port}`;
}
