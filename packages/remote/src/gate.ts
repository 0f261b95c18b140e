/** Lets one at a time in, in the order in which they came. */
export interface Gate {
  /** Resolves with the function by which to leave. @throws what the signal was aborted with */
  enter(signal: AbortSignal): Promise<() => void>;
}

/** Reads that wait at the same time. */
const MAX_WAITING = 10_000;

export function openGate(): Gate {
  const waiting = new Set<() => void>();
  let isTaken = false;

  function leave(): void {
    const [next] = waiting;
    if (next === undefined) isTaken = false;
    else {
      // The next one takes over.
      waiting.delete(next);
      next();
    }
  }

  return {
    async enter(signal) {
      signal.throwIfAborted();
      if (!isTaken) {
        isTaken = true;
        return leave;
      }
      if (waiting.size >= MAX_WAITING) throw new RangeError(`more than ${MAX_WAITING} reads of files wait`);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const stop = (): void => {
        if (waiting.delete(resolve)) reject(signal.reason);
      };
      waiting.add(resolve);
      signal.addEventListener('abort', stop, { once: true });
      try {
        await promise;
      } finally {
        signal.removeEventListener('abort', stop);
      }
      return leave;
    },
  };
}
