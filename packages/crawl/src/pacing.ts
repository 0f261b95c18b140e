// When a host may be asked again. Pure values; host-pace.ts holds the state.

/**
 * The wait before attempt number `attempt` is repeated: doubling from `firstMs`, at most `longestMs`, of which a random
 * half is taken off, so that hosts which failed together are not asked together again ("equal jitter").
 *
 * @param attempt how many attempts have failed so far, ≥ 1
 * @param random in [0, 1)
 */
export function retryDelay(attempt: number, firstMs: number, longestMs: number, random: number): number {
  const full = Math.min(longestMs, firstMs * 2 ** (attempt - 1));
  return Math.round(full / 2 + (full / 2) * random);
}

/** A thousand years, in seconds: what is longer is as long. */
const FOR_EVER_S = 365 * 86_400 * 1_000;

/**
 * Retry-After in milliseconds from `now`: whole seconds or an HTTP date in any of its three forms (RFC 9110, 10.2.3 and
 * 5.6.7). A past date is 0.
 *
 * @returns null if the field is absent or says nothing
 */
export function retryAfter(value: string | null, now: number): number | null {
  const text = value?.trim() ?? '';
  if (/^\d{1,1000}$/.test(text)) return Math.min(FOR_EVER_S, Number(text)) * 1000;
  if (!/^[A-Z][a-z]{2,8}[, ].{0,100}$/.test(text)) return null;
  // The form of C's asctime has no zone, but means GMT.
  const at = Date.parse(/ \d{4}$/.test(text) ? `${text} GMT` : text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/** 429 Too Many Requests and 503 Service Unavailable: the host has enough for now. */
export function isBusy(status: number): boolean {
  return status === 429 || status === 503;
}

/** How long a host rests after a request: what its robots.txt asks for within `longestMs`, but never less than our own. */
export function crawlDelay(askedMs: number | null, ownMs: number, longestMs: number): number {
  return Math.max(ownMs, Math.min(askedMs ?? 0, longestMs));
}

/** How a request has ended, as far as the pace of its host goes. */
export type RequestEnd =
  /** With an answer, whatever its status. */
  | { readonly kind: 'served' }
  /** Without one, though a connection had come about. */
  | { readonly kind: 'failed' }
  /** No connection came about: the host was not asked. */
  | { readonly kind: 'unreached' }
  /** The host has enough for now. `forMs` is how long it asks to be left alone; 0 if it doesn't say. */
  | { readonly kind: 'refused'; readonly forMs: number };

export interface PaceTerms {
  readonly crawlDelayMs: number;
  readonly maxCrawlDelayMs: number;
  /** Times that a request took; see `CrawlerSettings`. */
  readonly delayFactor: number;
  readonly maxRetryAfterMs: number;
  /** The least that a refusal slows a host down. */
  readonly retryDelayMs: number;
}

export interface PacedRequest {
  readonly end: RequestEnd;
  /** From its start to its end. */
  readonly tookMs: number;
  /** What robots.txt asks for; null if it asks for nothing. */
  readonly askedDelayMs: number | null;
  /** The pause that refusals before it have brought about; 0 if there is none. */
  readonly slowDownMs: number;
}

/** What a request leaves behind. */
export interface Rest {
  /** From its end: how long nobody asks the host. */
  readonly restMs: number;
  /** As in `PacedRequest`, for the next request. */
  readonly slowDownMs: number;
}

/**
 * The pause after a request. It is a multiple of the time that the request took, so that a host which answers slowly is
 * asked slowly (as Heritrix does with its delay factor), between our own pause and the longest crawl-delay. A refusal
 * doubles the pause, or makes it what Retry-After asks for if that is longer; each answer halves it again.
 */
export function restAfter({ end, tookMs, askedDelayMs, slowDownMs }: PacedRequest, terms: PaceTerms): Rest {
  const { crawlDelayMs, maxCrawlDelayMs, delayFactor, maxRetryAfterMs, retryDelayMs } = terms;
  if (end.kind === 'unreached') return { restMs: 0, slowDownMs };
  // Who makes no pause of its own means it.
  const adaptedMs = crawlDelayMs === 0 ? 0 : Math.min(maxCrawlDelayMs, delayFactor * tookMs);
  const delayMs = Math.max(adaptedMs, crawlDelay(askedDelayMs, crawlDelayMs, maxCrawlDelayMs));
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
