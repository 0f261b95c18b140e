import { InvalidPayload, type QueueDefinition } from './queues.ts';
import { Fatal, messageOf, RetryLater, RetryNow } from './errors.ts';

/** Information about a job for its processor. */
export interface JobContext {
  /**
   * Fires when the job is taken away: the process shuts down, or another process has the job. Stop, and record
   * nothing.
   */
  readonly signal: AbortSignal;
  /** Number of this attempt, from 1. */
  readonly attempt: number;
  /** Number of times that the job was begun, including this one; unlike `attempt`, it also counts after RetryLater. */
  readonly begun: number;
  /** Time at which a repeated job was due, in milliseconds since the epoch; null for other jobs. */
  readonly scheduledAt: number | null;
}

export interface Processor<P> {
  /** Does the job. It may be called again for a job that was done, so every step must be safe to repeat. */
  process(payload: P, job: JobContext): Promise<void>;
  /** Records that the job fails for good, durably before it resolves. If it throws, the job comes again later. */
  gaveUp(payload: P, reason: string): Promise<void>;
}

/** Listeners for what happens to the jobs of a queue. */
export interface JobEvents {
  readonly onError: (error: Error) => void;
  readonly onFatal: (error: Error) => void;
}

/** A job that was taken from its queue. */
export interface TakenJob {
  readonly id: string;
  /** Payload as stored, not validated yet. */
  readonly payload: unknown;
  /** Number of failed attempts, and the maximum. */
  readonly failed: number;
  readonly attempts: number;
  /** Number of times that the job was begun, including this one. */
  readonly begun: number;
  /** Number of times that its process ended during the job. */
  readonly stalled: number;
  readonly scheduledAt: number | null;
}

/** The queue's next step for a job after an attempt. */
export type Verdict =
  /** Done or given up, and recorded: it leaves the queue. */
  | { readonly kind: 'finished' }
  /** It comes again; a failed attempt uses up one of its attempts. */
  | { readonly kind: 'retry'; readonly afterMs: number; readonly failed: boolean }
  /** It goes back as if it had not begun, and is taken next. */
  | { readonly kind: 'handBack' }
  /** It goes back, too, and this process takes no more jobs; `onFatal` was called. */
  | { readonly kind: 'stop' };

/** Makes an attempt at a job. Rejects only if a listener throws. */
export type RunAttempt = (job: TakenJob, signal: AbortSignal) => Promise<Verdict>;

/** Wait before giving a job up is tried again, if recording it failed, in milliseconds. */
const GAVE_UP_RETRY_MS = 10_000;

const MAX_BACKOFF_MS = 600_000;

/** Wait after a number of failed attempts, ≥ 1, in milliseconds: doubled each time, at most ten minutes. */
export function backoff(firstMs: number, failed: number): number {
  return Math.min(MAX_BACKOFF_MS, firstMs * 2 ** (failed - 1));
}

/** Creates the attempts at the jobs of a queue; the errors of the processor decide how they end. */
export function attemptsOf<P>(
  name: string,
  definition: QueueDefinition<P>,
  processor: Processor<P>,
  { onError, onFatal }: JobEvents,
): RunAttempt {
  const giveUp = async (job: TakenJob, payload: P, reason: string): Promise<Verdict> => {
    try {
      await processor.gaveUp(payload, reason);
    } catch (error) {
      onError(new JobError(name, job, error));
      return { kind: 'retry', afterMs: GAVE_UP_RETRY_MS, failed: false };
    }
    return { kind: 'finished' };
  };
  const failed = async (job: TakenJob, payload: P, error: unknown): Promise<Verdict> => {
    if (error instanceof RetryLater) {
      if (!error.expected) onError(new JobError(name, job, error));
      return { kind: 'retry', afterMs: error.afterMs, failed: false };
    }
    if (error instanceof Fatal) {
      onFatal(new JobError(name, job, error));
      return { kind: 'stop' };
    }
    const now = error instanceof RetryNow;
    if (!now) onError(new JobError(name, job, error));
    if (job.failed + 1 >= job.attempts) return giveUp(job, payload, messageOf(error));
    return { kind: 'retry', afterMs: now ? 0 : backoff(definition.backoffMs, job.failed + 1), failed: true };
  };

  return async (job, signal) => {
    if (signal.aborted) return { kind: 'handBack' };
    let payload: P;
    try {
      payload = definition.parse(job.payload);
    } catch (error) {
      if (!(error instanceof InvalidPayload)) throw error;
      onError(new JobError(name, job, error));
      return { kind: 'finished' };
    }
    if (job.stalled > definition.maxStalls) {
      return giveUp(job, payload, `the process ended ${job.stalled} times during this job`);
    }
    const { begun, scheduledAt } = job;
    try {
      await processor.process(payload, {
        signal,
        attempt: job.failed + 1,
        scheduledAt,
        begun: Math.max(1, begun),
      });
      return { kind: 'finished' };
    } catch (error) {
      return signal.aborted ? { kind: 'handBack' } : failed(job, payload, error);
    }
  };
}

/** The job is named in fields, too. Loggers write them out, so a line can be found by the ids of the payload. */
class JobError extends Error {
  override readonly name = 'JobError';
  readonly job: { readonly queue: string; readonly attempt: number; readonly payload: unknown };

  constructor(queue: string, { id, failed, payload }: TakenJob, cause: unknown) {
    const attempt = failed + 1;
    super(`queue ${queue}, job ${id}, attempt ${attempt}: ${messageOf(cause)}`, { cause });
    this.job = { queue, attempt, payload };
  }
}
