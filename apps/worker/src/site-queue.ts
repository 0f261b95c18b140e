// The queue `site`: one site of one crawl, from its record to its outcome. revisit.ts decides what needs no visit,
// site-pages.ts collects the pages, put-batch.ts stores the document, storage-patience.ts waits for the storage.
import type { AnalysisPool } from '@sitegrep/analysis';
import { ComeBackLater, type Deferral, type SiteCrawler } from '@sitegrep/crawl';
import { QueuesUnavailable, RetryLater, RetryNow, type Payload, type Processor } from '@sitegrep/jobs';
import { cancelledSite, foldSite, type Outcome, type SiteResult } from '@sitegrep/site';
import {
  blockReason,
  StorageCorrupt,
  StorageMisconfigured,
  type CrawlRecords,
  type CrawlSite,
  type CrawlSpec,
  type DomainIndex,
  type StoredDomain,
  type PageList,
} from '@sitegrep/storage';
import { CancelWatch } from './cancel-watch.ts';
import type { PutBatch } from './put-batch.ts';
import { ScreenshotCapacity, type RenderWish, type SiteRenderer } from './render-pages.ts';
import { storedPages, StoredPagesLost, whyFresh, whyUnchanged } from './revisit.ts';
import { isDown, openStoragePatience, type StoragePatienceOptions } from './storage-patience.ts';
import { collectPages, type SitePagesOptions } from './site-pages.ts';

type Job = Parameters<Processor<Payload<'site'>>['process']>[1];

export interface SiteQueueSettings
  extends SitePagesOptions, Pick<StoragePatienceOptions, 'storageRetryMs' | 'storagePatienceMs'> {
  /** Time limit of the crawl of a site, in milliseconds. */
  readonly siteDeadlineMs: number;
  /** Whether stored pages are compared with answers, and requested only if they have changed. */
  readonly conditionalRequests: boolean;
}

export interface SiteQueueParts {
  readonly crawls: CrawlRecords;
  readonly domains: Pick<DomainIndex, 'blocks' | 'confirm' | 'delete' | 'get' | 'lastVisit' | 'pages'>;
  readonly documents: PutBatch;
  readonly crawler: Pick<SiteCrawler, 'crawl'>;
  readonly analysis: Pick<AnalysisPool, 'analyze' | 'factsVersion'>;
  readonly settings: SiteQueueSettings;
  /** Renders the pages of crawls that want it. Absent or null: such crawls are for other processes. */
  readonly renderer?: SiteRenderer | null;
  /** Called with each outcome once it is durable. */
  readonly onOutcome?: (domain: string, result: SiteResult, crawlId: string) => void;
  readonly onStorageAway?: StoragePatienceOptions['onAway'];
  readonly onStorageBack?: StoragePatienceOptions['onBack'];
}

/** Remaining pause of a host, in milliseconds, from which on its site goes back to the queue. */
const DEFER_FROM_MS = 5_000;
/** Maximum number of times that a site goes back. */
const MAX_DEFERRALS = 10;

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
  const { crawls, domains, documents, crawler, analysis, settings, onOutcome } = parts;
  const patiently = openStoragePatience({
    ...settings,
    onAway: parts.onStorageAway,
    onBack: parts.onStorageBack,
  });
  const cancels = new CancelWatch(crawls);
  const specOf = cachedSpecs(crawls);
  const finish = async (crawlId: string, domain: string, result: SiteResult): Promise<void> => {
    if (await crawls.finish(crawlId, domain, result)) onOutcome?.(domain, result, crawlId);
  };
  // Refused credentials are no fault of a site. Every job passes here, so a put needn't wait for them, too.
  const recordsFor =
    ({ signal }: Job) =>
    <T>(call: () => Promise<T>): Promise<T> =>
      patiently(signal, call, (error) => isDown(error) || error instanceof StorageMisconfigured);

  /** @param compare whether pages are compared with stored ones */
  async function visit(
    { crawlId, domain }: Payload<'site'>,
    { spec, site }: { readonly spec: CrawlSpec; readonly site: CrawlSite },
    job: Job,
    cancelled: AbortSignal,
    compare: boolean,
  ): Promise<void> {
    const record = recordsFor(job);
    const [versions] = await Promise.all([
      compare ? record(() => comparableVersions(domains, site)) : null,
      record(() => crawls.begin(crawlId, domain, Date.now())),
    ]);
    const stored = storedPages(versions, analysis.factsVersion, async () => {
      const document = await record(() => readableDocument(domains, domain));
      if (document?.revision === versions?.revision && document !== null) return document;
      throw changedMeanwhile(domain);
    });
    const { maxPages, maxDepth } = spec;
    const leave = AbortSignal.any([job.signal, cancelled]);
    const walks = maxPages > 1 && maxDepth > 0;
    const pages = collectPages(analysis, settings, stored, walks, renderWish(spec, leave));
    const refusal = async (other: string): Promise<string | null> => {
      const block = await record(() => domains.blocks.covering(other));
      return block === null ? null : blockReason(block, other);
    };
    const deferral = deferralOf(job.begun, site.startedAt, settings.siteDeadlineMs);
    const task = { domain, urls: site.urls, maxPages, maxDepth, known: pages.known, refusal, deferral };
    const fetched = await withDeadline(settings.siteDeadlineMs, leave, (signal) =>
      paced(crawler.crawl(task, pages.onPage, signal), settings.storageRetryMs),
    );
    job.signal.throwIfAborted();
    if (fetched.value.outcome === 'cancelled' && cancelled.aborted) {
      const { startedAt, finishedAt } = fetched.value;
      await record(() => finish(crawlId, domain, cancelledSite(startedAt, finishedAt)));
      return;
    }
    if (fetched.value.outcome === 'cancelled' && !fetched.late) throw new Error('the crawler was closed');

    let result = outcomeOf(fetched.value, fetched.late, settings.siteDeadlineMs);
    const { records, unchanged } = pages;
    const known = [...unchanged.notModified, ...unchanged.same];
    const same = versions === null ? null : whyUnchanged(versions, pages);
    if (versions !== null && same !== null) {
      const confirmed = { revision: versions.revision, at: result.finishedAt };
      if (!(await record(() => domains.confirm(domain, confirmed)))) throw changedMeanwhile(domain);
      const reason = result.reason === null ? same : `${same}; ${result.reason}`;
      result = { ...result, outcome: 'unchanged', reason, pages: known.length };
    } else if (records.length + known.length > 0) {
      const found = [...records, ...(await Promise.all(known.map((page) => stored.record(page))))];
      const folded = foldSite(domain, found, settings);
      const block = await patiently(job.signal, () => documents.put(folded), isDown);
      result =
        block === null
          ? { ...result, outcome: 'indexed', pages: folded.pages.length }
          : { ...result, outcome: 'blocked_domain', reason: blockReason(block, domain), pages: 0 };
    }
    await record(() => finish(crawlId, domain, result));
  }

  function renderWish({ render = 'never' }: CrawlSpec, signal: AbortSignal): RenderWish | null {
    if (render === 'never') return null;
    const { renderer = null } = parts;
    if (renderer === null) throw new Error('a site to be rendered came to a process that renders none');
    const screenshots = renderer.screenshots ? new ScreenshotCapacity() : null;
    return { ...renderer, mode: render, screenshots, signal };
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
  const specs = new Map<string, CrawlSpec>();
  return async (crawlId) => {
    const known = specs.get(crawlId);
    if (known !== undefined) return known;
    const spec = await crawls.spec(crawlId);
    if (spec === null) return null;
    for (const oldest of specs.keys()) {
      if (specs.size < MAX_SPECS) break;
      specs.delete(oldest);
    }
    specs.set(crawlId, spec);
    return spec;
  };
}

