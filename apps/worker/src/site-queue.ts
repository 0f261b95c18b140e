import type { AnalysisPool } from '@sitegrep/analysis';
import { ComeBackLater, type SiteCrawler } from '@sitegrep/crawl';
import { QueuesUnavailable, RetryLater, RetryNow, type Payload, type Processor } from '@sitegrep/jobs';
import { cancelledSite, foldSite, type Outcome, type SiteResult } from '@sitegrep/site';
import {
  blockReason,
  StorageCorrupt,
  StorageMisconfigured,
  type CrawlRecords,
  type CrawlSite,
  type DomainIndex,
  type StoredDomain,
} from '@sitegrep/storage';
import { CancelWatch } from './cancel-watch.ts';
import { withDeadline } from './deadline.ts';
import { whyFresh } from './fresh.ts';
import type { PutBatch } from './put-batch.ts';
import { isDown, openStoragePatience, type StoragePatienceOptions } from './storage-patience.ts';
import { collectPages, type SitePagesOptions } from './site-pages.ts';
import { storedPages, whyUnchanged } from './stored-pages.ts';

export interface SiteQueueSettings
  extends SitePagesOptions, Pick<StoragePatienceOptions, 'storageRetryMs' | 'storagePatienceMs'> {
  /** The longest the crawl of a site may take, in milliseconds. */
  readonly siteDeadlineMs: number;
  /** Whether stored pages are compared with what comes, and asked for only if they have changed. */
  readonly conditionalRequests: boolean;
}

export interface SiteQueueParts {
  readonly crawls: CrawlRecords;
  readonly domains: Pick<DomainIndex, 'blocks' | 'confirm' | 'delete' | 'get' | 'lastVisit'>;
  readonly documents: PutBatch;
  readonly crawler: Pick<SiteCrawler, 'crawl'>;
  readonly analysis: Pick<AnalysisPool, 'analyze' | 'factsVersion'>;
  readonly settings: SiteQueueSettings;
  /** Told of each outcome once it is durable. */
  readonly onOutcome?: (domain: string, result: SiteResult, crawlId: string) => void;
  readonly onStorageAway?: StoragePatienceOptions['onAway'];
  readonly onStorageBack?: StoragePatienceOptions['onBack'];
}

/**
 * A site whose host is not to be asked for so long, in milliseconds, goes back to the queue and leaves its place to
 * another; so many times, then it waits in its place, within its time.
 */
const DEFER_FROM_MS = 5_000;
const MAX_DEFERRALS = 10;

/**
 * The queue `site`: one site of one crawl, from its record to its outcome.
 *
 * The document is durable before the outcome, the outcome before the job is done. Every step bears repeating, so after
 * a crash the job begins again and ends the same: one document, one outcome.
 *
 * While the storage is away a job waits where it is, a fetched site with its document in hand. Jobs that wait keep their
 * places, so that no more sites are fetched than there are places, and none twice.
 *
 * A site whose crawl is cancelled is left at once, and its pages with it; once its fetching is over, it ends as it would.
 */
