import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A loopback server that behaves like a node and gives the answers of a test. */
export interface ClusterDouble {
  readonly url: string;
  close(): Promise<void>;
}

/** @param answer answers every request except the client's first one, which gets the usual answer */
export async function clusterDouble(
  answer: (request: IncomingMessage, body: string) => Answer | Promise<Answer>,
): Promise<ClusterDouble> {
  const server = createServer((request, response) => {
    void (async () => {
      const body = await text(request);
      const { status, body: said } =
        request.url === '/' && request.headers.authorization === undefined
          ? { status: 200, body: { version: { number: '9.4.3' } } }
          : await answer(request, body);
      response.writeHead(status, {
        'content-type': 'application/vnd.elasticsearch+json;compatible-with=9',
        'x-elastic-product': 'Elasticsearch',
      });
      response.end(JSON.stringify(said));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
