// Serves the sample web on one loopback port: by Host header, and as an HTTP proxy for the domains themselves.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type Answer, other, type Reply } from './answer.ts';
import type { SampleSite } from './site.ts';
import { crawlingSites } from './sites/crawling.ts';
import { languageSites } from './sites/languages.ts';
import { technologySites } from './sites/technologies.ts';
import { troubledSites } from './sites/trouble.ts';

export interface SampleWeb {
  readonly port: number;
  /** URL for a crawler's proxy setting: all domains are reachable through it by http, none by https. */
  readonly proxyUrl: string;
  readonly sites: readonly SampleSite[];
  /** Ends every connection. */
  close(): Promise<void>;
}

interface SampleWebOptions {
  /** Port; 0, the default, takes a free one. */
  readonly port?: number;
  /** Address to listen on; default 127.0.0.1. */
  readonly host?: string;
}

export async function serveSampleWeb({
  port = 0,
  host = '127.0.0.1',
}: SampleWebOptions = {}): Promise<SampleWeb> {
  const sites = sampleSites();
  const answers = new Map(
    sites.flatMap((site) =>
      Object.entries(site.answers).map(([key, answer]) => [
        key.startsWith('/') ? `http://${site.domain}${key}` : key,
        answer,
      ]),
    ),
  );
  const hosts = new Set([...answers.keys()].map((url) => new URL(url).host));
  const requested = new Map<Answer, number>();
  const ended = new AbortController();

  const answerTo = (request: IncomingMessage): Sendable => {
    const target = request.url ?? '/';
    const proxied = !target.startsWith('/');
    const url = URL.parse(proxied ? target : `http://${request.headers.host ?? ''}${target}`);
    if (url === null) return plain(400, 'The request names no URL.');
    const host = proxied ? url.host : url.hostname;
    if (!hosts.has(host) || url.protocol !== 'http:') {
      return proxied ? plain(502, `There is no host ${host}.`) : plain(404, `There is no site ${host}.`);
    }
    const answer =
      answers.get(`http://${host}${url.pathname}${url.search}`) ?? plain(404, 'There is no such page.');
    if (answer.kind !== 'turns') return answer;
    const times = requested.get(answer) ?? 0;
    requested.set(answer, times + 1);
    return answer.first[times] ?? answer.lasting;
  };

  const server = createServer((request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return sendReply(response, plain(405, 'Only GET and HEAD.'));
    send(response, answerTo(request), ended.signal).catch((error: unknown) => {
      // Disconnected clients and the end of the server are normal; anything else is a fault of this server.
      if (!response.destroyed && !ended.signal.aborted)
        response.destroy(error instanceof Error ? error : undefined);
    });
  });
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy());
    socket.end('HTTP/1.1 501 Not Implemented\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the sample web listens on no port');

  return {
    port: address.port,
    proxyUrl: `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`,
    sites,
    async close() {
      ended.abort();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Response to one request, after the choice among several. */
type Sendable = Exclude<Answer, { readonly kind: 'turns' }>;

async function send(response: ServerResponse, answer: Sendable, signal: AbortSignal): Promise<void> {
  switch (answer.kind) {
    case 'reply':
      return sendReply(response, answer);
    case 'delayed':
      await wait(answer.milliseconds, undefined, { signal });
      return sendReply(response, answer.answer);
    case 'stream': {
      const { head, chunk, times, tail } = answer;
      response.writeHead(200, headersOf(answer.headers));
      const parts = function* (): Generator<string> {
        yield head;
        for (let sent = 0; sent < times; sent += 1) yield chunk;
        yield tail;
      };
      return pipeline(Readable.from(parts()), response);
    }
    case 'cut':
      response.writeHead(200, headersOf({ ...answer.headers, 'content-length': String(answer.length) }));
      response.write(answer.body, () => response.socket?.destroy());
      return;
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'silence':
  }
}

function sendReply(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, headersOf({ ...headers, 'content-length': String(body.length) }));
  response.end(body);
}

function headersOf(headers: Reply['headers']): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
  );
}

function plain(status: number, sentence: string): Reply {
  return other(status, { 'content-type': 'text/plain; charset=utf-8' }, `${sentence}\n`);
}

/** All sites, one per domain. */
export function sampleSites(): readonly SampleSite[] {
  return [...technologySites(), ...languageSites(), ...crawlingSites(), ...troubledSites()];
}
