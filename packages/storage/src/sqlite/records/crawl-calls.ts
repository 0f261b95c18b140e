import type { SiteResult } from '@sitegrep/site';
import type {
  Backlog,
  Cancelling,
  Crawl,
  CrawlRecords,
  CrawlSeed,
  CrawlSite,
  CrawlSpec,
  EndedSite,
  Listed,
  OpenCrawl,
  PageRequest,
  RejectedLines,
} from '../../crawls.ts';

/** What can be asked of the crawls thread. Each call must run inside a transaction, one that writes except for CRAWL_READS. */
export type CrawlCalls = {
  create(spec: CrawlSpec): Crawl;
  appendSites(asked: { readonly crawlId: string; readonly sites: readonly CrawlSeed[] }): number;
  seal(asked: {
    readonly crawlId: string;
    readonly rejected: RejectedLines;
    readonly fingerprint: string | null;
  }): Crawl;
  get(crawlId: string): Crawl | null;
  spec(crawlId: string): CrawlSpec | null;
  list(page: PageRequest): Listed<Crawl>;
  sites(asked: {
    readonly crawlId: string;
    readonly page: Parameters<CrawlRecords['sites']>[1];
  }): Listed<CrawlSite>;
  site(asked: SiteKey): CrawlSite | null;
  ended(asked: {
    readonly crawlId: string;
    readonly after: number;
    readonly limit: number;
  }): readonly EndedSite[];
  begin(asked: SiteKey & { readonly at: number }): void;
  finish(asked: SiteKey & { readonly result: SiteResult }): boolean;
  claim(asked: { readonly key: string; readonly crawlId: string }): string;
  claimed(key: string): { readonly crawlId: string; readonly fingerprint: string | null } | null;
  cancel(crawlId: string): Cancelling;
  cancelledAmong(crawlIds: readonly string[]): readonly string[];
  cancelSites(asked: { readonly limit: number; readonly begunToo: boolean }): number;
  open(limit: number): readonly OpenCrawl[];
  unfinished(asked: {
    readonly crawlId: string;
    readonly after: string | null;
    readonly limit: number;
  }): readonly string[];
  backlog(): Backlog;
  discardUnsealed(quietMs: number): readonly string[];
  discard(crawlId: string): void;
};

export const CRAWL_READS: ReadonlySet<keyof CrawlCalls> = new Set([
  'get',
  'spec',
  'list',
  'sites',
  'site',
  'ended',
  'claimed',
  'cancelledAmong',
  'open',
  'unfinished',
  'backlog',
]);

/** Two a site: the rest is a few a crawl. */
export const CRAWL_PATIENT: ReadonlySet<string> = new Set<keyof CrawlCalls>(['begin', 'finish']);

interface SiteKey {
  readonly crawlId: string;
  readonly domain: string;
}
