/** How the crawl of one site can end. Closed: a new way to end is a new entry here. */
export const OUTCOMES = [
  'indexed',
  'unchanged',
  'robots_disallowed',
  'dns_failed',
  'connect_failed',
  'tls_failed',
  'timed_out',
  'http_error',
  'not_html',
  'too_large',
  'blocked_address',
  'blocked_domain',
  'cancelled',
  'crashed',
] as const;

export type Outcome = (typeof OUTCOMES)[number];

export interface Redirect {
  readonly from: string;
  readonly to: string;
  readonly status: number;
}

/** The end of one site's crawl. */
export interface SiteResult {
  readonly outcome: Outcome;
  /** A sentence a person understands, e.g. `certificate expired 2026-03-01`; null only when there is nothing to explain. */
  readonly reason: string | null;
  /** Pages indexed; of an unchanged site those that were asked for and found as they are stored. */
  readonly pages: number;
  /** Body bytes received, content-encoding undone, over all answers. */
  readonly bytes: number;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly redirects: readonly Redirect[];
}

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
