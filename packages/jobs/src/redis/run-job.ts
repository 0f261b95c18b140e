import { DelayedError, WaitingError } from 'bullmq';
import type { Job } from 'bullmq';
import type { RunAttempt, TakenJob } from '../attempt.ts';

/** Why a job's signal fires when it isn't this process' any more: nothing can be done with it from here. */
export class JobLost extends Error {
  override readonly name = 'JobLost';
}

/** Thrown into BullMQ when an attempt failed that is not the last one. */
export class AttemptFailed extends Error {
  override readonly name = 'AttemptFailed';
  /** Before the next attempt, in milliseconds, ≥ 0. */
  readonly afterMs: number;

  constructor(afterMs: number) {
    super('the attempt failed');
    this.afterMs = afterMs;
  }
}

/**
 * Makes an attempt at a job of BullMQ's and moves the job where the verdict says.
 *
 * @param onUnfit before the job goes back because the process is not fit to work
 * @returns if the job leaves the queue
 * @throws what tells BullMQ where the job was moved, or has it counted as failed
 */
export async function runJob(
  attempt: RunAttempt,
  onUnfit: () => void,
  job: Job<unknown, void>,
  token: string,
  signal: AbortSignal,
): Promise<void> {
  const verdict = await attempt(takenJob(job), signal);
  switch (verdict.kind) {
    case 'over':
      return;
    case 'again':
      if (verdict.failed) throw new AttemptFailed(verdict.afterMs);
      await job.moveToDelayed(Date.now() + verdict.afterMs, token);
      throw new DelayedError();
    case 'unfit':
      onUnfit();
      await job.moveToWait(token);
      throw new WaitingError();
    case 'back':
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

/** BullMQ says it in the id alone, whatever the timing. */
function scheduledAt({ id = '', repeatJobKey }: Job<unknown, void>): number | null {
  if (repeatJobKey === undefined) return null;
  const at = Number(id.slice(id.lastIndexOf(':') + 1));
  return Number.isSafeInteger(at) ? at : null;
}
