// Fetching sites politely: robots.txt, pacing, limits, the address guard, and the runner of the requests.
// `openSiteCrawler` in crawler.ts is the map.
export { openSiteCrawler, type SiteCrawler } from './crawler.ts';
export type { Exchange } from './exchange.ts';
export type { Gateway } from './gateway.ts';
export {
  brokenOff,
  openGuardedRequests,
  type GuardedAnswer,
  type GuardedRequests,
  type GuardedOptions,
  Unanswered,
} from './guarded-requests.ts';
export type { AcquireHostSlot, HostSlot, HostSlotTerms } from './host-slot.ts';
export { recordsAt } from './dns-records.ts';
export { lookupAt } from './name-servers.ts';
export type { CrawlerOptions, FetchReport, PermitReport } from './options.ts';
export {
  ComeBackLater,
  type CrawledSite,
  type Deferral,
  type FetchedIcon,
  type KnownPages,
  type NotModified,
  type LeadsTo,
  type PageHandler,
  type PageVerdict,
  type SiteTask,
  type StoredIcon,
} from './task.ts';
export { retryAfter } from './pacing.ts';
export { userAgent } from './request-headers.ts';
