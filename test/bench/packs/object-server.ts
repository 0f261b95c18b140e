// A store of objects as a process of its own, over a folder: PUT, GET of a range, DELETE. Each request takes a stated latency, and
// a byte the time that a stated bandwidth of one connection gives it: a model, not a store of any vendor.
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type Child, startChild } from '../harness/child.ts';

export interface ObjectServer extends AsyncDisposable {
  readonly url: string;
}

export interface ModelledStore {
  readonly folder: string;
  /** Time from a request to the first byte of its answer, in milliseconds. */
  readonly latencyMs: number;
  /** Megabytes a second of one connection. */
  readonly bandwidth: number;
}

export async function startObjectServer(store: ModelledStore): Promise<ObjectServer> {
  const args = [store.folder, String(store.latencyMs), String(store.bandwidth)];
  const child: Child = startChild(new URL(import.meta.url), { args });
  const port = Number(await child.told());
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => child[Symbol.asyncDispose]() };
}

async function answer(
  { method, url = '', headers }: IncomingMessage,
  body: IncomingMessage,
  response: ServerResponse,
  { folder, latencyMs, bandwidth }: ModelledStore,
): Promise<void> {
  const file = join(folder, url.slice(1));
  const [from = 0, to = 0] =
    /^bytes=(\d+)-(\d+)$/
      .exec(headers.range ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  const bytes = method === 'PUT' ? Number(headers['content-length']) : method === 'GET' ? to - from + 1 : 0;
  const due = delay(latencyMs + bytes / 1e3 / bandwidth);
  if (method === 'PUT') await pipeline(body, createWriteStream(file));
  if (method === 'DELETE') await rm(file);
  await due;
  if (method !== 'GET') return void response.end();
  response.writeHead(206, { 'content-length': bytes });
  await pipeline(createReadStream(file, { start: from, end: to }), response);
}

if (import.meta.main) {
  const [folder = '', latencyMs, bandwidth] = process.argv.slice(2);
  const store = { folder, latencyMs: Number(latencyMs), bandwidth: Number(bandwidth) };
  const server = createServer((request, response) => {
    answer(request, request, response, store).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });
  // A connection that waits is not closed at the moment of its next request.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}
