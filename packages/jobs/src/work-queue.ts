import type { BullWorker, Connection } from './connection.ts';
import type { QueueDefinition } from './definition.ts';
import { backoff, runJob, type JobEvents, type Processor } from './run-job.ts';

/** How long jobs that were told to leave may take to do it, in milliseconds; then they are left behind. */
const LEAVE_MS = 5_000;

/** How long it may take to let go of a connection that was closed, in milliseconds. */
const GONE_MS = 1_000;

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
  const interrupt = (jobId: string, reason: string): void => inFlight.get(jobId)?.abort(new Error(reason));
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
      onError: (error) => events.onError(asError(name, error)),
      onLocksLost: (jobIds) => {
        for (const id of jobIds) interrupt(id, 'another process has taken this job');
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
        for (const id of inFlight.keys()) interrupt(id, 'the process is going down');
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
