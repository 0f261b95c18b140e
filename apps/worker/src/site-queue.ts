import type { AnalysisPool } from '@sitegrep/analysis';
import type { SiteCrawler } from '@sitegrep/crawl';
import { QueuesUnavailable, RetryLater, type Payload, type Processor } from '@sitegrep/jobs';
import { foldSite, type SiteResult } from '@sitegrep/site';
import { StorageMisconfigured, type CrawlRecords } from '@sitegrep/storage';
import { withDeadline } from './deadline.ts';
import type { PutBatch } from './put-batch.ts';
import { isDown, openStoragePatience, type StoragePatienceOptions } from './storage-patience.ts';
import { collectPages, type SitePagesOptions } from './site-pages.ts';

export interface SiteQueueSettings
  extends SitePagesOptions, Pick<StoragePatienceOptions, 'storageRetryMs' | 'storagePatienceMs'> {
  /** The longest the crawl of a site may take, in milliseconds. */
  readonly siteDeadlineMs: number;
}

export interface SiteQueueParts {
  readonly crawls: CrawlRecords;
  readonly documents: PutBatch;
  readonly crawler: Pick<SiteCrawler, 'crawl'>;
  readonly analysis: Pick<AnalysisPool, 'analyze'>;
  readonly settings: SiteQueueSettings;
  /** Told of each outcome once it is durable. */
  readonly onOutcome?: (domain: string, result: SiteResult, crawlId: string) => void;
  readonly onStorageAway?: StoragePatienceOptions['onAway'];
  readonly onStorageBack?: StoragePatienceOptions['onBack'];
}

/**
 * The queue `site`: one site of one crawl, from its record to its outcome.
 *
 * The document is durable before the outcome, the outcome before the job is done. Every step bears repeating, so after
 * a crash the job begins again and ends the same: one document, one outcome.
 *
 * While the storage is away a job waits where it is, a fetched site with its document in hand. Jobs that wait keep their
 * places, so that no more sites are fetched than there are places, and none twice.
 */
export function createSiteProcessor(parts: SiteQueueParts): Processor<Payload<'site'>> {
  const { crawls, documents, crawler, analysis, settings, onOutcome } = parts;
  const patiently = openStoragePatience({
    ...settings,
    onAway: parts.onStorageAway,
    onBack: parts.onStorageBack,
  });
  const finish = async (crawlId: string, domain: string, result: SiteResult): Promise<void> => {
    if (await crawls.finish(crawlId, domain, result)) onOutcome?.(domain, result, crawlId);
  };

  return {
    process: async ({ crawlId, domain }, job) => {
      // Credentials that are refused are no site's fault. Every job passes here, so a put needn't wait for them too.
      const record = <T>(ask: () => Promise<T>): Promise<T> =>
        patiently(job.signal, ask, (error) => isDown(error) || error instanceof StorageMisconfigured);
      const spec = await record(() => crawls.spec(crawlId));
      const site = await record(() => crawls.site(crawlId, domain));
      // Discarded meanwhile, or done by an earlier run of this job.
      if (spec === null || site === null || site.result !== null) return;
      await record(() => crawls.begin(crawlId, domain, Date.now()));

      const { maxPages, maxDepth } = spec;
      const task = { domain, urls: site.urls, maxPages, maxDepth };
      const pages = collectPages(analysis, settings);
      const fetched = await withDeadline(settings.siteDeadlineMs, job.signal, (signal) =>
        paced(crawler.crawl(task, pages.onPage, signal), settings.storageRetryMs),
      );
      job.signal.throwIfAborted();
      if (fetched.value.outcome === 'cancelled' && !fetched.late) throw new Error('the crawler was closed');

      let result = outcomeOf(fetched.value, fetched.late, settings.siteDeadlineMs);
      if (pages.records.length > 0) {
        const document = foldSite(domain, pages.records, settings);
        await patiently(job.signal, () => documents.put(document), isDown);
        result = { ...result, outcome: 'indexed', pages: document.pages.length };
      }
      await record(() => finish(crawlId, domain, result));
    },

    gaveUp: async ({ crawlId, domain }, reason) => {
      const site = await crawls.site(crawlId, domain);
      if (site === null) return;
      await finish(crawlId, domain, crashed(reason, site.startedAt));
    },
  };
}

/** Without Redis nobody knows when a host was asked last: the site waits until it is back, rather than being asked too soon. */
async function paced<T>(crawl: Promise<T>, retryMs: number): Promise<T> {
  try {
    return await crawl;
  } catch (error) {
    if (error instanceof QueuesUnavailable) {
      throw new RetryLater(retryMs, `pace of hosts: ${error.message}`, { cause: error });
    }
    throw error;
  }
}

/** A crawl that was ended by its deadline says `cancelled`, for it can't know why it was. */
function outcomeOf(result: SiteResult, late: boolean, deadlineMs: number): SiteResult {
  if (!late) return result;
  return { ...result, outcome: 'timed_out', reason: `the site took longer than ${deadlineMs / 1_000} s` };
}

function crashed(reason: string, startedAt: number | null): SiteResult {
  const now = Date.now();
  return {
    outcome: 'crashed',
    reason,
    pages: 0,
    bytes: 0,
    startedAt: startedAt ?? now,
    finishedAt: now,
    redirects: [],
  };
}
