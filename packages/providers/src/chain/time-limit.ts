/** Work may go on only for so long. */
export interface TimeLimit {
  /** Ends the limit when the work has ended. */
  readonly end: () => void;
}

/** A signal of its own for a piece of work that may take only so long. */
export interface LimitedSignal extends TimeLimit {
  /** Fires when time is up, or when the outer signal does, for the same reason. */
  readonly signal: AbortSignal;
}

/** Stops the work when time is up, as AbortSignal.timeout would. */
export function stopAfter(stop: AbortController, ms: number): TimeLimit {
  const timer = setTimeout(() => stop.abort(new DOMException('The time is up.', 'TimeoutError')), ms);
  return { end: () => clearTimeout(timer) };
}

/**
 * The same as AbortSignal.any with AbortSignal.timeout, at a fraction of their cost: most work ends in time, and then
 * no error is made and no signal is left for the garbage collector.
 */
export function limitTime(outer: AbortSignal, ms: number): LimitedSignal {
  const inner = new AbortController();
  const stop = (): void => inner.abort(outer.reason);
  if (outer.aborted) stop();
  else outer.addEventListener('abort', stop, { once: true });
  const limit = stopAfter(inner, ms);
  return {
    signal: inner.signal,
    end() {
      limit.end();
      outer.removeEventListener('abort', stop);
    },
  };
}
