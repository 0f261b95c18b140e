import type { AnalysisPool } from '@sitegrep/analysis';
import type { SiteCrawler } from '@sitegrep/crawl';
import { SiteWriter, startScheduleSync, startUpkeep, type Upkeep, type UpkeepTask } from '@sitegrep/intake';
import { type Queues, QueuesUnavailable } from '@sitegrep/jobs';
import type { Metrics } from '@sitegrep/metrics';
import type { SiteResult } from '@sitegrep/site';
import type { Storage } from '@sitegrep/storage';
import type { Sender } from '@sitegrep/telling';
import {
  meteredAnalysis,
  meteredCrawler,
  meteredIndex,
  meteredProcessor,
  meteredRenderer,
  outcomeMeter,
} from './metered.ts';
import { type OpenArchive, startCommonCrawl } from './commoncrawl/commoncrawl.ts';
import { openPutBatch } from './put-batch.ts';
import { startRankUpkeep } from './rank-upkeep.ts';
import { startReanalysis } from './reanalysis/reanalysis.ts';
import type { StoredWork } from './stored-work.ts';
import { createScheduleProcessor } from './schedule-queue.ts';
import type { SiteRenderer } from './render-pages.ts';
import { createSiteProcessor, type SiteQueueSettings } from './site-queue.ts';
import { followLoad } from './sites-in-flight.ts';
import { type SearchUpkeep, startSearchUpkeep } from './search-upkeep.ts';
import { isDown } from './storage-patience.ts';
import { startTelling } from './telling.ts';
import { watchWaiting, type WaitingSites } from './waiting-sites.ts';

/** Minimum queue window for each concurrent site, so that no site waits for the next feeding. */
const WINDOW_PER_SITE = 8;

/** Length of the sources of one transaction, in characters. */
const BATCH_CHARACTERS = 4 * 1024 * 1024;
/** Time for which a document waits for others, in milliseconds: long enough to collect some, short enough not to delay. */
const BATCH_DELAY_MS = 100;

/** Messages of failed tasks. A retry comes every few seconds, for submissions every few minutes. */
const UPKEEP_FAILED: Readonly<Record<UpkeepTask, string>> = {
  feed: 'the queue could not be fed',
  cancel: 'the sites of a cancelled crawl could not be given their outcome',
  discard: 'interrupted submissions could not be discarded',
  remove: 'the records of crawls that ended long ago could not be removed',
};

export interface WorkerSettings extends SiteQueueSettings {
  /** Maximum concurrent sites; fewer under high load. */
  readonly concurrency: number;
  /** Memory near which fewer sites are crawled at the same time, in bytes; by default unlimited. */
  readonly memoryBytes?: number;
  /** Maximum queued jobs for each priority in use; never fewer than the process needs. */
  readonly queueWindow: number;
  /** Maximum concurrent writes of documents, ≥ 1; by default 1. */
  readonly writesAtOnce?: number;
  /** Days after its end for which a crawl is stored. */
  readonly crawlRetentionDays: number;
  /** Whether no other process submits crawls to this storage, so that unsealed crawls at the start are interrupted. */
  readonly alone?: boolean;
}

export interface WorkerRenderer extends SiteRenderer {
  /** Maximum concurrent sites of crawls that have pages rendered. */
  readonly concurrency: number;
  /** Whether the process takes no other sites. */
  readonly alone: boolean;
}

export interface WorkerLogger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface WorkerOptions {
  readonly queues: Queues;
  readonly storage: Pick<
    Storage,
    'commoncrawl' | 'crawls' | 'deliveries' | 'domains' | 'fingerprints' | 'keys' | 'reanalysis' | 'reports'
  >;
  /** Opens the archive of Common Crawl; absent: the process imports nothing from it. */
  readonly openArchive?: OpenArchive;
  /** Sends what saved searches tell; absent: the process tells nobody. */
  readonly sender?: Sender;
  readonly crawler: SiteCrawler;
  readonly analysis: AnalysisPool;
  /** Renders pages: the process takes the sites of crawls that want it. Absent or null: it takes none of them. */
  readonly renderer?: WorkerRenderer | null;
  readonly settings: WorkerSettings;
  /** Metrics of this process; the worker adds its own. */
  readonly metrics: Metrics;
  readonly logger: WorkerLogger;
  /** Says whether the storage is away, which whoever watches it tells in the log: then no part tells of its own fault. Absent: never. */
  readonly isStorageAway?: () => Promise<boolean>;
  /** Called with each site's outcome once it is durable. */
  readonly onOutcome?: (domain: string, result: SiteResult) => void;
}

