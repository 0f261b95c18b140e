/** Maximum time in which interrupted jobs may stop, in milliseconds; then they are abandoned. */
const MAX_STOP_MS = 5_000;

/** The running jobs of a queue in this process. */
export class InFlight {
  readonly #jobs = new Map<string, AbortController>();
  readonly #stopping = new AbortController();

  get size(): number {
    return this.#jobs.size;
  }

  /** Whether the process shuts down; a job that begins from then on is interrupted at once. */
  get isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Runs a job; its signal fires when it must stop. */
  async at<T>(id: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const own = new AbortController();
    this.#jobs.set(id, own);
    if (this.isStopping) own.abort(this.#stopping.signal.reason);
    try {
      return await work(own.signal);
    } finally {
      // By now, another attempt at a lost job may have this id.
      if (this.#jobs.get(id) === own) this.#jobs.delete(id);
    }
  }

  /**
   * Interrupts a job.
   *
   * @returns false if it has ended or was interrupted before
   */
  interrupt(id: string, reason: Error): boolean {
    const own = this.#jobs.get(id);
    if (own === undefined || own.signal.aborted) return false;
    own.abort(reason);
    return true;
  }

  /**
   * Waits for the jobs to end, and interrupts those that are running at the deadline.
   *
   * @param over resolves when nothing is left; called after `isStopping` is set
   * @returns number of jobs that do not stop
   */
  async stop(deadlineMs: number, over: () => Promise<void>): Promise<number> {
    this.#stopping.abort(new Error('the process is shutting down'));
    const ended = over();
    if (await settlesWithin(ended, deadlineMs)) return 0;
    for (const own of this.#jobs.values()) own.abort(this.#stopping.signal.reason);
    if (await settlesWithin(ended, MAX_STOP_MS)) return 0;
    return this.#jobs.size;
  }
}

/** @returns whether the promise resolved in time */
export async function settlesWithin(promise: Promise<void>, ms: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), ms);
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
