import { once } from 'node:events';
import { createServer, request as send } from 'node:http';

export interface KeyedProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** Listens for programs that can send no key: adds one to their requests, and changes nothing else. */
export async function openKeyedProxy(target: string, key: string): Promise<KeyedProxy> {
  const server = createServer((request, response) => {
    const onward = send(target + (request.url ?? ''), {
      method: request.method,
      headers: { ...request.headers, 'x-api-key': key },
      setHost: false,
    });
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no TCP address');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
