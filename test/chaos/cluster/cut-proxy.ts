import { once } from 'node:events';
import { createServer, request } from 'node:http';

/** HTTP proxy to a server that fails for a while, like a server that goes away at a chosen moment. */
export interface CutProxy {
  readonly url: string;
  /** Number of requests so far. */
  requests(): number;
}

/**
 * @param target origin of the server
 * @param cut number of the first request without an answer, from 0, and how many there are
 */
export async function openCutProxy(
  target: string,
  cut: { readonly from: number; readonly count: number },
  closers: AsyncDisposableStack,
): Promise<CutProxy> {
  let requests = 0;
  const server = createServer((incoming, outgoing) => {
    const number = requests;
    requests += 1;
    if (number >= cut.from && number < cut.from + cut.count) {
      incoming.socket.destroy();
      return;
    }
    const { method, url, headers } = incoming;
    const onward = request(`${target}${url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.defer(async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no TCP address');
  return { url: `http://127.0.0.1:${address.port}`, requests: () => requests };
}
