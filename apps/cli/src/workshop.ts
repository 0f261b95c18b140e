import type { Config } from '@sitegrep/config';
import { openSiteCrawler, type SiteCrawler } from '@sitegrep/crawl';
import { resumeCrawls } from '@sitegrep/intake';
import type { Queues } from '@sitegrep/jobs';
import { createMetrics, type Metrics } from '@sitegrep/metrics';
import type { SiteResult } from '@sitegrep/site';
import type { SqliteStorage } from '@sitegrep/storage/sqlite';
import { fetchMeter, startWorker } from '@sitegrep/worker';
import type { Logger } from 'pino';
import { openAnalysis, openOwnedStorage, type Closers } from './instance.ts';
import { openConfiguredQueues } from './queues.ts';
import { VERSION } from './version.ts';

/** The crawling side, at work: `up`, `crawl` and `demo` stand on it. */
export interface Workshop {
  readonly storage: SqliteStorage;
  readonly queues: Queues;
  readonly metrics: Metrics;
  /** Fires when the process is no longer fit to work and should close. */
  readonly broken: AbortSignal;
}

export interface WorkshopEvents {
  /** A site has its outcome, durably. */
  readonly onOutcome?: (domain: string, result: SiteResult) => void;
}

/** Opens in the order of dependence; `closers` closes in the opposite one. Takes up what an earlier run left. */
export async function openWorkshop(
  config: Config,
  logger: Logger,
  closers: Closers,
  events: WorkshopEvents = {},
): Promise<Workshop> {
  const broken = new AbortController();
  const metrics = createMetrics({ version: VERSION });
  const storage = await openOwnedStorage(config, closers);
  const analysis = openAnalysis(config, closers);
  let refill: () => void = () => undefined;
  const queues = await openConfiguredQueues(config, logger, {
    onFatal: (error) => broken.abort(error),
    onLost: () => refill(),
  });
  const crawler = openCrawler(config, metrics, closers);
  const worker = await startWorker({
    queues,
    storage,
    crawler,
    analysis,
    metrics,
    logger,
    settings: {
      concurrency: config.sitesInFlight,
      siteDeadlineMs: config.siteTimeout,
      storageRetryMs: 5_000,
      maxSiteBytes: config.maxSiteBytes,
      honourNoindex: config.noindex === 'obey',
    },
    ...events,
  });
  // Last opened, first closed: the worker lets its sites end while all that they use is still open.
  closers.defer(() => worker.close({ deadlineMs: config.shutdownTimeout }));
  const stopping = new AbortController();
  closers.defer(() => stopping.abort());
  refill = () => {
    resumeCrawls({ crawls: storage.crawls, queues, signal: stopping.signal }).catch((error: unknown) =>
      logger.error({ err: error }, 'sites could not be put back into the queue; the next start tries again'),
    );
  };
  return { storage, queues, metrics, broken: broken.signal };
}

function openCrawler(config: Config, metrics: Metrics, closers: Closers): SiteCrawler {
  const crawler = openSiteCrawler({
    version: VERSION,
    contact: config.contact,
    concurrency: config.sitesInFlight,
    hostConcurrency: config.hostConcurrency,
    crawlDelayMs: config.crawlDelay,
    maxCrawlDelayMs: config.maxCrawlDelay,
    maxRetries: config.retries,
    maxRetryAfterMs: config.maxRetryAfter,
    maxRedirects: config.maxRedirects,
    requestTimeoutMs: config.requestTimeout,
    siteTimeoutMs: config.siteTimeout,
    maxBodyBytes: config.maxPageBytes,
    ignoreRobots: config.robots === 'ignore',
    allowedAddresses: config.allowedAddresses,
    proxyUrl: config.httpProxy,
    onFetch: fetchMeter(metrics),
  });
  closers.defer(() => crawler.close(config.shutdownTimeout));
  return crawler;
}
