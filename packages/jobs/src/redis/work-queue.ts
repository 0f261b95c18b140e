import { DelayedError, type Job, WaitingError } from 'bullmq';
import { backoff, type JobEvents, type RunAttempt, type TakenJob } from '../attempt.ts';
import { messageOf } from '../errors.ts';
import type { QueueLimits } from '../queues.ts';
import { InFlight, settlesWithin } from '../in-flight.ts';
import type { QueueWork } from '../job-queue.ts';
import type { Connection } from './connection.ts';
import { LostLocks } from './lost-locks.ts';

/** Maximum time in which BullMQ may let go of a closed connection, in milliseconds. */
const MAX_RELEASE_MS = 1_000;

/** More often than any job can be abandoned. */
const NEVER = 2_147_483_647;

/** Work on a queue of BullMQ, with locks: a job whose lock has expired belongs to another process. */
export interface BullWork extends QueueWork {
  /** Resolves when no timer is left after the connection was closed. */
  readonly gone: () => Promise<void>;
}

/**
 * Starts to take jobs. While the queue is away no job can be handed back, so stopping only waits for the attempts.
 *
 * @param concurrency jobs at a time, until `setConcurrency` changes it
 */
export function workQueue(
  connection: Connection,
  name: string,
  limits: QueueLimits,
  concurrency: number,
  attempt: RunAttempt,
  { onError, onFatal }: JobEvents,
): BullWork {
  const inFlight = new InFlight();
  const idle = Promise.withResolvers<void>();
  let closed: Promise<void> = Promise.resolve();

  const settleIfOver = (): void => {
    if (inFlight.isStopping && inFlight.size === 0 && connection.isAway()) idle.resolve();
  };
  const locks = new LostLocks(name, onError);
  /** Each lost lock is handled once; BullMQ reports it at each renewal. */
  const lose = (jobIds: readonly string[]): void => {
    const lost = new JobLost('another process has taken this job');
    for (const id of jobIds) if (inFlight.interrupt(id, lost)) locks.add(id);
  };
  const pause = async (): Promise<void> => {
    try {
      await worker.pause(true);
    } catch (error) {
      onError(asError(name, error));
    }
  };

  const worker = connection.makeWorker(
    name,
    async (job, token = '') => {
      try {
        // After Fatal, no more jobs are taken and running ones finish; the owner of the queues was told and closes them.
        await inFlight.at(job.id ?? token, (signal) =>
          runJob(attempt, () => void pause(), job, token, signal),
        );
      } finally {
        settleIfOver();
      }
    },
    {
      autorun: false,
      concurrency,
      lockDuration: limits.lockMs,
      stalledInterval: limits.stalledIntervalMs,
      // Decided in attempt.ts, so that giving up is recorded before the job is removed.
      maxStalledCount: NEVER,
      settings: {
        backoffStrategy: (made, _type, error) =>
          error instanceof AttemptFailed ? error.afterMs : backoff(limits.backoffMs, made),
      },
    },
    {
      onError: (error) => {
        if (!locks.takes(error)) onError(asError(name, error));
      },
      onLocksLost: lose,
    },
  );
  void worker.run().catch((error: unknown) => onFatal(asError(name, error)));

  return {
    setConcurrency: (jobs) => {
      worker.concurrency = jobs;
    },
    stop: async (deadlineMs) => {
      const left = await inFlight.stop(deadlineMs, () => {
        closed = worker.close();
        settleIfOver();
        return Promise.race([closed, idle.promise]);
      });
      locks.flush();
      if (left === 0) return;
      onError(
        new Error(
          `queue ${name}: ${left} jobs were abandoned, because they ignore their signal or the queue is away; ` +
            'they continue when their locks expire',
        ),
      );
    },
    gone: async () => {
      await settlesWithin(closed, MAX_RELEASE_MS);
    },
  };
}

function asError(queue: string, cause: unknown): Error {
  return new Error(`queue ${queue}: ${messageOf(cause)}`, { cause });
}

/** Reason of a job's signal when the job belongs to another process: nothing can be done with it from here. */
class JobLost extends Error {
  override readonly name = 'JobLost';
}

/** Thrown into BullMQ when an attempt failed that is not the last one. */
class AttemptFailed extends Error {
  override readonly name = 'AttemptFailed';
  /** Wait before the next attempt, in milliseconds, ≥ 0. */
  readonly afterMs: number;

  constructor(afterMs: number) {
    super('the attempt failed');
    this.afterMs = afterMs;
  }
}

/**
 * Makes an attempt at a job of BullMQ and moves the job according to the verdict.
 *
 * @param onStop called before the job goes back because the process is unfit to work
 * @returns if the job leaves the queue
 * @throws the error that tells BullMQ where the job was moved, or that it failed
 */
async function runJob(
  attempt: RunAttempt,
  onStop: () => void,
  job: Job<unknown, void>,
  token: string,
  signal: AbortSignal,
): Promise<void> {
  const verdict = await attempt(takenJob(job), signal);
  switch (verdict.kind) {
    case 'finished':
      return;
    case 'retry':
      if (verdict.failed) throw new AttemptFailed(verdict.afterMs);
      await job.moveToDelayed(Date.now() + verdict.afterMs, token);
      throw new DelayedError();
    case 'stop':
      onStop();
      await job.moveToWait(token);
      throw new WaitingError();
    case 'handBack':
      if (!(signal.reason instanceof JobLost)) await job.moveToWait(token);
      throw new WaitingError();
  }
}

function takenJob(job: Job<unknown, void>): TakenJob {
  return {
    id: job.id ?? 'without id',
    payload: job.data,
    failed: job.attemptsMade,
    attempts: job.opts.attempts ?? 1,
    begun: job.attemptsStarted,
    stalled: job.stalledCounter,
    scheduledAt: scheduledAt(job),
  };
}

/** BullMQ states the due time in the id only, for all kinds of timing. */
function scheduledAt({ id = '', repeatJobKey }: Job<unknown, void>): number | null {
  if (repeatJobKey === undefined) return null;
  const at = Number(id.slice(id.lastIndexOf(':') + 1));
  return Number.isSafeInteger(at) ? at : null;
}
