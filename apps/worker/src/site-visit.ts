// The visit of a site: its pages are fetched, analysed and compared with stored ones, and then what changed is stored, the document
// is confirmed, or it is left. site-pages.ts collects the pages, and put-batch.ts stores them.
import type { AnalysisPool } from '@sitegrep/analysis';
import { ComeBackLater, type CrawledSite, type Deferral, type SiteCrawler } from '@sitegrep/crawl';
import { QueuesUnavailable, RetryLater, RetryNow } from '@sitegrep/jobs';
import {
  endOf,
  foldSite,
  leftOutIn,
  pagelessVisit,
  type SiteOutline,
  type SiteResult,
  visitOf,
} from '@sitegrep/site';
import {
  blockReason,
  putOf,
  StorageCorrupt,
  type CrawlSite,
  type CrawlSpec,
  type DomainIndex,
  type PageList,
} from '@sitegrep/storage';
import { attachAnswers, siteIcon } from './attach-answers.ts';
import type { PutBatch } from './put-batch.ts';
import { reanalyseSites } from './reanalysis/reanalyse-sites.ts';
import { ScreenshotCapacity, type RenderWish, type SiteRenderer } from './render-pages.ts';
import { storedPages, StoredPagesLost, type StoredRecords, whyUnchanged } from './revisit.ts';
import { collectPages, type SitePages, type SitePagesOptions } from './site-pages.ts';

export interface VisitSettings extends SitePagesOptions {
  /** Time limit of the crawl of a site, in milliseconds. */
  readonly siteDeadlineMs: number;
  /** Maximum wait between two tries of the storage, in milliseconds. */
  readonly storageRetryMs: number;
}

export interface VisitParts {
  readonly domains: Pick<
    DomainIndex,
    'blocks' | 'confirm' | 'lastVisit' | 'outline' | 'pages' | 'put' | 'recordVisit' | 'records'
  >;
  readonly documents: PutBatch;
  readonly crawler: Pick<SiteCrawler, 'crawl'>;
  readonly analysis: Pick<AnalysisPool, 'analyze' | 'analyzeAgain' | 'factsVersion' | 'readIcon'>;
  readonly settings: VisitSettings;
  /** Renders the pages of crawls that want it. Absent or null: such crawls are for other processes. */
  readonly renderer?: SiteRenderer | null;
}

export interface SiteVisit {
  readonly spec: CrawlSpec;
  readonly site: CrawlSite;
  /** Number of times that the site was begun, including this one. */
  readonly begun: number;
  /** Aborted when the job, or the crawl, is given up. */
  readonly leave: AbortSignal;
  /** Waits for the storage while it is away. */
  readonly record: <T>(call: () => Promise<T>) => Promise<T>;
}

/** A site whose pages have been fetched. */
export interface FetchedSite {
  readonly visited: CrawledSite;
  /** Whether the visit reached its deadline. */
  readonly late: boolean;
  readonly pages: SitePages;
  /** Versions of the stored pages that it was compared with; null if there are none. */
  readonly versions: PageList | null;
}

/**
 * Fetches the pages of a site.
 *
 * @param versions stored pages that answers are compared with; null compares nothing
 * @throws RetryLater if its host may not get a request now; StoredPagesLost if the stored document is damaged
 */
export async function fetchSite(
  parts: VisitParts,
  { spec, site, begun, leave, record }: SiteVisit,
  versions: PageList | null,
): Promise<FetchedSite> {
  const { domains, crawler, analysis, settings } = parts;
  const { siteDeadlineMs } = settings;
  const { domain, urls } = site;
  const { maxPages, maxDepth } = spec;
  const stored = storedPages(
    versions,
    analysis.factsVersion,
    storedRecords(domains, domain, versions, record),
  );
  const walks = maxPages > 1 && maxDepth > 0;
  const pages = collectPages(analysis, settings, stored, walks, renderWish(spec, parts.renderer, leave));
  const refusal = async (other: string): Promise<string | null> => {
    const block = await record(() => domains.blocks.covering(other));
    return block === null ? null : blockReason(block, other);
  };
  const deferral = deferralOf(begun, site.startedAt, siteDeadlineMs);
  const task = { domain, urls, maxPages, maxDepth, known: pages.known, refusal, deferral };
  const { value, late } = await withDeadline(siteDeadlineMs, leave, (signal) =>
    paced(crawler.crawl(task, pages.onPage, signal), settings.storageRetryMs),
  );
  return { visited: value, late, pages, versions };
}

/**
 * Confirms the stored document if nothing has changed, or stores the pages that changed if there are any.
 *
 * @returns the result of the site, once that is durable
 * @throws RetryNow if the document was changed meanwhile; StoredPagesLost if it is damaged
 */
