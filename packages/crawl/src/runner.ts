// Crawlee's BasicCrawler, set up to run the frontier's visits and do nothing else: its pool, request life cycle and error
// classes are used; its HTTP clients, sessions, robots.txt, storage, statistics on disk, scaling, log and signals are not.
import { BasicCrawler } from '@crawlee/basic';
import { Configuration, EventManager, Log, LogLevel, type EventTypeName, type Request } from '@crawlee/core';
import { seconds } from './deadline.ts';
import type { Fetcher } from './fetcher.ts';
import { final, isFailureError, type Failure } from './failure.ts';
import type { Frontier } from './frontier.ts';
import { LONGEST, type CrawlerSettings } from './options.ts';
import { failureFrom } from './outcome.ts';
import { retryDelay } from './pacing.ts';

export interface Runner {
  /** A visit has become ready. */
  wake(): void;
  /** Resolves once stopped; rejects if the runner broke down, and nothing runs any more. */
  readonly ended: Promise<void>;
  /** Starts no more visits. Those under way are to be aborted before. */
  stop(): Promise<void>;
}

type RunnerSettings = Pick<
  CrawlerSettings,
  | 'concurrency'
  | 'maxRetries'
  | 'siteTimeoutMs'
  | 'handlerTimeoutMs'
  | 'retryDelayMs'
  | 'maxRetryDelayMs'
  | 'random'
>;

export function startRunner(frontier: Frontier, fetcher: Fetcher, settings: RunnerSettings): Runner {
  const started = Promise.withResolvers<void>();
  let running = false;
  const crawler = new FrontierCrawler(frontier, fetcher, settings, () => {
    running = true;
    started.resolve();
  });
  const ended = crawler.run().then(() => undefined);
  return {
    ended,
    wake() {
      // Before the pool runs, a notice would make it work without the means to be ended; once it runs it looks itself.
      if (running) void crawler.autoscaledPool?.notify();
    },
    async stop() {
      // A pool that is torn down while it starts would go on for ever.
      await Promise.race([started.promise, ended]);
      await crawler.teardown();
      await ended;
    },
  };
}

/** Times that a visit waits for a host which has enough for the moment; such waits are no attempts that failed. */
const MAX_REFUSALS = 5;

/** Of what is not wanted, but can't be left out. */
const DAY_S = 86_400;

/** So that a site's own end comes before Crawlee's idea of it, in milliseconds. */
const SPARE_MS = 60_000;

/** Everything Crawlee would say goes through this and is dropped: each failure reaches its site's outcome instead. */
const silent = new Log({ level: LogLevel.OFF, prefix: 'crawl' });

/**
 * Crawlee's events without the measuring of CPU and memory behind them: the pool has a fixed size. Also the place to take
 * back Crawlee's SIGINT handler, which would halt the pool while the program still stops in order: Crawlee sets it just
 * before it subscribes to `migrating`.
 */
class QuietEvents extends EventManager {
  override on(event: EventTypeName, listener: (...args: unknown[]) => unknown): void {
    super.on(event, listener);
    if (event !== 'migrating') return;
    const latest = process.listeners('SIGINT').at(-1);
    if (latest?.name === 'sigintHandler') process.off('SIGINT', latest);
  }
}

class FrontierCrawler extends BasicCrawler {
  constructor(frontier: Frontier, fetcher: Fetcher, settings: RunnerSettings, onStarted: () => void) {
    const {
      concurrency,
      maxRetries,
      siteTimeoutMs,
      handlerTimeoutMs,
      retryDelayMs,
      maxRetryDelayMs,
      random,
    } = settings;
    const configuration = new Configuration({
      storageClientOptions: { persistStorage: false },
      persistStorage: false,
      purgeOnStart: false,
      // Given, so that Crawlee doesn't go and measure it; no decision hangs on it.
      memoryMbytes: 1024,
    });
    configuration.useEventManager(new QuietEvents(configuration));
    const storage = configuration.createMemoryStorage();
    // Crawlee waits for what it writes to disk, which is nothing, and leaves a timer that keeps the process for a second.
    Object.assign(storage, { teardown: undefined });
    configuration.useStorageClient(storage);
    super(
      {
        keepAlive: true,
        minConcurrency: concurrency,
        maxConcurrency: concurrency,
        autoscaledPoolOptions: {
          desiredConcurrency: concurrency,
          maybeRunIntervalSecs: 0.1,
          isTaskReadyFunction: async () => {
            onStarted();
            return !(await frontier.isEmpty());
          },
          loggingIntervalSecs: null,
          // A pool of a fixed size has no use for the load of the system, but looks at it before each visit.
          autoscaleIntervalSecs: DAY_S,
          snapshotterOptions: { eventLoopSnapshotIntervalSecs: DAY_S, clientSnapshotIntervalSecs: DAY_S },
        },
        // One more than there are, so that the handler of errors always has the say.
        maxRequestRetries: maxRetries + MAX_REFUSALS + 1,
        // The deadlines of fetching and of handling end earlier.
        requestHandlerTimeoutSecs: Math.min(LONGEST, siteTimeoutMs + handlerTimeoutMs + SPARE_MS) / 1000,
        useSessionPool: false,
        statusMessageLoggingInterval: 3600,
        statisticsOptions: { persistenceOptions: { enable: false }, logIntervalSecs: DAY_S },
        log: silent,
        requestHandler: async ({ request }) => {
          const visit = frontier.visitOf(request);
          if (visit === null) return;
          const { answer, body } = await fetcher.fetch(visit);
          await withinTime(handlerTimeoutMs, visit.owner.answered(visit, answer, body));
        },
        errorHandler: ({ request }, error) => {
          const failure = failureOf(error, request);
          const visit = frontier.visitOf(request);
          if (visit === null || visit.owner.signal.aborted || !failure.retry) request.noRetry = true;
          else if (failure.retryAfterMs !== null) {
            // Its pace is slowed down, which is all the wait there is.
            if (++visit.refusals <= MAX_REFUSALS) visit.owner.refused(failure);
            request.noRetry = visit.refusals > MAX_REFUSALS || visit.owner.signal.aborted;
          } else if (++visit.failures > maxRetries) request.noRetry = true;
          else {
            const wait = retryDelay(visit.failures, retryDelayMs, maxRetryDelayMs, random());
            frontier.restBeforeRetry(request, wait);
          }
        },
        failedRequestHandler: ({ request }, error) => {
          const visit = frontier.visitOf(request);
          if (visit === null) return;
          const failure = failureOf(error, request);
          const worn = visit.refusals > MAX_REFUSALS;
          const reason = worn ? `${failure.reason}, ${visit.refusals} times` : failure.reason;
          visit.owner.failed(visit, { ...failure, reason });
        },
      },
      configuration,
    );
    // Declared as an option, but refused by the check of the options in 3.18.
    this.requestManager = frontier;
  }

  /** Pacing is the frontier's; Crawlee's would remember every domain for ever. */
  protected override delayRequest(): boolean {
    return false;
  }
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

function failureOf(error: unknown, request: Request): Failure {
  if (isFailureError(error)) return error.failure;
  const { reason } = failureFrom(error, request.url);
  return final('crashed', reason);
}
