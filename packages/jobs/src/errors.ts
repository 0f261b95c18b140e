// Errors that a processor throws, named by what happens to the job. Any other error uses up an attempt.

/**
 * The job comes again after this time, and no attempt is used up: storage or network are down or, if `expected`, it
 * is simply too early. Expected ones are not reported.
 */
export class RetryLater extends Error {
  override readonly name = 'RetryLater';
  /** Wait in milliseconds, ≥ 0. */
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

/** The job comes again without a wait. Each time uses up an attempt, so this ends. */
export class RetryNow extends Error {
  override readonly name = 'RetryNow';
}

/** The process is unfit to work: the job goes back unchanged, no more jobs are taken, and `onFatal` is called. */
export class Fatal extends Error {
  override readonly name = 'Fatal';
}

/**
 * The queues cannot be used now: unreachable, overloaded or closed. The operation may have happened or not; repeat
 * it.
 */
export class QueuesUnavailable extends Error {
  override readonly name: string = 'QueuesUnavailable';
}

/** Redis cannot be reached; its connections keep trying. */
export class RedisAway extends Error {
  override readonly name = 'RedisAway';
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
