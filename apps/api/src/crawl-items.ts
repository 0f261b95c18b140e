import { type CrawlItem, type CrawlSiteItem, formatTimestamp } from '@sitegrep/contract';
import type { Crawl, CrawlSite } from '@sitegrep/storage';

/** @param now milliseconds since the epoch; rate and ETA of a running crawl are as of then */
export function crawlItem(crawl: Crawl, now: number): CrawlItem {
  const { id, state, spec, sites, outcomes, pages, bytes, rejected } = crawl;
  return {
    id,
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
    rejected,
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

/** Over the whole crawl so far, to a thousandth; null before a second has passed. */
function pagesPerSecond(crawl: Crawl, now: number): number | null {
  const seconds = secondsRun(crawl, now);
  return seconds === null || seconds < 1 ? null : Math.round((1_000 * crawl.pages) / seconds) / 1_000;
}

/** If the sites to come take as long as those that ended; null while none has, and when the rest won't be crawled. */
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
