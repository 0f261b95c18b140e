/** Maximum calls of one connection that run at the same time. */
const MAX_RUNNING = 8;
/** Maximum calls of one connection that wait. */
const MAX_WAITING = 100;

/** A call that is refused because too many wait. */
export class TooManyCalls extends Error {
  override readonly name = 'TooManyCalls';
  constructor() {
    super(
      `More than ${MAX_WAITING} calls wait on this connection; call again when earlier ones are answered.`,
    );
  }
}

/** The calls of one connection, a few at a time. */
export class CallQueue {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** Runs a call when it is its turn. @throws TooManyCalls, the reason of the signal, errors of the call */
  async run<Value>(signal: AbortSignal, call: () => Promise<Value>): Promise<Value> {
    if (this.#running >= MAX_RUNNING) {
      if (this.#waiting.length >= MAX_WAITING) throw new TooManyCalls();
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running += 1;
    }
    try {
      signal.throwIfAborted();
      return await call();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
