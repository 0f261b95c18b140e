import { availableParallelism } from 'node:os';
import type { AnalysisPool } from '@sitegrep/analysis';
import type { TellingParts } from '@sitegrep/api';
import { watchStorage } from '@sitegrep/api/monitoring';
import type { Config } from '@sitegrep/config';
import type { SiteCrawler } from '@sitegrep/crawl';
import type { Queues } from '@sitegrep/jobs';
import { createMetrics, type Metrics } from '@sitegrep/metrics';
import type { SiteResult } from '@sitegrep/site';
import type { Storage } from '@sitegrep/storage';
import {
  fetchMeter,
  permitMeter,
  startWorker,
  type WaitingSites,
  type Worker,
  type WorkerRenderer,
} from '@sitegrep/worker';
import type { Logger } from 'pino';
import { PROBE_TIMEOUT_MS, servicesOf, whenReachable } from './cluster-process.ts';
import { openCrawler, openWarcOut } from './crawler.ts';
import { CommandFailed } from './failure.ts';
import { type FingerprintsInUse, openFingerprints } from './fingerprints/in-use.ts';
import { lockFolder, openAnalysis, openWritableStorage } from './instance.ts';
import type { Closers } from './read-config.ts';
import { openConfiguredQueues, openShared } from './queues.ts';
import { openSending } from './sending.ts';
import { VERSION } from './version.ts';

/** Opened services of a process that crawls: `up`, `worker`, `crawl` and `demo` use it. */
export interface Runtime {
  readonly storage: Storage;
  readonly queues: Queues;
  readonly metrics: Metrics;
  readonly analysis: AnalysisPool;
  readonly telling: TellingParts;
  readonly fingerprints: FingerprintsInUse;
  /** Must be called after a crawl was submitted or cancelled, or a search saved, so that the worker acts at once. */
  readonly onWork: () => void;
  /** Sites that wait for their hosts now, of one crawl or of all; null if there is none. */
  readonly waiting: (crawlId?: string) => WaitingSites | null;
  /** Takes no more sites to crawl, and waits for those that have begun, as long as the settings allow. */
  readonly stopWork: () => Promise<void>;
  /** Fires when the process can no longer work and should close. */
  readonly broken: AbortSignal;
}

interface RuntimeOptions {
  /** Called when the outcome of a site is durable. */
  readonly onOutcome?: (domain: string, result: SiteResult) => void;
  /** Metrics of this process; absent: new ones. */
  readonly metrics?: Metrics;
  /** Ends the wait for stores that are not reachable yet; absent: an unreachable store is an error. */
  readonly waiting?: AbortSignal;
  /** Whether the process takes sites whose pages are rendered: none, beside others, or these alone; `none` if absent. */
  readonly renders?: 'none' | 'also' | 'alone';
}

/** Concurrent sites whose pages are rendered, for each page that is rendered at the same time: most of them wait for their hosts. */
const SITES_A_PAGE = 4;

/** Concurrent writes of batches to Elasticsearch, each of which waits for a refresh. */
const WRITES_AT_ONCE = 4;

/** Whether a process that does everything takes sites whose pages are rendered, by its settings. */
export function rendersBeside({ render }: Config): 'none' | 'also' {
  return render === 'on' ? 'also' : 'none';
}

interface RendererParts {
  readonly config: Config;
  readonly crawler: SiteCrawler;
  readonly logger: Logger;
}

