// Server-sent events as text, and the heartbeats of a stream without any.

/** Time after which a client that lost its connection reconnects, in milliseconds. */
const RETRY_MS = 2_000;

/** Beginning of a stream. */
export const STREAM_START = `retry: ${RETRY_MS}\n\n`;

/** A comment, which clients skip. */
const HEARTBEAT = ':\n\n';

/** Renders an event. JSON has no line breaks, so that one `data` line is enough. */
export function serverSentEvent(name: string, data: unknown, id?: string): string {
  const lines = id === undefined ? '' : `id: ${id}\n`;
  return `${lines}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Sends heartbeats while a stream waits, so that proxies and clients know that it is alive. */
export class Heartbeat {
  readonly #afterMs: number;
  readonly #signal: AbortSignal;
  #since = performance.now();

  constructor(afterMs: number, signal: AbortSignal) {
    this.#afterMs = afterMs;
    this.#signal = signal;
  }

  sent(text: string): string {
    this.#since = performance.now();
    return text;
  }

  /** Waits, with heartbeats. @throws the signal's reason as soon as it fires */
  async *until<T>(awaited: Promise<T>): AsyncGenerator<string, T> {
    for (;;) {
      const settled = await this.#first(awaited);
      if (settled !== null) return settled.value;
      yield this.sent(HEARTBEAT);
    }
  }

  /** @returns null if a heartbeat is due first */
  async #first<T>(awaited: Promise<T>): Promise<{ readonly value: T } | null> {
    const first = Promise.withResolvers<{ readonly value: T } | null>();
    const stop = (): void => first.reject(this.#signal.reason);
    const dueInMs = Math.max(0, this.#since + this.#afterMs - performance.now());
    const timer = setTimeout(() => first.resolve(null), dueInMs);
    this.#signal.addEventListener('abort', stop, { once: true });
    awaited.then((value) => first.resolve({ value }), first.reject);
    if (this.#signal.aborted) stop();
    try {
      return await first.promise;
    } finally {
      clearTimeout(timer);
      this.#signal.removeEventListener('abort', stop);
    }
  }
}
