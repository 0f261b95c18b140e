import type { Readable, Writable } from 'node:stream';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { createServer, type ServerOptions } from './server.ts';

/** Maximum bytes of one message, as of a request over HTTP. */
const MAX_MESSAGE_BYTES = 1_048_576;

interface StdioOptions extends ServerOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** Ends the connection. */
  readonly signal: AbortSignal;
}

/**
 * Serves one client over streams, a message on each line, until the client closes its end, sends a message of more than a
 * mebibyte, or the signal fires. Lines that are no JSON go to `onError`.
 */
export async function serveOverStdio({ input, output, signal, ...options }: StdioOptions): Promise<void> {
  const transport = new StdioServerTransport(input, output, { maxBufferSize: MAX_MESSAGE_BYTES });
  const closed = Promise.withResolvers<void>();
  const { onError } = options;
  const handle = serveStdio(() => createServer(options), {
    transport,
    // There is nothing to subscribe to.
    maxSubscriptions: 0,
    onerror: onError,
  });
  const close = transport.close.bind(transport);
  transport.close = async () => {
    await close();
    closed.resolve();
  };
  const end = (): void => closed.resolve();
  input.once('end', end).once('close', end);
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  await closed.promise;
  signal.removeEventListener('abort', end);
  await handle.close();
}
