import { join } from 'node:path';
import type { Config } from '@sitegrep/config';
import { openSiteCrawler, type SiteCrawler } from '@sitegrep/crawl';
import { openQueues, type Queues } from '@sitegrep/jobs';
import type { SiteResult } from '@sitegrep/site';
import type { SqliteStorage } from '@sitegrep/storage/sqlite';
import { startWorker } from '@sitegrep/worker';
import type { Logger } from 'pino';
import { openAnalysis, openOwnedStorage, type Closers } from './instance.ts';
import { VERSION } from './version.ts';

/** The crawling side, at work: `up`, `crawl` and `demo` stand on it. */
export interface Workshop {
  readonly storage: SqliteStorage;
  readonly queues: Queues;
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
  const storage = await openOwnedStorage(config, closers);
  const analysis = openAnalysis(config, closers);
  const queues = await openJobs(config, logger, (error) => broken.abort(error));
  const crawler = openCrawler(config, closers);
  const worker = await startWorker({
    queues,
    storage,
    crawler,
    analysis,
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
  return { storage, queues, broken: broken.signal };
}

/** Who works on the queues closes them. */
async function openJobs(config: Config, logger: Logger, onFatal: (error: Error) => void): Promise<Queues> {
  return openQueues({
    backend: { kind: config.queue, dataDir: join(config.dataDir, 'queue') },
    onError: (error) => logger.warn({ err: error }, 'a job failed and is tried again'),
    onFatal: (error) => {
      logger.fatal({ err: error }, 'the queue is gone');
      onFatal(error);
    },
  });
}

function openCrawler(config: Config, closers: Closers): SiteCrawler {
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
  });
  closers.defer(() => crawler.close(config.shutdownTimeout));
  return crawler;
}