export interface Worker extends Pick<Upkeep, 'wake' | 'refill'> {
  /** Sites of a crawl, or of all, that this process put back because of their hosts, and that wait now; null if there is none. */
  waiting(crawlId?: string): WaitingSites | null;
  /**
   * Takes no more jobs, lets those in flight end within `deadlineMs`, hands the rest back, closes the queues. The crawler, the
   * analysis pool and the storage are in use until then; the caller closes them afterwards.
   */
  close(options: { readonly deadlineMs: number }): Promise<void>;
}

/**
 * Crawls the sites in the queue, and feeds the queue. It continues the work that a stop or a crash left (see `startUpkeep`).
 *
 * @throws if `alone` and the records can't be read
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { queues, storage, crawler, analysis, renderer = null, settings, metrics, logger } = options;
  const { crawls, domains } = storage;
  let closing = false;

  const documents = openPutBatch(meteredIndex(domains, metrics), {
    maxCharacters: BATCH_CHARACTERS,
    maxDelayMs: BATCH_DELAY_MS,
    maxWriting: settings.writesAtOnce ?? 1,
  });
  const countOutcome = outcomeMeter(metrics);
  const ranks = startRankUpkeep({
    domains,
    queues,
    onUpdated: (count) => logger.info({ ranks: count }, 'updated ranks by the links of crawled sites'),
    onError: (error) =>
      void tellFault(options, error, 'ranks could not be updated; the next try is in some minutes'),
  });
  const { processor, waiting } = watchWaiting(
    createSiteProcessor({
      crawls,
      domains,
      documents,
      crawler: meteredCrawler(crawler, metrics),
      analysis: meteredAnalysis(analysis, metrics),
      settings,
      renderer: renderer === null ? null : meteredRenderer(renderer, metrics),
      onStorageAway: (error) =>
        void tellFault(options, error, 'the storage fails; no further sites are begun than can wait for it'),
      onOutcome: (domain, result, crawlId) => {
        countOutcome(result);
        if (result.outcome === 'indexed') ranks.note();
        const { outcome, reason, pages, bytes, startedAt, finishedAt } = result;
        const ms = finishedAt - startedAt;
        logger.debug({ crawlId, domain, outcome, reason, pages, bytes, ms }, 'site');
        options.onOutcome?.(domain, result);
      },
    }),
  );
  const site = meteredProcessor(processor, metrics);
  const rendered = meteredProcessor(processor, metrics);
  metrics.declare('sitegrep_rendered_pages_total', 'sitegrep_page_render_duration_seconds');
  const upkeep = await startFeeding(options, () => closing);
  const schedules = startSchedules(options, () => closing);
  const schedule = createScheduleProcessor({ crawls, domains, logger });
  queues.work(
    {
      ...(renderer?.alone === true ? {} : { site: site.processor, schedule }),
      ...(renderer === null ? {} : { rendered: rendered.processor }),
    },
    { concurrency: { site: 1, rendered: renderer?.concurrency ?? 1 } },
  );
  const load = renderer?.alone === true ? null : followSites(options, site.atWork);
  const reanalysis = renderer?.alone === true ? null : reanalyse(options, () => ranks.note());
  const imports = renderer?.alone === true ? null : importArchive(options, () => ranks.note());
  const searches = renderer?.alone === true ? null : keepSearches(options);

  return {
    wake: () => {
      upkeep.wake();
      reanalysis?.wake();
      imports?.wake();
      searches?.wake();
    },
    refill: () => upkeep.refill(),
    waiting,
    close: async ({ deadlineMs }) => {
      closing = true;
      load?.stop();
      await Promise.all([
        reanalysis?.stop(),
        imports?.stop(),
        searches?.stop(),
        upkeep.stop(),
        ranks.stop(),
        schedules.stop(),
        queues.close({ deadlineMs }),
      ]);
    },
  };
}

/** Logs a fault of a part, unless a service is away: its outage has one line, by whoever watches it. */
async function tellFault(
  { logger, isStorageAway }: WorkerOptions,
  error: unknown,
  message: string,
): Promise<void> {
  if (error instanceof QueuesUnavailable) return;
  if (isDown(error) && (await isStorageAway?.()) === true) return;
  logger.error({ err: error }, message);
}

