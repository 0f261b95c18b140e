// Computes when the next request to a host may be sent. Pure functions; host-pace.ts holds the state.
import { seconds } from './deadline.ts';
import { final, type Failure } from './failure.ts';

/**
 * Wait before the next attempt, in milliseconds: it doubles from `firstMs` to at most `maxMs`, minus a random part of up to
 * a half, so that hosts which failed together are not requested together again ("equal jitter").
 *
 * @param attempt number of failed attempts, ≥ 1
 * @param random in [0, 1)
 */
export function retryDelay(attempt: number, firstMs: number, maxMs: number, random: number): number {
  const full = Math.min(maxMs, firstMs * 2 ** (attempt - 1));
  return Math.round(full / 2 + (full / 2) * random);
}

/** Maximum Retry-After, a thousand years, in seconds. */
const MAX_RETRY_AFTER_S = 365 * 86_400 * 1_000;

/**
 * Parses Retry-After into milliseconds from `now`: whole seconds or an HTTP date in any of its three forms (RFC 9110,
 * 10.2.3 and 5.6.7). A past date gives 0.
 *
 * @returns null if the field is absent or invalid
 */
export function retryAfter(value: string | null, now: number): number | null {
  const text = value?.trim() ?? '';
  if (/^\d{1,1000}$/.test(text)) return Math.min(MAX_RETRY_AFTER_S, Number(text)) * 1000;
  if (!/^[A-Z][a-z]{2,8}[, ].{0,100}$/.test(text)) return null;
  // The form of C's asctime states no zone, but means GMT.
  const at = Date.parse(/ \d{4}$/.test(text) ? `${text} GMT` : text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/** Whether a status means that the host is busy: 429 Too Many Requests or 503 Service Unavailable. */
export function isBusy(status: number): boolean {
  return status === 429 || status === 503;
}

/**
 * Failure of a host whose Retry-After is longer than the maximum; null if it is not.
 *
 * @param what answer as in `answered 503 Service Unavailable`
 * @param waitMs Retry-After in milliseconds; null if there is none
 */
export function sentAway(what: string, waitMs: number | null, maxMs: number): Failure | null {
  if (waitMs === null || waitMs <= maxMs) return null;
  return {
    ...final('http_error', `${what} and asks to stay away for ${seconds(waitMs)}`),
    retryAfterMs: waitMs,
  };
}

/** Crawl delay of a host: that of its robots.txt up to `maxMs`, but at least our own. */
export function crawlDelay(robotsMs: number | null, ownMs: number, maxMs: number): number {
  return Math.max(ownMs, Math.min(robotsMs ?? 0, maxMs));
}

/** End of a request, as far as it matters for the pace of its host. */
export type RequestEnd =
  /** An answer came, whatever its status. */
  | { readonly kind: 'served' }
  /** No answer came over the connection. */
  | { readonly kind: 'failed' }
  /** There was no connection, so the host had no work. */
  | { readonly kind: 'unreached' }
  /** The host is busy. `forMs` is its Retry-After in milliseconds, 0 if there is none. */
  | { readonly kind: 'refused'; readonly forMs: number };

export interface PaceTerms {
  readonly crawlDelayMs: number;
  readonly maxCrawlDelayMs: number;
  /** Multiple of the time that a request took; see `CrawlerSettings`. */
  readonly delayFactor: number;
  readonly maxRetryAfterMs: number;
  /** Minimum slow-down after a refusal. */
  readonly retryDelayMs: number;
}

export interface PacedRequest {
  readonly end: RequestEnd;
  /** Time from its start to its end. */
  readonly tookMs: number;
  /** Crawl delay of robots.txt; null if it has none. */
  readonly robotsDelayMs: number | null;
  /** Slow-down by earlier refusals; 0 if there is none. */
  readonly slowDownMs: number;
}

/** Effect of a request on the next one. */
export interface Rest {
  /** Time after its end without a request to the host. */
  readonly restMs: number;
  /** Slow-down as in `PacedRequest`, for the next request. */
  readonly slowDownMs: number;
}

/**
 * Pause after a request: a multiple of the time that the request took, so that a slow host gets fewer requests (Heritrix
 * does this with its delay factor), between our own pause and the maximum crawl delay. A refusal doubles the pause, or
 * raises it to Retry-After if that is longer; each answer halves it again.
 */
export function restAfter({ end, tookMs, robotsDelayMs, slowDownMs }: PacedRequest, terms: PaceTerms): Rest {
  const { crawlDelayMs, maxCrawlDelayMs, delayFactor, maxRetryAfterMs, retryDelayMs } = terms;
  if (end.kind === 'unreached') return { restMs: 0, slowDownMs };
  // A crawl delay of 0 means no pause of our own at all.
  const adaptedMs = crawlDelayMs === 0 ? 0 : Math.min(maxCrawlDelayMs, delayFactor * tookMs);
  const delayMs = Math.max(adaptedMs, crawlDelay(robotsDelayMs, crawlDelayMs, maxCrawlDelayMs));
  if (end.kind === 'refused') {
    const slower = Math.min(maxRetryAfterMs, Math.max(retryDelayMs, 2 * Math.max(slowDownMs, delayMs)));
    return {
      restMs: Math.max(delayMs, slower, Math.min(end.forMs, maxRetryAfterMs)),
      slowDownMs: slower,
    };
  }
  const slower = end.kind === 'served' ? slowDownMs / 2 : slowDownMs;
  return slower > delayMs ? { restMs: slower, slowDownMs: slower } : { restMs: delayMs, slowDownMs: 0 };
}
