import { FailureError, passing } from './failure.ts';

/** A time limit for one request, which also ends with its parent. */
export interface Deadline {
  /** Aborts with a `FailureError`, or with the parent's reason. */
  readonly signal: AbortSignal;
  /** Sets what is awaited, for the reason: `answer`, then `end of the page`. */
  waitFor(what: string): void;
  /** Frees the timer. */
  end(): void;
}

/** @param what is awaited first, as in `no <what> within 15 s` */
export function openDeadline(parent: AbortSignal, ms: number, what: string): Deadline {
  const controller = new AbortController();
  let awaited = what;
  const timer = setTimeout(() => {
    end();
    controller.abort(new FailureError(passing('timed_out', `no ${awaited} within ${seconds(ms)}`)));
  }, ms);
  const follow = (): void => {
    end();
    controller.abort(parent.reason);
  };
  function end(): void {
    clearTimeout(timer);
    parent.removeEventListener('abort', follow);
  }
  if (parent.aborted) follow();
  else parent.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    waitFor(next) {
      awaited = next;
    },
    end,
  };
}

/** Text of a duration: `15 s`. */
export function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}

/** Result of the work, unless the signal is aborted before. @param signal not aborted yet */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
