// The pages that were asked for, from the request to the rendering. Each is one request of Crawlee's, by its unique key.
import type { Request, RequestOptions } from '@crawlee/playwright';
import type { Rendering, RenderRequest } from './rendering.ts';
import type { RequestLine } from './request-line.ts';

interface Job {
  readonly request: RenderRequest;
  readonly signal: AbortSignal;
  readonly settle: (outcome: Rendering | Lost) => void;
}

/** Outcome of a page whose browser ended, perhaps by the fault of the page beside it: it is rendered once more. */
export interface Lost {
  readonly kind: 'lost';
  /** A sentence without a full stop. */
  readonly reason: string;
}

export interface Jobs {
  /** Puts a page into the line. Resolves with its rendering; a page that is cancelled before its turn has failed. */
  render(request: RenderRequest, signal: AbortSignal): Promise<Rendering>;
  of(key: string): Job | undefined;
  /** Ends all jobs, and refuses further ones. The first error counts. */
  end(error: Error, reason: string): void;
}

/** @param wake called after a page was put into the line */
export function openJobs(
  line: RequestLine,
  newRequest: (options: RequestOptions) => Request,
  wake: () => void,
): Jobs {
  /** Jobs by the key of the request that stands for them now. */
  const jobs = new Map<string, Job>();
  let ended: Error | null = null;
  let next = 0;

  async function queueOnce(request: RenderRequest, signal: AbortSignal): Promise<Rendering | Lost> {
    if (ended !== null) throw ended;
    const key = String(++next);
    const { promise, resolve } = Promise.withResolvers<Rendering | Lost>();
    const entry = newRequest({ url: request.url, uniqueKey: key, skipNavigation: true });
    const drop = (): void => {
      if (line.drop(entry)) resolve({ kind: 'failed', reason: 'the rendering was cancelled' });
    };
    jobs.set(key, { request, signal, settle: resolve });
    line.put(entry);
    signal.addEventListener('abort', drop, { once: true });
    if (signal.aborted) drop();
    wake();
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', drop);
      jobs.delete(key);
    }
  }

  return {
    async render(request, signal) {
      const first = await queueOnce(request, signal);
      if (first.kind !== 'lost') return first;
      const second = await queueOnce(request, signal);
      return second.kind === 'lost' ? { kind: 'failed', reason: second.reason } : second;
    },
    of: (key) => jobs.get(key),
    end(error, reason) {
      ended ??= error;
      for (const { settle } of jobs.values()) settle({ kind: 'failed', reason });
    },
  };
}
