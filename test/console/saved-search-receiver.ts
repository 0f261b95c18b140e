/* A receiver of webhooks on loopback, which answers as a test says. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

interface ReceiverReply {
  readonly status: number;
  readonly text: string;
}

export interface Receiver extends AsyncDisposable {
  readonly url: string;
  /** Types of the messages that came, in their order. */
  readonly types: readonly string[];
  /** Answers from now on. */
  answer(reply: ReceiverReply): void;
}

export async function openReceiver(): Promise<Receiver> {
  const types: string[] = [];
  let reply: ReceiverReply = { status: 200, text: 'noted' };
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const message: { readonly type: string } = Object(JSON.parse(await text(request)));
    types.push(message.type);
    response.writeHead(reply.status, { 'content-type': 'text/plain' }).end(reply.text);
  };
  const server = createServer((request, response) => void receive(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the receiver listens on no port');
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    types,
    answer: (given) => {
      reply = given;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