/** Analyses stored pages again while a run for it goes on. @param onPut called when pages were put, which may change ranks */
function reanalyse(options: WorkerOptions, onPut: () => void): StoredWork {
  const { storage, analysis, logger } = options;
  const { domains, fingerprints, reanalysis } = storage;
  return startReanalysis({
    domains,
    reanalysis,
    fingerprints,
    analysis,
    onEnd: ({ query, state, reason, domains: count, pages, failed }) => {
      if (pages > 0) onPut();
      logger.info({ query, state, reason, domains: count, pages, failed }, 'analysed stored pages again');
    },
    onError: (error) => void tellFault(options, error, 'stored pages could not be analysed again'),
    onDamaged: (domain, error) =>
      logger.error({ err: error, domain }, 'the pages of a domain could not be read to be analysed again'),
  });
}

/** Imports from Common Crawl while that goes on. @param onPut called when pages were put, which may change ranks */
function importArchive(options: WorkerOptions, onPut: () => void): StoredWork | null {
  const { storage, analysis, settings, logger, openArchive } = options;
  if (openArchive === undefined) return null;
  const { commoncrawl, domains } = storage;
  return startCommonCrawl({
    commoncrawl,
    openArchive,
    analysis,
    sites: new SiteWriter({ domains, maxSiteBytes: settings.maxSiteBytes }),
    concurrency: 2 * analysis.load().threads,
    onPart: onPut,
    onEnd: ({ state, reason, outcomes, requests, bytes }) =>
      logger.info({ state, reason, outcomes, requests, bytes }, 'imported from Common Crawl'),
    onError: (error) => void tellFault(options, error, 'the import from Common Crawl could not go on'),
  });
}

/** Fills saved searches, and tells whom they are to tell. */
function keepSearches(options: WorkerOptions): SearchUpkeep {
  const { storage, sender, metrics } = options;
  const upkeep = startSearchUpkeep({
    searches: storage.domains.searches,
    onError: (error) => void tellFault(options, error, 'saved searches could not be filled'),
  });
  if (sender === undefined) return upkeep;
  const stopTelling = startTelling({
    storage,
    sender,
    metrics,
    onError: (error) => void tellFault(options, error, 'what saved searches tell could not be sent'),
  });
  return {
    wake: () => upkeep.wake(),
    stop: async () => {
      await Promise.all([upkeep.stop(), stopTelling()]);
    },
  };
}

/** Feeds the queue, and looks after crawls that were cancelled, interrupted, or ended long ago. */
function startFeeding(options: WorkerOptions, isClosing: () => boolean): Promise<Upkeep> {
  const { queues, storage, settings, metrics, logger } = options;
  const { crawls } = storage;
  metrics.declare('sitegrep_crawls_expired_total', 'sitegrep_crawl_sites_removed_total');
  return startUpkeep({
    crawls,
    queues,
    window: Math.max(settings.queueWindow, WINDOW_PER_SITE * settings.concurrency),
    alone: settings.alone ?? false,
    onDiscarded: (count) => logger.info({ crawls: count }, 'discarded crawls with an interrupted submission'),
    retentionDays: settings.crawlRetentionDays,
    onRemoved: ({ crawls: removed, sites }) => {
      metrics.count('sitegrep_crawls_expired_total', {}, removed);
      metrics.count('sitegrep_crawl_sites_removed_total', {}, sites);
      const retentionDays = settings.crawlRetentionDays;
      logger.info({ crawls: removed, sites, retentionDays }, 'removed records of crawls');
    },
    onCancelled: (sites) => metrics.count('sitegrep_sites_total', { outcome: 'cancelled' }, sites),
    onError: (error, task) => {
      // The queues close at the same time and refuse new jobs; the next start does the work.
      if (!isClosing()) void tellFault(options, error, UPKEEP_FAILED[task]);
    },
  });
}

/** Queues the schedules that are due. */
function startSchedules(
  options: WorkerOptions,
  isClosing: () => boolean,
): ReturnType<typeof startScheduleSync> {
  const { queues, storage } = options;
  return startScheduleSync({
    crawls: storage.crawls,
    queue: queues.schedules,
    onError: (error) => {
      const words = 'schedules could not be added to the queue; the next try is in a minute';
      if (!isClosing()) void tellFault(options, error, words);
    },
  });
}

/** Adapts the number of concurrent sites to the load of the process. */
function followSites(
  { queues, analysis, settings, metrics }: WorkerOptions,
  sitesAtWork: () => number,
): { readonly stop: () => void } {
  let reported = 0;
  return followLoad({
    maxSites: settings.concurrency,
    memoryBytes: settings.memoryBytes ?? Infinity,
    counts: () => {
      const { threads, queued } = analysis.load();
      return { sites: sitesAtWork(), threads, waiting: queued };
    },
    onLimit: (limit) => {
      metrics.move('sitegrep_sites_in_flight_limit', {}, limit - reported);
      reported = limit;
      queues.setConcurrency('site', limit);
    },
  });
}
