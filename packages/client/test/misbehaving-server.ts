/* A server on loopback that answers as it is told, one answer after the other, for the tests of this room. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SitegrepClient } from '../src/client.ts';
import type { ClientOptions } from '../src/options.ts';

interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Answers a request, whose body has been read. */
export type Answer = (response: ServerResponse, request: Received) => void | Promise<void>;

export interface Loopback extends AsyncDisposable {
  readonly url: string;
  /** Every request that came, in order. */
  readonly received: readonly Received[];
  client(options?: Partial<ClientOptions>): SitegrepClient;
}

export const KEY = 'sg_12345678_never-to-be-seen-in-any-error-0000';

/** @param answers the last one goes for all further requests, too */
export async function answering(...answers: readonly Answer[]): Promise<Loopback> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void answer(request, response);
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = request;
    const one = { method, path, headers, body: await text(request) };
    received.push(one);
    await answers[Math.min(received.length, answers.length) - 1]?.(response, one);
  }
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    received,
    client: (options = {}) => new SitegrepClient({ baseUrl: url, key: KEY, ...options }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** A success of the API with these data. */
export function success(data: unknown, status = 200): Answer {
  return json(status, { success: true, data });
}

/** An error of the API. */
export function failure(
  status: number,
  error: string,
  details: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return json(status, { success: false, error, details }, headers);
}

export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return (response) => {
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': 'request-1',
      ...headers,
    });
    response.end(JSON.stringify(body));
  };
}

/** Ends the connection without a word. */
export const hangUp: Answer = (response) => {
  response.destroy();
};

/** Writes parts of a stream of this type, then ends it well, or breaks it off. */
export function stream(type: string, parts: readonly string[], how: 'ends' | 'breaks'): Answer {
  return async (response) => {
    response.writeHead(200, { 'content-type': type });
    for (const part of parts) {
      await new Promise<void>((resolve) => {
        response.write(part, () => resolve());
      });
    }
    if (how === 'ends') response.end();
    // So that what was written has been sent before.
    else setTimeout(() => response.destroy(), 20);
  };
}

/** Error with which a promise rejects. @throws Error if it does not reject */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  const outcome = await promise.then(
    () => ({ ok: true as const }),
    (error: unknown) => ({ ok: false as const, error }),
  );
  if (outcome.ok) throw new Error('it was to fail');
  return outcome.error;
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
