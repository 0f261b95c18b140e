import { connect } from 'node:net';

/** Time limits in milliseconds that only a hanging server exceeds. */
const PATIENCE_MS = 20_000;

/**
 * Milliseconds without a byte, before and behind the first, after which all answers are taken to have come. To a server,
 * a client that ends its side earlier has left.
 */
const FIRST_MS = 500;
const QUIET_MS = 50;

/** Result of a connection over which all bytes were sent. */
export interface Exchange {
  readonly received: Buffer;
  /** Whether the server ended it, not our time limit. */
  readonly ended: boolean;
}

/**
 * Sends bytes in parts, each as a packet of its own as far as the network goes along, waits for what comes back, and
 * ends its side.
 *
 * @param parts none may be empty
 */
export function exchange(port: number, parts: readonly Buffer[]): Promise<Exchange> {
  const { promise, resolve } = Promise.withResolvers<Exchange>();
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const received: Buffer[] = [];
  let quiet: NodeJS.Timeout | null = null;
  const settle = (ended: boolean): void => {
    clearTimeout(timer);
    if (quiet !== null) clearTimeout(quiet);
    resolve({ received: Buffer.concat(received), ended });
  };
  const endSoon = (ms: number): void => {
    if (quiet !== null) clearTimeout(quiet);
    quiet = setTimeout(() => socket.end(), ms);
  };
  const timer = setTimeout(() => {
    settle(false);
    socket.destroy();
  }, PATIENCE_MS);
  socket.on('data', (chunk: Buffer) => {
    received.push(chunk);
    if (quiet !== null) endSoon(QUIET_MS);
  });
  // A server that has said what it has to say may close while we still write.
  socket.on('error', () => settle(true));
  socket.on('close', () => settle(true));
  const next = (index: number): void => {
    const part = parts[index];
    if (part === undefined) endSoon(received.length === 0 ? FIRST_MS : QUIET_MS);
    else socket.write(part, (error) => error ?? setImmediate(next, index + 1));
  };
  socket.once('connect', () => next(0));
  return promise;
}
