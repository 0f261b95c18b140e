// A server in front of another, which fails requests as it is told.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/**
 * How a request fails: with 503 or 429, to be repeated at once, with 503, to be repeated in an hour, by a connection that is lost
 * before the request is passed on, or after it was answered: before the answer, or in the middle of it.
 */
export type Failure = 'unavailable' | 'limited' | 'later' | 'lost' | 'answer lost' | 'answer cut';

export interface FlakyServer {
  readonly url: string;
  /** Method and path of each request since the last restart. */
  readonly requests: readonly string[];
  /** Fails the next requests, one after the other. Those that only read a list of crawls come through. */
  fail(...failures: readonly Failure[]): void;
  restart(): void;
  close(): Promise<void>;
}

/** @param target URL of the server behind */
export async function startFlakyServer(target: string): Promise<FlakyServer> {
  const failures: Failure[] = [];
  const requests: string[] = [];
  const server = createServer((incoming, answer) => {
    const path = (incoming.url ?? '').replace(/\?.*/, '');
    requests.push(`${incoming.method ?? ''} ${path}`);
    const isSkipped = failures[0] === 'answer lost' && incoming.method === 'GET';
    const failure = isSkipped ? undefined : failures.shift();
    if (failure === undefined || failure.startsWith('answer')) passOn(target, incoming, answer, failure);
    else if (failure === 'lost') incoming.socket.destroy();
    else refuse(answer, failure);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    fail: (...next) => void failures.push(...next),
    restart: () => {
      failures.length = 0;
      requests.length = 0;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function refuse(answer: ServerResponse, failure: Failure): void {
  const status = failure === 'limited' ? 429 : 503;
  const error = failure === 'limited' ? 'Rate limit exceeded' : 'Service unavailable';
  const headers = {
    'content-type': 'application/json',
    'retry-after': failure === 'later' ? '3600' : '0',
    // What is not read of the request comes no more.
    connection: 'close',
  };
  answer.writeHead(status, headers);
  answer.end(JSON.stringify({ success: false, error, details: 'Nothing is served now; try again.' }));
}

function passOn(
  target: string,
  incoming: IncomingMessage,
  answer: ServerResponse,
  failure: Failure | undefined,
): void {
  const { method = 'GET', headers } = incoming;
  const passed = request(new URL(incoming.url ?? '', target), { method, headers }, (answered) => {
    if (failure === 'answer lost') {
      answered.resume();
      answered.once('end', () => incoming.socket.destroy());
      return;
    }
    answer.writeHead(answered.statusCode ?? 502, answered.headers);
    if (failure === undefined) {
      answered.pipe(answer);
      return;
    }
    answered.once('data', (part: Buffer) => {
      answer.write(part.subarray(0, Math.ceil(part.length / 2)), () => incoming.socket.destroy());
      answered.resume();
    });
  });
  passed.on('error', () => incoming.socket.destroy());
  incoming.pipe(passed);
}
