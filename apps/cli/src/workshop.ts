import type { Config } from '@sitegrep/config';
import type { Queues } from '@sitegrep/jobs';
import { createMetrics, type Metrics } from '@sitegrep/metrics';
import type { SiteResult } from '@sitegrep/site';
import type { Storage } from '@sitegrep/storage';
import { fetchMeter, startWorker, permitMeter, type Worker } from '@sitegrep/worker';
import type { Logger } from 'pino';
import { openCrawler } from './crawler.ts';
import { lockFolder, openAnalysis, openWritableStorage, type Closers } from './instance.ts';
import { openConfiguredQueues, openShared } from './queues.ts';
import { VERSION } from './version.ts';
import { openWarcOut } from './warc-out.ts';
import { whenReachable } from './when-reachable.ts';

/** The crawling side, at work: `up`, `worker`, `crawl` and `demo` stand on it. */
export interface Workshop {
  readonly storage: Storage;
  readonly queues: Queues;
  readonly metrics: Metrics;
  /** To be told when a crawl was submitted or cancelled, so that it is seen to at once. */
  readonly onWork: () => void;
  /** Fires when the process is no longer fit to work and should close. */
  readonly broken: AbortSignal;
}

export interface WorkshopOptions {
  /** A site has its outcome, durably. */
  readonly onOutcome?: (domain: string, result: SiteResult) => void;
  /** Of this process; absent: new ones. */
  readonly metrics?: Metrics;
  /** Waits for a store that is not up yet, until this fires; absent: a store that is not up is an error. */
  readonly waiting?: AbortSignal;
}

/** Batches that wait for a refresh of Elasticsearch, which bounds the bulks under way by itself. */
const WRITES_AT_ONCE = 4;

/** Opens in the order of dependence; `closers` closes in the opposite one. Takes up what an earlier run left. */
export async function openWorkshop(
  config: Config,
  logger: Logger,
  closers: Closers,
  { metrics = createMetrics({ version: VERSION }), waiting, ...events }: WorkshopOptions = {},
): Promise<Workshop> {
  const broken = new AbortController();
  if (config.queue === 'sqlite' && config.storage !== 'sqlite') lockFolder(config, closers);
  const open = (): Promise<Storage> => openWritableStorage(config, closers);
  const storage = await (waiting === undefined ? open() : whenReachable(open, { logger, signal: waiting }));
  const analysis = openAnalysis(config, closers);
  let worker: Worker | null = null;
  const queues = await openConfiguredQueues(config, logger, {
    onFatal: (error) => broken.abort(error),
    onLost: () => worker?.refill(),
  });
  // The worker closes them earlier; this is for a start that fails before there is one.
  closers.defer(() => queues.close({ deadlineMs: config.shutdownTimeout }));
  const slots = await openShared(config, closers, ({ openHostSlots }, backend) =>
    openHostSlots(backend, (error) =>
      logger.warn({ err: error }, 'the shared pace of hosts has a problem and continues'),
    ),
  );
  // Closed after the crawler, whose last exchanges it still takes.
  const onBroken = (error: unknown): void => broken.abort(error);
  const onExchange = await openWarcOut({ config, logger, onBroken }, closers);
  const crawler = openCrawler(config, closers, {
    hostSlot: slots?.acquire ?? null,
    onFetch: fetchMeter(metrics),
    onPermit: permitMeter(metrics),
    onExchange,
  });
  const started = await startWorker({
    queues,
    storage,
    crawler,
    analysis,
    metrics,
    logger,
    settings: {
      concurrency: config.sitesInFlight,
      memoryBytes: config.memory,
      queueWindow: config.queueWindow,
      alone: config.storage === 'sqlite',
      // SQLite writes one at a time; on a cluster each write also waits for the next refresh.
      writesAtOnce: config.storage === 'sqlite' ? 1 : WRITES_AT_ONCE,
      siteDeadlineMs: config.siteTimeout,
      storageRetryMs: 5_000,
      maxSiteBytes: config.maxSiteBytes,
      honourNoindex: config.noindex === 'obey',
      honourNofollow: config.nofollow === 'obey',
      conditionalRequests: config.conditionalRequests === 'on',
    },
    ...events,
  });
  // Last opened, first closed: the worker lets its sites end while all that they use is still open.
  worker = started;
  closers.defer(() => started.close({ deadlineMs: config.shutdownTimeout }));
  return { storage, queues, metrics, broken: broken.signal, onWork: () => started.wake() };
}
