import { FailureError, passing } from './failure.ts';

/** A span of time for one request, ended too when its parent is. */
export interface Deadline {
  /** Aborts with a `FailureError`, or with the reason of the parent. */
  readonly signal: AbortSignal;
  /** What is being waited for, for the reason: `answer`, then `end of the page`. */
  waitFor(what: string): void;
  /** Frees the timer. */
  end(): void;
}

/** @param what what is waited for first, as in `no <what> within 15 s` */
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

/** `15 s` */
export function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}
