import type { RunAttempt } from './attempt.ts';
import type { QueueLimits } from './queues.ts';
import type { Timing } from './timing.ts';

/** Lowest priority; the highest is 1. */
export const LAST_PRIORITY = 10;

/** Lowest level of jobs. Each priority has two: the first one for jobs that go ahead of the others of the priority. */
export const LAST_LEVEL = 2 * LAST_PRIORITY;

/** Storage of queues (sqlite/, redis/). The fate of jobs is decided by its caller (attempt.ts). */
export interface QueueStore {
  readonly open: (name: string, limits: QueueLimits) => JobQueue;
  /** Rejects if the queues cannot be used now. */
  readonly probe: () => Promise<void>;
  /** Closes the storage; the queues are idle by then. */
  readonly close: () => Promise<void>;
}

/** One queue. All methods may throw QueuesUnavailable. */
export interface JobQueue {
  /** Adds jobs durably. Jobs whose id is in the queue stay as they are. */
  readonly add: (jobs: readonly NewJob[]) => Promise<void>;
  readonly counts: () => Promise<JobCounts>;
  /** Number of waiting jobs per level, starting with level 1. */
  readonly waitingByLevel: () => Promise<readonly number[]>;
  readonly repeats: Repeats;
  /**
   * Takes jobs by level and then by age, up to `concurrency` at a time, and follows the verdict of each attempt.
   * To be called once.
   */
  readonly work: (attempt: RunAttempt, concurrency: number) => QueueWork;
}

/** A job to be added. */
export interface NewJob {
  readonly id: string;
  readonly payload: unknown;
  /** Level from 1 to LAST_LEVEL; null: before all others. */
  readonly level: number | null;
}

export interface JobCounts {
  readonly waiting: number;
  readonly active: number;
  /** Jobs that wait for a time, i.e. retries. */
  readonly delayed: number;
}

/** Repeated jobs of a queue. */
export interface Repeats {
  readonly set: (key: string, timing: Timing, payload: unknown) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
  readonly keys: () => Promise<readonly string[]>;
}

/** Ongoing work on a queue in this process. */
export interface QueueWork {
  /** Changes the number of jobs at a time; running jobs continue. */
  readonly setConcurrency: (concurrency: number) => void;
  /** Takes no more jobs and waits for the running ones; those that are not done at the deadline go back. */
  readonly stop: (deadlineMs: number) => Promise<void>;
}
