import { DelayedError, UnrecoverableError, WaitingError } from 'bullmq';
import type { Job } from 'bullmq';
import { InvalidPayload, type QueueDefinition } from './definition.ts';
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

/** Why a job's signal fires when it isn't this process' any more: nothing can be done with it from here. */
export class JobLost extends Error {
  override readonly name = 'JobLost';
}

/** When giving a job up couldn't be recorded, in milliseconds. */
const GAVE_UP_RETRY_MS = 10_000;

/** Thrown into BullMQ when `RetryNow` asked for no wait. */
const isRetryNow = (error: unknown): boolean => error instanceof RetryNow;

/** The wait before the next attempt, in milliseconds: doubled each time, at most ten minutes, none for RetryNow. */
export function backoff(backoffMs: number, attemptsMade: number, error: unknown): number {
  return isRetryNow(error) ? 0 : Math.min(600_000, backoffMs * 2 ** (attemptsMade - 1));
}

/**
 * Runs one attempt and does with the job what the processor's error asks for.
 *
 * @returns if the job is done
 * @throws one of BullMQ's errors, each after the job was moved where it belongs
 */
export async function runJob<P>(
  name: string,
  definition: QueueDefinition<P>,
  processor: Processor<P>,
  events: JobEvents,
  job: Job<unknown, void>,
  token: string,
  signal: AbortSignal,
): Promise<void> {
  const attempt = job.attemptsMade + 1;
  const lastAttempt = attempt >= (job.opts.attempts ?? 1);
  const named = (error: unknown): Error => describe(name, job, attempt, error);

  const handBack = async (): Promise<never> => {
    if (!(signal.reason instanceof JobLost)) await job.moveToWait(token);
    throw new WaitingError();
  };
  const comeBack = async (afterMs: number): Promise<never> => {
    await job.moveToDelayed(Date.now() + afterMs, token);
    throw new DelayedError();
  };
  const giveUp = async (payload: P, reason: string): Promise<never> => {
    try {
      await processor.gaveUp(payload, reason);
    } catch (error) {
      events.onError(named(error));
      return comeBack(GAVE_UP_RETRY_MS);
    }
    throw new UnrecoverableError(reason);
  };

  if (signal.aborted) return handBack();
  let payload: P;
  try {
    payload = definition.parse(job.data);
  } catch (error) {
    if (!(error instanceof InvalidPayload)) throw error;
    events.onError(named(error));
    throw new UnrecoverableError(error.message);
  }
  if (job.stalledCounter > definition.maxStalls) {
    return giveUp(payload, `the process ended ${job.stalledCounter} times while it was at this job`);
  }
  try {
    await processor.process(payload, {
      signal,
      attempt,
      lastAttempt,
      scheduledAt: scheduledAt(job),
      begun: Math.max(1, job.attemptsStarted),
    });
  } catch (error) {
    if (signal.aborted) return handBack();
    if (error instanceof RetryLater) {
      if (!error.expected) events.onError(named(error));
      return comeBack(error.afterMs);
    }
    if (error instanceof GiveUp) return giveUp(payload, error.message);
    if (error instanceof Fatal) {
      events.onFatal(named(error));
      return handBack();
    }
    if (!isRetryNow(error)) events.onError(named(error));
    if (lastAttempt) return giveUp(payload, error instanceof Error ? error.message : String(error));
    throw error;
  }
}

/** BullMQ says it in the id alone, whatever the timing. */
function scheduledAt({ id = '', repeatJobKey }: Job<unknown, void>): number | null {
  if (repeatJobKey === undefined) return null;
  const at = Number(id.slice(id.lastIndexOf(':') + 1));
  return Number.isSafeInteger(at) ? at : null;
}

function describe(queue: string, job: Job<unknown, void>, attempt: number, error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error);
  const told = `queue ${queue}, job ${job.id ?? 'without id'}, attempt ${attempt}: ${message}`;
  return new JobError(told, { queue, attempt, payload: job.data }, error);
}

/** Which job it was stands in fields too, which loggers write out: so a line is found by the ids of the payload. */
class JobError extends Error {
  override readonly name = 'JobError';
  readonly job: { readonly queue: string; readonly attempt: number; readonly payload: unknown };

  constructor(message: string, job: JobError['job'], cause: unknown) {
    super(message, { cause });
    this.job = job;
  }
}
