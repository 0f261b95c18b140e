import type { Config } from '@sitegrep/config';
import { lookupAt, openSiteCrawler, type CrawlerOptions, type SiteCrawler } from '@sitegrep/crawl';
import type { Closers } from './instance.ts';
import { VERSION } from './version.ts';

/** The longest that name lookup, TCP and TLS may take together. */
const CONNECT_TIMEOUT_MS = 10_000;

/** A crawler as the settings want it. @param parts what settings don't hold */
export function openCrawler(
  config: Config,
  closers: Closers,
  parts: Pick<CrawlerOptions, 'hostSlot' | 'onFetch' | 'onTurn' | 'onExchange'> = {},
): SiteCrawler {
  const crawler = openSiteCrawler({
    version: VERSION,
    contact: config.contact,
    concurrency: config.sitesInFlight,
    hostConcurrency: config.hostConcurrency,
    crawlDelayMs: config.crawlDelay,
    maxCrawlDelayMs: config.maxCrawlDelay,
    delayFactor: config.delayFactor,
    maxRetries: config.retries,
    maxRetryAfterMs: config.maxRetryAfter,
    maxRedirects: config.maxRedirects,
    // Part of a request's time, so that it can be told which part was too long.
    connectTimeoutMs: Math.min(CONNECT_TIMEOUT_MS, Math.ceil((config.requestTimeout * 2) / 3)),
    requestTimeoutMs: config.requestTimeout,
    siteTimeoutMs: config.siteTimeout,
    maxBodyBytes: config.maxPageBytes,
    sitemaps: config.sitemaps === 'on',
    ignoreRobots: config.robots === 'ignore',
    allowedAddresses: config.allowedAddresses,
    http2: config.http2 === 'on',
    proxyUrl: config.httpProxy,
    ...(config.dnsServers.length === 0 ? {} : { lookup: lookupAt(config.dnsServers) }),
    ...parts,
  });
  closers.defer(() => crawler.close(config.shutdownTimeout));
  return crawler;
}
