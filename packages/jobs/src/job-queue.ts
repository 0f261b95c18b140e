import type { RunAttempt } from './attempt.ts';
import type { QueueLimits } from './queues.ts';
import type { Timing } from './timing.ts';

/** The last one; the first is 1. */
export const LAST_PRIORITY = 10;

/** What keeps queues: one a kind of place (sqlite/, redis/). What is done with the jobs is decided above (attempt.ts). */
export interface QueueStore {
  readonly open: (name: string, limits: QueueLimits) => JobQueue;
  /** Rejects if the queues can't be used now. */
  readonly probe: () => Promise<void>;
  /** The queues are not asked any more, and their work was stopped. */
  readonly close: () => Promise<void>;
}

/** One queue. All of it may throw QueuesUnavailable. */
export interface JobQueue {
  /** Jobs whose id is in the queue are left as they are. Durable when it resolves. */
  readonly add: (jobs: readonly NewJob[]) => Promise<void>;
  readonly counts: () => Promise<JobCounts>;
  /** How many wait of each priority, the first one first. */
  readonly waitingByPriority: () => Promise<readonly number[]>;
  readonly repeats: Repeats;
  /**
   * Takes jobs, the first by priority and then by age, so many at a time, and does with each what its attempt's verdict
   * says. Once.
   */
  readonly work: (attempt: RunAttempt, concurrency: number) => QueueWork;
}

/** A job that is to be added. */
export interface NewJob {
  readonly id: string;
  readonly payload: unknown;
  /** From 1; null: before all others. */
  readonly priority: number | null;
}

export interface JobCounts {
  readonly waiting: number;
  readonly active: number;
  /** Waiting for a time: retries. */
  readonly delayed: number;
}

/** A queue's repeated jobs. */
export interface Repeats {
  readonly set: (key: string, timing: Timing, payload: unknown) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
  readonly keys: () => Promise<readonly string[]>;
}

/** A queue's jobs being worked on in this process. */
export interface QueueWork {
  /** Takes so many jobs at a time from now on; those in flight go on. */
  readonly setConcurrency: (concurrency: number) => void;
  /** Takes no more jobs and waits for those in flight; those that aren't done by the deadline are handed back. */
  readonly stop: (deadlineMs: number) => Promise<void>;
}
