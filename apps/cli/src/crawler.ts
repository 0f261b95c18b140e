import type { Config } from '@sitegrep/config';
import { lookupAt, openSiteCrawler, type CrawlerOptions, type SiteCrawler } from '@sitegrep/crawl';
import type { Closers } from './instance.ts';
import { VERSION } from './version.ts';

/** Maximum time of name lookup, TCP and TLS together, in milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Opens a crawler with the configured settings. @param parts options that are not settings */
export function openCrawler(
  config: Config,
  closers: Closers,
  parts: Pick<CrawlerOptions, 'hostSlot' | 'onFetch' | 'onPermit' | 'onExchange'> = {},
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
    // Less than the time of a request, so that the error can name the part that took too long.
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
