import { InvalidPayload, type QueueDefinition } from './queues.ts';
import { Fatal, GiveUp, RetryLater, RetryNow } from './errors.ts';

/** What a job is told of itself. */
export interface JobContext {
  /** Fires when the job is taken away: the process goes down, or another process has it. Leave, record nothing. */
  readonly signal: AbortSignal;
  /** 1 for the first. */
  readonly attempt: number;
  /** True if the job is given up should this attempt fail. */
  readonly lastAttempt: boolean;
  /** How often the job was begun, this time included; unlike attempts, also when it came back by RetryLater. */
  readonly begun: number;
  /** When a repeated job was due, in milliseconds since the epoch; null for others. */
  readonly scheduledAt: number | null;
}

export interface Processor<P> {
  /** Does the job. May be called again for a job that was done, so every step must bear repeating. */
  process(payload: P, job: JobContext): Promise<void>;
  /** The job is about to fail for good; must be durable when it resolves. If it throws, the job comes again later. */
  gaveUp(payload: P, reason: string): Promise<void>;
}

/** What happens around the jobs of a queue. */
export interface JobEvents {
  readonly onError: (error: Error) => void;
  readonly onFatal: (error: Error) => void;
}

/** A job that was taken, as its queue knows it. */
export interface TakenJob {
  readonly id: string;
  /** As it is stored: by whichever release. */
  readonly payload: unknown;
  /** Attempts that have failed, and how many it may have. */
  readonly failed: number;
  readonly attempts: number;
  /** How often it was begun, this time included. */
  readonly begun: number;
  /** How often its process ended while it was at it. */
  readonly stalled: number;
  readonly scheduledAt: number | null;
}

/** What is to become of a job after an attempt. */
export type Verdict =
  /** Done or given up, and recorded: it leaves the queue. */
  | { readonly kind: 'over' }
  /** It comes again; if the attempt failed, it has one less. */
  | { readonly kind: 'again'; readonly afterMs: number; readonly failed: boolean }
  /** As if it had not begun: it is taken next. */
  | { readonly kind: 'back' }
  /** The same, and this process takes no more; whoever opened the queues was told. */
  | { readonly kind: 'unfit' };

/** Makes an attempt at a job. Rejects only if a listener throws. */
export type RunAttempt = (job: TakenJob, signal: AbortSignal) => Promise<Verdict>;

/** When giving a job up couldn't be recorded, in milliseconds. */
const GAVE_UP_RETRY_MS = 10_000;

const LONGEST_BACKOFF_MS = 600_000;

/** The wait before the attempt after so many failed ones, ≥ 1, in milliseconds: doubled each time, ten minutes at most. */
export function backoff(firstMs: number, failed: number): number {
  return Math.min(LONGEST_BACKOFF_MS, firstMs * 2 ** (failed - 1));
}

/** Attempts at the jobs of a queue, which end as the processor's errors ask for. */
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
      return { kind: 'again', afterMs: GAVE_UP_RETRY_MS, failed: false };
    }
    return { kind: 'over' };
  };
  const failed = async (job: TakenJob, payload: P, error: unknown): Promise<Verdict> => {
    if (error instanceof RetryLater) {
      if (!error.expected) onError(new JobError(name, job, error));
      return { kind: 'again', afterMs: error.afterMs, failed: false };
    }
    if (error instanceof GiveUp) return giveUp(job, payload, error.message);
    if (error instanceof Fatal) {
      onFatal(new JobError(name, job, error));
      return { kind: 'unfit' };
    }
    const now = error instanceof RetryNow;
    if (!now) onError(new JobError(name, job, error));
    if (isLast(job)) return giveUp(job, payload, messageOf(error));
    return { kind: 'again', afterMs: now ? 0 : backoff(definition.backoffMs, job.failed + 1), failed: true };
  };

  return async (job, signal) => {
    if (signal.aborted) return { kind: 'back' };
    let payload: P;
    try {
      payload = definition.parse(job.payload);
    } catch (error) {
      if (!(error instanceof InvalidPayload)) throw error;
      onError(new JobError(name, job, error));
      return { kind: 'over' };
    }
    if (job.stalled > definition.maxStalls) {
      return giveUp(job, payload, `the process ended ${job.stalled} times while it was at this job`);
    }
    const { begun, scheduledAt } = job;
    try {
      await processor.process(payload, {
        signal,
        attempt: job.failed + 1,
        lastAttempt: isLast(job),
        scheduledAt,
        begun: Math.max(1, begun),
      });
      return { kind: 'over' };
    } catch (error) {
      return signal.aborted ? { kind: 'back' } : failed(job, payload, error);
    }
  };
}

function isLast({ failed, attempts }: TakenJob): boolean {
  return failed + 1 >= attempts;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Which job it was stands in fields too, which loggers write out: so a line is found by the ids of the payload. */
class JobError extends Error {
  override readonly name = 'JobError';
  readonly job: { readonly queue: string; readonly attempt: number; readonly payload: unknown };

  constructor(queue: string, { id, failed, payload }: TakenJob, cause: unknown) {
    const attempt = failed + 1;
    super(`queue ${queue}, job ${id}, attempt ${attempt}: ${messageOf(cause)}`, { cause });
    this.job = { queue, attempt, payload };
  }
}
