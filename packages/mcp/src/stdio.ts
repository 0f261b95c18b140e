import type { Readable, Writable } from 'node:stream';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { MAX_MESSAGE_BYTES, messageLines } from './message-lines.ts';
import { createServer, type ServerOptions } from './server.ts';

interface StdioOptions extends ServerOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** Ends the connection. */
  readonly signal: AbortSignal;
}

/**
 * Serves one client over streams, a message on each line, until the client closes its end, sends a message of more than a
 * mebibyte, or the signal fires. Lines that are not a message go to `onError`.
 */
export async function serveOverStdio({ input, output, signal, ...options }: StdioOptions): Promise<void> {
  const lines = messageLines(input, options.onError);
  const closed = Promise.withResolvers<void>();
  const end = (): void => closed.resolve();
  lines.once('end', end).once('close', end);
  output.once('error', end);
  const handle = serveStdio(() => createServer(options), {
    transport: new StdioServerTransport(lines, output, { maxBufferSize: 2 * MAX_MESSAGE_BYTES }),
    // There is nothing to subscribe to.
    maxSubscriptions: 0,
    onerror: options.onError,
  });
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  await closed.promise;
  signal.removeEventListener('abort', end);
  await handle.close();
  lines.destroy();
  input.destroy();
}