export function createSiteProcessor(parts: SiteQueueParts): Processor<Payload<'site'>> {
  const { crawls, domains, documents, crawler, analysis, settings, onOutcome } = parts;
  const patiently = openStoragePatience({
    ...settings,
    onAway: parts.onStorageAway,
    onBack: parts.onStorageBack,
  });
  const cancels = new CancelWatch(crawls);
  const finish = async (crawlId: string, domain: string, result: SiteResult): Promise<void> => {
    if (await crawls.finish(crawlId, domain, result)) onOutcome?.(domain, result, crawlId);
  };

  return {
    process: async ({ crawlId, domain }, job) => {
      // Credentials that are refused are no site's fault. Every job passes here, so a put needn't wait for them too.
      const record = <T>(ask: () => Promise<T>): Promise<T> =>
        patiently(job.signal, ask, (error) => isDown(error) || error instanceof StorageMisconfigured);
      const [spec, site, standing] = await Promise.all([
        record(() => crawls.spec(crawlId)),
        record(() => crawls.site(crawlId, domain)),
        record(() => domains.blocks.covering(domain)),
      ]);
      // Discarded meanwhile, or done by an earlier run of this job.
      if (spec === null || site === null || site.result !== null) return;
      if (standing !== null) {
        // Of a worker that was killed before it could see the block.
        if (standing.takedown) await record(() => domains.delete(domain));
        const reason = blockReason(standing, domain);
        await record(() => finish(crawlId, domain, unvisited('blocked_domain', reason, null)));
        return;
      }
      using crawl = await record(() => cancels.enter(crawlId));
      if (crawl.signal.aborted) {
        await record(() => finish(crawlId, domain, cancelledSite(site.startedAt, Date.now())));
        return;
      }
      if ((spec.revisitAfterDays ?? 0) > 0) {
        const visit = await record(() => domains.lastVisit(domain));
        const fresh = whyFresh(spec, visit, site.startedAt, Date.now());
        if (fresh !== null) {
          await record(() => finish(crawlId, domain, unvisited('unchanged', fresh, null)));
          return;
        }
      }
      const [document] = await Promise.all([
        settings.conditionalRequests ? record(() => comparableDocument(domains, site)) : null,
        record(() => crawls.begin(crawlId, domain, Date.now())),
      ]);

      const { maxPages, maxDepth } = spec;
      const stored = storedPages(document, analysis.factsVersion);
      const pages = collectPages(analysis, settings, stored, maxPages > 1 && maxDepth > 0);
      const refusal = async (other: string): Promise<string | null> => {
        const block = await record(() => domains.blocks.covering(other));
        return block === null ? null : blockReason(block, other);
      };
      const deferral = job.begun > MAX_DEFERRALS ? {} : { deferFromMs: DEFER_FROM_MS };
      const task = {
        domain,
        urls: site.urls,
        maxPages,
        maxDepth,
        known: pages.known,
        refusal,
        ...deferral,
      };
      const leave = AbortSignal.any([job.signal, crawl.signal]);
      const fetched = await withDeadline(settings.siteDeadlineMs, leave, (signal) =>
        paced(crawler.crawl(task, pages.onPage, signal), settings.storageRetryMs),
      );
      job.signal.throwIfAborted();
      if (fetched.value.outcome === 'cancelled' && crawl.signal.aborted) {
        const { startedAt, finishedAt } = fetched.value;
        await record(() => finish(crawlId, domain, cancelledSite(startedAt, finishedAt)));
        return;
      }
      if (fetched.value.outcome === 'cancelled' && !fetched.late) throw new Error('the crawler was closed');

      let result = outcomeOf(fetched.value, fetched.late, settings.siteDeadlineMs);
      const { records, unchanged } = pages;
      const found = [...records, ...unchanged.notModified, ...unchanged.same];
      const same = document === null ? null : whyUnchanged(document, pages);
      if (document !== null && same !== null) {
        const visit = { revision: document.revision, at: result.finishedAt };
        if (!(await record(() => domains.confirm(domain, visit)))) {
          throw new RetryNow(`the document of ${domain} was changed while it was compared`);
        }
        const reason = result.reason === null ? same : `${same}; ${result.reason}`;
        result = { ...result, outcome: 'unchanged', reason, pages: found.length };
      } else if (found.length > 0) {
        const folded = foldSite(domain, found, settings);
        const block = await patiently(job.signal, () => documents.put(folded), isDown);
        result =
          block === null
            ? { ...result, outcome: 'indexed', pages: folded.pages.length }
            : { ...result, outcome: 'blocked_domain', reason: blockReason(block, domain), pages: 0 };
      }
      await record(() => finish(crawlId, domain, result));
    },

    gaveUp: async ({ crawlId, domain }, reason) => {
      const site = await crawls.site(crawlId, domain);
      if (site === null) return;
      await finish(crawlId, domain, unvisited('crashed', reason, site.startedAt));
    },
  };
}

/**
 * A host that is not to be asked now is asked later, and so is every host while Redis is away: then nobody knows when it
 * was asked last.
 */
async function paced<T>(crawl: Promise<T>, retryMs: number): Promise<T> {
  try {
    return await crawl;
  } catch (error) {
    if (error instanceof ComeBackLater) {
      throw new RetryLater(error.afterMs, error.message, { cause: error, expected: true });
    }
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

/**
 * The document whose pages a crawl compares with what it gets. Null if there is none, or the crawl wrote it itself and was
 * killed before it could say so: the site is to end as it did then.
 */
async function comparableDocument(
  domains: Pick<DomainIndex, 'get'>,
  { domain, startedAt }: CrawlSite,
): Promise<StoredDomain | null> {
  try {
    const document = await domains.get(domain);
    const visited = document?.facts.lastVisited ?? 0;
    return startedAt !== null && visited >= startedAt ? null : document;
  } catch (error) {
    // What can't be read is fetched and put anew, which is what mends it.
    if (error instanceof StorageCorrupt) return null;
    throw error;
  }
}

function unvisited(outcome: Outcome, reason: string, startedAt: number | null): SiteResult {
  const now = Date.now();
  return {
    outcome,
    reason,
    pages: 0,
    bytes: 0,
    startedAt: startedAt ?? now,
    finishedAt: now,
    redirects: [],
  };
}
