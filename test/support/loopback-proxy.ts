import { once } from 'node:events';
import type { Server } from 'node:http';

/**
 * Makes a server listen as an HTTP proxy on loopback. It has no tunnels, so https is not available through it.
 *
 * @returns its URL
 */
export async function listenAsProxy(server: Server): Promise<string> {
  server.on('connect', (_request, socket) => {
    // Clients may be killed at any time.
    socket.on('error', () => socket.destroy());
    socket.end('HTTP/1.1 501 Not Implemented\r\nconnection: close\r\n\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no TCP address');
  return `http://127.0.0.1:${address.port}`;
}
