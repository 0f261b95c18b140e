/** Time for pacing and retries, replaceable so that tests need not wait. */
export interface Clock {
  /** Milliseconds since some moment; never set back nor forward. */
  readonly now: () => number;
  /** Calls `action` once, `ms` milliseconds from now, unless the returned function is called before. */
  readonly schedule: (ms: number, action: () => void) => () => void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  schedule(ms, action) {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
};
