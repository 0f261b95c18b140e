// Runs the frontier's visits, so many at once as is set, and decides what a failure means: another attempt or the end.
// docs/architecture.md has why no general crawler does.
import { seconds } from './deadline.ts';
import type { Fetcher } from './fetcher.ts';
import { final, FailureError, type Failure, failureFrom } from './failure.ts';
import type { Frontier } from './frontier.ts';
import type { CrawlerSettings } from './options.ts';
import { retryDelay } from './pacing.ts';
import type { Visit } from './visit.ts';

export interface Runner {
  /** A visit has become ready. */
  wake(): void;
  /** Starts no more visits. Those under way are to be aborted before. */
  stop(): void;
}

type RunnerSettings = Pick<
  CrawlerSettings,
  'concurrency' | 'maxRetries' | 'handlerTimeoutMs' | 'retryDelayMs' | 'maxRetryDelayMs' | 'random'
>;

/** Times that a visit waits for a host which has enough for the moment; such waits are no attempts that failed. */
const MAX_REFUSALS = 5;

/** @param onBroken told once, if a visit's owner threw; no more visits are started then */
export function startRunner(
  frontier: Frontier,
  fetcher: Fetcher,
  settings: RunnerSettings,
  onBroken: (error: unknown) => void,
): Runner {
  let underWay = 0;
  let due: NodeJS.Immediate | null = null;
  let stopped = false;

  /** Not at once: who makes a visit ready is still at work, and sockets have their turn before the next request. */
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
      const worn = visit.refusals > MAX_REFUSALS;
      const reason = worn ? `${failure.reason}, ${visit.refusals} times` : failure.reason;
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

/** For how long its host rests before the next attempt, in milliseconds; null if there is none. Counts this one. */
function restBeforeRetry(visit: Visit, failure: Failure, settings: RunnerSettings): number | null {
  const { owner } = visit;
  if (owner.signal.aborted || !failure.retry) return null;
  if (failure.retryAfterMs !== null) {
    if (++visit.refusals > MAX_REFUSALS) return null;
    owner.refused(failure);
    // Its pace is slowed down, which is all the wait there is.
    return owner.signal.aborted ? null : 0;
  }
  if (++visit.failures > settings.maxRetries) return null;
  return retryDelay(visit.failures, settings.retryDelayMs, settings.maxRetryDelayMs, settings.random());
}

/** @throws Error if the page handler takes longer; what it fails with */
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
