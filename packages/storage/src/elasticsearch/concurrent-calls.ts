import { StorageBusy, StorageUnavailable } from '../errors.ts';

/** Calls that name the same key run one after another, in the order they came; all others side by side. */
export class InOrder {
  readonly #maxPending: number;
  readonly #last = new Map<string, Promise<unknown>>();
  #pending = 0;
  #closed = false;

  constructor(maxPending: number) {
    this.#maxPending = maxPending;
  }

  /**
   * @throws StorageBusy if too many calls wait or run already
   * @throws StorageUnavailable once closed
   */
  async run<T>(key: string, call: () => Promise<T>): Promise<T> {
    if (this.#closed) throw new StorageUnavailable('the connection to Elasticsearch was closed');
    if (this.#pending >= this.#maxPending) {
      throw new StorageBusy(`${this.#pending} changes wait for Elasticsearch`);
    }
    const before = this.#last.get(key);
    // However the one before ended: its caller was told.
    const done = before === undefined ? call() : before.then(call, call);
    this.#last.set(key, done);
    this.#pending += 1;
    try {
      return await done;
    } finally {
      this.#pending -= 1;
      if (this.#last.get(key) === done) this.#last.delete(key);
    }
  }
  /** Takes on no more calls. Resolves when all have ended, however they end. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#last.values());
  }
}

/**
 * A refresh that many ask for at once: what was written before a call is visible when it resolves. Calls that come
 * while one runs share the next, so at most one runs and one waits.
 */
export function sharedRefresh(refresh: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  function run(): Promise<void> {
    next = null;
    const started = refresh().finally(() => {
      if (running === started) running = null;
    });
    running = started;
    return started;
  }

  return () => {
    if (running === null) return run();
    // However the running one ends, it may have begun before the call's writes.
    next ??= running.then(run, run);
    return next;
  };
}
