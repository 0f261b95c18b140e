import type { BullWorker, Connection } from './connection.ts';
import type { QueueDefinition } from './definition.ts';
import { backoff, JobLost, runJob, type JobEvents, type Processor } from './run-job.ts';

/** How long jobs that were told to leave may take to do it, in milliseconds; then they are left behind. */
const LEAVE_MS = 5_000;

/** How long it may take to let go of a connection that was closed, in milliseconds. */
const GONE_MS = 1_000;

/** What BullMQ says besides telling which locks were lost. */
const LOCK_LOST = /^could not renew lock/;

/** The most a Postgres integer holds. */
const NEVER = 2_147_483_647;

/** A queue's jobs being worked on in this process. */
export interface QueueWork {
  /**
   * Takes no more jobs and waits for those in flight; those that aren't done by the deadline are handed back. While the
   * queue is away nothing can be, so it waits for the processors only.
   */
  stop(deadlineMs: number): Promise<void>;
  /** Resolves when no timer is left, after the connection was closed. */
  gone(): Promise<void>;
}

/** Starts to take jobs. */
export function workQueue<P>(
  connection: Connection,
  name: string,
  definition: QueueDefinition<P>,
  processor: Processor<P>,
  concurrency: number,
  events: JobEvents,
): QueueWork {
  const inFlight = new Map<string, AbortController>();
  const stopping = new AbortController();
  const idle = Promise.withResolvers<void>();
  let closed: Promise<void> = Promise.resolve();

  /** Nothing is left to wait for. */
  const isOver = (): boolean => stopping.signal.aborted && inFlight.size === 0 && connection.isAway();
  /** Once each; BullMQ tells of a lost lock at every renewal. */
  const lose = (jobId: string): void => {
    const own = inFlight.get(jobId);
    if (own === undefined || own.signal.aborted) return;
    own.abort(new JobLost('another process has taken this job'));
    events.onError(
      new Error(
        `queue ${name}, job ${jobId}: its lock is lost, because this process stood still or the queue was away ` +
          'for longer than it lasts; another process does it',
      ),
    );
  };
  const fatal: JobEvents = {
    ...events,
    onFatal: (error) => {
      // Take no more, but let the rest finish: whoever is told closes the queues.
      void pause();
      events.onFatal(error);
    },
  };

  const worker: BullWorker = connection.makeWorker(
    name,
    async (job, token = '') => {
      const own = new AbortController();
      const id = job.id ?? token;
      inFlight.set(id, own);
      if (stopping.signal.aborted) own.abort(stopping.signal.reason);
      try {
        await runJob(name, definition, processor, fatal, job, token, own.signal);
      } finally {
        // Another attempt of a job that was lost meanwhile may stand there.
        if (inFlight.get(id) === own) inFlight.delete(id);
        if (isOver()) idle.resolve();
      }
    },
    {
      autorun: false,
      concurrency,
      lockDuration: definition.lockMs,
      stalledInterval: definition.stalledIntervalMs,
      // Ours to judge (run-job.ts), so that giving up is recorded before the job is gone.
      maxStalledCount: NEVER,
      settings: { backoffStrategy: (made, _type, error) => backoff(definition.backoffMs, made, error) },
    },
    {
      onError: (error) => {
        if (!LOCK_LOST.test(error.message)) events.onError(asError(name, error));
      },
      onLocksLost: (jobIds) => {
        for (const id of jobIds) lose(id);
      },
    },
  );
  const pause = async (): Promise<void> => {
    try {
      await worker.pause(true);
    } catch (error) {
      events.onError(asError(name, error));
    }
  };
  void worker.run().catch((error: unknown) => {
    events.onFatal(asError(name, error));
  });

  return {
    stop: async (deadlineMs) => {
      stopping.abort(new Error('the process is going down'));
      closed = worker.close();
      const over = Promise.race([closed, idle.promise]);
      if (isOver()) idle.resolve();
      const interruptAll = (): void => {
        for (const own of inFlight.values()) own.abort(stopping.signal.reason);
      };
      if (await settlesWithin(over, deadlineMs)) return;
      interruptAll();
      if (await settlesWithin(over, LEAVE_MS)) return;
      if (inFlight.size === 0) return;
      events.onError(
        new Error(
          `queue ${name}: ${inFlight.size} jobs are left behind, because they ignore their signal or the queue is away; ` +
            'they go on when their locks end',
        ),
      );
    },
    gone: async () => {
      await settlesWithin(closed, GONE_MS);
    },
  };
}

async function settlesWithin(promise: Promise<void>, ms: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), ms);
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

function asError(queue: string, cause: unknown): Error {
  return new Error(`queue ${queue}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
}
