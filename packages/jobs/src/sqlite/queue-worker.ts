import type { JobEvents, RunAttempt } from '../attempt.ts';
import { InFlight } from '../in-flight.ts';
import type { QueueWork } from '../job-queue.ts';
import { QueuesUnavailable } from '../errors.ts';
import type { ActiveJob, EndedJob, JobRows } from './job-rows.ts';

/** Before what the database refused is tried again, in milliseconds. */
const RETRY_MS = 1_000;

/** Timers don't see a clock that is set, or a machine that slept: the time is looked at this often, in milliseconds. */
const LONGEST_TIMER_MS = 60_000;

export interface QueueWorkerOptions {
  readonly name: string;
  readonly rows: Pick<JobRows, 'exchange' | 'nextDue'>;
  readonly attempt: RunAttempt;
  /** Jobs at a time, until it is told otherwise. */
  readonly concurrency: number;
  readonly events: JobEvents;
  /** What an error of the database means. */
  readonly explain: (error: unknown) => unknown;
}

/**
 * Works on a queue. At each turn, jobs whose attempts have ended leave and others are taken for the free places, all in
 * one transaction. There is a turn when an attempt has ended, when it is woken, and when a job or repetition is due.
 *
 * While the database refuses that, e.g. on a full disk, verdicts are kept and nothing is taken, until it goes again. What
 * would be lost if the process ended meanwhile is begun again at the next start.
 */
export class QueueWorker implements QueueWork {
  readonly #options: QueueWorkerOptions;
  readonly #inFlight = new InFlight();
  #concurrency: number;
  /** Attempts of theirs have ended, which the rows don't say yet. */
  #ended: EndedJob[] = [];
  #taking = true;
  /** The rows are not asked any more. */
  #closed = false;
  /** Why the last turn was refused. */
  #outage: Error | null = null;
  #turn: NodeJS.Immediate | null = null;
  #timer: NodeJS.Timeout | null = null;
  readonly #idle = Promise.withResolvers<void>();

  constructor(options: QueueWorkerOptions) {
    this.#options = options;
    this.#concurrency = options.concurrency;
    this.wake();
  }

  /** Why jobs are not taken now though it is tried; null if nothing is in the way. */
  get outage(): Error | null {
    return this.#outage;
  }

  /** There may be something to take. */
  wake(): void {
    if (this.#closed || this.#outage !== null) return;
    // What happens until then needs no turn of its own.
    this.#turn ??= setImmediate(() => this.#takeTurn());
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
    const behind = left + this.#ended.length;
    if (behind === 0) return;
    const { name, events } = this.#options;
    const reason = this.#outage === null ? 'they ignore their signal' : "the database can't be written";
    events.onError(
      new Error(
        `queue ${name}: ${behind} jobs are left behind, because ${reason}; they go on at the next start`,
      ),
    );
  }

  #takeTurn(): void {
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
    // Left behind: the rows have it as abandoned.
    if (this.#closed) return this.#settleIfOver();
    if (verdict.kind === 'unfit') this.#taking = false;
    this.#ended.push({ job, verdict });
    this.wake();
  }

  #refused(error: unknown): void {
    const { name, events, explain } = this.#options;
    const cause = explain(error);
    const problem = new Error(`queue ${name}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    if (!(cause instanceof QueuesUnavailable)) {
      this.#closed = true;
      this.#ended = [];
      events.onFatal(problem);
      return;
    }
    if (this.#outage === null) events.onError(problem);
    this.#outage = problem;
    this.#timer = setTimeout(() => this.#takeTurn(), RETRY_MS);
  }

  #sleepUntil(due: number | null, now: number): void {
    if (due === null) return;
    this.#timer = setTimeout(() => this.wake(), Math.min(LONGEST_TIMER_MS, Math.max(0, due - now)));
  }

  #sleep(): void {
    if (this.#turn !== null) clearImmediate(this.#turn);
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#turn = null;
    this.#timer = null;
  }

  #settleIfOver(): void {
    if (this.#inFlight.isStopping && this.#inFlight.size === 0 && this.#ended.length === 0) {
      this.#idle.resolve();
    }
  }
}