export async function storeSite(
  { domains, analysis, settings }: VisitParts,
  { spec, site: { domain }, record }: SiteVisit,
  { visited: { answers, icon, ...visited }, late, pages: fetched, versions }: FetchedSite,
  put: PutBatch['put'],
): Promise<SiteResult> {
  const result = outcomeOf(visited, late, settings.siteDeadlineMs);
  const stored = storedRecords(domains, domain, versions, record);
  const pages =
    answers === null
      ? fetched
      : await attachAnswers(
          domain,
          fetched,
          answers,
          await siteIcon(analysis, icon),
          versions,
          stored,
          result.finishedAt,
        );
  const { records, unchanged } = pages;
  const known = [...unchanged.notModified, ...unchanged.same];
  const same = versions === null ? null : whyUnchanged(versions, pages);
  if (versions !== null && same !== null) {
    const confirmed = { revision: versions.revision, at: result.finishedAt };
    if (!(await record(() => domains.confirm(domain, confirmed)))) throw changedMeanwhile(domain);
    const reason = result.reason === null ? same : `${same}; ${result.reason}`;
    return { ...result, outcome: 'unchanged', reason, pages: known.length };
  }
  if (records.length + known.length === 0) {
    const end = endOf(result);
    if (end !== null) {
      const visit = pagelessVisit(result.finishedAt, end.movedTo);
      await record(() => domains.recordVisit(domain, visit));
    }
    return result;
  }
  const urls = new Set(known.map(({ url }) => url));
  const existing = urls.size === 0 ? null : await record(() => readable(() => domains.outline(domain)));
  if (urls.size > 0 && existing?.revision !== versions?.revision) throw changedMeanwhile(domain);
  const folded = foldSite(domain, [...records, ...outlinesOf(existing, urls)], settings);
  const walked = !late && isWalked(spec, result);
  const answer = await put(
    putOf(folded, existing, (conclusions) => [
      visitOf({ ...folded, ...conclusions }, result.finishedAt, 'crawl', walked),
    ]),
  );
  if (answer.stored) return { ...result, outcome: 'indexed', pages: folded.pages.length };
  if (answer.block === null) throw changedMeanwhile(domain);
  return { ...result, outcome: 'blocked_domain', reason: blockReason(answer.block, domain), pages: 0 };
}

/** Tells whether a crawl followed all links of a site, so that a page which it did not see is none of the site. */
function isWalked({ maxPages, maxDepth }: CrawlSpec, { outcome, reason }: SiteResult): boolean {
  return (
    outcome === 'indexed' && maxPages > 1 && maxDepth > 0 && (reason === null || leftOutIn(reason) === null)
  );
}

/** Reads stored pages of the document that a visit is compared with. */
function storedRecords(
  domains: Pick<DomainIndex, 'outline' | 'records'>,
  domain: string,
  versions: PageList | null,
  record: SiteVisit['record'],
): StoredRecords {
  const ofVersions = <Read extends { readonly revision: number }>(read: Read | null): Read => {
    if (read === null || read.revision !== versions?.revision) throw changedMeanwhile(domain);
    return read;
  };
  return {
    outlines: async (urls) =>
      ofVersions(await record(() => readable(() => domains.outline(domain, urls)))).pages,
    record: async (url) =>
      ofVersions(await record(() => readable(() => domains.records(domain, [url])))).pages[0] ?? null,
  };
}

/** Outlines of the stored pages with these URLs. @throws StoredPagesLost if a URL has none */
function outlinesOf(existing: SiteOutline | null, urls: ReadonlySet<string>): SiteOutline['pages'] {
  const pages = existing?.pages.filter(({ url }) => urls.has(url)) ?? [];
  if (pages.length < urls.size) throw new StoredPagesLost('a page has a version, but no outline');
  return pages;
}

function renderWish(
  { render = 'never' }: CrawlSpec,
  renderer: SiteRenderer | null = null,
  signal: AbortSignal,
): RenderWish | null {
  if (render === 'never') return null;
  if (renderer === null) throw new Error('a site to be rendered came to a process that renders none');
  const screenshots = renderer.screenshots ? new ScreenshotCapacity() : null;
  return { ...renderer, mode: render, screenshots, signal };
}

/** Remaining pause of a host, in milliseconds, from which on its site goes back to the queue. */
const DEFER_FROM_MS = 5_000;
/** Maximum number of times that a site goes back. */
const MAX_DEFERRALS = 10;

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
export async function comparableVersions(
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

/**
 * The stored pages of a site with facts as an analysis gives them now: what new fingerprints find in them is not taken for a change
 * of the site.
 *
 * @param versions null if there is nothing to compare with
 */
export async function renewedVersions(
  { domains, analysis }: Pick<VisitParts, 'domains' | 'analysis'>,
  site: CrawlSite,
  versions: PageList | null,
): Promise<PageList | null> {
  if (versions?.pages.every(({ factsVersion }) => factsVersion === analysis.factsVersion) !== false)
    return versions;
  // A document that can't be read is fetched and stored anew.
  const onDamaged = (): void => undefined;
  await reanalyseSites({ domains, analysis, onDamaged }, [site.domain], {
    atATime: () => 1,
    rest: () => Promise.resolve(),
  });
  return await comparableVersions(domains, site);
}

/** @throws StoredPagesLost if the document that a call needs is damaged */
export async function readable<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof StorageCorrupt) throw new StoredPagesLost(error.message, { cause: error });
    throw error;
  }
}

function changedMeanwhile(domain: string): RetryNow {
  return new RetryNow(`the document of ${domain} was changed while it was compared`);
}
