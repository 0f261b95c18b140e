// Connects to the first of several addresses that answers, as RFC 8305 describes: attempts start a moment apart, and an
// address that is slow stays in the race until another one has won.
import type { LookupAddress } from 'node:dns';
import { connect, type Socket } from 'node:net';

/** Time between the starts of two attempts, in milliseconds (RFC 8305, 5). */
const ATTEMPT_DELAY_MS = 250;
/** Maximum addresses that are tried. */
const MAX_ADDRESSES = 16;

/** Called once: with the first connected socket, or with the error of the first attempt when all have failed. */
export type RaceCallback = (error: Error | null, socket: Socket | null) => void;

/** @param addresses at least one. @returns a function that ends the race; the callback is not called then */
export function raceAddresses(
  addresses: readonly LookupAddress[],
  port: number,
  callback: RaceCallback,
): () => void {
  const queue = alternating(addresses).slice(0, MAX_ADDRESSES);
  const running = new Set<Socket>();
  const errors: Error[] = [];
  let timer: NodeJS.Timeout | undefined;

  function end(winner: Socket | null): void {
    clearTimeout(timer);
    queue.length = 0;
    running.delete(winner as Socket);
    for (const socket of running) socket.destroy();
    running.clear();
  }

  function startNext(): void {
    const address = queue.shift();
    if (address === undefined) return;
    const socket = connect({ host: address.address, port, family: address.family, noDelay: true });
    running.add(socket);
    socket.once('connect', () => {
      if (!running.has(socket)) return;
      end(socket);
      callback(null, socket);
    });
    // Stays attached: an error after the race must not end the process.
    socket.on('error', (error) => {
      if (!running.delete(socket)) return;
      errors.push(error);
      const [first] = errors;
      if (queue.length > 0) {
        clearTimeout(timer);
        startNext();
      } else if (running.size === 0 && first !== undefined) callback(first, null);
    });
    if (queue.length > 0) timer = setTimeout(startNext, ATTEMPT_DELAY_MS);
  }

  startNext();
  return () => end(null);
}

/** Addresses of the two families in turn, beginning with the family of the first (RFC 8305, 4). */
function alternating(addresses: readonly LookupAddress[]): LookupAddress[] {
  const [first] = addresses;
  const preferred = addresses.filter(({ family }) => family === first?.family);
  const others = addresses.filter(({ family }) => family !== first?.family);
  return preferred
    .flatMap((address, at) => [address, ...others.slice(at, at + 1)])
    .concat(others.slice(preferred.length));
}
