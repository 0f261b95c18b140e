import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './metrics.ts';

export interface MonitoringListener {
  readonly address: AddressInfo;
  close(): Promise<void>;
}

/**
 * Serves `GET /metrics`, `GET /healthz` (the process is alive) and `GET /readyz` (all its dependencies are,
 * too) to every client of the address. For processes of a cluster, whose monitoring has no key.
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
      const dependencies = await readiness();
      const isReady = downIn(dependencies).length === 0;
      answer(response, isReady ? 200 : 503, { status: isReady ? 'ready' : 'not ready', dependencies });
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

/** State of a dependency that answers; while it is `full` it takes no writes. */
type LiveState = 'up' | 'full';

/** Sends a cheap request to a dependency. Rejects if it is down. */
export type Probe = () => Promise<LiveState>;

interface ReadinessOptions {
  /** Probes by the reported name of the dependency. */
  readonly probes: ReadonlyMap<string, Probe>;
  /** Timeout of a probe in milliseconds. */
  readonly timeoutMs: number;
  /** Called with the reason whenever a probe fails. */
  readonly onDown: (name: string, error: unknown) => void;
}

/** States of the dependencies, by name. */
export type States = Readonly<Record<string, LiveState | 'down'>>;

/** Probes the dependencies; never rejects. */
export type Readiness = () => Promise<States>;

/** Names of the dependencies that are down; a process is ready if there are none. */
export function downIn(states: States): string[] {
  return Object.keys(states).filter((name) => states[name] === 'down');
}

/** Creates the check. Concurrent calls share one run of each probe. */
export function createReadiness({ probes, timeoutMs, onDown }: ReadinessOptions): Readiness {
  let asking: Promise<States> | null = null;

  async function stateOf(name: string, probe: Probe): Promise<LiveState | 'down'> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs);
    try {
      return await Promise.race([late.promise, probe()]);
    } catch (error) {
      onDown(name, error);
      return 'down';
    } finally {
      clearTimeout(timer);
    }
  }

  async function states(): Promise<States> {
    const all = [...probes].map(async ([name, probe]) => [name, await stateOf(name, probe)] as const);
    return Object.fromEntries(await Promise.all(all));
  }

  return () => (asking ??= states().finally(() => (asking = null)));
}
