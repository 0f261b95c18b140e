import {
  type CrawlItem,
  type CrawlSiteItem,
  type CrawlTimelineItem,
  type DomainVisit,
  formatTimestamp,
  type SubmissionOptions,
} from '@sitegrep/contract';
import { nameOfCrawl } from '@sitegrep/intake';
import type { Crawl, CrawlRecords, CrawlSite, CrawlSpec, CrawlTimeline, Visit } from '@sitegrep/storage';
import { Failure } from './failure.ts';
import type { ApiSettings, WaitingOf } from './settings.ts';

/**
 * Crawl as the API returns it.
 *
 * @param waitingOf for a running crawl
 * @param now milliseconds since the epoch, for rate and ETA of a running crawl
 */
export function crawlItem(
  crawl: Crawl,
  waitingOf: WaitingOf = () => null,
  now: number = Date.now(),
): CrawlItem {
  const { id, state, spec, sites, outcomes, pages, bytes, rejected, firstEntries } = crawl;
  return {
    id,
    name: nameOfCrawl(crawl),
    state,
    schedule_id: spec.scheduleId ?? null,
    retry_of: spec.retryOf ?? null,
    created_at: formatTimestamp(crawl.createdAt),
    started_at: timestampOrNull(crawl.startedAt),
    finished_at: timestampOrNull(crawl.finishedAt),
    sites,
    outcomes,
    pages,
    bytes,
    pages_per_second: pagesPerSecond(crawl, now),
    eta_seconds: etaSeconds(crawl, now),
    waiting: crawl.finishedAt === null ? waitingItem(waitingOf(crawl.id)) : null,
    rejected,
    submitted: {
      first: firstEntries,
      index: spec.source?.kind === 'index',
      list: spec.source?.kind === 'listed' ? spec.source.list : null,
    },
    options: {
      max_pages: spec.maxPages,
      max_depth: spec.maxDepth,
      priority: spec.priority,
      revisit_after_days: spec.revisitAfterDays ?? 0,
      render: spec.render ?? 'never',
    },
  };
}

export function timelineItem({ from, widthMs, pages }: CrawlTimeline): CrawlTimelineItem {
  return {
    from: pages.length === 0 ? null : formatTimestamp(from),
    interval_seconds: widthMs / 1_000,
    pages,
  };
}

export function siteItem({ domain, startedAt, result }: CrawlSite): CrawlSiteItem {
  return {
    domain,
    outcome: result?.outcome ?? null,
    reason: result?.reason ?? null,
    pages: result?.pages ?? null,
    bytes: result?.bytes ?? null,
    started_at: timestampOrNull(result?.startedAt ?? startedAt),
    finished_at: timestampOrNull(result?.finishedAt ?? null),
    redirects: result?.redirects ?? [],
  };
}

export function visitItem({ crawlId, createdAt, ...site }: Visit): DomainVisit {
  return { crawl_id: crawlId, submitted_at: formatTimestamp(createdAt), ...siteItem(site) };
}

function waitingItem(waiting: ReturnType<WaitingOf>): CrawlItem['waiting'] {
  if (waiting === null) return null;
  const { domain, reason, until } = waiting.next;
  return { sites: waiting.sites, domain, reason, until: formatTimestamp(until) };
}

/** Mean rate of the crawl so far, rounded to a thousandth; null during its first second. */
function pagesPerSecond(crawl: Crawl, now: number): number | null {
  const seconds = secondsRun(crawl, now);
  return seconds === null || seconds < 1 ? null : Math.round((1_000 * crawl.pages) / seconds) / 1_000;
}

/** Estimate from the mean time of the finished sites; null before one has finished, and if the rest is not crawled. */
function etaSeconds(crawl: Crawl, now: number): number | null {
  const { total, finished } = crawl.sites;
  if (crawl.finishedAt !== null) return 0;
  const seconds = secondsRun(crawl, now);
  if (crawl.state !== 'running' || seconds === null || finished === 0) return null;
  return Math.ceil((seconds / finished) * (total - finished));
}

function secondsRun({ startedAt, finishedAt }: Crawl, now: number): number | null {
  return startedAt === null ? null : Math.max(0, (finishedAt ?? now) - startedAt) / 1_000;
}

function timestampOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : formatTimestamp(milliseconds);
}

/** @throws Failure not_found */
export async function requireCrawl(crawls: CrawlRecords, id: string): Promise<Crawl> {
  const crawl = await crawls.get(id);
  if (crawl === null) throw noSuchCrawl();
  return crawl;
}

export function noSuchCrawl(): Failure {
  return new Failure('not_found', 'There is no crawl with this id; GET /admin/crawls lists them.');
}

/**
 * Makes the specification of a crawl from its request and the configured defaults.
 *
 * @throws Failure bad_request if pages are to be rendered and no renderer is configured
 */
export function crawlSpec(
  { name, render = 'never', ...options }: SubmissionOptions,
  { crawlDefaults: defaults, renders }: Pick<ApiSettings, 'crawlDefaults' | 'renders'>,
): CrawlSpec {
  if (render !== 'never' && !renders) {
    throw new Failure(
      'bad_request',
      `render is ${render}, but no page is rendered here: set SITEGREP_RENDER=on and start again, or leave render out.`,
    );
  }
  return {
    ...(name === undefined ? {} : { name }),
    maxPages: options.max_pages ?? defaults.maxPages,
    maxDepth: options.max_depth ?? defaults.maxDepth,
    priority: options.priority ?? defaults.priority,
    revisitAfterDays: options.revisit_after_days ?? defaults.revisitAfterDays,
    ...(render === 'never' ? {} : { render }),
  };
}
