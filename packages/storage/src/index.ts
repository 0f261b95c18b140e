// The three ports. Adapters stand beside each other (sqlite/, elasticsearch/), one conformance suite runs over all of them.
export type {
  Crawl,
  CrawlRecords,
  CrawlSeed,
  CrawlSite,
  CrawlSpec,
  CrawlState,
  Listed,
  PageRequest,
  RejectedLines,
} from './crawls.ts';
export type {
  DomainHit,
  DomainIndex,
  DomainPut,
  DomainRank,
  IndexStats,
  PutResult,
  SearchPage,
  StoredDomain,
} from './domains.ts';
export {
  CrawlClosed,
  DuplicateKey,
  InvalidPosition,
  SearchAborted,
  StorageBusy,
  StorageCorrupt,
  StorageMisconfigured,
  StorageUnavailable,
} from './errors.ts';
export { SCOPES, type ApiKey, type KeyStore, type NewApiKey, type Scope } from './keys.ts';
export type { Storage } from './storage.ts';
