/** How long jobs that were told to leave may take to do it, in milliseconds; then they are left behind. */
const LEAVE_MS = 5_000;

/** The jobs of a queue that this process is at, and how it leaves them. */
export class InFlight {
  readonly #jobs = new Map<string, AbortController>();
  readonly #stopping = new AbortController();

  get size(): number {
    return this.#jobs.size;
  }

  /** The process goes down; a job that is begun from then on is told at once. */
  get isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Does something with a job, which fires the signal when the job is to be left. */
  async at<T>(id: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const own = new AbortController();
    this.#jobs.set(id, own);
    if (this.isStopping) own.abort(this.#stopping.signal.reason);
    try {
      return await work(own.signal);
    } finally {
      // Another attempt of a job that was lost meanwhile may stand there.
      if (this.#jobs.get(id) === own) this.#jobs.delete(id);
    }
  }

  /** Has a job left. @returns false if it has ended or was told before */
  interrupt(id: string, reason: Error): boolean {
    const own = this.#jobs.get(id);
    if (own === undefined || own.signal.aborted) return false;
    own.abort(reason);
    return true;
  }

  /**
   * Waits for the jobs to end; those that haven't by the deadline are told to leave.
   *
   * @param over nothing is left to wait for; asked for once the process counts as going down
   * @returns how many don't leave
   */
  async stop(deadlineMs: number, over: () => Promise<void>): Promise<number> {
    this.#stopping.abort(new Error('the process is going down'));
    const ended = over();
    if (await settlesWithin(ended, deadlineMs)) return 0;
    for (const own of this.#jobs.values()) own.abort(this.#stopping.signal.reason);
    if (await settlesWithin(ended, LEAVE_MS)) return 0;
    return this.#jobs.size;
  }
}

/** @returns whether it resolved by then */
export async function settlesWithin(promise: Promise<void>, ms: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), ms);
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
