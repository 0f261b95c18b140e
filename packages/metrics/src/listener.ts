import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './metrics.ts';
import type { Readiness } from './readiness.ts';

export interface MonitoringListener {
  readonly address: AddressInfo;
  close(): Promise<void>;
}

/**
 * Serves `GET /metrics`, `GET /healthz` (the process is alive) and `GET /readyz` (it can do what it is there for)
 * to every client of the address. For processes of a cluster, whose monitoring has no key.
 *
 * @throws EADDRINUSE and the like
 */
export async function openMonitoringListener(
  metrics: Metrics,
  readiness: Readiness,
  at: { readonly host: string; readonly port: number },
): Promise<MonitoringListener> {
  const answers: Readonly<Record<string, (response: ServerResponse) => Promise<void>>> = {
    '/metrics': async (response) => {
      const text = await metrics.text();
      response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
    },
    '/healthz': async (response) => {
      answer(response, 200, { status: 'alive' });
    },
    '/readyz': async (response) => {
      const { dependencies, down, degraded } = await readiness();
      const isReady = down.length === 0;
      const status = isReady ? 'ready' : 'not ready';
      answer(response, isReady ? 200 : 503, { status, degraded, dependencies });
    },
  };
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000 }, (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '';
    const respond = Object.hasOwn(answers, path) ? answers[path] : undefined;
    if (respond === undefined) {
      response.writeHead(404).end();
    } else if (request.method !== 'GET') {
      response.writeHead(405, { allow: 'GET' }).end();
    } else {
      respond(response).catch((error: unknown) =>
        response.destroy(error instanceof Error ? error : new Error(String(error))),
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

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify(body)}\n`);
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
