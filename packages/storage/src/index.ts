// The ports. Adapters stand beside each other (sqlite/, elasticsearch/), one conformance suite runs over all of them.
export type { AuditActor, AuditedAct, AuditEnd, AuditEntry, AuditLog, AuditQuery } from './audit.ts';
export { blockReason, type DomainBlock, type DomainBlocks, type Takedown } from './blocks.ts';
export type {
  Backlog,
  Cancelling,
  Crawl,
  CrawlRecords,
  CrawlSeed,
  CrawlSite,
  CrawlSpec,
  CrawlState,
  EndedSite,
  Listed,
  ListedSchedule,
  OpenCrawl,
  PageRequest,
  RejectedLines,
  Schedule,
  ScheduleDefinition,
  ScheduleRuns,
  ScheduleSource,
  ScheduleStore,
  ScheduleTiming,
} from './crawls.ts';
export { cursorAfter } from './cursor.ts';
export type {
  DomainHit,
  DomainIndex,
  DomainPut,
  DomainRank,
  IndexStats,
  LastVisit,
  PutResult,
  SearchPage,
  SourceMatch,
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
export {
  MAX_REPLACED_SECRETS,
  SCOPES,
  type ApiKey,
  type KeyOfSecret,
  type KeyStore,
  type NewApiKey,
  type Rotated,
  type Scope,
} from './keys.ts';
export type { Storage } from './storage.ts';
