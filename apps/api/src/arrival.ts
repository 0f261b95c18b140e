// Deadlines for bodies of requests: a client that sends slowly for ever must not hold a connection.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** Timer of each request whose body has not arrived. */
const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Deadlines of the requests of a server. */
export class ArrivalDeadlines {
  readonly #timeoutMs: number;
  readonly #onLate: (socket: Duplex) => void;

  /** @param onLate called with the connection of a request that did not arrive in time */
  constructor(timeoutMs: number, onLate: (socket: Duplex) => void) {
    this.#timeoutMs = timeoutMs;
    this.#onLate = onLate;
  }

  begin(request: IncomingMessage): void {
    const timer = setTimeout(() => {
      if (!request.complete) this.#onLate(request.socket);
    }, this.#timeoutMs);
    timer.unref();
    timers.set(request, timer);
    request.once('close', () => clearTimeout(timer));
  }
}

/** Lifts the deadline of a request whose body is read as fast as it can be used. */
export function liftArrivalDeadline(request: IncomingMessage): void {
  clearTimeout(timers.get(request));
}
