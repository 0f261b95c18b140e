// The requests that wait for a browser, as Crawlee takes them: in memory alone, and forgotten once they are handled.
import type { IRequestList, Request } from '@crawlee/playwright';

/** A list of Crawlee's that grows while it is read. Each turn of a job is a request of its own, which is never tried again here. */
export interface RequestLine extends IRequestList {
  put(request: Request): void;
  /** Takes out a request that has not started. @returns whether it was there */
  drop(request: Request): boolean;
}

export function requestLine(): RequestLine {
  const waiting = new Set<Request>();
  const inProgress = new Set<string>();
  let handled = 0;
  const ended = ({ uniqueKey }: Request): Promise<void> => {
    inProgress.delete(uniqueKey);
    handled++;
    return Promise.resolve();
  };
  return {
    inProgress,
    put: (request) => void waiting.add(request),
    drop: (request) => waiting.delete(request),
    length: () => handled + inProgress.size + waiting.size,
    isFinished: () => Promise.resolve(waiting.size === 0 && inProgress.size === 0),
    isEmpty: () => Promise.resolve(waiting.size === 0),
    handledCount: () => handled,
    // Nothing outlives the process: the queue of jobs does.
    persistState: () => Promise.resolve(),
    fetchNextRequest() {
      const [next] = waiting;
      if (next === undefined) return Promise.resolve(null);
      waiting.delete(next);
      inProgress.add(next.uniqueKey);
      return Promise.resolve(next);
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const next = await this.fetchNextRequest();
        if (next === null) return;
        yield next;
      }
    },
    markRequestHandled: ended,
    reclaimRequest: ended,
  };
}
