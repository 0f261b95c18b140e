import type { FileName, Outcome } from '@sitegrep/site';
import type { OnExchange } from './exchange.ts';
import type { AcquireHostSlot } from './host-slot.ts';
import type { FindRecords } from './dns-records.ts';
import type { Lookup } from './lookup.ts';

/** Time for pacing and retries; tests replace it so that they need not wait. */
export interface Clock {
  /** Milliseconds since a fixed moment; monotonic. */
  readonly now: () => number;
  /** Calls `action` once, `ms` milliseconds from now, unless the returned function is called before. */
  readonly schedule: (ms: number, action: () => void) => () => void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  schedule(ms, action) {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
};

/** Report of a request that has ended. */
export interface FetchReport {
  /** Result: a page, a redirect, or the outcome that a site without pages would have. */
  readonly outcome: 'page' | 'redirect' | Outcome;
  /** Time from the start of connecting to the last byte, in milliseconds. */
  readonly ms: number;
  /** Bytes of the body, content-encoding undone. */
  readonly bytes: number;
}

/** Report of a request's permit for its host, after the request has ended. */
export interface PermitReport {
  /** Time in the queue for the permit, in milliseconds. */
  readonly waitedMs: number;
  /** Whether the host is busy: 429, 503, or a Retry-After. */
  readonly refused: boolean;
}

/** How sites are fetched. Times are in milliseconds, sizes in bytes. `CRAWLER_DEFAULTS` has the defaults. */
export interface CrawlerSettings {
  /** The version that the User-Agent states. */
  readonly version: string;
  /** A URL or mail address for the owners of sites, stated in the User-Agent; null states none. */
  readonly contact: string | null;
  /** Value of the Accept-Language field. */
  readonly acceptLanguage: string;
  /** Maximum concurrent requests to all hosts, 1–10,000. */
  readonly concurrency: number;
  /** Maximum concurrent requests to one host, 1–16. */
  readonly hostConcurrency: number;
  /**
   * Minimum pause between the end of a request to a host and the next request; a longer crawl delay of robots.txt takes
   * precedence. Hosts of one registrable domain are one host (`pacedHost`). With 0, only a host's own delays count.
   */
  readonly crawlDelayMs: number;
  /** Maximum crawl delay that is honoured, and maximum pause by `delayFactor`. */
  readonly maxCrawlDelayMs: number;
  /** Minimum pause of a host as a multiple of the time that its last request took, unless crawlDelayMs is 0; 0–20. */
  readonly delayFactor: number;
  /** Maximum further attempts after a temporary failure. Waits for a busy host (429, 503) do not count. */
  readonly maxRetries: number;
  /** Wait before the first further attempt; it doubles with each, up to `maxRetryDelayMs`. */
  readonly retryDelayMs: number;
  readonly maxRetryDelayMs: number;
  /** Maximum Retry-After: the URL of a longer one is given up. Also the maximum slow-down. */
  readonly maxRetryAfterMs: number;
  /** Maximum redirects to follow from one URL, 0–20. */
  readonly maxRedirects: number;
  /** Time limit of name lookup and TCP together. */
  readonly connectTimeoutMs: number;
  /** Time limit of a TLS handshake; null for that of name lookup and TCP. */
  readonly handshakeTimeoutMs: number | null;
  /** Time limit of one request, from its start to the last byte of the body. */
  readonly requestTimeoutMs: number;
  /** Time limit of a site, including all waits. */
  readonly siteTimeoutMs: number;
  /** Time limit of one call of the page handler. */
  readonly handlerTimeoutMs: number;
  /** Maximum size of a page's decoded body; the rest is not read. */
  readonly maxBodyBytes: number;
  /** Maximum size of all header fields of one answer. */
  readonly maxHeaderBytes: number;
  /** Maximum decoded bytes for one compressed byte, after the first decoded MiB. */
  readonly maxExpansion: number;
  /** Whether sitemaps are read if the links of a site give too few pages. */
  readonly sitemaps: boolean;
  /** Maximum different URLs of one site that are considered. */
  readonly maxSiteUrls: number;
  /** True if the icon of each site is requested. */
  readonly icons: boolean;
  /** Well-known files that are requested of each site, besides robots.txt. */
  readonly files: readonly FileName[];
  /** Whether to read no robots.txt, and fetch disallowed URLs, too. */
  readonly ignoreRobots: boolean;
  /** Time for which a robots.txt is cached; RFC 9309 allows 24 hours. */
  readonly robotsTtlMs: number;
  /** Address ranges in CIDR notation that may be fetched from although they are not public, e.g. `10.0.0.0/8`. */
  readonly allowedAddresses: readonly string[];
  /** Whether to use HTTP/2 with hosts that offer it over TLS; otherwise HTTP/1.1 with all. */
  readonly http2: boolean;
  /** HTTP proxy for all requests, `http://[user:password@]host:port`; null connects directly. */
  readonly proxyUrl: string | null;
  /**
   * Whether the proxy refuses private addresses by itself. Otherwise each name is looked up before it is handed to the proxy,
   * and refused unless all of its addresses may be fetched from.
   */
  readonly proxyGuards: boolean;
  /** Further trusted certificate authorities in PEM; null for none. */
  readonly certificateAuthorities: string | null;
  /**
   * Whether hosts get requests only if their certificate is valid. Otherwise a host with a bad one is the last of the
   * alternatives, and its pages say what is wrong with it.
   */
  readonly requireValidCertificates: boolean;
  /** Finds the addresses of a host; null uses the name servers that the system is configured with. */
  readonly lookup: Lookup | null;
  /** Finds the DNS records of a site, which its first page gets; null asks for none. */
  readonly records: FindRecords | null;
  /**
   * Called before each request, robots.txt included, so that several processes share a host's pace; null if there is only
   * one process. The wait counts towards the time limit of the site, not of the request.
   */
  readonly hostSlot: AcquireHostSlot | null;
  /** Clock of pacing and retries. */
  readonly clock: Clock;
  /** Called after every request except those for robots.txt; must not throw. */
  readonly onFetch: (fetch: FetchReport) => void;
  /** Called after every request, including those for robots.txt; must not throw. */
  readonly onPermit: (permit: PermitReport) => void;
  /** Stores every exchange before its page is used; null stores none. */
  readonly onExchange: OnExchange | null;
  /** Random number in [0, 1) for jitter. */
  readonly random: () => number;
}

export type CrawlerOptions = Partial<CrawlerSettings>;

const SECOND = 1_000;
const MIB = 1024 * 1024;

const CRAWLER_DEFAULTS: CrawlerSettings = {
  version: '0',
  contact: null,
  acceptLanguage: 'en, *;q=0.5',
  concurrency: 64,
  hostConcurrency: 1,
  crawlDelayMs: SECOND,
  maxCrawlDelayMs: 30 * SECOND,
  delayFactor: 2,
  maxRetries: 2,
  retryDelayMs: SECOND,
  maxRetryDelayMs: 30 * SECOND,
  maxRetryAfterMs: 60 * SECOND,
  maxRedirects: 20,
  connectTimeoutMs: 10 * SECOND,
  handshakeTimeoutMs: null,
  requestTimeoutMs: 30 * SECOND,
  siteTimeoutMs: 600 * SECOND,
  handlerTimeoutMs: 600 * SECOND,
  maxBodyBytes: 4 * MIB,
  maxHeaderBytes: 64 * 1024,
  maxExpansion: 200,
  sitemaps: true,
  maxSiteUrls: 10_000,
  icons: false,
  files: [],
  ignoreRobots: false,
  robotsTtlMs: 3_600 * SECOND,
  allowedAddresses: [],
  http2: false,
  proxyUrl: null,
  proxyGuards: false,
  certificateAuthorities: null,
  requireValidCertificates: false,
  lookup: null,
  records: null,
  hostSlot: null,
  clock: systemClock,
  onFetch: () => {},
  onPermit: () => {},
  onExchange: null,
  random: Math.random,
};

/** Maximum time of a Node timer, 24.8 days, in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;

const BOUNDS = {
  concurrency: [1, 10_000],
  hostConcurrency: [1, 16],
  crawlDelayMs: [0, MAX_TIMER_MS],
  maxCrawlDelayMs: [0, MAX_TIMER_MS],
  delayFactor: [0, 20],
  maxRetries: [0, 20],
  retryDelayMs: [0, MAX_TIMER_MS],
  maxRetryDelayMs: [0, MAX_TIMER_MS],
  maxRetryAfterMs: [0, MAX_TIMER_MS],
  maxRedirects: [0, 20],
  connectTimeoutMs: [1, MAX_TIMER_MS],
  requestTimeoutMs: [1, MAX_TIMER_MS],
  siteTimeoutMs: [1, MAX_TIMER_MS],
  handlerTimeoutMs: [1, MAX_TIMER_MS],
  maxBodyBytes: [1, 256 * MIB],
  maxHeaderBytes: [1024, 16 * MIB],
  maxExpansion: [1, 1_000_000],
  maxSiteUrls: [1, 10_000_000],
  robotsTtlMs: [0, MAX_TIMER_MS],
} as const satisfies Partial<Record<keyof CrawlerSettings, readonly [min: number, max: number]>>;

/**
 * Fills in the defaults.
 *
 * @throws RangeError that names the option, its value and the allowed range
 */
export function completeSettings(options: CrawlerOptions): CrawlerSettings {
  const settings = { ...CRAWLER_DEFAULTS, ...options };
  for (const name of Object.keys(BOUNDS) as (keyof typeof BOUNDS)[]) {
    const [min, max] = BOUNDS[name];
    const value = settings[name];
    if (!Number.isInteger(value) || value < min || value > max) {
      throw new RangeError(
        `crawler option ${name} is ${String(value)}; give a whole number from ${min} to ${max}`,
      );
    }
  }
  return settings;
}
