import type { AnalysisPool } from '@sitegrep/analysis';
import type { SiteCrawler } from '@sitegrep/crawl';
import { startScheduleSync, startUpkeep, type Upkeep, type UpkeepTask } from '@sitegrep/intake';
import type { Queues } from '@sitegrep/jobs';
import type { Metrics } from '@sitegrep/metrics';
import type { SiteResult } from '@sitegrep/site';
import type { CrawlRecords, DomainIndex } from '@sitegrep/storage';
import { meteredAnalysis, meteredCrawler, meteredIndex, meteredProcessor, outcomeMeter } from './metered.ts';
import { openPutBatch } from './put-batch.ts';
import { startRankUpkeep } from './rank-upkeep.ts';
import { createScheduleProcessor } from './schedule-queue.ts';
import { createSiteProcessor, type SiteQueueSettings } from './site-queue.ts';
import { followLoad } from './sites-in-flight.ts';

/** Of the window of the queue, for each site at a time: so that none of it waits for the next feeding. */
const WINDOW_A_SITE = 8;

/**
 * Sources written in one transaction, in characters, and how long the first waits for others: long enough to pay for it,
 * short enough to hold no one up.
 */
const BATCH_CHARACTERS = 4 * 1024 * 1024;
const BATCH_DELAY_MS = 100;

/** Told once; it is tried again every few seconds, and every few minutes for submissions. */
const UPKEEP_FAILED: Readonly<Record<UpkeepTask, string>> = {
  feed: 'the queue could not be fed',
  cancel: 'the sites of a cancelled crawl could not be given their outcome',
  discard: 'submissions that broke off could not be discarded',
};

export interface WorkerSettings extends SiteQueueSettings {
  /** Sites crawled at the same time at most; fewer while something is short. */
  readonly concurrency: number;
  /** Memory near which fewer sites are crawled at the same time, in bytes; all that there is if not said. */
  readonly memoryBytes?: number;
  /** Jobs that wait in the queue at most, for each priority in use; never fewer than the process needs. */
  readonly queueWindow: number;
  /** Batches of documents written at the same time, ≥ 1; 1 if not said. */
  readonly writesAtOnce?: number;
  /** No other process submits crawls to this storage, so that what is unsealed at the start broke off; if not said, others may. */
  readonly alone?: boolean;
}

export interface WorkerLogger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface WorkerOptions {
  readonly queues: Queues;
  readonly storage: { readonly domains: DomainIndex; readonly crawls: CrawlRecords };
  readonly crawler: SiteCrawler;
  readonly analysis: AnalysisPool;
  readonly settings: WorkerSettings;
  /** Of this process; the worker adds its own. */
  readonly metrics: Metrics;
  readonly logger: WorkerLogger;
  /** Told of each site's outcome once it is durable. */
  readonly onOutcome?: (domain: string, result: SiteResult) => void;
}

export interface Worker extends Pick<Upkeep, 'wake' | 'refill'> {
  /**
   * Takes no more jobs, lets those in flight end within `deadlineMs`, hands the rest back, closes the queues. The
   * crawler, the analysis pool and the storage are in use until then; who opened them closes them after it.
   */
  close(options: { readonly deadlineMs: number }): Promise<void>;
}

/**
 * Crawls what is in the queue, and feeds it; takes up what a stop or a crash left, as `startUpkeep` says.
 *
 * @throws where no other process submits, if the records can't be read
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { queues, storage, crawler, analysis, settings, metrics, logger } = options;
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
    onUpdated: (count) => logger.info({ ranks: count }, 'updated ranks by the links of what was crawled'),
    onError: (error) =>
      logger.error({ err: error }, 'ranks could not be updated; it is tried again in some minutes'),
  });
  const site = meteredProcessor(
    createSiteProcessor({
      crawls,
      domains,
      documents,
      crawler: meteredCrawler(crawler, metrics),
      analysis: meteredAnalysis(analysis, metrics),
      settings,
      onStorageAway: (error) =>
        logger.error({ err: error }, 'the storage is away; no more sites are begun than can wait for it'),
      onStorageBack: () => logger.info({}, 'the storage is back'),
      onOutcome: (domain, result, crawlId) => {
        countOutcome(result);
        if (result.outcome === 'indexed') ranks.note();
        const { outcome, reason, pages, bytes, startedAt, finishedAt } = result;
        const ms = finishedAt - startedAt;
        logger.debug({ crawlId, domain, outcome, reason, pages, bytes, ms }, 'site');
        options.onOutcome?.(domain, result);
      },
    }),
    metrics,
  );
  const upkeep = await startUpkeep({
    crawls,
    queues,
    window: Math.max(settings.queueWindow, WINDOW_A_SITE * settings.concurrency),
    alone: settings.alone ?? false,
    onDiscarded: (count) => logger.info({ crawls: count }, 'discarded crawls whose submission broke off'),
    onCancelled: (sites) => metrics.count('sitegrep_sites_total', { outcome: 'cancelled' }, sites),
    onError: (error, task) => {
      // The queues close beside it, and refuse what it adds: whoever starts next does its work.
      if (!closing) logger.error({ err: error }, UPKEEP_FAILED[task]);
    },
  });
  const schedules = startScheduleSync({
    crawls,
    queue: queues.schedules,
    onError: (error) => {
      if (closing) return;
      logger.error(
        { err: error },
        'schedules could not be put into the queue; that is tried again in a minute',
      );
    },
  });
  const schedule = createScheduleProcessor({ crawls, domains, logger });
  queues.work({ site: site.processor, schedule }, { concurrency: { site: 1 } });
  let shown = 0;
  const load = followLoad({
    most: settings.concurrency,
    memoryBytes: settings.memoryBytes ?? Infinity,
    counts: () => {
      const { threads, queued } = analysis.load();
      return { sites: site.atWork(), threads, waiting: queued };
    },
    onLimit: (limit) => {
      metrics.move('sitegrep_sites_in_flight_limit', {}, limit - shown);
      shown = limit;
      queues.setConcurrency('site', limit);
    },
  });

  return {
    wake: () => upkeep.wake(),
    refill: () => upkeep.refill(),
    close: async ({ deadlineMs }) => {
      closing = true;
      load.stop();
      await Promise.all([upkeep.stop(), ranks.stop(), schedules.stop(), queues.close({ deadlineMs })]);
    },
  };
}
