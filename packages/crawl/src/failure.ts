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

/** A failure on its way up, from where it was noticed to the runner. */
export class FailureError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.reason);
    this.failure = failure;
  }
}
