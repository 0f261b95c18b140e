/** Possible results of the crawl of one site. The list is closed: a new result is a new entry. */
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

/** Result of one site's crawl. */
export interface SiteResult {
  readonly outcome: Outcome;
  /** A readable sentence, e.g. `certificate expired 2026-03-01`; null only if there is nothing to explain. */
  readonly reason: string | null;
  /** Number of pages indexed; for an unchanged site, those that were requested and had not changed. */
  readonly pages: number;
  /** Body bytes of all responses after decoding of content-encoding. */
  readonly bytes: number;
  /** Start in milliseconds since the epoch. */
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly redirects: readonly Redirect[];
}

/** The reason of a site whose pages were indexed up to the limit of the crawl. @param pages number that links lead to beyond it */
export function leftOutReason(pages: number, limit: number): string {
  return `${pages} linked ${pages === 1 ? 'page was' : 'pages were'} left out (limit ${limit})`;
}

const LEFT_OUT = /(?:^|; )(\d+) linked pages? (?:was|were) left out \(limit (\d+)\)$/;

/** Pages that were left out, as a reason says it; null if it does not. */
export function leftOutIn(reason: string): { readonly pages: number; readonly limit: number } | null {
  const [, pages, limit] = LEFT_OUT.exec(reason) ?? [];
  return pages === undefined ? null : { pages: Number(pages), limit: Number(limit) };
}

/** Reasons of sites that are no more, however often they are visited. */
const GONE = /^(?:no such host: |answered (?:404|410)\b)/;
const MOVED = /^redirects to (\S+) \(30[18]\)/;

/** Why no page of a site will come: it is gone, or has moved to another one; null if one may come. */
export function endOf({ outcome, reason }: Pick<SiteResult, 'outcome' | 'reason'>): {
  /** The host that it leads to; null: it is gone. */
  readonly movedTo: string | null;
} | null {
  if ((outcome !== 'dns_failed' && outcome !== 'http_error') || reason === null) return null;
  if (GONE.test(reason)) return { movedTo: null };
  const [, movedTo] = MOVED.exec(reason) ?? [];
  return movedTo === undefined ? null : { movedTo };
}

/**
 * The result of a site whose crawl was cancelled.
 *
 * @param startedAt time at which it was started; null if it never was
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
