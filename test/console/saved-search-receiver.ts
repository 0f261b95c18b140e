/* A receiver of webhooks on loopback, which answers as a test says. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request as send, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

interface ReceiverReply {
  readonly status: number;
  readonly text: string;
}

export interface Receiver extends AsyncDisposable {
  readonly url: string;
  /** Address under which it is a proxy, for servers whose crawls and webhooks go through one. */
  readonly proxyUrl: string;
  /** Types of the messages that came, in their order. */
  readonly types: readonly string[];
  /** Answers from now on. */
  answer(reply: ReceiverReply): void;
  /** Passes requests that are not for itself on to another proxy. */
  passOn(proxyUrl: string): void;
}

export async function openReceiver(): Promise<Receiver> {
  const types: string[] = [];
  let reply: ReceiverReply = { status: 200, text: 'noted' };
  let next = '';
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'GET') return pass(request, response, next);
    const message: { readonly type: string } = Object(JSON.parse(await text(request)));
    types.push(message.type);
    response.writeHead(reply.status, { 'content-type': 'text/plain' }).end(reply.text);
  };
  const server = createServer((request, response) => void receive(request, response));
  // There is no https beyond it.
  server.on('connect', (_request, socket) =>
    socket.end('HTTP/1.1 501 Not Implemented\r\nConnection: close\r\n\r\n'),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the receiver listens on no port');
  const proxyUrl = `http://127.0.0.1:${address.port}`;
  return {
    url: `${proxyUrl}/hook`,
    proxyUrl,
    types,
    answer: (given) => {
      reply = given;
    },
    passOn: (given) => {
      next = given;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function pass(request: IncomingMessage, response: ServerResponse, proxyUrl: string): Promise<void> {
  const passed = send(proxyUrl, { path: request.url, headers: request.headers }).end();
  passed.on('error', () => response.destroy());
  passed.on('response', (answer: IncomingMessage) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    // Whoever asked for it may leave.
    pipeline(answer, response).catch(() => response.destroy());
  });
  await once(response, 'close');
}
