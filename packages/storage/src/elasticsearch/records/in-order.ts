import { StorageBusy, StorageUnavailable } from '../../errors.ts';

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
