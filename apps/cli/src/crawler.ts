// The crawler with the configured settings, and the WARC archive of what it fetches.
import type { Config } from '@sitegrep/config';
import {
  type CrawlerOptions,
  type Exchange,
  lookupAt,
  openSiteCrawler,
  recordsAt,
  type SiteCrawler,
  userAgent,
} from '@sitegrep/crawl';
import { Fatal } from '@sitegrep/jobs';
import { openWarcArchive } from '@sitegrep/warc';
import type { Logger } from 'pino';
import { readAuthorities } from './authorities.ts';
import type { Closers } from './read-config.ts';
import { VERSION } from './version.ts';

/** Opens a crawler with the configured settings. @param parts options that are not settings */
export function openCrawler(
  config: Config,
  closers: Closers,
  parts: Pick<CrawlerOptions, 'hostSlot' | 'onFetch' | 'onPermit' | 'onExchange'> = {},
): SiteCrawler {
  // Less than the time of a request, so that the error can name the part that took too long.
  const mostOfRequestMs = Math.ceil((config.requestTimeout * 2) / 3);
  const connectTimeoutMs = Math.min(config.connectTimeout, mostOfRequestMs);
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
    connectTimeoutMs,
    handshakeTimeoutMs: Math.min(config.handshakeTimeout, mostOfRequestMs),
    requestTimeoutMs: config.requestTimeout,
    siteTimeoutMs: config.siteTimeout,
    maxBodyBytes: config.maxPageBytes,
    sitemaps: config.sitemaps === 'on',
    files: config.files,
    icons: config.icons === 'on',
    ignoreRobots: config.robots === 'ignore',
    allowedAddresses: config.allowedAddresses,
    http2: config.http2 === 'on',
    requireValidCertificates: config.requireValidCertificates === 'on',
    certificateAuthorities:
      config.certificateAuthorities === null ? null : readAuthorities(config.certificateAuthorities).pem,
    proxyUrl: config.httpProxy,
    proxyGuards: config.httpProxyGuard === 'proxy',
    ...(config.dnsServers.length === 0
      ? {}
      : { lookup: lookupAt(config.dnsServers, { timeoutMs: connectTimeoutMs }) }),
    records: asksRecords(config) ? recordsAt(config.dnsServers) : null,
    ...parts,
  });
  closers.defer(() => crawler.close(config.shutdownTimeout));
  return crawler;
}

/** Tells whether DNS records are asked for: not if only a proxy looks names up, since the name servers here may not know them. */
function asksRecords({ dnsRecords, httpProxy, httpProxyGuard }: Config): boolean {
  return dnsRecords === 'on' && (httpProxy === null || httpProxyGuard === 'sitegrep');
}

interface WarcOut {
  readonly config: Config;
  readonly logger: Logger;
  /** Called on a failure to write: nothing fetched after it is archived, so the process must end. */
  readonly onBroken: (error: unknown) => void;
}

/**
 * Opens the WARC archive of a crawl. @returns a function that archives an exchange; null if no archive is configured. It
 * rejects with Fatal, so that the sites in flight go back to the queue: an archived crawl does not go on without its archive.
 *
 * @throws WarcUnwritable
 */
export async function openWarcOut(
  { config, logger, onBroken }: WarcOut,
  closers: Closers,
): Promise<((exchange: Exchange) => Promise<void>) | null> {
  const { warcDir, warcFileBytes, contact, robots, noindex } = config;
  if (warcDir === null) return null;
  const archive = await openWarcArchive({
    folder: warcDir,
    maxFileBytes: warcFileBytes,
    info: {
      software: `sitegrep/${VERSION}`,
      userAgent: userAgent({ version: VERSION, contact }),
      robots,
      noindex,
    },
  });
  closers.defer(() => archive.close());
  if (archive.completed.length > 0) {
    logger.info({ files: archive.completed }, 'completed WARC files that an earlier process left open');
  }
  return async (exchange) => {
    try {
      await archive.add(exchange);
    } catch (error) {
      onBroken(error);
      throw new Fatal(error instanceof Error ? error.message : String(error), { cause: error });
    }
  };
}
