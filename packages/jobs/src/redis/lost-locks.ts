/** Time in which lost locks are collected, in milliseconds: after an outage all of them are noticed at once. */
const COLLECT_MS = 1_000;

/** Messages of BullMQ about a lock that is lost: at a renewal, which it also reports by an event, and at the end of a job. */
const RENEWAL = /^could not renew lock/;
const END = /^Missing (?:lock|key) for job (\S+?)\.? /;

/** Reports the jobs of a queue that lost their lock, in one line and each job once. */
export class LostLocks {
  readonly #queue: string;
  readonly #report: (error: Error) => void;
  readonly #lost = new Set<string>();
  #timer: NodeJS.Timeout | null = null;

  constructor(queue: string, report: (error: Error) => void) {
    this.#queue = queue;
    this.#report = report;
  }

  add(jobId: string): void {
    this.#lost.add(jobId);
    this.#timer ??= setTimeout(() => this.flush(), COLLECT_MS).unref();
  }

  /** Takes an error of BullMQ. @returns whether it is about a lost lock */
  takes({ message }: Error): boolean {
    const [, jobId] = END.exec(message) ?? [];
    if (jobId !== undefined) this.add(jobId);
    return jobId !== undefined || RENEWAL.test(message);
  }

  /** Reports what was collected now. */
  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const [first] = this.#lost;
    if (first === undefined) return;
    const others = this.#lost.size > 1 ? ` and ${this.#lost.size - 1} more` : '';
    this.#lost.clear();
    this.#report(
      new Error(
        `queue ${this.#queue}, job ${first}${others}: the lock is lost, because this process stood still or the ` +
          'queue was away for longer than it lasts; another process does the work',
      ),
    );
  }
}
