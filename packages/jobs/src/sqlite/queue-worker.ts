import type { JobEvents, RunAttempt } from '../attempt.ts';
import { InFlight } from '../in-flight.ts';
import type { QueueWork } from '../job-queue.ts';
import { messageOf, QueuesUnavailable } from '../errors.ts';
import type { ActiveJob, EndedJob, JobRows } from './job-rows.ts';

/** Wait before a failed transaction is tried again, in milliseconds. */
const RETRY_MS = 1_000;

/**
 * Maximum time between checks of the clock, in milliseconds: timers notice neither a changed clock nor a machine
 * that slept.
 */
const MAX_TIMER_MS = 60_000;

export interface QueueWorkerOptions {
  readonly name: string;
  readonly rows: Pick<JobRows, 'exchange' | 'nextDue'>;
  readonly attempt: RunAttempt;
  /** Jobs at a time, until `setConcurrency` changes it. */
  readonly concurrency: number;
  readonly events: JobEvents;
  /** Translates an error of the database. */
  readonly explain: (error: unknown) => unknown;
}

/**
 * Works on a queue in rounds. In each round, one transaction applies the verdicts of ended attempts and takes jobs
 * for the free slots. A round runs when an attempt ends, when the worker is woken, and when a job or repetition is
 * due.
 *
 * While the database refuses transactions, e.g. on a full disk, verdicts stay in memory and no job is taken. Jobs
 * whose verdicts are lost if the process ends meanwhile begin again at the next start.
 */
export class QueueWorker implements QueueWork {
  readonly #options: QueueWorkerOptions;
  readonly #inFlight = new InFlight();
  #concurrency: number;
  /** Jobs whose attempts have ended, which is not in the database yet. */
  #ended: EndedJob[] = [];
  #taking = true;
  /** Whether the database is not used any more. */
  #closed = false;
  /** Reason why the last round failed. */
  #outage: Error | null = null;
  #round: NodeJS.Immediate | null = null;
  #timer: NodeJS.Timeout | null = null;
  readonly #idle = Promise.withResolvers<void>();

  constructor(options: QueueWorkerOptions) {
    this.#options = options;
    this.#concurrency = options.concurrency;
    this.wake();
  }

  /** Reason why no jobs can be taken at present; null if there is none. */
  get outage(): Error | null {
    return this.#outage;
  }

  /** Runs a round soon: there may be something to take. */
  wake(): void {
    if (this.#closed || this.#outage !== null) return;
    // Events before the round need no round of their own.
    this.#round ??= setImmediate(() => this.#runRound());
  }

  setConcurrency(concurrency: number): void {
    this.#concurrency = concurrency;
    this.wake();
  }

  async stop(deadlineMs: number): Promise<void> {
    const left = await this.#inFlight.stop(deadlineMs, () => {
      this.#taking = false;
      this.wake();
      this.#settleIfOver();
      return this.#idle.promise;
    });
    this.#closed = true;
    this.#sleep();
    const unfinished = left + this.#ended.length;
    if (unfinished === 0) return;
    const { name, events } = this.#options;
    const reason = this.#outage === null ? 'they ignore their signal' : 'the database cannot be written';
    events.onError(
      new Error(
        `queue ${name}: ${unfinished} jobs were abandoned, because ${reason}; they continue at the next start`,
      ),
    );
  }

  #runRound(): void {
    this.#sleep();
    const { rows } = this.#options;
    const free = this.#taking ? Math.max(0, this.#concurrency - this.#inFlight.size) : 0;
    const now = Date.now();
    try {
      const taken = rows.exchange(this.#ended, free, now);
      this.#ended = [];
      this.#outage = null;
      for (const job of taken) void this.#work(job);
      if (this.#taking) this.#sleepUntil(rows.nextDue(), now);
    } catch (error) {
      this.#refused(error);
    }
    this.#settleIfOver();
  }

  async #work(job: ActiveJob): Promise<void> {
    const { attempt } = this.#options;
    const verdict = await this.#inFlight.at(job.id, (signal) => attempt(job, signal));
    // The job was abandoned, and the database shows it as such.
    if (this.#closed) return this.#settleIfOver();
    if (verdict.kind === 'stop') this.#taking = false;
    this.#ended.push({ job, verdict });
    this.wake();
  }

  #refused(error: unknown): void {
    const { name, events, explain } = this.#options;
    const cause = explain(error);
    const problem = new Error(`queue ${name}: ${messageOf(cause)}`, { cause });
    if (!(cause instanceof QueuesUnavailable)) {
      this.#closed = true;
      this.#ended = [];
      events.onFatal(problem);
      return;
    }
    if (this.#outage === null) events.onError(problem);
    this.#outage = problem;
    this.#timer = setTimeout(() => this.#runRound(), RETRY_MS);
  }

  #sleepUntil(due: number | null, now: number): void {
    if (due === null) return;
    this.#timer = setTimeout(() => this.wake(), Math.min(MAX_TIMER_MS, Math.max(0, due - now)));
  }

  #sleep(): void {
    if (this.#round !== null) clearImmediate(this.#round);
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#round = null;
    this.#timer = null;
  }

  #settleIfOver(): void {
    if (this.#inFlight.isStopping && this.#inFlight.size === 0 && this.#ended.length === 0) {
      this.#idle.resolve();
    }
  }
}
