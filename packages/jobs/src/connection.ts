import type { IQueueBackend, Processor, Queue, QueueOptions, WorkerOptions } from 'bullmq';

/** What a queue's place gives to this room; one a backend. */
export interface Connection {
  readonly makeQueue: (name: string, options: Omit<QueueOptions, 'connection'>) => BullQueue;
  readonly makeWorker: (
    name: string,
    process: Processor<unknown, void>,
    options: Omit<WorkerOptions, 'connection'>,
  ) => BullWorker;
  /** Hands back the jobs of processes that can't be alive any more. */
  readonly recoverAbandoned: (queue: string) => Promise<void>;
  /** Rejects if the queue can't be used. */
  readonly probe: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The parts of BullMQ that are used, whichever backend is behind them. */
export type BullQueue = Pick<
  Queue<unknown, void, string, unknown, void, string, IQueueBackend>,
  'addBulk' | 'getJobCounts' | 'close'
> & { on(event: 'error', listener: (error: Error) => void): unknown };

export interface BullWorker {
  close(): Promise<void>;
  run(): Promise<void>;
  /** Takes no more jobs; with true, without waiting for those in flight. */
  pause(doNotWaitActive: true): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'lockRenewalFailed', listener: (jobIds: string[]) => void): unknown;
}

export type BullJobs = Parameters<BullQueue['addBulk']>[0];
