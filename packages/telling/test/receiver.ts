import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request that a receiver got. */
export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly received: readonly Received[];
  /** Answers further requests. Absent: 204. */
  answer(how?: (response: ServerResponse, request: Received) => void): void;
  /** Closes what is open and answers no more, until `open`. */
  close(): Promise<void>;
  open(): Promise<void>;
}

/** Opens a receiver of webhooks on loopback. */
export async function openReceiver(host = '127.0.0.1'): Promise<Receiver> {
  const received: Received[] = [];
  const accept = (response: ServerResponse): void => void response.writeHead(204).end();
  let answer: (response: ServerResponse, request: Received) => void = accept;
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const got = { path: request.url ?? '', headers, body: await text(request) };
    received.push(got);
    answer(response, got);
  };
  const listener: RequestListener = (request, response) => {
    take(request, response).catch(() => response.destroy());
  };
  let server = createServer(listener);
  let port = 0;
  const open = async (): Promise<void> => {
    server = createServer(listener);
    const { promise, resolve } = Promise.withResolvers<void>();
    server.listen(port, host, resolve);
    await promise;
    ({ port } = server.address() as AddressInfo);
  };
  await open();
  return {
    get url() {
      return `http://${host}:${port}/hook`;
    },
    get port() {
      return port;
    },
    received,
    answer: (how = accept) => {
      answer = how;
    },
    async close() {
      const { promise, resolve } = Promise.withResolvers<void>();
      server.close(() => resolve());
      server.closeAllConnections();
      await promise;
    },
    open,
  };
}

/** Answers with a status and a body. */
export function answering(
  status: number,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): (response: ServerResponse) => void {
  return (response) => void response.writeHead(status, headers).end(body);
}
