import type { Config } from '@sitegrep/config';
import { openSiteCrawler, type CrawlerOptions, type SiteCrawler } from '@sitegrep/crawl';
import type { Closers } from './instance.ts';
import { VERSION } from './version.ts';

/** A crawler as the settings want it. @param parts what settings don't hold */
export function openCrawler(
  config: Config,
  closers: Closers,
  parts: Pick<CrawlerOptions, 'hostSlot' | 'onFetch' | 'onExchange'> = {},
): SiteCrawler {
  const crawler = openSiteCrawler({
    version: VERSION,
    contact: config.contact,
    concurrency: config.sitesInFlight,
    hostConcurrency: config.hostConcurrency,
    crawlDelayMs: config.crawlDelay,
    maxCrawlDelayMs: config.maxCrawlDelay,
    maxRetries: config.retries,
    maxRetryAfterMs: config.maxRetryAfter,
    maxRedirects: config.maxRedirects,
    requestTimeoutMs: config.requestTimeout,
    siteTimeoutMs: config.siteTimeout,
    maxBodyBytes: config.maxPageBytes,
    ignoreRobots: config.robots === 'ignore',
    allowedAddresses: config.allowedAddresses,
    proxyUrl: config.httpProxy,
    ...parts,
  });
  closers.defer(() => crawler.close(config.shutdownTimeout));
  return crawler;
}