/** Starts a browser. Its code is loaded here, so that a process that renders nothing has none of it. @throws CommandFailed */
async function openRenderer(
  { config, crawler, logger }: RendererParts,
  closers: Closers,
): Promise<Omit<WorkerRenderer, 'alone'>> {
  const [{ BrowserMissing, openPageRenderer }, { globalsOfFingerprints }] = await Promise.all([
    import('@sitegrep/renderer'),
    import('@sitegrep/technologies'),
  ]);
  const atATime = availableParallelism();
  try {
    const pages = await openPageRenderer({
      gateway: crawler.gateway,
      chromium: config.chromium,
      concurrency: atATime,
    });
    closers.defer(() => pages.close());
    logger.info({ browser: pages.browser, sandboxed: pages.sandboxed }, 'pages are rendered');
    return {
      pages,
      globals: globalsOfFingerprints(),
      screenshots: config.screenshots === 'on',
      concurrency: SITES_A_PAGE * atATime,
    };
  } catch (error) {
    if (error instanceof BrowserMissing) throw new CommandFailed(error.message, { cause: error });
    throw error;
  }
}

/** Opens everything in the order of dependence and continues the work of an earlier run; `closers` closes it in reverse. */
export async function openRuntime(
  config: Config,
  logger: Logger,
  closers: Closers,
  {
    metrics = createMetrics({ version: VERSION }),
    waiting,
    renders = 'none',
    ...events
  }: RuntimeOptions = {},
): Promise<Runtime> {
  const broken = new AbortController();
  if (config.queue === 'sqlite' && config.storage !== 'sqlite') lockFolder(config, closers);
  const { storage: service } = servicesOf(config);
  const open = (): Promise<Storage> => openWritableStorage(config, closers);
  const storage = await (waiting === undefined
    ? open()
    : whenReachable(open, { logger, signal: waiting, service }));
  const fingerprints = await openFingerprints({ config, storage, logger }, closers);
  const analysis = openAnalysis(config, closers);
  let worker: Worker | null = null;
  const queues = await openConfiguredQueues(config, logger, {
    onFatal: (error) => broken.abort(error),
    onLost: () => worker?.refill(),
  });
  // The worker closes the queues earlier; this is for a start that fails before there is a worker.
  closers.defer(() => queues.close({ deadlineMs: config.shutdownTimeout }));
  const pace = { config, logger, part: 'the shared pace of hosts' };
  const slots = await openShared(pace, closers, ({ openHostSlots }, backend, events) =>
    openHostSlots(backend, events),
  );
  // Opened before the crawler and closed after it, to archive its last exchanges.
  const onBroken = (error: unknown): void => broken.abort(error);
  const onExchange = await openWarcOut({ config, logger, onBroken }, closers);
  const crawler = openCrawler(config, closers, {
    hostSlot: slots?.acquire ?? null,
    onFetch: fetchMeter(metrics),
    onPermit: permitMeter(metrics),
    onExchange,
  });
  const renderer = renders === 'none' ? null : await openRenderer({ config, crawler, logger }, closers);
  const telling = openSending(config, closers);
  const { openArchive } = await import('./commoncrawl-archive.ts');
  const started = await startWorker({
    sender: telling.sender,
    openArchive: (onWait) => openArchive(config, onWait),
    queues,
    storage,
    crawler,
    analysis,
    renderer: renderer === null ? null : { ...renderer, alone: renders === 'alone' },
    metrics,
    logger,
    isStorageAway: watchStorage({ storage, logger, service, timeoutMs: PROBE_TIMEOUT_MS }),
    settings: {
      concurrency: config.sitesInFlight,
      memoryBytes: config.memory,
      queueWindow: config.queueWindow,
      crawlRetentionDays: config.crawlRetentionDays,
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
  // Opened last and closed first: the sites in flight can end while everything they use is still open.
  worker = started;
  await fingerprints.follow({ analysis: () => analysis, onWork: () => started.wake() });
  let stopped: Promise<void> | null = null;
  const stopWork = (): Promise<void> => (stopped ??= started.close({ deadlineMs: config.shutdownTimeout }));
  closers.defer(stopWork);
  return {
    storage,
    queues,
    metrics,
    analysis,
    telling,
    fingerprints,
    stopWork,
    broken: broken.signal,
    onWork: () => started.wake(),
    waiting: (crawlId) => started.waiting(crawlId),
  };
}
