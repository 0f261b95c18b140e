/** What a processor throws, named by what is to happen with the job. Anything else it throws uses up an attempt. */

/**
 * Not now: the job comes again after this time and no attempt is used up. For a storage or network that is down, or,
 * if that is `expected` and so nothing to tell anyone, for what has to wait its time.
 */
export class RetryLater extends Error {
  override readonly name = 'RetryLater';
  /** Milliseconds, ≥ 0. */
  readonly afterMs: number;
  readonly expected: boolean;

  constructor(
    afterMs: number,
    reason: string,
    { expected = false, ...options }: ErrorOptions & { readonly expected?: boolean } = {},
  ) {
    super(reason, options);
    this.afterMs = Math.max(0, afterMs);
    this.expected = expected;
  }
}

/** Again, without a wait; uses up an attempt, so it ends. */
export class RetryNow extends Error {
  override readonly name = 'RetryNow';
}

/** Never: the job is given up for this reason, whatever attempts are left. */
export class GiveUp extends Error {
  override readonly name = 'GiveUp';
}

/** The process is not fit to work: the job goes back untouched, no more are taken, `onFatal` is told. */
export class Fatal extends Error {
  override readonly name = 'Fatal';
}

/** The queues can't be used now: unreachable, overloaded or closed. What was asked may have happened or not; ask again. */
export class QueuesUnavailable extends Error {
  override readonly name: string = 'QueuesUnavailable';
}
