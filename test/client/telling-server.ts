// A server whose streams tell one event each, and then nothing more, or no longer.
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export interface TellingServer extends AsyncDisposable {
  readonly url: string;
  /** Number of requests that came. */
  requests(): number;
}

/** @param event text of the event @param isOver whether a stream ends behind it; otherwise it stays open, and says nothing */
export async function startTellingServer(event: string, isOver: boolean): Promise<TellingServer> {
  let requests = 0;
  const server = createServer((incoming, answer) => {
    requests += 1;
    incoming.resume();
    answer.writeHead(200, { 'content-type': 'text/event-stream', connection: 'close' });
    if (isOver) answer.end(event);
    else answer.write(event);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
