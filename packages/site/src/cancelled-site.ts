import type { SiteResult } from './outcome.ts';

/**
 * The result of a site whose crawl was cancelled before it ended.
 *
 * @param startedAt when it was taken up; null: it never was
 */
export function cancelledSite(startedAt: number | null, now: number): SiteResult {
  return {
    outcome: 'cancelled',
    reason: 'the crawl was cancelled',
    pages: 0,
    bytes: 0,
    startedAt: startedAt ?? now,
    finishedAt: now,
    redirects: [],
  };
}
