import type { Outcome } from '@sitegrep/site';
import type { OnExchange } from './recording.ts';
import type { AcquireHostSlot } from './host-slot.ts';
import type { Lookup } from './lookup.ts';

/** Time for pacing and retries, replaceable so that tests need not wait. */
export interface Clock {
  /** Milliseconds since some moment; never set back nor forward. */
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

/** One request that has ended. */
export interface FetchReport {
  /** What it gave: a page, a redirect, or the outcome that a site without pages would have for it. */
  readonly outcome: 'page' | 'redirect' | Outcome;
  /** From the start of connecting to the last byte, in milliseconds. */
  readonly ms: number;
  /** Of the body, content-encoding undone. */
  readonly bytes: number;
}

/** One request's turn at its host, which has ended. */
export interface TurnReport {
  /** For the turn, in milliseconds. */
  readonly waitedMs: number;
  /** The host has enough for now: 429, 503, or a Retry-After. */
  readonly refused: boolean;
}

/** How sites are fetched. Times are milliseconds, sizes bytes. What is left out takes its value from `CRAWLER_DEFAULTS`. */
export interface CrawlerSettings {
  /** The version that the User-Agent states. */
  readonly version: string;
  /** A URL or mail address for the owners of sites, stated in the User-Agent; null states none. */
  readonly contact: string | null;
  /** Value of Accept-Language. */
  readonly acceptLanguage: string;
  /** Requests at the same time over all hosts, 1–10,000. */
  readonly concurrency: number;
  /** Requests at the same time to one host, 1–16. */
  readonly hostConcurrency: number;
  /**
   * The least pause between the end of a request to a host and the next; a longer one that robots.txt asks for wins.
   * Hosts of one registered domain are one host (`pacedHost`). 0 makes no pause but those that a host asks for.
   */
  readonly crawlDelayMs: number;
  /** The longest crawl-delay of a robots.txt that is honoured to the full, and the longest pause by `delayFactor`. */
  readonly maxCrawlDelayMs: number;
  /** A host rests at least this many times as long as its last request took, unless crawlDelayMs is 0; 0–20. */
  readonly delayFactor: number;
  /** Further attempts after the first has failed in a way that may pass. Waits for a busy host (429, 503) are none. */
  readonly maxRetries: number;
  /** The wait before the first further attempt; it doubles with each, up to `maxRetryDelayMs`. */
  readonly retryDelayMs: number;
  readonly maxRetryDelayMs: number;
  /** A server that asks by Retry-After for a longer wait than this is not asked again; also the longest slow-down. */
  readonly maxRetryAfterMs: number;
  /** Redirects followed from one URL, 0–20. */
  readonly maxRedirects: number;
  /** For name lookup, TCP and TLS together. */
  readonly connectTimeoutMs: number;
  /** For one request from its start to the last byte of the body. */
  readonly requestTimeoutMs: number;
  /** For a whole site, waiting included. */
  readonly siteTimeoutMs: number;
  /** For one call of the page handler. */
  readonly handlerTimeoutMs: number;
  /** Decoded body kept of a page; the rest is not read. */
  readonly maxBodyBytes: number;
  /** Header fields of one answer, together. */
  readonly maxHeaderBytes: number;
  /** Decoded bytes that one compressed byte may stand for, once more than a MiB is decoded. */
  readonly maxExpansion: number;
  /** Read sitemaps where the links of a site don't give as many pages as are wanted. */
  readonly sitemaps: boolean;
  /** Different URLs of one site that are ever considered. */
  readonly maxSiteUrls: number;
  /** Fetch what robots.txt disallows too, and read no robots.txt. */
  readonly ignoreRobots: boolean;
  /** How long a robots.txt stays valid; RFC 9309 allows 24 hours. */
  readonly robotsTtlMs: number;
  /** Address ranges in CIDR notation that may be fetched from though they are not public, e.g. `10.0.0.0/8`. */
  readonly allowedAddresses: readonly string[];
  /** Speak HTTP/2 with hosts that offer it over TLS; else HTTP/1.1 with all. */
  readonly http2: boolean;
  /** HTTP proxy for all requests, `http://[user:password@]host:port`; null connects directly. */
  readonly proxyUrl: string | null;
  /** Certificate authorities in PEM that are trusted besides the usual ones; null for none. */
  readonly certificateAuthorities: string | null;
  /** Finds the addresses of a host; null asks the name servers that the system is configured with. */
  readonly lookup: Lookup | null;
  /**
   * Asked before each request, robots.txt included, so that several processes together keep a host's pace; null where
   * this is the only one. What is waited there counts for the site's time, not for a request's.
   */
  readonly hostSlot: AcquireHostSlot | null;
  /** Time as pacing and retries see it. */
  readonly clock: Clock;
  /** Told of every request that has ended, those for robots.txt aside; must not throw. */
  readonly onFetch: (fetch: FetchReport) => void;
  /** Told of every request that has ended, those for robots.txt included; must not throw. */
  readonly onTurn: (turn: TurnReport) => void;
  /** Keeps every exchange before anything of it is handed over; null keeps none. */
  readonly onExchange: OnExchange | null;
  /** In [0, 1), for jitter. */
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
  maxRedirects: 5,
  connectTimeoutMs: 10 * SECOND,
  requestTimeoutMs: 30 * SECOND,
  siteTimeoutMs: 600 * SECOND,
  handlerTimeoutMs: 600 * SECOND,
  maxBodyBytes: 4 * MIB,
  maxHeaderBytes: 64 * 1024,
  maxExpansion: 200,
  sitemaps: true,
  maxSiteUrls: 10_000,
  ignoreRobots: false,
  robotsTtlMs: 3_600 * SECOND,
  allowedAddresses: [],
  http2: false,
  proxyUrl: null,
  certificateAuthorities: null,
  lookup: null,
  hostSlot: null,
  clock: systemClock,
  onFetch: () => {},
  onTurn: () => {},
  onExchange: null,
  random: Math.random,
};

/** A timer of Node takes at most this many milliseconds, 24.8 days. */
const LONGEST = 2 ** 31 - 1;

const BOUNDS = {
  concurrency: [1, 10_000],
  hostConcurrency: [1, 16],
  crawlDelayMs: [0, LONGEST],
  maxCrawlDelayMs: [0, LONGEST],
  delayFactor: [0, 20],
  maxRetries: [0, 20],
  retryDelayMs: [0, LONGEST],
  maxRetryDelayMs: [0, LONGEST],
  maxRetryAfterMs: [0, LONGEST],
  maxRedirects: [0, 20],
  connectTimeoutMs: [1, LONGEST],
  requestTimeoutMs: [1, LONGEST],
  siteTimeoutMs: [1, LONGEST],
  handlerTimeoutMs: [1, LONGEST],
  maxBodyBytes: [1, 256 * MIB],
  maxHeaderBytes: [1024, 16 * MIB],
  maxExpansion: [1, 1_000_000],
  maxSiteUrls: [1, 10_000_000],
  robotsTtlMs: [0, LONGEST],
} as const satisfies Partial<Record<keyof CrawlerSettings, readonly [min: number, max: number]>>;

/**
 * The options with what they leave out filled in.
 *
 * @throws RangeError that names the option, its value and what is allowed
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
