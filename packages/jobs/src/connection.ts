import type { JobSchedulerJson, Processor, Queue, QueueOptions, RepeatOptions, WorkerOptions } from 'bullmq';

/** What a queue's place gives to this room; one a backend. */
export interface Connection {
  readonly makeQueue: (
    name: string,
    options: Omit<QueueOptions, 'connection'>,
    events: Pick<WorkerEvents, 'onError'>,
  ) => BullQueue;
  readonly makeWorker: (
    name: string,
    process: Processor<unknown, void>,
    options: Omit<WorkerOptions, 'connection'>,
    events: WorkerEvents,
  ) => BullWorker;
  /** Hands back the jobs of processes that can't be alive any more. */
  readonly recoverAbandoned: (queue: string) => Promise<void>;
  /** Whether what is asked now has to wait for a server that isn't there. */
  readonly isAway: () => boolean;
  /** Rejects if the queue can't be used. */
  readonly probe: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface WorkerEvents {
  readonly onError: (error: Error) => void;
  /** Other processes have these jobs now. */
  readonly onLocksLost: (jobIds: readonly string[]) => void;
}

/** The parts of BullMQ that are used, whichever backend is behind them. */
export interface BullQueue {
  addBulk(jobs: BullJobs): Promise<unknown>;
  getCountsPerPriority(priorities: number[]): Promise<Readonly<Record<string, number>>>;
  getJobCounts(...states: BullState[]): Promise<Readonly<Record<string, number>>>;
  upsertJobScheduler(
    id: string,
    repeat: RepeatOptions,
    job: { readonly name: string; readonly data: unknown },
  ): Promise<unknown>;
  removeJobScheduler(id: string): Promise<boolean>;
  getJobScheduler(id: string): Promise<JobSchedulerJson | undefined>;
  getJobSchedulers(): Promise<readonly JobSchedulerJson[]>;
  close(): Promise<void>;
}

export interface BullWorker {
  close(): Promise<void>;
  run(): Promise<void>;
  /** Takes no more jobs; with true, without waiting for those in flight. */
  pause(doNotWaitActive: true): Promise<void>;
}

export type BullJobs = Parameters<Queue<unknown, void, string, unknown, void, string>['addBulk']>[0];
type BullState = 'waiting' | 'prioritized' | 'active' | 'delayed';
