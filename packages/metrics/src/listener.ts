import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './metrics.ts';

export interface MetricsListener {
  readonly address: AddressInfo;
  close(): Promise<void>;
}

/**
 * Serves `GET /metrics` alone, to everyone who reaches the address: for processes without an API, such as a worker.
 *
 * @throws EADDRINUSE and the like
 */
export async function openMetricsListener(
  metrics: Metrics,
  at: { readonly host: string; readonly port: number },
): Promise<MetricsListener> {
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000 }, (request, response) => {
    if (request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404).end();
    } else if (request.method !== 'GET') {
      response.writeHead(405, { allow: 'GET' }).end();
    } else {
      metrics.text().then(
        (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
        (error: unknown) => response.destroy(error instanceof Error ? error : new Error(String(error))),
      );
    }
  });
  await listening(server, at);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('metrics are served at no TCP port');
  return {
    address,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function listening(server: Server, at: { readonly host: string; readonly port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(at, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
