import { StorageBusy, StorageUnavailable } from '../errors.ts';

/** Runs calls with the same key one after another, in the order of their arrival, and all other calls concurrently. */
export class InOrder {
  readonly #maxPending: number;
  readonly #last = new Map<string, Promise<unknown>>();
  #pending = 0;
  #closed = false;

  constructor(maxPending: number) {
    this.#maxPending = maxPending;
  }

  /**
   * @throws StorageBusy if too many calls are queued or running
   * @throws StorageUnavailable after `close`
   */
  async run<T>(key: string, call: () => Promise<T>): Promise<T> {
    if (this.#closed) throw new StorageUnavailable('the connection to Elasticsearch was closed');
    if (this.#pending >= this.#maxPending) {
      throw new StorageBusy(`${this.#pending} changes are queued for Elasticsearch`);
    }
    const before = this.#last.get(key);
    // The outcome of the previous call does not matter: its own caller got it.
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
  /** Refuses further calls. Resolves when all running ones have ended, whatever their outcome. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#last.values());
  }
}

/**
 * A refresh shared by concurrent callers: when a call resolves, everything written before it is visible. Calls that
 * arrive during a refresh share the next one, so at most one runs and one is queued.
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
    // The running refresh may have started before this caller's writes, so its outcome does not help.
    next ??= running.then(run, run);
    return next;
  };
}
