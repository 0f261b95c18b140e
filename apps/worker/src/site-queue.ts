// The queue `site`: one site of one crawl, from its record to its outcome. revisit.ts decides what needs no visit, site-visit.ts
// visits the site, and storage-patience.ts waits for the storage.
import type { Payload, Processor } from '@sitegrep/jobs';
import { cancelledSite, type Outcome, type SiteResult } from '@sitegrep/site';
import {
  blockReason,
  StorageMisconfigured,
  type CrawlRecords,
  type CrawlSpec,
  type DomainIndex,
} from '@sitegrep/storage';
import { LRUCache } from 'lru-cache';
import { CancelWatch } from './cancel-watch.ts';
import { StoredPagesLost, whyFresh } from './revisit.ts';
import {
  comparableVersions,
  fetchSite,
  readable,
  renewedVersions,
  storeSite,
  type SiteVisit,
  type VisitParts,
  type VisitSettings,
} from './site-visit.ts';
import { isDown, openStoragePatience, type StoragePatienceOptions } from './storage-patience.ts';

type Job = Parameters<Processor<Payload<'site'>>['process']>[1];

export interface SiteQueueSettings extends VisitSettings, Pick<StoragePatienceOptions, 'storagePatienceMs'> {
  /** Whether stored pages are compared with answers, and requested only if they have changed. */
  readonly conditionalRequests: boolean;
}

export interface SiteQueueParts extends VisitParts {
  readonly crawls: CrawlRecords;
  readonly domains: Pick<
    DomainIndex,
    'blocks' | 'confirm' | 'delete' | 'lastVisit' | 'outline' | 'pages' | 'put' | 'recordVisit' | 'records'
  >;
  readonly settings: SiteQueueSettings;
  /** Called with each outcome once it is durable. */
  readonly onOutcome?: (domain: string, result: SiteResult, crawlId: string) => void;
  readonly onStorageAway?: StoragePatienceOptions['onAway'];
}

/** Maximum cached specifications of crawls; few crawls run at the same time. */
const MAX_SPECS = 1_000;

/**
 * Processes sites.
 *
 * The document is durable before the outcome, the outcome before the job is done. Every step may be repeated, so after a
 * crash the job begins again and ends the same: one document, one outcome.
 *
 * While the storage is away, a job waits in memory, with the document of a fetched site. Waiting jobs count as jobs at
 * work, so the number of fetched sites stays within their limit, and no site is fetched twice.
 *
 * A site of a cancelled crawl is left at once, with its pages; after its fetching is over, it ends as usual.
 */
export function createSiteProcessor(parts: SiteQueueParts): Processor<Payload<'site'>> {
  const { crawls, domains, documents, settings, onOutcome } = parts;
  const patiently = openStoragePatience({
    ...settings,
    onAway: parts.onStorageAway,
  });
  const cancels = new CancelWatch(crawls);
  const specOf = cachedSpecs(crawls);
  const finish = async (crawlId: string, domain: string, result: SiteResult): Promise<void> => {
    if (await crawls.finish(crawlId, domain, result)) onOutcome?.(domain, result, crawlId);
  };
  // Refused credentials are not a fault of a site. Every job passes here, so a put needn't wait for them, too.
  const recordsFor =
    ({ signal }: Job) =>
    <T>(call: () => Promise<T>): Promise<T> =>
      patiently(signal, call, (error) => isDown(error) || error instanceof StorageMisconfigured);

  /** @param compare whether pages are compared with stored ones */
  async function visit(
    { crawlId, domain }: Payload<'site'>,
    { spec, site }: Pick<SiteVisit, 'site' | 'spec'>,
    job: Job,
    cancelled: AbortSignal,
    compare: boolean,
  ): Promise<void> {
    const record = recordsFor(job);
    const [stored] = await Promise.all([
      record(() => comparableVersions(domains, site)),
      record(() => crawls.begin(crawlId, domain, Date.now())),
    ]);
    const renewed = await record(() => renewedVersions(parts, site, stored));
    const versions = compare ? renewed : null;
    const leave = AbortSignal.any([job.signal, cancelled]);
    const siteVisit = { spec, site, begun: job.begun, leave, record };
    const fetched = await fetchSite(parts, siteVisit, versions);
    job.signal.throwIfAborted();
    const { outcome, startedAt, finishedAt } = fetched.visited;
    const isCancelled = outcome === 'cancelled' && cancelled.aborted;
    if (outcome === 'cancelled' && !isCancelled && !fetched.late) throw new Error('the crawler was closed');
    const result = isCancelled
      ? cancelledSite(startedAt, finishedAt)
      : await storeSite(parts, siteVisit, fetched, (put) =>
          patiently(
            job.signal,
            () => (put.removed === 'others' ? documents.put(put) : readable(() => documents.put(put))),
            isDown,
          ),
        );
    await record(() => finish(crawlId, domain, result));
  }

  return {
    process: async (payload, job) => {
      const { crawlId, domain } = payload;
      const record = recordsFor(job);
      const [spec, site, covering] = await Promise.all([
        record(() => specOf(crawlId)),
        record(() => crawls.site(crawlId, domain)),
        record(() => domains.blocks.covering(domain)),
      ]);
      // The crawl was discarded meanwhile, or an earlier run of this job ended the site.
      if (spec === null || site === null || site.result !== null) return;
      if (covering !== null) {
        // A worker that was killed before it could see the block may have left a document.
        if (covering.takedown) await record(() => domains.delete(domain));
        const reason = blockReason(covering, domain);
        await record(() => finish(crawlId, domain, unvisited('blocked_domain', reason, null)));
        return;
      }
      using crawl = await record(() => cancels.enter(crawlId));
      if (crawl.signal.aborted) {
        await record(() => finish(crawlId, domain, cancelledSite(site.startedAt, Date.now())));
        return;
      }
      if ((spec.revisitAfterDays ?? 0) > 0) {
        const last = await record(() => domains.lastVisit(domain));
        const fresh = whyFresh(spec, last, site.startedAt, Date.now());
        if (fresh !== null) {
          await record(() => finish(crawlId, domain, unvisited('unchanged', fresh, null)));
          return;
        }
      }
      try {
        // Scripts may make another page of the same source.
        const compare = settings.conditionalRequests && (spec.render ?? 'never') === 'never';
        await visit(payload, { spec, site }, job, crawl.signal, compare);
      } catch (error) {
        if (!(error instanceof StoredPagesLost)) throw error;
        // Fetching and storing the site anew repairs it.
        await visit(payload, { spec, site }, job, crawl.signal, false);
      }
    },

    gaveUp: async ({ crawlId, domain }, reason) => {
      const site = await crawls.site(crawlId, domain);
      if (site === null) return;
      await finish(crawlId, domain, unvisited('crashed', reason, site.startedAt));
    },
  };
}

/** Reads the specification of a crawl once: it does not change after the crawl is sealed, and only then are there jobs. */
function cachedSpecs(crawls: Pick<CrawlRecords, 'spec'>): (crawlId: string) => Promise<CrawlSpec | null> {
  const specs = new LRUCache<string, CrawlSpec>({ max: MAX_SPECS });
  return async (crawlId) => {
    const known = specs.get(crawlId);
    if (known !== undefined) return known;
    const spec = await crawls.spec(crawlId);
    if (spec === null) return null;
    specs.set(crawlId, spec);
    return spec;
  };
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
