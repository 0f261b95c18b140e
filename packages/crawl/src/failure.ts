import { NonRetryableError } from '@crawlee/core';
import type { Outcome } from '@sitegrep/site';

/** Why a URL gave no page. */
export interface Failure {
  readonly outcome: Outcome;
  /** A sentence a person understands, without a full stop. */
  readonly reason: string;
  /** True if another attempt, later, may succeed. */
  readonly retry: boolean;
  /**
   * Not null if the host has enough for now: how long it asks to be left alone, in milliseconds, 0 if it doesn't say.
   * Once its pace was worked out, how long it is.
   */
  readonly retryAfterMs: number | null;
  /** True if no connection came about, so that the other scheme may still do. */
  readonly unconnected: boolean;
}

/** A failure that will be the same next time. */
export function final(outcome: Outcome, reason: string): Failure {
  return { outcome, reason, retry: false, retryAfterMs: null, unconnected: false };
}

/** A failure that may have passed next time. */
export function passing(outcome: Outcome, reason: string, retryAfterMs: number | null = null): Failure {
  return { outcome, reason, retry: true, retryAfterMs, unconnected: false };
}

/**
 * A failure as the crawler's runner wants it: the class says whether it retries. The message is the bare outcome, since
 * the runner counts its errors by message for ever, and outcomes are few.
 */
export type FailureError = RetryableFailure | FinalFailure;

class RetryableFailure extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.outcome);
    this.failure = failure;
  }
}

class FinalFailure extends NonRetryableError {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.outcome);
    this.failure = failure;
  }
}

export function errorOf(failure: Failure): FailureError {
  return failure.retry ? new RetryableFailure(failure) : new FinalFailure(failure);
}

export function isFailureError(error: unknown): error is FailureError {
  return error instanceof RetryableFailure || error instanceof FinalFailure;
}
