// A server on loopback that stands in for one of sitegrep, with answers that a test gives.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

/** A server that answers requests; disposing of it closes it. */
export interface FakeServer extends AsyncDisposable {
  readonly url: string;
}

export async function startFakeServer(answer: RequestListener): Promise<FakeServer> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on no TCP port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
