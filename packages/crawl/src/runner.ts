// Runs the frontier's visits, with a maximum of concurrent ones, and decides after a failure whether to try again.
// docs/internals/architecture.md says why sitegrep uses no general crawler for it.
import { seconds } from './deadline.ts';
import type { Fetcher } from './fetcher.ts';
import { final, FailureError, type Failure, failureFrom } from './failure.ts';
import type { Frontier } from './frontier.ts';
import type { CrawlerSettings } from './options.ts';
import { retryDelay } from './pacing.ts';
import type { Visit } from './visit.ts';

export interface Runner {
  /** Starts visits, after one has become ready. */
  wake(): void;
  /** Starts no more visits. The caller must have aborted those under way. */
  stop(): void;
}

type RunnerSettings = Pick<
  CrawlerSettings,
  'concurrency' | 'maxRetries' | 'handlerTimeoutMs' | 'retryDelayMs' | 'maxRetryDelayMs' | 'random'
>;

/** Maximum waits of a visit for a busy host. They do not count as failed attempts. */
const MAX_REFUSALS = 5;

/** @param onBroken called once if a visit's owner throws; no more visits are started then */
export function startRunner(
  frontier: Frontier,
  fetcher: Fetcher,
  settings: RunnerSettings,
  onBroken: (error: unknown) => void,
): Runner {
  let underWay = 0;
  let due: NodeJS.Immediate | null = null;
  let stopped = false;

  /** Starts visits later, when the caller has finished, and sockets were served. */
  function wake(): void {
    if (!stopped) due ??= setImmediate(startVisits);
  }

  function startVisits(): void {
    due = null;
    while (underWay < settings.concurrency) {
      const visit = frontier.take();
      if (visit === null) return;
      underWay++;
      void run(visit);
    }
  }

  async function run(visit: Visit): Promise<void> {
    try {
      await attempt(visit);
    } catch (error) {
      if (!stopped) onBroken(error);
      stop();
    } finally {
      underWay--;
      wake();
    }
  }

  async function attempt(visit: Visit): Promise<void> {
    try {
      const { answer, body } = await fetcher.fetch(visit);
      await withinTime(settings.handlerTimeoutMs, visit.owner.answered(visit, answer, body));
    } catch (error) {
      const failure = failureOf(error, visit);
      const restMs = restBeforeRetry(visit, failure, settings);
      if (restMs !== null) {
        frontier.takeBack(visit, restMs);
        return;
      }
      frontier.done(visit);
      const busy = visit.refusals > MAX_REFUSALS;
      const reason = busy ? `${failure.reason}, ${visit.refusals} times` : failure.reason;
      visit.owner.failed(visit, { ...failure, reason });
      return;
    }
    frontier.done(visit);
  }

  function stop(): void {
    stopped = true;
    if (due !== null) clearImmediate(due);
    due = null;
  }

  return { wake, stop };
}

/** Counts an attempt. @returns the pause of its host before the next one, in milliseconds; null if there is none */
function restBeforeRetry(visit: Visit, failure: Failure, settings: RunnerSettings): number | null {
  const { owner } = visit;
  if (owner.signal.aborted || !failure.retry || owner.wants !== 'page') return null;
  if (failure.retryAfterMs !== null) {
    if (++visit.refusals > MAX_REFUSALS) return null;
    owner.refused(failure);
    // The slow-down of its host is the whole wait.
    return owner.signal.aborted ? null : 0;
  }
  if (++visit.failures > settings.maxRetries) return null;
  return retryDelay(visit.failures, settings.retryDelayMs, settings.maxRetryDelayMs, settings.random());
}

/** @throws Error if the page handler takes longer; its own error */
async function withinTime(ms: number, handled: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`the page was not handled within ${seconds(ms)}`)),
    ms,
  );
  try {
    await Promise.race([handled, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function failureOf(error: unknown, visit: Visit): Failure {
  if (error instanceof FailureError) return error.failure;
  const { reason } = failureFrom(error, visit.urls[0].href);
  return final('crashed', reason);
}