/**
 * Runs work with a signal that fires when the given one does or the time is over.
 *
 * @returns the value of the work, and whether the time was over when it ended
 */
async function withDeadline<T>(
  deadlineMs: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<{ readonly value: T; readonly late: boolean }> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(new Error(`took longer than ${deadlineMs} ms`)), deadlineMs);
  try {
    const value = await work(AbortSignal.any([signal, deadline.signal]));
    return { value, late: deadline.signal.aborted };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Pauses for which a site goes back to the queue. All of its returns are within one time limit, from the time at which it was
 * begun first; each visit also has this limit, so that a host that recovers late is crawled like any other.
 *
 * @param begun number of times that the site was begun, including this one
 */
function deferralOf(begun: number, startedAt: number | null, limitMs: number): Deferral {
  const leftMs = startedAt === null ? limitMs : startedAt + limitMs - Date.now();
  return { fromMs: DEFER_FROM_MS, maxMs: begun > MAX_DEFERRALS ? 0 : leftMs };
}

/**
 * Turns an error of pacing into a later retry: a host that may not get a request now gets one later, and so does every host
 * while Redis is away, since the times of the last requests are not known then.
 */
async function paced<T>(crawl: Promise<T>, retryMs: number): Promise<T> {
  try {
    return await crawl;
  } catch (error) {
    if (error instanceof ComeBackLater) {
      throw new RetryLater(error.afterMs, error.message, { cause: error, expected: true });
    }
    if (error instanceof QueuesUnavailable) {
      // The connection reports the outage, once.
      throw new RetryLater(retryMs, `pace of hosts: ${error.message}`, { cause: error, expected: true });
    }
    throw error;
  }
}

/** Result of a fetched site. One that its deadline ended has the outcome `cancelled`, since the crawler can't know why. */
function outcomeOf(result: SiteResult, late: boolean, deadlineMs: number): SiteResult {
  if (!late) return result;
  return { ...result, outcome: 'timed_out', reason: `the site took longer than ${deadlineMs / 1_000} s` };
}

/**
 * Versions of the stored pages with which a crawl compares its answers. Null if there are none, or if this crawl wrote the
 * document itself and was killed before it recorded the outcome: the site is to end as it did then.
 */
async function comparableVersions(
  domains: Pick<DomainIndex, 'pages'>,
  { domain, startedAt }: CrawlSite,
): Promise<PageList | null> {
  try {
    const versions = await domains.pages(domain);
    const visited = versions?.facts.lastVisited ?? 0;
    return startedAt !== null && visited >= startedAt ? null : versions;
  } catch (error) {
    // A document that can't be read is fetched and stored anew, which repairs it.
    if (error instanceof StorageCorrupt) return null;
    throw error;
  }
}

/** @throws StoredPagesLost if the document is damaged */
async function readableDocument(
  domains: Pick<DomainIndex, 'get'>,
  domain: string,
): Promise<StoredDomain | null> {
  try {
    return await domains.get(domain);
  } catch (error) {
    if (error instanceof StorageCorrupt) throw new StoredPagesLost(error.message, { cause: error });
    throw error;
  }
}

function changedMeanwhile(domain: string): RetryNow {
  return new RetryNow(`the document of ${domain} was changed while it was compared`);
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
